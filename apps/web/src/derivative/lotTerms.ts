import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { makeBrackets, type Bracket } from '@truemark/core/margin/brackets'
import type { PreviewDepth, PreviewMarket } from '@truemark/core/derivative/previewTerms'
import type { BracketView, DerivativeTerms } from '@truemark/protocol/routes/derivative'
import type { Book, Level } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'
import type { Realm } from '@truemark/protocol/values'

const rateDecimals = 9
/** Lots are counted in hundredths. */
export const lotDecimals = 2

/**
 * A market's leveraged terms as the form computes with them: prices in ticks, marks in tenths of a tick, lots in
 * hundredths, amounts in the quote currency's smallest units, rates at 10⁻⁹.
 */
export interface LotTerms extends Omit<PreviewMarket, 'markTenths' | 'markDecides'> {
  readonly base: string
  readonly quote: string
  readonly quoteScale: number
  /** Base currency per lot, as text. */
  readonly contractSize: string
  readonly brackets: readonly Bracket[]
  readonly lotsMin: number
  readonly lotsMax: number
  /** When the brackets of all that is open here will change, UTC milliseconds; null where nothing is announced. */
  readonly measureAt: number | null
  /** When fees or funding will change here, for what is open too; null where nothing is announced. */
  readonly chargesAt: number | null
}

/** Reads a market's terms for accounts of a realm; null where they don't fit together, which no order could then be made of. */
export function lotTerms(terms: DerivativeTerms, quoteScale: number, realm: Realm): LotTerms | null {
  const { price_decimals: priceDecimals } = terms
  const quotePerTenthLot = worthOfSmallest(terms.contract_size, quoteScale, priceDecimals)
  const brackets = readBrackets(terms.brackets, quoteScale)
  const figures = {
    priceMax: integerOf(terms.price_max, priceDecimals),
    lotsMin: integerOf(terms.lots_min, lotDecimals),
    lotsMax: integerOf(terms.lots_max, lotDecimals),
    feeRateContract: integerOf(terms.fee_rate, rateDecimals),
    feeRatePerpetualMaker: integerOf(terms.fee_rate_maker, rateDecimals),
    feeRatePerpetualTaker: integerOf(terms.fee_rate_taker, rateDecimals),
    limitRateMax: integerOf(terms.limit_rate, rateDecimals),
    collarRate: integerOf(terms.collar_rate, rateDecimals),
  }
  const reach = {
    long: integerOf(terms.lots_reach[realm].long, lotDecimals),
    short: integerOf(terms.lots_reach[realm].short, lotDecimals),
  }
  const openInterestUserMax = parseDecimal(terms.open_interest_user_max, quoteScale)
  const openInterestMax = parseDecimal(terms.open_interest_max, quoteScale)
  if (quotePerTenthLot === null || brackets === null) return null
  if (openInterestUserMax === null || openInterestMax === null) return null
  if (!areKnown(figures) || !areKnown(reach)) return null
  const { symbol, base, quote, multiples, contract_size: contractSize } = terms
  return {
    symbol,
    base,
    quote,
    priceDecimals,
    quoteScale,
    contractSize,
    multiples,
    brackets,
    quotePerTenthLot,
    openInterestUserMax,
    openInterestMax,
    reach,
    measureAt: terms.measure?.effective_time ?? null,
    chargesAt: terms.charges?.effective_time ?? null,
    ...figures,
  }
}

/** Brackets as a form computes with them; null where they are no scale. */
export function readBrackets(brackets: readonly BracketView[], quoteScale: number): readonly Bracket[] | null {
  return makeBrackets(
    brackets.map((each) => ({
      floor: parseDecimal(each.floor, quoteScale) ?? -1n,
      maintenanceRate: integerOf(each.maintenance_rate, rateDecimals) ?? 0,
      multipleMax: each.multiple_max,
    })),
  )
}

/** A hundredth of a lot at a tenth of a tick, in the quote currency's smallest units; null where that is no whole number. */
function worthOfSmallest(contractSize: string, quoteScale: number, priceDecimals: number): number | null {
  const fine = 18
  const scaled = (parseDecimal(contractSize, fine) ?? 0n) * 10n ** BigInt(quoteScale)
  const per = 10n ** BigInt(fine + priceDecimals + 1 + lotDecimals)
  return scaled === 0n || scaled % per !== 0n ? null : Number(scaled / per)
}

function areKnown<K extends string>(figures: Record<K, number | null>): figures is Record<K, number> {
  return Object.values(figures).every((each) => each !== null)
}

/** A canonical decimal text as a safe integer at `decimals`; null where it is none or not on that grid. */
export function integerOf(text: string | null | undefined, decimals: number): number | null {
  const units = parseDecimal(text, decimals)
  if (units === null || units > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return Number(units)
}

/** A mark, or any price off the grid of ticks, in tenths of a tick; what lies below a tenth is cut. */
export function tenthsOf(price: string | null | undefined, terms: Pick<LotTerms, 'priceDecimals'>): number | null {
  const units = parseDecimal(price, 18)
  return units === null ? null : Number(units / 10n ** BigInt(18 - terms.priceDecimals - 1))
}

/** Tenths of a tick as a price. */
export function priceText(tenths: number, terms: Pick<LotTerms, 'priceDecimals'>): string {
  return formatDecimal(tenths, terms.priceDecimals + 1)
}

/** What lots are worth at a price in tenths of a tick. */
export function worthOf(terms: Pick<LotTerms, 'quotePerTenthLot'>, lots: number, tenths: number): bigint {
  return BigInt(lots) * BigInt(tenths) * BigInt(terms.quotePerTenthLot)
}

/** Levels of a book, best first: prices in ticks, lots in hundredths. */
export type LotDepth = PreviewDepth

/** The levels that an order of a side would trade against. */
export function lotsAgainst(terms: LotTerms, side: Side, book: Book | undefined): LotDepth {
  const levels = (side === 'buy' ? book?.asks : book?.bids) ?? []
  const read = levels.flatMap((level) => readLevel(terms, level))
  return { price: read.map((level) => level.price), quantity: read.map((level) => level.lots) }
}

function readLevel(terms: LotTerms, level: Level): { price: number; lots: number }[] {
  const price = integerOf(level.price, terms.priceDecimals)
  const lots = integerOf(level.amount, lotDecimals)
  return price === null || lots === null ? [] : [{ price, lots }]
}
