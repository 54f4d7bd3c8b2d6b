import { depositRejections, withdrawalRejections } from '@truemark/core/wallet/rejections'
import { realConditions } from '@truemark/core/book/realMoney'
import * as z from 'zod/mini'
import { client } from '../client.ts'
import { currency, decimal, id, millis, page, pageOf, pasted } from '../values.ts'
import { defineRoute } from './route.ts'
import { stepUp, stepUpErrors } from './stepUp.ts'

/** The forms of addresses, the first in the order of the codes of their faults. */
export const addressForm = z.enum(['TRC20', 'ERC20', 'Bitcoin', 'Solana', 'XRP', 'Stellar', 'Cosmos', 'TON'])
export const network = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,19}$/))

/** A currency on a network: what can be brought in and taken out there, and for how much at the last index. */
export const walletNetwork = z.object({
  currency,
  network,
  form: addressForm,
  deposit: z.boolean(),
  withdraw: z.boolean(),
  /** Whether payments there may bear a memo or tag: an address to withdraw to says it, or that there is none. */
  memo: z.boolean(),
})
export type WalletNetwork = z.infer<typeof walletNetwork>

export const verificationLevel = z.enum(['none', 'primary', 'advanced'])

/** The least amounts of a currency, and what of it was deposited and can be withdrawn beside every limit. */
export const walletCurrency = z.object({
  currency,
  available: decimal,
  /** All of it that one owns, in every account, what is held too. */
  owned: decimal,
  deposited: decimal,
  /** Null where no live price of the currency is known now. */
  deposit_min: z.nullable(decimal),
  /** Everything that is owned, or all that was deposited, can be withdrawn below these too, without the least fee. */
  withdrawal_min: decimal,
  fee_min: decimal,
})

/** What today's limits leave, in USDT; null is no limit. The fee is `fee_rate` of the amount, at least `fee_min`. */
export const walletTerms = z.object({
  networks: z.array(walletNetwork),
  currencies: z.array(walletCurrency),
  card_withdrawals: z.array(currency),
  level: verificationLevel,
  deposit_left: z.nullable(decimal),
  withdrawal_left: z.nullable(decimal),
  fee_rate: decimal,
  /** By which a withdrawal says what its form showed. */
  terms_version: z.int(),
  /** What this installation lacks for money to come in; nothing stands before a withdrawal. */
  missing: z.array(z.enum(realConditions)),
  review_hours: z.int(),
  deposit_pending: z.boolean(),
  withdrawal_pending: z.boolean(),
  /** Until when nothing new is taken out, since the password or the second factor was reset; null where nothing holds it. */
  withdrawals_held_until: z.nullable(millis),
})
export type WalletTerms = z.infer<typeof walletTerms>

export const depositStatus = z.enum(['pending', 'completed', 'rejected', 'canceled'])

/** Why a deposit can be rejected; empty where it was not. */
export const depositReason = z.enum(['', ...depositRejections])

export const deposit = z.object({
  id,
  currency,
  /** Empty, as its transaction id, once what is personal of it was erased. */
  network: z.string(),
  /** What the user says to have sent. */
  amount: decimal,
  /** What was credited; null until it is completed. */
  received: z.nullable(decimal),
  transaction_id: z.string(),
  status: depositStatus,
  reason: depositReason,
  created: millis,
  updated: millis,
})
export type Deposit = z.infer<typeof deposit>

/** `approved` is being paid; `errored` waits for a person, since nobody knows whether the payout arrived. */
export const withdrawalStatus = z.enum(['pending', 'approved', 'errored', 'paid', 'rejected', 'canceled'])

/** Why a withdrawal can be rejected; empty where it was not. None of them asks for money. */
export const withdrawalReason = z.enum(['', ...withdrawalRejections])

export const withdrawalMethod = z.enum(['address', 'card'])

/** It arrived, it did not, or it did in the end, after its owner had said that it did not. */
export const payoutAnswer = z.enum(['arrived', 'missing', 'settled'])

