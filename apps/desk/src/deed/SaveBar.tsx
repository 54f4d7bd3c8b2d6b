import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'

export interface SaveBarProps {
  changed: boolean
  busy: boolean
  onDiscard: () => void
}

/** The end of a form: saves what was changed, or takes it back. */
export function SaveBar({ changed, busy, onDiscard }: SaveBarProps) {
  const t = useTranslations('desk')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" busy={busy} disabled={!changed}>
        {t('common.save')}
      </Button>
      {changed && (
        <Button kind="quiet" onClick={onDiscard}>
          {t('common.discard')}
        </Button>
      )}
      <span className="text-12 text-quiet">{t('audited')}</span>
    </div>
  )
}
