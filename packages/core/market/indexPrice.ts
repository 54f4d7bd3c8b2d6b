import { divide } from '../money/round.ts'

/** Prices of sources are bigints at 12 decimals. */
export type E12 = bigint
const e12One = 1_000_000_000_000n
const safeMax = BigInt(Number.MAX_SAFE_INTEGER)

/** One source's best bid and ask, and when (UTC ms, our clock) it last spoke of this book. */
export interface SourceTop {
  readonly source: string
  readonly quote: 'USDT' | 'USD'
  readonly bid: E12
  readonly ask: E12
  readonly heard: number
}

/** The live USDT/USD book: dollars per USDT. */
export interface DollarRate {
  readonly bid: E12
  readonly ask: E12
  readonly heard: number
}

export interface IndexRules {
  /** A source unheard for longer than this many ms is out. */
  readonly heardMax: number
  /** How far, in thousandths of the median, a source may stand from it before it is clamped. */
  readonly clampPermille: bigint
  /** Two that stand further apart than this many thousandths of the lower one halt the symbol. */
  readonly disagreePermille: bigint
}

export const indexRulesDefault: IndexRules = { heardMax: 3_000, clampPermille: 5n, disagreePermille: 15n }

export type HaltReason = 'no_source' | 'sources_disagree'

export type IndexPrice =
  | {
      readonly ok: true
      /** In tenths of a tick; the dispersion is the spread among the sources once clamped, rounded up. */
      readonly indexTenths: number
      readonly dispersionTenths: number
      /** How many sources are in it, and the newest moment at which one of them was heard. */
      readonly sources: number
      readonly heard: number
      /** The sources' own prices before clamping, ascending, `unit` to a tenth of a tick: the evidence of a jump. */
      readonly mids: readonly bigint[]
      readonly unit: bigint
    }
  | { readonly ok: false; readonly reason: HaltReason }

/**
 * The index of one symbol (decisions.md, section 4): mid per source, each clamped to ±0.5 % of the median, mean of
 * them at a tenth of a tick, half-even. Books in USD are converted by the live USDT/USD mid, else left out. Where the
 * two in the middle (of two, or of an even number) disagree by more than 1.5 %, nothing is averaged. All is exact
 * over one common denominator; the only rounding is the last.
 */
export function indexPrice(
  tops: Iterable<SourceTop>,
  rate: DollarRate | null,
  now: number,
  priceDecimals: number,
  rules: IndexRules = indexRulesDefault,
): IndexPrice {
  const usable = rate !== null && isBook(rate) && now - rate.heard <= rules.heardMax
  const dollar = usable ? rate.bid + rate.ask : 0n
  const unit = (dollar === 0n ? 1n : dollar) * tenthTwice(priceDecimals)
  const midMax = unit * safeMax
  const mids: bigint[] = []
  let heard = 0
  // A mid in USDT is (bid + ask) / 2, one in USD is (bid + ask) / 2 × 2·10¹² / (rate's bid + ask): both over 2·dollar.
  for (const top of tops) {
    if (now - top.heard > rules.heardMax || !isBook(top)) continue
    if (top.quote === 'USD' && dollar === 0n) continue
    const twice = top.bid + top.ask
    const mid = top.quote === 'USD' ? twice * 2n * e12One : dollar === 0n ? twice : twice * dollar
    if (mid > midMax) continue
    mids.push(mid)
    if (top.heard > heard) heard = top.heard
  }
  if (mids.length === 0) return { ok: false, reason: 'no_source' }
  mids.sort(ascending)
  const upper = at(mids, mids.length >> 1)
  const lower = at(mids, (mids.length - 1) >> 1)
  if ((upper - lower) * 1_000n > lower * rules.disagreePermille) return { ok: false, reason: 'sources_disagree' }
  const clamped = clamp(mids, lower + upper, rules.clampPermille)
  const index = divide(clamped.sum, clampScale * unit * BigInt(mids.length), 'half-even')
  const spread = divide(clamped.highest - clamped.lowest, clampScale * unit, 'up')
  // A price below half a tenth of a tick is no price: a zero must never reach the book.
  if (index <= 0n) return { ok: false, reason: 'no_source' }
  return {
    ok: true,
    indexTenths: safe(index),
    dispersionTenths: safe(spread),
    sources: mids.length,
    heard,
    mids,
    unit,
  }
}

const tenthsTwice = Array.from({ length: 12 }, (_, decimals) => 2n * 10n ** BigInt(11 - decimals))

/** Twice a tenth of a tick, at 12 decimals. */
function tenthTwice(priceDecimals: number): bigint {
  return at(tenthsTwice, priceDecimals)
}

/** True for a book that can be one: both sides positive and not crossed. */
export function isBook(top: { readonly bid: E12; readonly ask: E12 }): boolean {
  return top.bid > 0n && top.bid <= top.ask
}

/** The median comes as a sum of two and the bounds in thousandths: all that is clamped stands over 2 000. */
const clampScale = 2_000n

/** `mids` (ascending), each clamped to the median (given twice over) ± `permille`, times {@link clampScale}. */
function clamp(mids: readonly bigint[], medianTwice: bigint, permille: bigint) {
  const floor = medianTwice * (1_000n - permille)
  const ceiling = medianTwice * (1_000n + permille)
  const within = (mid: bigint): bigint => {
    const scaled = mid * clampScale
    return scaled < floor ? floor : scaled > ceiling ? ceiling : scaled
  }
  let sum = 0n
  for (const mid of mids) sum += within(mid)
  return { sum, lowest: within(at(mids, 0)), highest: within(at(mids, mids.length - 1)) }
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function at(values: readonly bigint[], place: number): bigint {
  const value = values[place]
  if (value === undefined) throw new RangeError(`no price at ${place}`)
  return value
}

function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`a price of ${value} tenths of a tick is too large`)
  return number
}
