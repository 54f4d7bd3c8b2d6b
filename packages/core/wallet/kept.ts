import { big, holderId, list, struct, u53, type Of } from '../codec/codec.ts'
import type { CurrencyId } from '../ledger/holders.ts'
import { depositCodec, payoutCodec, withdrawalCodec } from './event.ts'
import { walletTermsCodec } from './terms.ts'
import { schedule, type WalletState } from './wallet.ts'

/** The wallet's durable state. */
export const keptWalletCodec = struct({
  terms: walletTermsCodec,
  termsVersion: u53,
  nextDeposit: u53,
  nextWithdrawal: u53,
  nextEntry: u53,
  deposits: list(depositCodec),
  withdrawals: list(withdrawalCodec),
  failedBy: list(struct({ holder: holderId, operator: u53 })),
  deposited: list(struct({ holder: holderId, currency: u53, amount: big })),
  day: u53,
  usage: list(struct({ holder: holderId, deposited: big, withdrawn: big, credited: big, paid: big })),
  heldUntil: list(struct({ holder: holderId, until: u53 })),
})
export type KeptWallet = Of<typeof keptWalletCodec>

/** What of the wallet goes into a snapshot. */
export function keepWallet(state: WalletState): KeptWallet {
  const { terms, termsVersion, nextDeposit, nextWithdrawal, nextEntry, day } = state
  return {
    terms,
    termsVersion,
    nextDeposit,
    nextWithdrawal,
    nextEntry,
    deposits: [...state.deposits.values()],
    withdrawals: [...state.withdrawals.values()],
    failedBy: [...state.failedBy].map(([holder, operator]) => ({ holder, operator })),
    deposited: [...state.deposited].flatMap(([holder, own]) =>
      [...own].map(([currency, amount]) => ({ holder, currency, amount })),
    ),
    day,
    usage: [...state.usage].map(([holder, used]) => ({ holder, ...used })),
    heldUntil: [...state.heldUntil].map(([holder, until]) => ({ holder, until })),
  }
}

/** Fills an empty wallet from a snapshot; the agenda follows from the open withdrawals. */
export function restoreWallet(state: WalletState, kept: KeptWallet): void {
  state.terms = kept.terms
  state.termsVersion = kept.termsVersion
  state.nextDeposit = kept.nextDeposit
  state.nextWithdrawal = kept.nextWithdrawal
  state.nextEntry = kept.nextEntry
  state.day = kept.day
  for (const deposit of kept.deposits) state.deposits.set(deposit.holder, deposit)
  for (const withdrawal of kept.withdrawals) state.withdrawals.set(withdrawal.holder, withdrawal)
  for (const { holder, currency, amount } of kept.deposited) {
    const own = state.deposited.get(holder) ?? new Map<CurrencyId, bigint>()
    state.deposited.set(holder, own.set(currency, amount))
  }
  for (const { holder, operator } of kept.failedBy) state.failedBy.set(holder, operator)
  for (const { holder, ...used } of kept.usage) state.usage.set(holder, used)
  for (const { holder, until } of kept.heldUntil) state.heldUntil.set(holder, until)
  for (const withdrawal of kept.withdrawals) schedule(state, withdrawal)
}

/** What of payouts by machines goes into a snapshot: one such, where there was ever any. */
export const keptPayoutsCodec = list(struct({ nextPayout: u53, day: u53, sum: big, payouts: list(payoutCodec) }))
export type KeptPayouts = Of<typeof keptPayoutsCodec>

/** What is kept of payouts by machines; nothing where there were none. */
export function keepPayouts({ nextPayout, machines, payouts }: WalletState): KeptPayouts {
  return nextPayout === 1 ? [] : [{ nextPayout, ...machines, payouts: [...payouts.values()] }]
}

/** Fills an empty wallet's payouts from a snapshot. */
export function restorePayouts(state: WalletState, kept: KeptPayouts): void {
  for (const { nextPayout, day, sum, payouts } of kept) {
    state.nextPayout = nextPayout
    state.machines = { day, sum }
    for (const payout of payouts) state.payouts.set(payout.holder, payout)
  }
}
