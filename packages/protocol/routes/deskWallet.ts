import * as z from 'zod/mini'
import { currency, decimal, id, line, millis, page, pageOf, pasted, reasonText } from '../values.ts'
import { addressErrors } from './addressErrors.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'
import { freeze } from './touches.ts'
import { payoutOrder } from './payoutOrder.ts'
import { addressForm, deposit, depositReason, network, withdrawal, withdrawalReason } from './wallet.ts'

/** Whose it is; a disabled account brings nothing in, and takes out what is its own. */
const owner = { uid: id, account: z.string(), country: z.string(), disabled: z.boolean() } as const

/** How long a deposit may wait until it escalates. */
export const depositReviewHours = 24

/** A deposit as the desk decides it; `marks` say what speaks against it. */
export const deskDeposit = z.extend(deposit, {
  ...owner,
  /** The ids of other deposits with the same image, and with the same transaction id. */
  same_voucher: z.array(id),
  same_transaction: z.array(id),
  has_voucher: z.boolean(),
  /** The deposit address that is this user's alone on that network; empty where the shared one was shown. */
  own_address: z.string(),
  /** The memo that is this user's on that network; empty where they were given none. */
  own_memo: z.string(),
  deadline: millis,
  /** Waits, and the deadline has passed. */
  escalated: z.boolean(),
  /** Who decided; empty while nobody has. */
  decided_by: z.string(),
})
export type DeskDeposit = z.infer<typeof deskDeposit>

export const deskWithdrawal = z.extend(withdrawal, {
  ...owner,
  /** The whole of a bank account's fields, by name; empty for an address. */
  bank: z.record(z.string(), z.string()),
  /** The legal ground on which its owner’s money is kept from being withdrawn; null where there is none. */
  frozen: z.nullable(freeze),
  approved_by: z.string(),
  decided_by: z.string(),
  /** Whether a program of its network pays, to whom it can be handed. */
  machine: z.boolean(),
  /** The last order of such a program to pay it; null where it was never handed over. */
  order: z.nullable(payoutOrder),
})
export type DeskWithdrawal = z.infer<typeof deskWithdrawal>

const queue = z.enum(['open', 'done'])

export const deskDeposits = defineRoute({
  method: 'GET',
  path: '/desk/deposits',
  access: 'desk_wallet',
  query: z.object({ ...page, queue: z.optional(queue) }),
  answer: pageOf(deskDeposit),
  errors: ['field_malformed'],
  summary: 'Deposits that wait, oldest first; or those that were decided, newest first.',
})

export const deskDepositVoucher = defineRoute({
  method: 'GET',
  path: '/desk/deposits/{id}/voucher',
  access: 'desk_wallet',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'deposit_unknown', 'file_unknown'],
  summary: 'The image of a voucher; each look at it is written to the audit log.',
})

const decisionErrors = ['key_reused', 'key_expired', 'field_malformed', 'request_malformed'] as const

export const deskDepositComplete = defineRoute({
  method: 'POST',
  path: '/desk/deposits/{id}/complete',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ currency, received: decimal, reason: reasonText }),
  answer: deskDeposit,
  errors: [
    ...decisionErrors,
    'real_money_closed',
    'deposit_unknown',
    'deposit_done',
    'amount_invalid',
    'staff_own_account',
    ...approvalErrors,
    'operator_day_reached',
  ],
  idempotent: true,
  summary:
    'Credits what was received, once; the currency is typed again. A large sum, more than was said, or one with which what the operator alone credited in 24 hours would reach the bound, waits for a second person.',
})

export const deskDepositReject = defineRoute({
  method: 'POST',
  path: '/desk/deposits/{id}/reject',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ reason: depositReason, note: z._default(line(0, 200), '') }),
  answer: deskDeposit,
  errors: [...decisionErrors, 'deposit_unknown', 'deposit_done', 'staff_own_account'],
  idempotent: true,
  summary: 'Rejects a deposit with a reason that the user reads.',
})

const withdrawalQueue = z.enum(['open', 'done', 'lost', 'disputed'])

export const deskWithdrawals = defineRoute({
  method: 'GET',
  path: '/desk/withdrawals',
  access: 'desk_wallet',
  query: z.object({ ...page, queue: z.optional(withdrawalQueue) }),
  answer: pageOf(deskWithdrawal),
  errors: ['field_malformed'],
  summary:
    'Withdrawals that wait, oldest first; those that ended, newest first; payouts by machines that two people have to settle, or payouts whose owner says that they did not arrive, oldest first.',
})

/** What every act of a person on a withdrawal can be refused for. */
export const withdrawalErrors = [
  ...decisionErrors,
  'withdrawal_unknown',
  'withdrawal_done',
  'withdrawal_in_payment',
  'withdrawal_not_approved',
  'payout_running',
  'staff_own_account',
] as const

