import { Button } from '@truemark/ui/primitives/Button'
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
  const percent = Math.round(progress * 100)
  const label = t('sending', { percent: String(percent) })
  return (
    <>
      {busy && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="figures text-12 text-quiet">
            {label}
          </span>
          <progress
            aria-label={label}
            value={percent}
            max={100}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
          />
        </div>
      )}
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
