import { Button } from '@truemark/ui/primitives/Button'
import { ProgressBar } from '@truemark/ui/primitives/ProgressBar'
import { useTranslations } from 'use-intl'

interface SubmitPartProps {
  busy: boolean
  /** Which share has gone, from 0 to 1. */
  progress: number
  failure: string | null
}

/** The end of a level's form: how much of it has gone, why it was refused, and the button. */
export function SubmitPart({ busy, progress, failure }: SubmitPartProps) {
  const t = useTranslations('verification')
  return (
    <>
      {busy && <ProgressBar share={progress} label={t('sending', { percent: String(Math.round(progress * 100)) })} />}
      {failure !== null && (
        <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" wide busy={busy}>
        {t('submit')}
      </Button>
      <p className="text-12 text-quiet">{t('care')}</p>
    </>
  )
}
