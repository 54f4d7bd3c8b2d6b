import type { BracketTerms } from '@truemark/core/margin/brackets'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { LiquidationReckoning } from '@truemark/protocol/routes/evidence'
import { bracketViews, lotsText } from '../derivative/door.ts'

interface CountedThen {
  readonly position: number
  readonly listing: number
  readonly kind: string
  readonly side: 'long' | 'short'
  readonly lots: number
  readonly whole: number
  readonly cost: bigint
  readonly indexTenths: number
  readonly indexTime: number
  readonly sources: number
  readonly quotePerTenthLot: number
  readonly bracketVersion: number
  readonly brackets: readonly BracketTerms[]
  readonly profit: bigint
  readonly maintenance: bigint
}

/** What a liquidation was decided by, as its fact has it: amounts in smallest units of USDT. */
export interface ReckonedThen {
  readonly available: bigint
  readonly held: bigint
  readonly heldByOrders: bigint
  readonly equity: bigint
  readonly maintenance: bigint
  readonly positions: readonly CountedThen[]
}

/** What is told of a liquidation beside its fact: how markets, positions and amounts are written, and what hides them. */
export interface ReckoningWords {
  /** 32 bytes in hex that nobody else can guess. */
  readonly nonce: string
  readonly listingOf: (listing: number) => { readonly code: string; readonly priceDecimals: number }
  /** The public number of a position, or what stands for it at this place among the positions. */
  readonly idOf: (position: number, place: number) => string
  /** Decimals of USDT. */
  readonly scale: number
}

/** The one text of which the public evidence of a liquidation bears the digest. */
export function reckoningText(
  { nonce, listingOf, idOf, scale }: ReckoningWords,
  { positions, ...account }: ReckonedThen,
): string {
  const usdt = (units: bigint): string => formatDecimal(units, scale)
  const reckoning: LiquidationReckoning = {
    version: 1,
    nonce,
    available: usdt(account.available),
    held: usdt(account.held),
    held_by_orders: usdt(account.heldByOrders),
    equity: usdt(account.equity),
    maintenance: usdt(account.maintenance),
    positions: positions.map((one, place) => {
      const listing = listingOf(one.listing)
      return {
        position_id: idOf(one.position, place),
        symbol: listing.code,
        mode: one.kind === 'ticket' || one.kind === 'cross' ? one.kind : 'isolated',
        side: one.side,
        lots: lotsText(one.lots),
        lots_whole: lotsText(one.whole),
        cost: usdt(one.cost),
        mark: formatDecimal(one.indexTenths, listing.priceDecimals + 1),
        mark_decimals: listing.priceDecimals + 1,
        mark_time: one.indexTime,
        sources: one.sources,
        lot_worth: String(one.quotePerTenthLot),
        brackets_version: one.bracketVersion,
        brackets: bracketViews(one.brackets, usdt),
        profit: usdt(one.profit),
        maintenance: usdt(one.maintenance),
      }
    }),
  }
  return JSON.stringify(reckoning)
}
