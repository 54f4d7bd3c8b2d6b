import type { TicketStatus } from '@truemark/protocol/routes/support'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

const tones: Readonly<Record<TicketStatus, BadgeTone>> = { open: 'info', answered: 'primary', closed: 'plain' }

/** How a message stands, in a word. */
export function TicketBadge({ status }: { status: TicketStatus }) {
  const t = useTranslations('support.ticket.status')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}
