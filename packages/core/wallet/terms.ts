import { big, struct, u53, type Of } from '../codec/codec.ts'
import type { Standing } from '../ledger/standing.ts'
import { amountMax, dayMs } from '../money/units.ts'

/** What a level of real-name verification allows in a day of UTC; amounts in smallest units of USDT. */
const limitsCodec = struct({ none: big, primary: big, advanced: big })

/**
 * The wallet's terms. Rates at 10⁻⁹, amounts in smallest units of USDT, which other currencies meet at their index. A
 * limit of −1 is none. What was deposited can be withdrawn beside every limit.
 */
export const walletTermsCodec = struct({
  feeRate: u53,
  /** The least fee of a withdrawal. */
  feeMin: big,
  depositMin: big,
  withdrawalMin: big,
  depositDayMax: limitsCodec,
  withdrawalDayMax: limitsCodec,
  /** From this worth on, who pays a withdrawal must not be who approved it. */
  fourEyesMin: big,
  /** How long a withdrawal may wait for its review before it escalates. */
  reviewMs: u53,
})
export type WalletTerms = Of<typeof walletTermsCodec>

const oneUsdt = 1_000_000n

/** No limit. */
export const unlimited = -1n

/**
 * The terms that the product ships with. Without a verified name 1 000 USDT a day can be withdrawn beyond what was
 * deposited: a level paces a withdrawal and never blocks it.
 */
export const firstWalletTerms: WalletTerms = {
  feeRate: 1_000_000,
  feeMin: 0n,
  depositMin: 10n * oneUsdt,
  withdrawalMin: 10n * oneUsdt,
  depositDayMax: { none: 1_000n * oneUsdt, primary: unlimited, advanced: unlimited },
  withdrawalDayMax: { none: 1_000n * oneUsdt, primary: 50_000n * oneUsdt, advanced: 500_000n * oneUsdt },
  fourEyesMin: 10_000n * oneUsdt,
  reviewMs: dayMs,
}

export const levels = ['none', 'primary', 'advanced'] as const
export type Level = (typeof levels)[number]

/** The level of verification that a holder's limits go by. */
export function levelOf({ realName }: Pick<Standing, 'realName'>): Level {
  if (realName === 'advanced') return 'advanced'
  return realName === 'approved' ? 'primary' : 'none'
}

/**
 * What no operator can pass: terms that would keep people's money in. The fee rate at 10⁻⁹, amounts in smallest units of
 * USDT, the hours of a review in milliseconds.
 */
export const walletBounds = {
  feeRateMax: 10_000_000,
  feeMinMax: 10n * oneUsdt,
  depositMinMax: 100n * oneUsdt,
  withdrawalMinMax: 100n * oneUsdt,
  /** The least that every level may withdraw a day beyond what was deposited. */
  withdrawalDayMin: 1_000n * oneUsdt,
  fourEyesMax: 100_000n * oneUsdt,
  reviewMsMin: 60_000,
  reviewMsMax: 72 * 3_600_000,
} as const

function clamp(value: bigint, min: bigint, max: bigint): bigint {
  return value < min ? min : value > max ? max : value
}

/** The nearest terms that can be kept: what stood beyond a bound when it was set is read as the bound itself. */
export function boundedTerms(terms: WalletTerms): WalletTerms {
  const bounds = walletBounds
  const limit = (value: bigint, min: bigint): bigint => (value < 0n ? unlimited : clamp(value, min, amountMax))
  const limits = (max: WalletTerms['depositDayMax'], min: bigint): WalletTerms['depositDayMax'] => ({
    none: limit(max.none, min),
    primary: limit(max.primary, min),
    advanced: limit(max.advanced, min),
  })
  return {
    feeRate: Math.min(terms.feeRate, bounds.feeRateMax),
    feeMin: clamp(terms.feeMin, 0n, bounds.feeMinMax),
    depositMin: clamp(terms.depositMin, 0n, bounds.depositMinMax),
    withdrawalMin: clamp(terms.withdrawalMin, 0n, bounds.withdrawalMinMax),
    depositDayMax: limits(terms.depositDayMax, 0n),
    withdrawalDayMax: limits(terms.withdrawalDayMax, bounds.withdrawalDayMin),
    fourEyesMin: clamp(terms.fourEyesMin, 0n, bounds.fourEyesMax),
    reviewMs: Math.min(Math.max(terms.reviewMs, bounds.reviewMsMin), bounds.reviewMsMax),
  }
}

/** Whether terms stand within {@link walletBounds}. */
export function termsHold(terms: WalletTerms): boolean {
  const bounded = boundedTerms(terms)
  const limitsHold = levels.every(
    (level) =>
      terms.depositDayMax[level] === bounded.depositDayMax[level] &&
      terms.withdrawalDayMax[level] === bounded.withdrawalDayMax[level],
  )
  const { feeRate, feeMin, depositMin, withdrawalMin, fourEyesMin, reviewMs } = bounded
  return (
    limitsHold &&
    terms.feeRate === feeRate &&
    terms.feeMin === feeMin &&
    terms.depositMin === depositMin &&
    terms.withdrawalMin === withdrawalMin &&
    terms.fourEyesMin === fourEyesMin &&
    terms.reviewMs === reviewMs
  )
}
