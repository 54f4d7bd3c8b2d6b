import { chainReasons, type ChainPayment } from '@truemark/protocol/routes/deskChain'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

/** Gives the words for why a payment waits or is held; a dash for nothing. */
export function useReasonText(): (payment: Pick<ChainPayment, 'reason'>) => string {
  const t = useTranslations('desk.chain.reasons')
  return ({ reason }) => (reason === '' ? '–' : t(chainReasons.find((one) => one === reason) ?? 'other'))
}

/** How a payment stands, and what is the matter with it. */
export function ChainMarks({ payment }: { payment: ChainPayment }) {
  const t = useTranslations('desk.chain')
  const reasonText = useReasonText()
  const { status, reason, removed, lost, by_machine: isMachine } = payment
  const tone = status === 'credited' ? 'up' : status === 'held' ? 'warning' : 'plain'
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge tone={tone}>{t(`statuses.${status}`)}</Badge>
      {isMachine && <Badge tone="plain">{t('machine')}</Badge>}
      {lost !== null && <Badge tone="warning">{t('lostMark')}</Badge>}
      {removed && lost === null && <Badge tone="warning">{t('gone')}</Badge>}
      {reason !== '' && <span className="text-12 text-secondary">{reasonText(payment)}</span>}
    </span>
  )
}
