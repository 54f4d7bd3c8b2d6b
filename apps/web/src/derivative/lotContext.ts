import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotDepth, LotTerms } from './lotTerms.ts'

export type LotProduct = 'contract' | 'perpetual'

/** A position that stands in the market of the form. */
export interface StandingPosition {
  readonly side: Side
  /** Hundredths. */
  readonly lots: number
  readonly cost: bigint
  /** Its own margin; 0 for a cross position. */
  readonly margin: bigint
}

/** What a form's figures are reckoned from, as it is at this moment. */
export interface LotContext {
  readonly product: LotProduct
  readonly terms: LotTerms
  readonly mode: MarginMode
  readonly multiple: number
  readonly depth: Readonly<Record<Side, LotDepth>>
  /** Tenths of a tick; null where none is known. */
  readonly mark: number | null
  /** What may be used for new risk; null before it is known. */
  readonly usable: bigint | null
  /** The net perpetual position in this market; null for none, and for contracts. */
  readonly position: StandingPosition | null
  /** All lots that the account has open in this market, longs and shorts added up. */
  readonly wholeLots: number
  /** For a cross position: the wallet, others' unrealised profit, less others' maintenance; null where unknown. */
  readonly cushion: bigint | null
}
