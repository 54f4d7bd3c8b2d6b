import { big, bool, holderId, nullable, oneOf, struct, text, u53, union, type Of } from '../codec/codec.ts'
import { houseAccounts, realms } from '../ledger/holders.ts'
import { depositRejections, withdrawalRejections } from './rejections.ts'
import { walletTermsCodec } from './terms.ts'

/** Where a withdrawal goes: an address of the user's or a bank card; which one only the server knows. */
export const methods = ['address', 'card'] as const
export const methodCodec = oneOf(methods)

/** How long after a reset of its guards nothing leaves an account; nobody, not even an operator, makes it shorter. */
export const resetHoldMs = 86_400_000

/** Why a deposit is rejected; empty where it is not. */
export const depositReasons = ['', ...depositRejections] as const
export type DepositReason = (typeof depositReasons)[number]

/** Why a withdrawal is rejected; empty where it is not. */
export const withdrawalReasons = ['', ...withdrawalRejections] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/**
 * What an operator does about a withdrawal. `reject_alone` is a rejection in an installation that is declared to have one
 * operator: there is no second person who could say that a payout which began did not arrive.
 */
export const withdrawalActs = ['approve', 'pay', 'fail', 'reject', 'reject_alone'] as const
export type WithdrawalAct = (typeof withdrawalActs)[number]

/** What a program says of a payout that was handed to it; `unsent` is for ever, and known for certain. */
export const payoutWords = ['sent', 'paid', 'unsent', 'lost'] as const
export type PayoutWord = (typeof payoutWords)[number]

export const manualKinds = ['deposit', 'withdrawal'] as const

/**
 * Amounts in smallest units. `claim` is the server's row with what is personal (voucher, transaction id, payee): only
 * its number enters the journal. Operators' commands name the holder too, so that their keys have one.
 */
export const walletCommands = {
  configureWallet: [80, struct({ terms: walletTermsCodec })],
  submitDeposit: [81, struct({ holder: holderId, currency: text, amount: big, claim: u53, fault: text })],
  cancelDeposit: [82, struct({ holder: holderId, deposit: u53 })],
  /** Completes with the amount received, or (`received` 0) rejects with a reason. */
  decideDeposit: [
    83,
    struct({
      holder: holderId,
      deposit: u53,
      received: big,
      reason: oneOf(depositReasons),
      operator: u53,
      fault: text,
    }),
  ],
  submitWithdrawal: [
    84,
    struct({ holder: holderId, currency: text, amount: big, method: methodCodec, claim: u53, fault: text }),
  ],
  cancelWithdrawal: [85, struct({ holder: holderId, withdrawal: u53 })],
  decideWithdrawal: [
    86,
    struct({
      holder: holderId,
      withdrawal: u53,
      act: oneOf(withdrawalActs),
      reason: oneOf(withdrawalReasons),
      operator: u53,
    }),
  ],
  /** A two-person entry for a user, against the treasury. */
  enterManually: [
    87,
    struct({ holder: holderId, kind: oneOf(manualKinds), currency: u53, amount: big, asker: u53, approver: u53 }),
  ],
  /** A two-person entry between the house's own accounts, the outside world among them. */
  moveHouse: [
    88,
    struct({
      realm: oneOf(realms),
      from: oneOf(houseAccounts),
      to: oneOf(houseAccounts),
      currency: u53,
      amount: big,
      asker: u53,
      approver: u53,
    }),
  ],
  /** Credits a deposit by two people; by one who is both where `alone`, in an installation declared to have no other. */
  creditDeposit: [
    89,
    struct({ holder: holderId, deposit: u53, received: big, asker: u53, approver: u53, alone: bool }),
  ],
  /** As `submitWithdrawal`, bound to the fee and the version of the terms that its form showed; null binds to none. */
  requestWithdrawal: [
    180,
    struct({
      holder: holderId,
      currency: text,
      amount: big,
      method: methodCodec,
      claim: u53,
      feeShown: nullable(big),
      versionShown: nullable(u53),
      fault: text,
    }),
  ],
  /** Holds a holder's withdrawals for {@link resetHoldMs} from now on: what guards the account was reset. */
  holdWithdrawals: [184, struct({ holder: holderId })],
  /**
   * Credits a payment that a network shows: by two people, or by a machine where `asker` and `approver` are 0. `deposit` is
   * the holder's open one that it is; 0 where it is none.
   */
  creditSeen: [
    205,
    struct({
      holder: holderId,
      deposit: u53,
      currency: text,
      received: big,
      claim: u53,
      asker: u53,
      approver: u53,
      alone: bool,
    }),
  ],
  /**
   * Hands an approved withdrawal to the program of its network. `orderMax` and `dayMax`: what machines may pay at once, and
   * in a day of UTC over all accounts, in smallest units of USDT.
   */
  releaseWithdrawal: [206, struct({ holder: holderId, withdrawal: u53, operator: u53, orderMax: big, dayMax: big })],
  /**
   * What is known of a payout that was handed to a program. `unsent` with a reason gives the money back, and without one the
   * payout to people; `operator` is who took it back before it was begun, 0 for the program itself.
   */
  reportPayout: [
    207,
    struct({
      holder: holderId,
      payout: u53,
      said: oneOf(payoutWords),
      reason: oneOf(withdrawalReasons),
      operator: u53,
    }),
  ],
  /** Settles by two people (by one who is both where `alone`) what became of a lost payout; with a reason the money comes back. */
  settlePayout: [
    208,
    struct({
      holder: holderId,
      payout: u53,
      reason: oneOf(withdrawalReasons),
      asker: u53,
      approver: u53,
      alone: bool,
    }),
  ],
} as const

const commandCodec = union(walletCommands)
export type WalletCommand = Of<typeof commandCodec>
