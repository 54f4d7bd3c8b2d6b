import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

/** Says of a request that its deadline has passed and that the administrators were told; nothing of any other. */
export function EscalatedBadge({ of: { escalated } }: { of: { readonly escalated: boolean } }) {
  const t = useTranslations('desk.waiting')
  return escalated ? <Badge tone="danger">{t('escalated')}</Badge> : null
}
