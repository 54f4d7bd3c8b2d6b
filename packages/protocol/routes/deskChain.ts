import * as z from 'zod/mini'
import { decimal, id, millis, page, pageOf, pasted, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'

/** How a payment that a network shows stands; `crediting` is begun, and ends by itself. */
export const chainPaymentState = z.enum(['waiting', 'crediting', 'credited', 'held', 'returned'])

/** Why a payment waits beyond its confirmations or is held for people, as far as the desk has words for it. */
export const chainReasons = [
  'payment_changed',
  'network_unknown',
  'currency_unknown',
  'currency_wrong',
  'amount_invalid',
  'address_unknown',
  'memo_missing',
  'memo_unknown',
  'holder_unknown',
  'user_disabled',
  'account_frozen',
  'risk_paused',
  'deposit_amount_invalid',
  'deposit_limit',
  'own_deposit_limit',
  'second_person_needed',
  'deposit_pending',
  'deposit_done',
  'market_stale',
  'real_money_closed',
  'screen_review',
  'screen_reject',
  'screen_failed',
] as const

/** An output of a transaction that pays to a deposit address, as a custodian or a node tells of it. */
export const chainPayment = z.object({
  id,
  currency: z.string(),
  network: z.string(),
  /** What is credited of it; what was sent where nothing of that can be. */
  amount: decimal,
  /** What was sent, in the decimals of the network. */
  sent: decimal,
  transaction_id: z.string(),
  output: z.int(),
  address: z.string(),
  memo: z.string(),
  confirmations: z.int(),
  needed: z.int(),
  height: z.nullable(z.int()),
  block: z.string(),
  /** The network has taken it back. */
  removed: z.boolean(),
  status: chainPaymentState,
  reason: z.string(),
  /** Credited without anybody's decision. */
  by_machine: z.boolean(),
  /** Since when what was credited is not in the network's chain any more; null while it is. */
  lost: z.nullable(millis),
  /** How people dealt with it, in their words; empty where they did not. */
  settled: z.string(),
  /** What a screening said before the credit, and the note of its case; empty where nobody was asked. */
  screened: z.enum(['', 'clear', 'review', 'reject', 'failed']),
  note: z.string(),
  uid: z.nullable(id),
  account: z.string(),
  created: millis,
  updated: millis,
})
export type ChainPayment = z.infer<typeof chainPayment>

export const chainQueue = z.enum(['waiting', 'held', 'lost', 'done'])
export type ChainQueueName = z.infer<typeof chainQueue>

export const deskChain = defineRoute({
  method: 'GET',
  path: '/desk/chain_payments',
  access: 'desk_wallet',
  query: z.object({ ...page, queue: z.optional(chainQueue) }),
  answer: pageOf(chainPayment),
  errors: ['field_malformed'],
  summary:
    'Payments that networks show, newest first: those that wait for confirmations, are held for people, were lost after their credit, or are dealt with.',
})

export const chainAct = z.enum(['credit', 'return', 'settle'])
export type ChainAct = z.infer<typeof chainAct>

export const deskChainDecide = defineRoute({
  method: 'POST',
  path: '/desk/chain_payments/{id}/decide',
  access: 'desk_wallet_write',
  params: z.object({ id }),
  body: z.object({
    act: chainAct,
    /** Who is credited, where the address is nobody's; its owner otherwise. */
    uid: z._default(z.union([z.literal(''), id]), ''),
    /** By what it was paid back, and where to. */
    address: z._default(pasted(0, 300), ''),
    transaction_id: z._default(pasted(0, 400), ''),
    memo: z._default(pasted(0, 100), ''),
    reason: reasonText,
  }),
  answer: chainPayment,
  errors: [
    'field_malformed',
    'deposit_unknown',
    'deposit_done',
    'payment_gone',
    'payment_rejected',
    'user_unknown',
    'amount_invalid',
    'real_money_closed',
    'market_stale',
    'deposit_pending',
    'transaction_invalid',
    'memo_invalid',
    'realm_forbidden',
    'holder_unknown',
    'currency_unknown',
    'network_unknown',
    'server_busy',
    'staff_own_account',
    ...approvalErrors,
    'operator_day_reached',
  ],
  summary:
    'Credits a held payment, notes that it was paid back, or settles one that was lost after its credit; each by two people.',
})

export const deskChainRoutes = { deskChain, deskChainDecide }