export const withdrawal = z.object({
  id,
  currency,
  method: withdrawalMethod,
  /** The network of an address; empty for a card. */
  network: z.string(),
  /** The whole address, or the bank's name and the end of the account number. */
  payee: z.string(),
  /** The memo or tag beside the address; empty for none. */
  memo: z.string(),
  amount: decimal,
  fee: decimal,
  /** What arrives: the amount less the fee. */
  payout: decimal,
  status: withdrawalStatus,
  reason: withdrawalReason,
  /** What the payment can be found by outside, once it is paid; of one that a machine makes, once it is sent. */
  transaction_id: z.string(),
  /** How deep a payout that a machine has sent lies in its network, and from when on it is paid; null for any other. */
  confirmations: z.nullable(z.int()),
  needed: z.nullable(z.int()),
  /** Until when it will be reviewed. */
  deadline: millis,
  /** Whether the deadline passed without a decision. */
  escalated: z.boolean(),
  /** What its owner said of a payout that is paid; null while they said nothing, or it is not paid. */
  answer: z.nullable(payoutAnswer),
  answered: z.nullable(millis),
  /** From when on a payout without an answer counts as unanswered; null where it is not paid. It can be answered later. */
  answer_until: z.nullable(millis),
  /** The ticket that was opened when its owner said that it did not arrive; empty for none. */
  ticket_id: z.string(),
  created: millis,
  updated: millis,
})
export type Withdrawal = z.infer<typeof withdrawal>

const keyErrors = ['key_reused', 'key_expired', 'field_malformed', 'request_malformed'] as const

/** What an uploaded image can be refused for. */
export const imageErrors = [
  'file_empty',
  'file_type_invalid',
  'file_heic',
  'file_pixels_too_many',
  'file_too_large',
  'file_unreadable',
  'files_too_many',
] as const

export const walletNetworks = defineRoute({
  method: 'GET',
  path: '/wallet/networks',
  access: 'user',
  answer: walletTerms,
  summary: 'Currencies and networks, with the least amounts, the fee, and what today’s limits leave.',
})

export const depositMake = defineRoute({
  method: 'POST',
  path: '/wallet/deposits',
  access: 'demo_no_deposit',
  body: z.object({ currency, network, amount: decimal, transaction_id: z._default(pasted(0, 400), '') }),
  files: { field: 'voucher', countMax: 1, bytesMax: client.imageBytesMax - 1 },
  answer: deposit,
  errors: [
    'real_money_closed',
    'risk_paused',
    ...keyErrors,
    ...imageErrors,
    'voucher_missing',
    'network_unknown',
    'currency_unknown',
    'market_stale',
    'deposit_amount_invalid',
    'deposit_pending',
    'deposit_limit',
    'deposit_failed',
  ],
  idempotent: true,
  summary: 'Says that money was sent, with an image of the voucher; one deposit can wait at a time.',
})

/** What records can be narrowed to: what waits for anybody, what came to a good end, and what was rejected. */
export const recordState = z.enum(['pending', 'completed', 'rejected'])
export type RecordState = z.infer<typeof recordState>

export const deposits = defineRoute({
  method: 'GET',
  path: '/wallet/deposits',
  access: 'demo_no_deposit_records',
  /** `id` gives that one alone, in place of a page. */
  query: z.object({ ...page, state: z.optional(recordState), id: z.optional(id) }),
  answer: pageOf(deposit),
  errors: ['field_malformed'],
  summary: 'Deposits, newest first; all of them, those in one state, or with `id` that one alone.',
})

export const depositCancel = defineRoute({
  method: 'DELETE',
  path: '/wallet/deposits/{id}',
  access: 'demo_no_deposit_records',
  params: z.object({ id }),
  answer: deposit,
  errors: ['key_reused', 'key_expired', 'field_malformed', 'deposit_unknown', 'deposit_done'],
  idempotent: true,
  summary: 'Takes back a deposit that nobody has decided on.',
})

