import * as z from 'zod/mini'
import { client } from '../client.ts'
import { country, currency, decimal, id, line, millis, page, pageOf } from '../values.ts'
import { defineRoute } from './route.ts'

/** The forms of addresses, in the order of the codes of their faults. */
export const addressForm = z.enum(['TRC20', 'ERC20', 'Bitcoin', 'Solana'])
export const network = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,19}$/))

/** A currency on a network: what can be brought in and taken out there, and for how much at the last index. */
export const walletNetwork = z.object({
  currency,
  network,
  form: addressForm,
  deposit: z.boolean(),
  withdraw: z.boolean(),
})
export type WalletNetwork = z.infer<typeof walletNetwork>

export const verificationLevel = z.enum(['none', 'primary', 'advanced'])

/** The least amounts of a currency, and what of it was deposited and can be withdrawn beside every limit. */
export const walletCurrency = z.object({
  currency,
  available: decimal,
  deposited: decimal,
  /** Null where no index of the currency was heard yet. */
  deposit_min: z.nullable(decimal),
  withdrawal_min: z.nullable(decimal),
  fee_min: z.nullable(decimal),
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
  review_hours: z.int(),
  deposit_pending: z.boolean(),
  withdrawal_pending: z.boolean(),
})
export type WalletTerms = z.infer<typeof walletTerms>

export const depositStatus = z.enum(['pending', 'completed', 'rejected', 'canceled'])

/** Why a deposit can be rejected; empty where it was not. */
export const depositReason = z.enum([
  '',
  'not_received',
  'wrong_network',
  'wrong_currency',
  'voucher_unreadable',
  'duplicate',
  'too_small',
])

