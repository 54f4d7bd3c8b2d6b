import { ProgressBar } from '@truemark/ui/primitives/ProgressBar'
import { useTranslations } from 'use-intl'

/** Which share of a form has gone, from 0 to 1. */
export function SendProgress({ share }: { share: number }) {
  const t = useTranslations('support.ticket')
  const percent = Math.round(share * 100)
  return <ProgressBar share={share} label={share < 1 ? t('sending', { percent: String(percent) }) : t('checking')} />
}
