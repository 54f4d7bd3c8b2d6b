import { big, holderId, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { houseAccounts, realms } from '../ledger/holders.ts'
import { depositReasons, manualKinds, methodCodec, withdrawalReasons } from './command.ts'
import { walletTermsCodec } from './terms.ts'

export const depositOutcomes = ['completed', 'rejected', 'canceled'] as const
/** How a withdrawal stands while it is open; nobody but a person resolves one that is `errored`. */
export const openStates = ['pending', 'approved', 'errored'] as const
export const withdrawalOutcomes = ['paid', 'rejected', 'canceled'] as const

/** What a deposit is from its submission on; `worth` in smallest units of USDT at `indexTenths` (0 for USDT itself). */
const depositFields = {
  deposit: u53,
  holder: holderId,
  currency: u53,
  amount: big,
  claim: u53,
  worth: big,
  indexTenths: u53,
} as const

/**
 * What a withdrawal is from its submission on. The payout is `amount` − `fee`. `free` is the part that had been
 * deposited, `counted` the worth of the rest, which counts against the day's limit.
 */
const withdrawalFields = {
  withdrawal: u53,
  holder: holderId,
  currency: u53,
  amount: big,
  fee: big,
  feeRate: u53,
  method: methodCodec,
  claim: u53,
  free: big,
  counted: big,
  /** What the whole amount is worth; −1 where no index was ever heard. */
  worth: big,
  indexTenths: u53,
  deadline: u53,
} as const

export const depositCodec = struct({ ...depositFields, submittedAt: u53 })
export type Deposit = Of<typeof depositCodec>

export const withdrawalCodec = struct({
  ...withdrawalFields,
  submittedAt: u53,
  updatedAt: u53,
  state: oneOf(openStates),
  /** The operator who took it into payment; 0 while nobody has. */
  approvedBy: u53,
  /** When its deadline passed without a decision; 0 where it did not. */
  escalatedAt: u53,
})
export type Withdrawal = Of<typeof withdrawalCodec>

/** How a payout stands that was handed to a program: of one that is `lost` two people say what became of it. */
export const payoutStates = ['ordered', 'sent', 'lost'] as const

export const payoutCodec = struct({
  payout: u53,
  withdrawal: u53,
  holder: holderId,
  state: oneOf(payoutStates),
  /** Who handed it over. */
  operator: u53,
  /** In smallest units of USDT, as counted against what machines may pay. */
  worth: big,
  releasedAt: u53,
})
export type Payout = Of<typeof payoutCodec>

export const walletEvents = {
  walletConfigured: [80, struct({ terms: walletTermsCodec })],
  depositSubmitted: [81, struct(depositFields)],
  depositClosed: [
    82,
    struct({
      deposit: u53,
      holder: holderId,
      currency: u53,
      outcome: oneOf(depositOutcomes),
      /** What is credited; 0 unless it is completed. */
      received: big,
      reason: oneOf(depositReasons),
      operator: u53,
    }),
  ],
  withdrawalSubmitted: [83, struct(withdrawalFields)],
  withdrawalMoved: [84, struct({ withdrawal: u53, holder: holderId, state: oneOf(openStates), operator: u53 })],
  withdrawalClosed: [
    85,
    struct({
      withdrawal: u53,
      holder: holderId,
      currency: u53,
      amount: big,
      fee: big,
      outcome: oneOf(withdrawalOutcomes),
      reason: oneOf(withdrawalReasons),
      operator: u53,
    }),
  ],
  withdrawalEscalated: [86, struct({ withdrawal: u53, holder: holderId, deadline: u53 })],
  manuallyEntered: [
    87,
    struct({
      entry: u53,
      holder: holderId,
      kind: oneOf(manualKinds),
      currency: u53,
      amount: big,
      asker: u53,
      approver: u53,
    }),
  ],
  houseMoved: [
    88,
    struct({
      entry: u53,
      realm: oneOf(realms),
      from: oneOf(houseAccounts),
      to: oneOf(houseAccounts),
      currency: u53,
      amount: big,
      asker: u53,
      approver: u53,
    }),
  ],
  /** Nothing new is taken out before `until`; what was asked for before goes on. */
  withdrawalsHeld: [184, struct({ holder: holderId, until: u53 })],
  withdrawalReleased: [206, struct({ payout: u53, withdrawal: u53, holder: holderId, operator: u53, worth: big })],
  payoutMoved: [207, struct({ payout: u53, withdrawal: u53, holder: holderId, state: oneOf(payoutStates) })],
  /** It was never sent: the withdrawal is again what people approved. */
  payoutTakenBack: [208, struct({ payout: u53, withdrawal: u53, holder: holderId, operator: u53 })],
} as const

const eventCodec = union(walletEvents)
export type WalletEvent = Of<typeof eventCodec>
