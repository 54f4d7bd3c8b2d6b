import type { Listing } from '@truemark/core/book/listing'
import type { AnnouncedCharges, Charges } from '@truemark/core/derivative/charges'
import type { BracketMeasure } from '@truemark/core/derivative/state'
import { type Derivative, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { DerivativeTerms } from '@truemark/protocol/routes/derivative'
import { usdtText } from '../account/door.ts'
import type { Catalogue } from '../engine/door.ts'
import { bracketsShape } from './bracketShape.ts'
import { lotsText, priceText } from './shape.ts'

/** The stamps of funding. */
const fundingHours = [0, 8, 16]

interface SideLots {
  readonly long: number
  readonly short: number
}

/** What of a market's terms changes as it trades. */
export interface TermsFigures {
  readonly openInterest: { readonly real: bigint; readonly demo: bigint }
  /** Hundredths of a lot. */
  readonly reach: { readonly real: SideLots; readonly demo: SideLots }
  readonly paused: { readonly real: boolean; readonly demo: boolean }
  readonly insurance: { readonly real: bigint; readonly demo: bigint }
  /** The number of the brackets in force, and those announced for all that is open. */
  readonly bracketVersion: number
  readonly measure: BracketMeasure | null
  readonly charges: AnnouncedCharges | null
}

function chargesShape(catalogue: Catalogue, charges: Charges) {
  const rate = (value: number): string => formatDecimal(value, rateScale)
  return {
    fee_rate: rate(charges.feeRateContract),
    fee_rate_maker: rate(charges.feeRatePerpetualMaker),
    fee_rate_taker: rate(charges.feeRatePerpetualTaker),
    funding_interest_rate: rate(charges.fundingInterestRate),
    funding_clamp_rate: rate(charges.fundingDampRateMax),
    funding_impact_amount: usdtText(catalogue, charges.fundingImpactNotional),
  }
}

function announcedShape(catalogue: Catalogue, { charges, announcedAt, effectiveAt }: AnnouncedCharges) {
  return { ...chargesShape(catalogue, charges), announced_time: announcedAt, effective_time: effectiveAt }
}

function measureShape(catalogue: Catalogue, { brackets, announcedAt, effectiveAt }: BracketMeasure) {
  return {
    brackets: bracketsShape(catalogue, brackets),
    announced_time: announcedAt,
    effective_time: effectiveAt,
  }
}

function sideLots({ long, short }: SideLots) {
  return { long: lotsText(long), short: lotsText(short) }
}

/** The terms of a market's contracts and perpetuals as everybody sees them. */
export function termsShape(
  catalogue: Catalogue,
  listing: Listing,
  derivative: Derivative,
  { openInterest, reach, paused, insurance, bracketVersion, measure, charges }: TermsFigures,
  simulated: boolean,
): DerivativeTerms {
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  const rate = (value: number): string => formatDecimal(value, rateScale)
  const base = catalogue.currency(listing.base)
  return {
    symbol: listing.code,
    base: base.code,
    quote: catalogue.currency(listing.quote).code,
    price_decimals: listing.priceDecimals,
    price_max: priceText(listing, listing.priceMax),
    contract_size: formatDecimal(derivative.contractSize, base.scale),
    lots_min: lotsText(lotsMin),
    lots_max: lotsText(lotsMax),
    multiples: [...derivative.multiples],
    brackets: bracketsShape(catalogue, derivative.brackets),
    brackets_version: bracketVersion,
    measure: measure === null ? null : measureShape(catalogue, measure),
    ...chargesShape(catalogue, derivative),
    charges: charges === null ? null : announcedShape(catalogue, charges),
    limit_rate: rate(derivative.limitRateMax),
    collar_rate: rate(listing.collarRate),
    open_interest_user_max: usdt(derivative.openInterestUserMax),
    open_interest_max: usdt(derivative.openInterestMax),
    open_interest: { real: usdt(openInterest.real), demo: usdt(openInterest.demo) },
    lots_reach: { real: sideLots(reach.real), demo: sideLots(reach.demo) },
    insurance_floor: usdt(derivative.insuranceFloor),
    insurance: { real: usdt(insurance.real), demo: usdt(insurance.demo) },
    leverage_paused: paused,
    contract: derivative.contractOn,
    perpetual: derivative.perpetualOn,
    funding_hours: fundingHours,
    simulated,
  }
}
