import { payoutsOf } from '@truemark/core/invest/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdtScale } from '@truemark/core/money/units'
import type { InvestProduct } from '@truemark/protocol/routes/invest'

type Terms = Pick<
  InvestProduct,
  'direction' | 'linked_reference_price' | 'annualized_return' | 'holding_period' | 'single_price'
>

/** A product's terms as numbers that the rules reckon with; `unit` is how many of a price's smallest parts 1 USDT has. */
interface Reckoned {
  readonly direction: InvestProduct['direction']
  readonly days: number
  readonly annualRate: number
  readonly referencePrice: number
  readonly quotePerTickStep: number
  readonly basePerStep: number
  readonly priceDecimals: number
  readonly invested: number
}

function decimalsOf(text: string): number {
  const dot = text.indexOf('.')
  return dot < 0 ? 0 : text.length - dot - 1
}

function reckoned(terms: Terms, coinScale: number): Reckoned {
  const priceDecimals = decimalsOf(terms.linked_reference_price)
  const finer = Math.max(0, priceDecimals - usdtScale)
  return {
    direction: terms.direction,
    days: terms.holding_period,
    annualRate: Number(parseDecimal(terms.annualized_return, rateScale) ?? 0n),
    referencePrice: Number(parseDecimal(terms.linked_reference_price, priceDecimals) ?? 0n),
    quotePerTickStep: 10 ** Math.max(0, usdtScale - priceDecimals),
    basePerStep: 10 ** (coinScale + finer),
    priceDecimals,
    invested: terms.direction === 'sell_high' ? coinScale : usdtScale,
  }
}

/** What a number of shares costs, and what either outcome pays, as the engine reckons it; texts of their currencies. */
export interface Payoff {
  readonly amount: string
  readonly coin: string
  readonly usdt: string
}

export function payoffOf(terms: Terms, coinScale: number, shares: bigint): Payoff {
  const given = reckoned(terms, coinScale)
  const amount = (parseDecimal(terms.single_price, given.invested) ?? 0n) * shares
  const { coin, usdt } = payoutsOf(given, given, amount)
  return {
    amount: formatDecimal(amount, given.invested),
    coin: formatDecimal(coin, coinScale),
    usdt: formatDecimal(usdt, usdtScale),
  }
}

/** One settlement price with what both ways come to there: USDT texts, and their smallest units to draw with. */
export interface Point {
  readonly price: string
  readonly paysCoin: boolean
  readonly product: bigint
  readonly held: bigint
  readonly priceUnits: bigint
}

/** Settlement prices as percentages of the reference price, in rising order. */
export function pointsOf(terms: Terms, coinScale: number, shares: bigint, percents: readonly number[]): Point[] {
  const given = reckoned(terms, coinScale)
  const amount = (parseDecimal(terms.single_price, given.invested) ?? 0n) * shares
  const { coin, usdt } = payoutsOf(given, given, amount)
  const isSale = terms.direction === 'sell_high'
  return percents.map((percent) => {
    // a hundredth of a tick is fine enough for a percentage of any price
    const priceUnits = BigInt(given.referencePrice) * BigInt(percent)
    const worth = (units: bigint): bigint =>
      (units * priceUnits * BigInt(given.quotePerTickStep)) / (100n * BigInt(given.basePerStep))
    const paysCoin = isSale ? percent < 100 : percent <= 100
    return {
      price: formatDecimal(priceUnits, given.priceDecimals + 2),
      paysCoin,
      product: paysCoin ? worth(coin) : usdt,
      held: isSale ? worth(amount) : amount,
      priceUnits,
    }
  })
}

/** An amount of USDT's smallest units. */
export function usdtText(units: bigint): string {
  return formatDecimal(units, usdtScale)
}

const factorScale = 9

/** 1 + days × rate / 365, to nine decimals. */
export function factorOf({ holding_period: days, annualized_return: rate }: Terms): string {
  const one = 10n ** BigInt(factorScale)
  const grown = (BigInt(days) * (parseDecimal(rate, rateScale) ?? 0n)) / 365n
  return formatDecimal(one + grown, factorScale)
}

/** How far the reference price lies from the index, in percent with one decimal and its sign; null without an index. */
export function awayOf(reference: string, index: string | null): string | null {
  const scale = 12
  const now = index === null ? null : parseDecimal(index, scale)
  const at = parseDecimal(reference, scale)
  if (now === null || at === null || now === 0n) return null
  return formatDecimal(((at - now) * 1_000n) / now, 1)
}