export const deposit = z.object({
  id,
  currency,
  network,
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
export const withdrawalReason = z.enum([
  '',
  'payee_invalid',
  'payee_not_owner',
  'network_unavailable',
  'bank_returned',
  'security_review',
  'legal_order',
])

export const withdrawalMethod = z.enum(['address', 'card'])

export const withdrawal = z.object({
  id,
  currency,
  method: withdrawalMethod,
  /** The network of an address; empty for a card. */
  network: z.string(),
  /** The whole address, or the bank's name and the end of the account number. */
  payee: z.string(),
  amount: decimal,
  fee: decimal,
  /** What arrives: the amount less the fee. */
  payout: decimal,
  status: withdrawalStatus,
  reason: withdrawalReason,
  /** What the payment can be found by outside, once it is paid. */
  transaction_id: z.string(),
  /** Until when it will be reviewed. */
  deadline: millis,
  /** Whether the deadline passed without a decision. */
  escalated: z.boolean(),
  created: millis,
  updated: millis,
})
export type Withdrawal = z.infer<typeof withdrawal>

export const walletAddress = z.object({
  id,
  currency,
  network,
  address: z.string(),
  label: z.string(),
  created: millis,
  /** From when it can be used, where the user has new addresses held. */
  usable_from: millis,
})
export type WalletAddress = z.infer<typeof walletAddress>

export const bankType = z.enum(['savings', 'checking'])

const bankField = line(0, 140)

/** What a bank card's form sends; which fields are missing is judged one by one, each with its own code. */
export const cardBody = z.object({
  payee_name: bankField,
  payee_address: bankField,
  bank_type: line(0, 20),
  bank_name: bankField,
  account_number: line(0, 64),
  bank_address: bankField,
  bank_country: line(0, 2),
  international_code: z._default(line(0, 20), ''),
  aba_routing_number: z._default(line(0, 20), ''),
})

export const bankCard = z.object({
  id,
  payee_name: z.string(),
  payee_address: z.string(),
  bank_type: bankType,
  bank_name: z.string(),
  account_number: z.string(),
  bank_address: z.string(),
  bank_country: country,
  international_code: z.string(),
  aba_routing_number: z.string(),
  created: millis,
  usable_from: millis,
})
export type BankCard = z.infer<typeof bankCard>

/** What is asked again where money could leave: the password, and the code that was sent for `confirm`. */
export const stepUp = {
  password: z.string().check(z.maxLength(200)),
  verify_code: line(0, 16),
} as const
const stepUpErrors = ['confirm_password_wrong', 'code_invalid', 'rate_limited'] as const

const keyErrors = ['key_reused', 'key_expired', 'field_malformed', 'request_malformed'] as const

/** What an uploaded image can be refused for. */
export const imageErrors = [
  'file_empty',
  'file_type_invalid',
  'file_heic',
  'file_too_large',
  'file_unreadable',
  'files_too_many',
] as const

export const walletNetworks = defineRoute({
  method: 'GET',
  path: '/wallet/networks',
  access: 'user',
  answer: walletTerms,
  errors: [],
  idempotent: false,
  summary: 'Currencies and networks, with the least amounts, the fee, and what today’s limits leave.',
})

export const depositMake = defineRoute({
  method: 'POST',
  path: '/wallet/deposits',
  access: 'demo_no_deposit',
  body: z.object({ currency, network, amount: decimal, transaction_id: z._default(line(0, 128), '') }),
  files: { field: 'voucher', countMax: 1, bytesMax: client.imageBytesMax - 1 },
  answer: deposit,
  errors: [
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

export const deposits = defineRoute({
  method: 'GET',
  path: '/wallet/deposits',
  access: 'demo_no_deposit',
  query: z.object({ ...page }),
  answer: pageOf(deposit),
  errors: ['field_malformed'],
  idempotent: false,
  summary: 'Deposits, newest first.',
})

export const depositCancel = defineRoute({
  method: 'DELETE',
  path: '/wallet/deposits/{id}',
  access: 'demo_no_deposit',
  params: z.object({ id }),
  answer: deposit,
  errors: ['key_reused', 'key_expired', 'field_malformed', 'deposit_unknown', 'deposit_done'],
  idempotent: true,
  summary: 'Takes back a deposit that nobody has decided on.',
})

export const depositVoucher = defineRoute({
  method: 'GET',
  path: '/wallet/deposits/{id}/voucher',
  access: 'demo_no_deposit',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'deposit_unknown', 'file_unknown'],
  idempotent: false,
  summary: 'The image of the voucher, as it was kept.',
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
    ...stepUp,
  }),
  answer: withdrawal,
  errors: [
    ...keyErrors,
    ...stepUpErrors,
    'payee_unknown',
    'payee_held',
    'swift_invalid',
    'bank_international_code_missing',
    'withdrawal_address_wrong',
    'withdrawal_failed',
    'currency_unknown',
    'market_stale',
    'withdrawal_amount_invalid',
    'withdrawal_too_small',
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
  query: z.object({ ...page }),
  answer: pageOf(withdrawal),
  errors: ['field_malformed'],
  idempotent: false,
  summary: 'Withdrawals, newest first.',
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

export const addressAdd = defineRoute({
  method: 'POST',
  path: '/wallet/addresses',
  access: 'demo_no_addresses',
  body: z.object({ currency, network, address: line(0, 200), label: z._default(line(0, 40), ''), ...stepUp }),
  answer: walletAddress,
  errors: [
    ...stepUpErrors,
    'field_malformed',
    'network_unknown',
    'withdrawal_address_wrong',
    'address_trc20_invalid',
    'address_erc20_invalid',
    'address_bitcoin_invalid',
    'address_solana_invalid',
    'payee_exists',
    'payees_too_many',
  ],
  idempotent: false,
  summary: 'Saves an address to withdraw to.',
})

export const addresses = defineRoute({
  method: 'GET',
  path: '/wallet/addresses',
  access: 'demo_no_addresses',
  answer: z.object({ items: z.array(walletAddress) }),
  errors: [],
  idempotent: false,
  summary: 'Saved addresses, newest first.',
})

export const addressRemove = defineRoute({
  method: 'DELETE',
  path: '/wallet/addresses/{id}',
  access: 'demo_no_addresses',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['field_malformed', 'payee_unknown'],
  idempotent: false,
  summary: 'Removes a saved address.',
})

const cardErrors = [
  ...stepUpErrors,
  'field_malformed',
  'bank_recipient_missing',
  'bank_recipient_address_missing',
  'bank_type_missing',
  'bank_name_missing',
  'bank_account_missing',
  'bank_address_missing',
  'bank_country_missing',
  'swift_invalid',
  'routing_number_invalid',
  'account_number_invalid',
  'payee_exists',
] as const

export const cardAdd = defineRoute({
  method: 'POST',
  path: '/wallet/cards',
  access: 'demo_no_cards',
  body: z.extend(cardBody, stepUp),
  answer: bankCard,
  errors: [...cardErrors, 'payees_too_many'],
  idempotent: false,
  summary: 'Saves a bank account to withdraw to.',
})

export const cards = defineRoute({
  method: 'GET',
  path: '/wallet/cards',
  access: 'demo_no_cards',
  answer: z.object({ items: z.array(bankCard) }),
  errors: [],
  idempotent: false,
  summary: 'Saved bank accounts, newest first.',
})

export const cardChange = defineRoute({
  method: 'PUT',
  path: '/wallet/cards/{id}',
  access: 'demo_no_cards',
  params: z.object({ id }),
  body: z.extend(cardBody, stepUp),
  answer: bankCard,
  errors: [...cardErrors, 'payee_unknown'],
  idempotent: false,
  summary: 'Changes a saved bank account; it counts as new from then on.',
})

export const cardRemove = defineRoute({
  method: 'DELETE',
  path: '/wallet/cards/{id}',
  access: 'demo_no_cards',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['field_malformed', 'payee_unknown'],
  idempotent: false,
  summary: 'Removes a saved bank account.',
})

export const walletSettings = z.object({ payee_hold: z.boolean() })

export const walletSettingsRead = defineRoute({
  method: 'GET',
  path: '/wallet/settings',
  access: 'demo_no_withdraw',
  answer: walletSettings,
  errors: [],
  idempotent: false,
  summary: 'Whether new addresses and cards are held for 24 hours.',
})

export const walletSettingsChange = defineRoute({
  method: 'PUT',
  path: '/wallet/settings',
  access: 'demo_no_withdraw',
  body: z.extend(walletSettings, stepUp),
  answer: walletSettings,
  errors: [...stepUpErrors, 'field_malformed'],
  idempotent: false,
  summary: 'Has new addresses and cards held for 24 hours, or no longer; those that are held stay so.',
})

export const walletRoutes = {
  walletNetworks,
  depositMake,
  deposits,
  depositCancel,
  depositVoucher,
  withdrawalMake,
  withdrawals,
  withdrawalCancel,
  addressAdd,
  addresses,
  addressRemove,
  cardAdd,
  cards,
  cardChange,
  cardRemove,
  walletSettingsRead,
  walletSettingsChange,
}