export const deskWithdrawalApprove = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/approve',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ amount: decimal, currency }),
  answer: deskWithdrawal,
  errors: [...withdrawalErrors, 'account_frozen', 'operator_day_reached'],
  idempotent: true,
  summary: 'Takes a withdrawal into payment; from then on its user can no longer cancel it.',
})

export const deskWithdrawalPay = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/pay',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ transaction_id: pasted(3, 400) }),
  answer: deskWithdrawal,
  errors: [
    ...withdrawalErrors,
    'account_frozen',
    'second_person_needed',
    'operator_alone_reached',
    'transaction_invalid',
    'transaction_used',
  ],
  idempotent: true,
  summary:
    'Says that the payout was made, and by what it can be found; a large one is said by a second person, and so is one with which what its approver alone paid in 24 hours would reach the bound.',
})

export const deskWithdrawalFail = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/fail',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: deskWithdrawal,
  errors: withdrawalErrors,
  idempotent: true,
  summary: 'Says that nobody knows whether the payout arrived; only a person resolves it, by pay or reject.',
})

export const deskWithdrawalReject = defineRoute({
  method: 'POST',
  path: '/desk/withdrawals/{id}/reject',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({ reason: withdrawalReason, note: z._default(line(0, 200), '') }),
  answer: deskWithdrawal,
  errors: [...withdrawalErrors, 'second_person_needed', 'operator_alone_reached', ...approvalErrors, 'server_busy'],
  idempotent: true,
  summary:
    'Gives the money back with a reason that the user reads; of a large payout that began, a second person says so, and so for a further review of security of the same person within 30 days.',
})

/** A network of a currency with the operator's address. */
export const deskNetwork = z.object({
  currency,
  network,
  form: addressForm,
  /** The address that users are shown; empty where none is set. */
  address: z.string(),
  deposit: z.boolean(),
  withdraw: z.boolean(),
  /** Whether deposits go to the shared address with a memo of each user's own. */
  memo: z.boolean(),
  /** Addresses in store for people to come, and those that people were given. */
  free: z.int(),
  given: z.int(),
  updated: millis,
})
export type DeskNetwork = z.infer<typeof deskNetwork>

export const deskNetworks = defineRoute({
  method: 'GET',
  path: '/desk/networks',
  access: 'desk_wallet',
  answer: z.object({ items: z.array(deskNetwork) }),
  summary: 'The networks of each currency, with the addresses that deposits go to.',
})

export const deskNetworkPut = defineRoute({
  method: 'PUT',
  path: '/desk/networks',
  access: 'desk_wallet_write',
  body: z.object({
    currency,
    network,
    form: addressForm,
    address: pasted(0, 300),
    deposit: z.boolean(),
    withdraw: z.boolean(),
    memo: z._default(z.boolean(), false),
    reason: reasonText,
  }),
  answer: deskNetwork,
  errors: [
    'field_malformed',
    'currency_unknown',
    ...addressErrors,
    'payee_lost',
    'deposit_address_known',
    'deposit_address_missing',
    ...approvalErrors,
  ],
  summary: 'Sets a network of a currency and its deposit address.',
})

/** A deposit address in store, or the one person's that it was given to. */
export const pooledAddress = z.object({
  id,
  currency,
  network,
  address: z.string(),
  uid: z.nullable(id),
  account: z.string(),
  added: millis,
  given: z.nullable(millis),
})
export type PooledAddress = z.infer<typeof pooledAddress>

export const deskAddresses = defineRoute({
  method: 'GET',
  path: '/desk/deposit_addresses',
  access: 'desk_wallet',
  query: z.object({ ...page, search: z.optional(pasted(1, 300)) }),
  answer: pageOf(pooledAddress),
  errors: ['field_malformed'],
  summary: 'Deposit addresses in store and whose they are, newest first; or the one that is looked for.',
})

/** The most addresses put in store at once. */
export const addressesMax = 100

export const deskAddressesAdd = defineRoute({
  method: 'POST',
  path: '/desk/deposit_addresses',
  access: 'desk_wallet_write',
  body: z.object({
    currency,
    network,
    addresses: z.array(pasted(1, 300)).check(z.minLength(1), z.maxLength(addressesMax)),
    reason: reasonText,
  }),
  answer: z.null(),
  errors: [
    'field_malformed',
    'network_unknown',
    ...addressErrors,
    'payee_lost',
    'deposit_address_known',
    ...approvalErrors,
  ],
  summary: 'Puts addresses in store, each to be one user’s for good, once a second person approves.',
})

export const deskWalletRoutes = {
  deskAddresses,
  deskAddressesAdd,
  deskDeposits,
  deskDepositVoucher,
  deskDepositComplete,
  deskDepositReject,
  deskWithdrawals,
  deskWithdrawalApprove,
  deskWithdrawalPay,
  deskWithdrawalFail,
  deskWithdrawalReject,
  deskNetworks,
  deskNetworkPut,
}
