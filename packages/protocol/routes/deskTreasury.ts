import * as z from 'zod/mini'
import { currency, decimal, id, line, millis, page, pageOf, realm, reasonText, signedDecimal } from '../values.ts'
import { record } from './account.ts'
import { approvalErrors } from './approval.ts'
import { proposal } from './deskProposals.ts'
import { defineRoute } from './route.ts'

/** The house's accounts that money can be moved between by hand. */
export const movableAccounts = [
  'external',
  'treasury',
  'fees',
  'insurance',
  'liquidity',
  'optionPool',
  'wealthPool',
  'exchangeDesk',
] as const
export const movableAccount = z.enum(movableAccounts)

const houseBalance = z.object({
  realm,
  account: z.string(),
  currency,
  amount: signedDecimal,
})
export type HouseBalance = z.infer<typeof houseBalance>

/** What was entered by hand for users, by currency. */
export const manualTotal = z.object({
  currency,
  deposits: decimal,
  withdrawals: decimal,
  entries: z.int(),
})
export type ManualTotal = z.infer<typeof manualTotal>

export const deskTreasury = defineRoute({
  method: 'GET',
  path: '/desk/treasury',
  access: 'desk_wallet',
  answer: z.object({
    balances: z.array(houseBalance),
    manual: z.array(manualTotal),
    /** What must lie outside for each currency, by the ledger: the negative of `external`. */
    owed_outside: z.array(z.object({ currency, amount: signedDecimal })),
  }),
  summary: "The house's accounts, what was entered by hand, and what the operator must hold outside.",
})

const asked = ['field_malformed', 'currency_unknown', 'amount_invalid', 'proposals_open_max'] as const

export const deskManualEntry = defineRoute({
  method: 'POST',
  path: '/desk/manual_entries',
  access: 'desk_wallet_write',
  body: z.object({
    uid: id,
    kind: z.enum(['deposit', 'withdrawal']),
    currency,
    amount: decimal,
    /** Where the evidence is found: a statement, a ticket, a transaction. */
    evidence: line(3, 200),
    reason: reasonText,
  }),
  answer: proposal,
  errors: [...asked, 'user_unknown', 'realm_forbidden', 'balance_insufficient', 'staff_own_account'],
  summary: 'Asks for an entry by hand for a user, against the treasury; it is made when a second person approves.',
})

export const deskHouseMove = defineRoute({
  method: 'POST',
  path: '/desk/house_moves',
  access: 'desk_wallet_write',
  body: z.object({
    realm,
    from: movableAccount,
    to: movableAccount,
    currency,
    amount: decimal,
    reason: reasonText,
  }),
  answer: proposal,
  errors: [...asked, 'account_invalid', 'balance_insufficient'],
  summary: 'Asks for a move between accounts of the house, the outside world among them.',
})

/** A day's comparison of what the ledger says lies outside with what the operator holds there. */
export const reconciliation = z.object({
  id,
  time: millis,
  stated_by: z.string(),
  approved_by: z.string(),
  reason: z.string(),
  lines: z.array(z.object({ currency, stated: decimal, ledger: signedDecimal, difference: signedDecimal })),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const deskReconciliations = defineRoute({
  method: 'GET',
  path: '/desk/reconciliations',
  access: 'desk_wallet',
  query: z.object({ ...page }),
  answer: pageOf(reconciliation),
  errors: ['field_malformed'],
  summary: 'Reconciliations that two people have signed, newest first.',
})

export const deskReconcile = defineRoute({
  method: 'POST',
  path: '/desk/reconciliations',
  access: 'desk_wallet_write',
  body: z.object({
    lines: z.array(z.object({ currency, stated: decimal })).check(z.minLength(1), z.maxLength(50)),
    reason: reasonText,
  }),
  answer: proposal,
  errors: asked,
  summary: 'States what the operator holds outside; a second person confirms it.',
})

const termsLimits = z.object({
  none: z.nullable(decimal),
  primary: z.nullable(decimal),
  advanced: z.nullable(decimal),
})

/** Limits and fees of the wallet, in USDT; a limit of null is none. */
export const walletTerms = z.object({
  fee_rate: decimal,
  fee_min: decimal,
  deposit_min: decimal,
  withdrawal_min: decimal,
  deposit_day_max: termsLimits,
  withdrawal_day_max: termsLimits,
  four_eyes_min: decimal,
  review_hours: z.int().check(z.minimum(1), z.maximum(720)),
})
export type DeskWalletTerms = z.infer<typeof walletTerms>

export const deskWalletTerms = defineRoute({
  method: 'GET',
  path: '/desk/wallet_terms',
  access: 'desk_wallet',
  answer: walletTerms,
  summary: 'Limits, fees and deadlines of deposits and withdrawals.',
})

export const deskWalletTermsChange = defineRoute({
  method: 'PUT',
  path: '/desk/wallet_terms',
  access: 'desk_wallet_write',
  body: z.extend(walletTerms, { reason: reasonText }),
  answer: walletTerms,
  errors: ['field_malformed', 'amount_invalid', ...approvalErrors],
  summary: 'Changes limits, fees and deadlines for everyone alike, once a second person approves.',
})

/** The terms of exchanging one currency for another; worths in USDT, rates as shares. */
export const exchangeTerms = z.object({
  fee_rate: decimal,
  spread_rate: decimal,
  /** The most that one exchange is worth. */
  worth_max: decimal,
  /** What the exchange desk may owe of a currency. */
  debt_max: decimal,
  /** The desk's stock of a currency, on which each exchange draws, and what of it comes back a second. */
  stock_max: decimal,
  refill_per_second: decimal,
})
export type DeskExchangeTerms = z.infer<typeof exchangeTerms>

export const deskExchangeTerms = defineRoute({
  method: 'GET',
  path: '/desk/exchange_terms',
  access: 'desk_wallet',
  answer: exchangeTerms,
  summary: 'Fee, spread and bounds of exchanging one currency for another.',
})

export const deskExchangeTermsChange = defineRoute({
  method: 'PUT',
  path: '/desk/exchange_terms',
  access: 'desk_wallet_write',
  body: z.extend(exchangeTerms, { reason: reasonText }),
  answer: exchangeTerms,
  errors: ['field_malformed', 'amount_invalid', ...approvalErrors],
  summary:
    'Changes fee, spread and bounds of exchanges for everyone alike, once a second person approves; a quote that stands keeps its own.',
})

export const deskUserRecords = defineRoute({
  method: 'GET',
  path: '/desk/users/{id}/records',
  access: 'desk_people',
  params: z.object({ id }),
  query: z.object({ ...page, realm: z.optional(realm) }),
  answer: pageOf(record),
  errors: ['user_unknown', 'field_malformed'],
  summary: 'The lines of a user’s ledger, newest first; reading them is itself written to the audit log.',
})

export const deskTreasuryRoutes = {
  deskTreasury,
  deskManualEntry,
  deskHouseMove,
  deskReconciliations,
  deskReconcile,
  deskWalletTerms,
  deskWalletTermsChange,
  deskExchangeTerms,
  deskExchangeTermsChange,
  deskUserRecords,
}
