import { big, holderId, list, nullable, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import type { Venue } from '../book/venue.ts'
import { realConditionCodec, realMoneyUnmet } from '../book/realMoney.ts'
import { keptPrice, livePrice } from '../book/worth.ts'
import type { HolderId } from '../ledger/holders.ts'
import { amountWorth } from './checks.ts'
import { depositCodec, withdrawalCodec } from './event.ts'
import { levelOf, levels, unlimited, walletTermsCodec } from './terms.ts'
import { usageOf, type WalletState } from './wallet.ts'
import { ownedOf, withdrawalLeast } from './withdrawal.ts'

/** What a holder may bring in and take out now; amounts in smallest units, limits in those of USDT (−1: none). */
export const walletViewCodec = struct({
  level: oneOf(levels),
  terms: walletTermsCodec,
  termsVersion: u53,
  /** What is missing for money to come in and for new risk; taking out needs nothing. */
  unmet: list(realConditionCodec),
  deposit: nullable(depositCodec),
  withdrawal: nullable(withdrawalCodec),
  depositLeft: big,
  withdrawalLeft: big,
  /** Until when nothing new is taken out, since what guards the account was reset; 0 where nothing holds it. */
  heldUntil: u53,
  currencies: list(
    struct({
      currency: u53,
      available: big,
      /** All of it in every account, what is held too. */
      owned: big,
      /** What was deposited and can be withdrawn beside every limit. */
      deposited: big,
      /** −1 where no live price says it now. The two below go by the last of a day; without one by a unit, and nothing. */
      depositMin: big,
      withdrawalMin: big,
      feeMin: big,
    }),
  ),
})
export type WalletView = Of<typeof walletViewCodec>

export const walletQueries = { wallet: [80, struct({ holder: holderId })] } as const
export const walletReplies = { wallet: [80, struct({ view: walletViewCodec })] } as const
/** A deposit or a withdrawal that is open after the command. */
export const walletAnswers = {
  deposit: [80, struct({ deposit: depositCodec })],
  withdrawal: [81, struct({ withdrawal: withdrawalCodec })],
} as const

/** A holder's wallet at a time; by the same rules that decide. */
export function walletView(state: WalletState, venue: Venue, holder: HolderId, now: number): WalletView {
  const { terms } = state
  const standing = venue.holders.find(holder)
  const level = standing ? levelOf(standing) : 'none'
  const heldUntil = state.heldUntil.get(holder) ?? 0
  const used = usageOf(state, holder, now)
  const country = standing?.country ?? null
  const left = (max: bigint, sum: bigint): bigint => (max === unlimited ? unlimited : max > sum ? max - sum : 0n)
  return {
    level,
    terms,
    termsVersion: state.termsVersion,
    unmet: realMoneyUnmet(venue, country, now),
    deposit: state.deposits.get(holder) ?? null,
    withdrawal: state.withdrawals.get(holder) ?? null,
    depositLeft: left(terms.depositDayMax[level], used.deposited),
    withdrawalLeft: left(terms.withdrawalDayMax[level], used.withdrawn),
    heldUntil: heldUntil > now ? heldUntil : 0,
    currencies: venue.currencies.map(({ id: currency }) => {
      const live = livePrice(venue, currency, now)
      const kept = keptPrice(venue, currency, now)
      const feeMin = kept ? amountWorth(terms.feeMin, kept.price) : 0n
      const withdrawalMin = kept ? amountWorth(terms.withdrawalMin, kept.price) : 0n
      return {
        currency,
        ...ownedOf(state, venue, holder, currency),
        depositMin: live ? amountWorth(terms.depositMin, live.price) : -1n,
        withdrawalMin: withdrawalLeast(withdrawalMin, feeMin),
        feeMin,
      }
    }),
  }
}
