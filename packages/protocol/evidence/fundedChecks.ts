import { fundingEveryMs, meanRate } from '@truemark/core/funding/premium'
import { fundingPayment, fundingRate } from '@truemark/core/margin/funding'
import { parseDecimal, parseSignedDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { FundedEvidence, FundedPosition, PremiumMinute } from '../routes/ownEvidence.ts'
import { indexHolds } from './indexChecks.ts'

export type FundedCheckName = 'samples' | 'mean' | 'rate' | 'mark' | 'payment'

export interface FundedCheck {
  readonly name: FundedCheckName
  /** Null where what it needs is not there. */
  readonly holds: boolean | null
}

/** Price, lots and size of a lot as exact integers: their product is in units of three times as many decimals. */
const scale = 12
const minuteMs = 60_000

function rateOf(text: string): number {
  return Number(parseSignedDecimal(text, rateScale) ?? 0n)
}

function exactly(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? -1n
}

/** The moments and rates of all samples, in order. */
export function premiumsOf({ minutes }: Pick<FundedEvidence, 'minutes'>): { time: number; rate: number }[] {
  return minutes.flatMap(({ time, at, rates }) => at.map((ms, place) => ({ time: time + ms, rate: rates[place] ?? 0 })))
}

function isWhole({ at, rates, seq, seq_last: last }: PremiumMinute): boolean {
  return at.length === rates.length && seq <= last
}

/** Whether each sample lies in the interval that the stamp ends, none twice, in rows of the order in which they came. */
function samplesHold(funding: FundedEvidence): boolean {
  const { minutes, time, samples, journal } = funding
  if (!minutes.every(isWhole)) return false
  const inOrder = minutes.every(({ seq, time: began }, at) => {
    const before = minutes[at - 1]
    return began % minuteMs === 0 && (before === undefined || (before.time < began && before.seq_last <= seq))
  })
  const all = premiumsOf(funding)
  const isRising = all.every((one, at) => one.time > (all[at - 1]?.time ?? time - fundingEveryMs) && one.time <= time)
  return inOrder && isRising && all.length === samples && (minutes.at(-1)?.seq_last ?? 0) <= journal.seq
}

function meanHolds(funding: FundedEvidence): boolean {
  const sum = premiumsOf(funding).reduce((total, { rate }) => total + rate, 0)
  return rateOf(funding.premium) === meanRate(sum, funding.samples)
}

function rateHolds({ rate, premium, samples, terms }: FundedEvidence): boolean | null {
  if (samples === 0) return rateOf(rate) === 0
  if (terms === null) return null
  const expected = fundingRate(rateOf(premium), {
    fundingInterestRate: rateOf(terms.interest_rate),
    fundingDampRateMax: rateOf(terms.clamp_rate),
    feeRatePerpetualTaker: rateOf(terms.fee_rate_taker),
  })
  return expected === rateOf(rate)
}

/** Whether the mark is the index of the last second that was recorded up to the stamp, and that what its sources gave. */
function markHolds({ mark, second, time, price_decimals: decimals }: FundedEvidence): boolean | null {
  if (second === null) return null
  return second.time <= time && second.index === mark && indexHolds(second, decimals)
}

/** What a position owes at the stamp by lots, mark and rate, in smallest units of USDT; below zero it pays. */
export function fundingDue(funding: FundedEvidence, position: FundedPosition): bigint | null {
  const { mark, unit_size: size, rate, decimals } = funding
  const value = exactly(position.lots, scale) * exactly(mark, scale) * exactly(size, scale)
  const unit = 10n ** BigInt(3 * scale - decimals)
  return value < 0n || value % unit !== 0n ? null : fundingPayment(position.side, value / unit, rateOf(rate))
}

/** Nobody pays more than is due, nor receives another amount; who has not as much pays what there is. */
function paymentHolds(funding: FundedEvidence, position: FundedPosition): boolean {
  const amount = parseSignedDecimal(position.amount, funding.decimals)
  const due = fundingDue(funding, position)
  if (amount === null || due === null || position.opened > funding.time) return false
  return due <= 0n ? amount >= due && amount <= 0n : amount === due
}

/** Whether what one's own positions paid or received follows from every premium, the terms, the mark and their lots. */
export function fundedChecks(funding: FundedEvidence): FundedCheck[] {
  return [
    { name: 'samples', holds: samplesHold(funding) },
    { name: 'mean', holds: meanHolds(funding) },
    { name: 'rate', holds: rateHolds(funding) },
    { name: 'mark', holds: markHolds(funding) },
    { name: 'payment', holds: funding.positions.every((position) => paymentHolds(funding, position)) },
  ]
}
