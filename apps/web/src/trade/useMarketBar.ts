import type { SymbolView } from '@truemark/protocol/routes/market'
import { useTranslations } from 'use-intl'
import { useHaltReason, useMarketCondition } from '../data/markets.ts'

/** Why nothing can be traded in a market now, in words; null while it is open. */
export function useMarketBar(market: SymbolView | null | undefined): string | null {
  const t = useTranslations('market')
  const { status } = useMarketCondition(market)
  const stopped = useHaltReason(market)
  if (status === 'open') return null
  return stopped === '' ? t(`${status}Explained`) : t('stoppedExplained', { reason: stopped })
}
