import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { Badge, type BadgeTone } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'

const haltTones: Record<DeskSymbol['halt'], BadgeTone> = { trading: 'up', cancel_only: 'warning', halted: 'danger' }

/** The names of the states that an operator can set. */
export function useHaltNames(): Record<DeskSymbol['halt'], string> {
  const t = useTranslations('desk.symbols')
  return { trading: t('trading'), cancel_only: t('cancelOnly'), halted: t('halted') }
}

/** What the operator has set, with its reason, and what the market's prices make of it. */
export function TradingState({ market }: { market: DeskSymbol }) {
  const t = useTranslations('desk.symbols')
  const names = useHaltNames()
  const dateTime = useDateTime()
  const apart = market.halt === 'trading' && market.status !== 'open'
  return (
    <span className="inline-flex flex-col gap-1">
      <span className="inline-flex flex-wrap gap-1 wide:justify-start max-wide:justify-end">
        <Badge tone={haltTones[market.halt]}>{names[market.halt]}</Badge>
        {apart && <Badge tone="warning">{t('status', { status: market.status })}</Badge>}
        {!market.spot && <Badge>{t('spotClosed')}</Badge>}
      </span>
      {market.halt !== 'trading' && market.halt_reason !== '' && (
        <span className="text-12 break-words text-quiet">{market.halt_reason}</span>
      )}
      {market.halt_until !== null && (
        <span className="figures text-12 text-quiet">{t('haltUntil', { time: dateTime(market.halt_until) })}</span>
      )}
    </span>
  )
}

/** What the prices come from. */
export function PriceKind({ market }: { market: DeskSymbol }) {
  const t = useTranslations('desk.symbols')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-wide:justify-end">
      <Badge tone={market.kind === 'live' ? 'plain' : 'warning'}>{t(market.kind)}</Badge>
      <span className="text-12 text-quiet">{t('sourcesHeard', { count: market.sources })}</span>
    </span>
  )
}
