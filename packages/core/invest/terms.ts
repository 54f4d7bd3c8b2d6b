import { big, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import type { Listing } from '../book/listing.ts'
import { realms } from '../ledger/holders.ts'
import { divide } from '../money/round.ts'
import { amountMax, dayMs, rateOneBig, termsAmountMax } from '../money/units.ts'

/**
 * `sell_high`: the pegged coin is put in, and paid back as USDT where the price has reached the reference price.
 * `buy_low`: USDT is put in, and paid back as the coin where the price is not above it. Places are for ever.
 */
export const investDirections = ['sell_high', 'buy_low'] as const
export type InvestDirection = (typeof investDirections)[number]

/** The holding periods that are offered: a day, a week, a month, three and six months, a year; in days. */
export const periodDays = [1, 7, 30, 90, 180, 365] as const

/** The terms of a product: published once and never changed. What is put in is USDT or the listing's base currency. */
export const investTermsCodec = struct({
  realm: oneOf(realms),
  /** The pegged coin against USDT. */
  listing: u53,
  direction: oneOf(investDirections),
  /** The linked reference price, in ticks. */
  referencePrice: u53,
  /** The annualized rate, at 10⁻⁹. */
  annualRate: u53,
  /** The holding period in days, which end at maturity: income counts for exactly these. */
  days: u53,
  /** What one share costs, in smallest units of what is put in. */
  sharePrice: big,
  /** How many shares there are in all. */
  shares: u53,
  /** UTC milliseconds, a whole second. */
  maturity: u53,
  /** The server's row with the product's name and the source of its yield, and the digest of that row. */
  text: u53,
  digest: text,
})
export type InvestTerms = Of<typeof investTermsCodec>

const yearDays = 365n

/** The settlement price is the mean of the index's one-second samples over this time up to maturity (ms) … */
export const windowMs = 1_800_000
/** … of which there must be this many; with fewer, those that follow maturity count too, until there are enough … */
export const samplesMin = 900
/** … (a maturity is over with the first sample that is not before it, or this long after it where none comes, ms) … */
export const sampleWaitMs = 5_000
/** … but no longer than this (ms): then the product is void and what was put in comes back. */
export const lateMaxMs = 7 * dayMs
/** The most products a holder may have running. */
export const openInvestmentsMax = 200

const annualRateMax = 5_000_000_000
const sharesMax = 1_000_000
const aheadMaxMs = 800 * dayMs

/** When a product's sale ends, UTC milliseconds: the moment from which its days count. */
export function saleEndOf({ maturity, days }: Pick<InvestTerms, 'maturity' | 'days'>): number {
  return maturity - days * dayMs
}

/** Whether terms can be published at `now`: a coin against USDT, an offered period, a sale that is still ahead. */
export function investTermsHold(terms: InvestTerms, listing: Listing | undefined, now: number): boolean {
  const { days, annualRate, sharePrice, shares, referencePrice, maturity } = terms
  if (listing === undefined || listing.quote !== 0) return false
  if (!periodDays.some((offered) => offered === days)) return false
  if (referencePrice < 1 || referencePrice > listing.priceMax) return false
  if (annualRate < 1 || annualRate > annualRateMax) return false
  if (shares < 1 || shares > sharesMax || sharePrice < 1n || sharePrice * BigInt(shares) > termsAmountMax) return false
  // whichever currency it will be paid in, all of it is an amount
  const paid = payoutsOf(terms, listing, sharePrice * BigInt(shares))
  if (paid.coin > amountMax || paid.usdt > amountMax) return false
  return maturity % 1_000 === 0 && saleEndOf(terms) > now && maturity <= now + aheadMaxMs
}

/** The currency that is put in: the coin of a `sell_high`, USDT of a `buy_low`. */
export function investedCurrency(direction: InvestDirection, listing: Pick<Listing, 'base' | 'quote'>): number {
  return direction === 'sell_high' ? listing.base : listing.quote
}

/** What is paid at maturity: one or the other, in smallest units of its currency. */
export interface Payouts {
  readonly coin: bigint
  readonly usdt: bigint
}

/**
 * What an amount comes to in either currency. With f = 1 + days × annual rate / 365 and K the reference price: of an
 * amount A of the coin A·f coin or A·K·f USDT, of an amount A of USDT A/K·f coin or A·f USDT. Each is one division,
 * rounded down.
 */
export function payoutsOf(
  terms: Pick<InvestTerms, 'direction' | 'days' | 'annualRate' | 'referencePrice'>,
  listing: Pick<Listing, 'quotePerTickStep' | 'basePerStep'>,
  amount: bigint,
): Payouts {
  const unit = yearDays * rateOneBig
  const grown = amount * (unit + BigInt(terms.days) * BigInt(terms.annualRate))
  const price = BigInt(terms.referencePrice) * BigInt(listing.quotePerTickStep)
  const step = BigInt(listing.basePerStep)
  return terms.direction === 'sell_high'
    ? { coin: divide(grown, unit, 'down'), usdt: divide(grown * price, unit * step, 'down') }
    : { coin: divide(grown * step, unit * price, 'down'), usdt: divide(grown, unit, 'down') }
}

/**
 * Whether the coin is paid at a settlement price in tenths of a tick: of a `sell_high` below the reference price, of a
 * `buy_low` at it or below.
 */
export function paysCoin(direction: InvestDirection, referencePrice: number, settlementTenths: number): boolean {
  const reference = 10 * referencePrice
  return direction === 'sell_high' ? settlementTenths < reference : settlementTenths <= reference
}
