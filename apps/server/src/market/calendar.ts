import type { ListingTerms } from '@truemark/core/book/listing'
import { inSession } from '@truemark/core/book/mark'
import { freshness } from './indexTicks.ts'
import type { HaltReason } from '@truemark/core/market/indexPrice'
import type { MarketState } from './messages.ts'

/** What an operator decided of a symbol's trading. No sessions means around the clock. */
export type TradingTerms = Pick<ListingTerms, 'sessions' | 'halt' | 'haltReason'>

export const alwaysOpen: TradingTerms = { sessions: [], halt: 'trading', haltReason: '' }

export interface MarketCondition {
  readonly terms: TradingTerms
  /** When the last index tick was (UTC ms), or null before the first. */
  readonly indexTime: number | null
  /** Why the sources give no index now, or null while they do. */
  readonly halted: HaltReason | null
}

/**
 * A market's status at `now`: closed outside its session hours, before the first index and when that is older than
 * 60 s; halted when an operator or the sources say so; stale (cancel-only) when the index is older than 5 s or an
 * operator says so; else open. The reason is one word, empty while open.
 */
export function marketStatus(condition: MarketCondition, now: number): { status: MarketState; reason: string } {
  const { terms, indexTime, halted } = condition
  if (!inSession(terms, now)) return { status: 'closed', reason: 'session' }
  const age = indexTime === null ? 'closed' : freshness(now - indexTime)
  if (age === 'closed') return { status: 'closed', reason: 'no_prices' }
  if (terms.halt === 'halted') return { status: 'halted', reason: 'operator' }
  if (halted !== null) return { status: 'halted', reason: halted }
  if (terms.halt === 'cancel_only') return { status: 'stale', reason: 'operator' }
  if (age === 'stale') return { status: 'stale', reason: 'prices_old' }
  return { status: 'open', reason: '' }
}
