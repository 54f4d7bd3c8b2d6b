import type { SymbolView } from '@truemark/protocol/routes/market'
import { useTranslations } from 'use-intl'
import { useMarketStatus } from '../data/marketStore.ts'
import { useMarketCondition } from '../data/markets.ts'
import type { LotProduct } from './lotContext.ts'
import { usePaused } from './usePaused.ts'

const whys = ['session', 'no_prices', 'operator', 'no_source', 'sources_disagree', 'prices_old'] as const

/** Why nothing new can be opened in a market, and what still works. */
export interface Stopped {
  readonly text: string
  /** Whether reducing what is open goes on. */
  readonly reduces: boolean
}

/** What keeps a market from taking new positions of a product now, in words; null where nothing does. */
export function useStopped(market: SymbolView, product: LotProduct): Stopped | null {
  const t = useTranslations('trade')
  const { status } = useMarketCondition(market)
  const reason = useMarketStatus(market.symbol)?.reason
  const paused = usePaused(market.symbol, product)
  if (status === 'open') return paused === null ? null : { text: paused, reduces: true }
  const why = whys.find((each) => each === reason)
  // The operator's switch for new risk alone: prices go on, and so do closings.
  const closing = status === 'stale' && why === 'operator'
  const text = t(`stopped.${closing ? 'closing' : status}`)
  return { text: why === undefined ? text : `${t(`why.${why}`)} ${text}`, reduces: closing }
}