export const depositVoucher = defineRoute({
  method: 'GET',
  path: '/wallet/deposits/{id}/voucher',
  access: 'demo_no_deposit_records',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'deposit_unknown', 'file_unknown'],
  summary: 'The image of the voucher, as it was kept.',
})

/** A payment on its way in, as its network shows it. */
export const incomingPayment = z.object({
  id,
  currency,
  network: z.string(),
  amount: decimal,
  transaction_id: z.string(),
  /** It is credited once it has as many as `needed`. */
  confirmations: z.int(),
  needed: z.int(),
  /** `held` waits for people. */
  status: z.enum(['waiting', 'credited', 'held']),
  created: millis,
  updated: millis,
})
export type IncomingPayment = z.infer<typeof incomingPayment>

export const depositsIncoming = defineRoute({
  method: 'GET',
  path: '/wallet/incoming',
  access: 'demo_no_deposit_records',
  query: z.object(page),
  answer: pageOf(incomingPayment),
  errors: ['field_malformed'],
  summary:
    'Payments to one’s own deposit addresses that networks show: on their way, held, or credited within a day; newest first.',
})

export const withdrawalMake = defineRoute({
  method: 'POST',
  path: '/wallet/withdrawals',
  access: 'demo_no_withdraw',
  body: z.object({
    currency,
    amount: decimal,
    method: withdrawalMethod,
    payee_id: id,
    /** The fee and the version of the terms that the form showed: where either is another now, nothing is done. */
    fee: z.optional(decimal),
    terms_version: z.optional(z.int().check(z.minimum(0))),
    ...stepUp,
  }),
  answer: withdrawal,
  errors: [
    'account_frozen',
    ...keyErrors,
    ...stepUpErrors,
    'payee_unknown',
    'payee_held',
    'withdrawals_held',
    'payee_lost',
    'payee_own',
    'memo_missing',
    'swift_invalid',
    'bank_international_code_missing',
    'withdrawal_address_wrong',
    'withdrawal_failed',
    'currency_unknown',
    'market_stale',
    'withdrawal_amount_invalid',
    'withdrawal_too_small',
    'withdrawal_terms_changed',
    'withdrawal_pending',
    'withdrawal_limit',
    'balance_insufficient',
  ],
  idempotent: true,
  summary: 'Freezes an amount and asks for its payout to a saved address or card.',
})

export const withdrawals = defineRoute({
  method: 'GET',
  path: '/wallet/withdrawals',
  access: 'demo_no_withdraw',
  /** `id` gives that one alone, in place of a page. */
  query: z.object({ ...page, state: z.optional(recordState), id: z.optional(id) }),
  answer: pageOf(withdrawal),
  errors: ['field_malformed'],
  summary: 'Withdrawals, newest first; all of them, those in one state, or with `id` that one alone.',
})

export const withdrawalCancel = defineRoute({
  method: 'DELETE',
  path: '/wallet/withdrawals/{id}',
  access: 'demo_no_withdraw',
  params: z.object({ id }),
  answer: withdrawal,
  errors: [
    'key_reused',
    'key_expired',
    'field_malformed',
    'withdrawal_unknown',
    'withdrawal_done',
    'withdrawal_in_payment',
  ],
  idempotent: true,
  summary: 'Takes back a withdrawal that nobody has begun to pay; the money is free again.',
})

export const withdrawalAnswer = defineRoute({
  method: 'POST',
  path: '/wallet/withdrawals/{id}/answer',
  access: 'demo_no_withdraw',
  params: z.object({ id }),
  body: z.object({ arrived: z.boolean() }),
  answer: withdrawal,
  errors: ['field_malformed', 'withdrawal_unknown', 'payout_unpaid', 'payout_answered'],
  summary:
    'Says of one’s own payout whether it arrived; "no" opens a ticket, and can be followed by "it did in the end" alone.',
})

export const walletRoutes = {
  walletNetworks,
  depositMake,
  deposits,
  depositsIncoming,
  depositCancel,
  depositVoucher,
  withdrawalMake,
  withdrawals,
  withdrawalCancel,
  withdrawalAnswer,
}
