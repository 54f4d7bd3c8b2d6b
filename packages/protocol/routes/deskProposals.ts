import * as z from 'zod/mini'
import { productProposals } from '../product/all.ts'
import { id, millis, page, pageOf, reasonText } from '../values.ts'
import { defineRoute } from './route.ts'

/** What needs a second person. */
export const proposalKinds = [
  'symbol',
  'derivative',
  'option',
  'product',
  'feed',
  'network',
  'deposit_addresses',
  'fee_rate',
  'wallet_terms',
  'verification_revoke',
  'manual_entry',
  'deposit_credit',
  'chain_payment',
  'payout_settle',
  'payout_resume',
  'withdrawal_review',
  'house_move',
  'reconciliation',
  'operator_invite',
  'operator_role',
  'operator_enable',
  'staff_account',
  'pool_bound',
  ...productProposals,
  'agreement',
  'certificate',
  'brackets',
  'freeze',
  'disable',
  'halt',
  'resume',
  'asset',
  'factor_reset',
  'currency_list',
  'market_list',
  'market_sources',
  'derivative_open',
  'option_open',
  'exchange_terms',
  'read_only',
  'service_terms',
] as const
export const proposalKind = z.enum(proposalKinds)
export type ProposalKindName = (typeof proposalKinds)[number]

/** How a proposal stands; `approved` is decided and not yet done, `called_off` was decided and announced, and is not done. */
export const proposalState = z.enum(['open', 'approved', 'applied', 'failed', 'refused', 'expired', 'called_off'])
export type ProposalState = z.infer<typeof proposalState>

/** A change that one operator asked for and another decides. */
export const proposal = z.object({
  id,
  kind: proposalKind,
  /** What it is about: a symbol, an account, an operator. */
  subject: z.string(),
  /** What it changes: each name with what was and what would be. */
  detail: z.record(z.string(), z.string()),
  reason: z.string(),
  /** SHA-256 of all of it: who decides sends it back, and so decides what they have read. */
  digest: z.string(),
  asked_by: z.string(),
  asked: millis,
  expires: millis,
  state: proposalState,
  /** Empty while nobody has decided. */
  decided_by: z.string(),
  decided: z.nullable(millis),
  decision_reason: z.string(),
  /** Why it could not be done although it was approved; empty otherwise. */
  failure: z.string(),
  /** When what was approved is done, where that is announced to everyone first; null otherwise. */
  due: z.nullable(millis),
  /** Whether the caller asked for it, and whether the caller may decide it. */
  mine: z.boolean(),
  may_decide: z.boolean(),
  /** Whether the caller may call off what was approved and announced. */
  may_call_off: z.boolean(),
  /** Whether the caller may have the link made of an invitation that was approved, if nobody has yet. */
  may_take_link: z.boolean(),
})
export type Proposal = z.infer<typeof proposal>

export const deskProposals = defineRoute({
  method: 'GET',
  path: '/desk/proposals',
  access: 'desk',
  query: z.object({ ...page, queue: z.optional(z.enum(['open', 'done'])) }),
  answer: pageOf(proposal),
  errors: ['field_malformed'],
  summary:
    'What waits for a second person and the caller has a part in, oldest first; or what was decided, newest first.',
})

export const deskProposalDecide = defineRoute({
  method: 'POST',
  path: '/desk/proposals/{id}/decide',
  access: 'desk_decide',
  params: z.object({ id }),
  body: z.object({ approve: z.boolean(), digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: reasonText }),
  answer: z.object({ proposal }),
  errors: [
    'field_malformed',
    'permission_insufficient',
    'proposal_unknown',
    'proposal_ended',
    'proposal_changed',
    'second_person_needed',
    'staff_own_account',
    'last_administrator',
    'operator_unknown',
    'promise_made',
    'operator_day_reached',
    'currency_unknown',
    'currency_listed',
    'currencies_full',
    'symbol_listed',
    'symbols_full',
    'listing_too_fine',
    'source_taken',
    'source_quote_other',
    'sources_few',
    'listing_invalid',
  ],
  summary: 'Approves or refuses what another operator asked for; what is approved is done once.',
})

export const deskProposalCallOff = defineRoute({
  method: 'POST',
  path: '/desk/proposals/{id}/call_off',
  access: 'desk_decide',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: z.object({ proposal }),
  errors: ['field_malformed', 'permission_insufficient', 'proposal_unknown', 'proposal_ended'],
  summary:
    'Calls off what was approved to end in a market, before its time has come: one operator may, and everyone reads it in the history of terms.',
})

export const deskProposalRoutes = { deskProposals, deskProposalDecide, deskProposalCallOff }
