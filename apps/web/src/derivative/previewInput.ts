import type { PreviewMarket, PreviewPosition, PreviewResting } from '@truemark/core/derivative/previewTerms'
import { tenthsOf, type LotTerms } from './lotTerms.ts'
import type { OpenPosition, RestingLots } from './openPosition.ts'

/** An account and its markets as the engine's preview takes them; `places` gives the place of a symbol. */
export interface PreviewInput {
  readonly markets: readonly PreviewMarket[]
  readonly places: ReadonlyMap<string, number>
  /** The open positions that have a mark, in the order of `open`. */
  readonly positions: readonly PreviewPosition[]
  readonly open: readonly OpenPosition[]
  /** The orders in these markets that may open more. */
  readonly resting: readonly PreviewResting[]
  /** Whether a position was left out, for its market has no mark or no terms. */
  readonly stale: boolean
}

/** What a preview's markets and holder are read from. */
export interface PreviewSources {
  readonly open: readonly OpenPosition[]
  readonly resting: readonly RestingLots[]
  readonly termsOf: (symbol: string) => LotTerms | undefined
  readonly markOf: (symbol: string) => string | undefined
  /** Whether a market's mark decides what is open in it. */
  readonly decides: (symbol: string) => boolean
}

/** Gathers the markets of all positions, those of `first` before them, each with its mark. */
export function previewInput(
  first: readonly string[],
  { open: all, resting: orders, termsOf, markOf, decides }: PreviewSources,
): PreviewInput {
  const places = new Map<string, number>()
  const markets: PreviewMarket[] = []
  for (const symbol of [...first, ...all.map((each) => each.symbol)]) {
    const terms = termsOf(symbol)
    const markTenths = terms ? tenthsOf(markOf(symbol), terms) : null
    if (places.has(symbol) || !terms || markTenths === null) continue
    places.set(symbol, markets.length)
    markets.push({ ...terms, markTenths, markDecides: decides(symbol) })
  }
  const open = all.filter((each) => places.has(each.symbol))
  const positions = open.map((each) => previewPosition(each, places.get(each.symbol) ?? 0))
  const resting = orders.flatMap(({ symbol, ...order }) => {
    const market = places.get(symbol)
    return market === undefined ? [] : [{ ...order, market }]
  })
  return { markets, places, positions, open, resting, stale: open.length < all.length }
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
