import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'

/** Asks for another code, once the wait is over. */
export function CodeAgain({ waitSeconds, busy, onSend }: { waitSeconds: number; busy: boolean; onSend: () => void }) {
  const t = useTranslations('identity.code')
  return (
    <Button
      kind="quiet"
      compact
      busy={busy}
      disabled={waitSeconds > 0}
      // the seconds would be read one by one
      aria-label={t('again')}
      onClick={onSend}
      className="figures"
    >
      {waitSeconds > 0 ? t('wait', { seconds: waitSeconds }) : t('again')}
    </Button>
  )
}
