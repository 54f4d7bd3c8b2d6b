import { type Said, recomputeIndex } from '@truemark/core/market/sources'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { IndexSecond } from '../routes/evidence.ts'

type SaidBySource = IndexSecond['sources'][number]

/** Decimals of a source's price on the wire: half of bid and ask together, which have twelve. */
const halfScale = 13

function bookOf({ price }: SaidBySource): { bid: bigint; ask: bigint } {
  const sum = (parseDecimal(price, halfScale) ?? 0n) / 5n
  const bid = sum / 2n
  return { bid, ask: sum - bid }
}

/** What sources said, as the index is reckoned from it. */
export function saidIn({ sources, rate }: Pick<IndexSecond, 'sources' | 'rate'>): Said {
  const tops = sources.map((said) => ({ source: said.source, quote: said.quote, ...bookOf(said), heard: said.time }))
  const dollar = rate === null ? null : { source: rate.source, ...bookOf(rate), heard: rate.time }
  return { tops, rate: dollar }
}

/**
 * Whether a recorded second's index is what its sources gave, by the published rule: each clamped to half a per cent of
 * the median, the mean of them, half-even. `decimals` are those of the symbol's price.
 */
export function indexHolds(second: IndexSecond, decimals: number): boolean {
  const tenths = recomputeIndex(saidIn(second), decimals)
  return tenths !== null && parseDecimal(second.index, decimals + 1) === BigInt(tenths)
}
