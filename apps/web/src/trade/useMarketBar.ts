import type { SymbolView } from '@truemark/protocol/routes/market'
import { useTranslations } from 'use-intl'
import { useDeadline } from '../i18n/door.ts'
import { useHaltEnd, useHaltReason, useMarketCondition } from '../data/markets.ts'

/** Why nothing can be traded in a market now, in words; null while it is open. */
export function useMarketBar(market: SymbolView | null | undefined): string | null {
  const t = useTranslations('market')
  const { status } = useMarketCondition(market)
  const stopped = useHaltReason(market)
  const until = useHaltEnd(market)
  const deadline = useDeadline()
  if (status === 'open') return null
  if (stopped === '') return t(`${status}Explained`)
  const why = t('stoppedExplained', { reason: stopped })
  return until === null ? why : `${why} ${t('stoppedUntil', { time: deadline(until) })}`
}
