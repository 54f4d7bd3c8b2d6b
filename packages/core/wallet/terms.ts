import { big, struct, u53, type Of } from '../codec/codec.ts'
import type { Standing } from '../ledger/standing.ts'
import { amountMax } from '../money/units.ts'

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
  reviewMs: 86_400_000,
}

export const levels = ['none', 'primary', 'advanced'] as const
export type Level = (typeof levels)[number]

/** The level of verification that a holder's limits go by. */
export function levelOf({ realName }: Pick<Standing, 'realName'>): Level {
  if (realName === 'advanced') return 'advanced'
  return realName === 'approved' ? 'primary' : 'none'
}

/** Whether terms can be kept: a fee below everything, a deadline of a minute to thirty days, nothing negative. */
export function termsHold(terms: WalletTerms): boolean {
  const amounts = [terms.feeMin, terms.depositMin, terms.withdrawalMin, terms.fourEyesMin]
  const limits = levels.flatMap((level) => [terms.depositDayMax[level], terms.withdrawalDayMax[level]])
  return (
    terms.feeRate < 100_000_000 &&
    amounts.every((amount) => amount >= 0n && amount <= 2n ** 52n) &&
    limits.every((limit) => limit >= unlimited && limit <= amountMax) &&
    // a level that could withdraw nothing would block what was earned
    levels.every((level) => terms.withdrawalDayMax[level] !== 0n) &&
    terms.reviewMs >= 60_000 &&
    terms.reviewMs <= 30 * 86_400_000
  )
}
