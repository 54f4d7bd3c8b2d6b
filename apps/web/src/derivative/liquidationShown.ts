import { liquidationPrice } from '@truemark/core/margin/exposure'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import type { Side } from '@truemark/protocol/routes/spot'
import { fineText, type PositionAfter } from './lotSummary.ts'
import { priceText, type LotTerms } from './lotTerms.ts'
import type { OpenPosition } from './openPosition.ts'

/**
 * The liquidation price of a position on its own margin after an addition to it, at a tenth of a tick and
 * rounded towards the mark; null for none. What else its holder has open in the symbol (`all`, of any kind and side)
 * counts, since the bracket is that of the whole.
 */
export function liquidationWith(
  position: OpenPosition,
  all: readonly OpenPosition[],
  terms: Pick<LotTerms, 'brackets' | 'quotePerTenthLot' | 'priceDecimals'>,
  more: bigint,
): string | null {
  const side = position.side === 'buy' ? 'long' : 'short'
  const { lots: quantity, cost, margin, symbol, id } = position
  const others = all.filter((each) => each.symbol === symbol && each.id !== id)
  const whole = others.reduce((sum, each) => sum + each.lots, quantity)
  const found = liquidationPrice({ side, quantity, cost, whole }, margin + more, position.brackets ?? terms.brackets)
  if (found === null) return null
  const tenths = divide(
    found.numerator,
    found.denominator * BigInt(terms.quotePerTenthLot),
    side === 'long' ? 'up' : 'down',
  )
  return priceText(Number(tenths), terms)
}

/**
 * A liquidation price, which is finer than marks are, written to the tenth of a tick on which they stand and rounded
 * towards the mark: the first mark beyond what is shown liquidates.
 */
export function liquidationOnGrid(price: string, side: Side, terms: Pick<LotTerms, 'priceDecimals'>): string {
  const fine = 18
  const grain = 10n ** BigInt(fine - terms.priceDecimals - 1)
  const tenths = divide(parseDecimal(price, fine) ?? 0n, grain, side === 'buy' ? 'up' : 'down')
  return formatDecimal(tenths, terms.priceDecimals + 1)
}

/** Where a form's position would be liquidated, as it is shown; null for none. */
export function shownLiquidation(after: PositionAfter | null, terms: LotTerms): string | null {
  if (after === null || after.liquidationFine === null) return null
  return liquidationOnGrid(fineText(after.liquidationFine, terms), after.side, terms)
}
