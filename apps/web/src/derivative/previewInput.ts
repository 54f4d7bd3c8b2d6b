import type { PreviewMarket, PreviewPosition } from '@truemark/core/derivative/preview'
import { tenthsOf, type LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'

/** An account and its markets as the engine's preview takes them; `places` gives the place of a symbol. */
export interface PreviewInput {
  readonly markets: readonly PreviewMarket[]
  readonly places: ReadonlyMap<string, number>
  /** The open positions that have a mark, in the order of `open`. */
  readonly positions: readonly PreviewPosition[]
  readonly open: readonly OpenPosition[]
  /** Whether a position was left out, for its market has no mark or no terms. */
  readonly stale: boolean
}

/** Gathers the markets of all positions, those of `first` before them, each with its mark. */
export function previewInput(
  first: readonly string[],
  all: readonly OpenPosition[],
  termsOf: (symbol: string) => LotTerms | undefined,
  markOf: (symbol: string) => string | undefined,
): PreviewInput {
  const places = new Map<string, number>()
  const markets: PreviewMarket[] = []
  for (const symbol of [...first, ...all.map((each) => each.symbol)]) {
    const terms = termsOf(symbol)
    const markTenths = terms ? tenthsOf(markOf(symbol), terms) : null
    if (places.has(symbol) || !terms || markTenths === null) continue
    places.set(symbol, markets.length)
    markets.push({ ...terms, markTenths })
  }
  const open = all.filter((each) => places.has(each.symbol))
  const positions = open.map((each) => previewPosition(each, places.get(each.symbol) ?? 0))
  return { markets, places, positions, open, stale: open.length < all.length }
}

function previewPosition(open: OpenPosition, market: number): PreviewPosition {
  return {
    market,
    kind: open.product === 'contract' ? 'ticket' : open.mode,
    side: open.side === 'buy' ? 'long' : 'short',
    lots: open.lots,
    cost: open.cost,
    margin: open.mode === 'cross' ? 0n : open.margin,
    multiple: open.multiple,
    brackets: open.brackets,
  }
}
