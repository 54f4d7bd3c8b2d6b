import { big, list, nullable, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import type { Venue } from '../book/venue.ts'
import { lastPrice } from '../book/worth.ts'
import type { HolderId } from '../ledger/holders.ts'
import { amountWorth } from './checks.ts'
import { depositCodec, withdrawalCodec } from './event.ts'
import { levelOf, levels, unlimited, walletTermsCodec } from './terms.ts'
import { depositedKey, usageOf, type WalletState } from './wallet.ts'

/** What a holder may bring in and take out now; amounts in smallest units, limits in those of USDT (−1: none). */
export const walletViewCodec = struct({
  level: oneOf(levels),
  terms: walletTermsCodec,
  deposit: nullable(depositCodec),
  withdrawal: nullable(withdrawalCodec),
  depositLeft: big,
  withdrawalLeft: big,
  currencies: list(
    struct({
      currency: u53,
      available: big,
      /** What was deposited and can be withdrawn beside every limit. */
      deposited: big,
      /** The least amounts at the last index; −1 where none was ever heard. */
      depositMin: big,
      withdrawalMin: big,
      feeMin: big,
    }),
  ),
})
export type WalletView = Of<typeof walletViewCodec>

/** A holder's wallet at a time; by the same rules that decide. */
export function walletView(state: WalletState, venue: Venue, holder: HolderId, now: number): WalletView {
  const { terms } = state
  const standing = venue.holders.find(holder)
  const level = standing ? levelOf(standing) : 'none'
  const used = usageOf(state, holder, now)
  const left = (max: bigint, sum: bigint): bigint => (max === unlimited ? unlimited : max > sum ? max - sum : 0n)
  return {
    level,
    terms,
    deposit: state.deposits.get(holder) ?? null,
    withdrawal: state.withdrawals.get(holder) ?? null,
    depositLeft: left(terms.depositDayMax[level], used.deposited),
    withdrawalLeft: left(terms.withdrawalDayMax[level], used.withdrawn),
    currencies: venue.currencies.map(({ id: currency }) => {
      const last = lastPrice(venue, currency)
      const least = (usdtUnits: bigint): bigint => (last ? amountWorth(usdtUnits, last.price) : -1n)
      return {
        currency,
        available: venue.ledger.available(holder, 'coin', currency),
        deposited: state.deposited.get(depositedKey(holder, currency)) ?? 0n,
        depositMin: least(terms.depositMin),
        withdrawalMin: least(terms.withdrawalMin),
        feeMin: least(terms.feeMin),
      }
    }),
  }
}
