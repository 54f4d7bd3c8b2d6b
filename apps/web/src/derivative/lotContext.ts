import type {
  PreviewHolder,
  PreviewMarket,
  PreviewPosition,
  PreviewStanding,
} from '@truemark/core/derivative/previewTerms'
import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotDepth, LotTerms } from './lotTerms.ts'

export type LotProduct = 'contract' | 'perpetual'

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
  /** The form's market, and the others in which something is open, as the engine's preview takes them. */
  readonly markets: readonly PreviewMarket[]
  /** The account and all that it has open; null before it is known, or where a market has no mark. */
  readonly holder: PreviewHolder | null
  /** A market with a cross position whose mark does not decide: nothing new opens and nothing moves out. */
  readonly undecided: string | null
  /** The net perpetual position in the form's market; null for none, and for contracts. */
  readonly position: PreviewPosition | null
  /** Where the form is of a change: what the order that rests goes on with. The account is then as if it did not rest. */
  readonly standing?: PreviewStanding
}

/** The place of the form's market among {@link LotContext.markets}. */
export const ownMarket = 0
