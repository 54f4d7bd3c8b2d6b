import * as z from 'zod/mini'
import { currency, decimal, id, line, millis, page, pageOf, realm, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { writtenTexts } from './deskInvest.ts'
import { ieoPhase } from './ieo.ts'
import { exportOf } from './exportOf.ts'
import { defineRoute } from './route.ts'

/** What a launch is to be. The coin is one that the house has listed, and holds in its wealth pool. */
export const ieoDraftBody = z.object({
  realm,
  name: line(1, 60),
  description: writtenTexts,
  currency,
  /** USDT for one coin. */
  price: decimal,
  supply: decimal,
  /** The smallest piece that is applied for and allotted. */
  pass_quantity: decimal,
  application_min: decimal,
  application_max: decimal,
  opens: millis,
  closes: millis,
  time_to_market: millis,
})
export type IeoDraftBody = z.infer<typeof ieoDraftBody>

/** A draft, or the launch that came of it. */
export const deskIeoProject = z.object({
  draft_id: id,
  ...ieoDraftBody.shape,
  pass_price: decimal,
  /** `draft` until it is launched. */
  phase: z.enum(['draft', ...ieoPhase.options]),
  project_id: z.nullable(id),
  applications: decimal,
  passes: z.nullable(decimal),
  digest: z.string(),
  written_by: z.string(),
  updated: millis,
})
export type DeskIeoProject = z.infer<typeof deskIeoProject>

/** What the allocation would be if the window ended now: the rule is the same for everyone. */
export const ieoAllocation = z.object({
  applications: decimal,
  supply: decimal,
  /** What would be allotted, and what of the supply would not be sold. */
  passes: decimal,
  left: decimal,
  /** What would be paid for it; USDT. */
  proceeds: decimal,
  count: z.int(),
  /** The first of them, by the order in which they came. */
  items: z
    .array(z.object({ uid: id, applications: decimal, passes: decimal, cost: decimal, refund: decimal }))
    .check(z.maxLength(100)),
})
export type IeoAllocation = z.infer<typeof ieoAllocation>

export const deskIeo = defineRoute({
  method: 'GET',
  path: '/desk/ieo',
  access: 'desk',
  query: z.object(page),
  answer: pageOf(deskIeoProject),
  errors: ['field_malformed'],
  summary: 'Drafts and launches, newest first.',
})

export const deskIeoDraftMake = defineRoute({
  method: 'POST',
  path: '/desk/ieo/drafts',
  access: 'desk_market_write',
  body: ieoDraftBody,
  answer: deskIeoProject,
  errors: ['currency_unknown', 'field_malformed', 'ieo_terms_invalid'],
  summary: 'Writes a draft of a launch; nobody but the desk sees it.',
})

export const deskIeoDraftChange = defineRoute({
  method: 'PUT',
  path: '/desk/ieo/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: ieoDraftBody,
  answer: deskIeoProject,
  errors: ['currency_unknown', 'field_malformed', 'ieo_terms_invalid', 'ieo_draft_unknown', 'ieo_draft_published'],
  summary: 'Writes a draft anew; a launch never changes.',
})

export const deskIeoDraftDrop = defineRoute({
  method: 'DELETE',
  path: '/desk/ieo/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['ieo_draft_unknown', 'ieo_draft_published'],
  summary: 'Throws a draft away.',
})

export const deskIeoLaunch = defineRoute({
  method: 'POST',
  path: '/desk/ieo/drafts/{id}/launch',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: z.object({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: reasonText }),
  answer: deskIeoProject,
  errors: [
    'ieo_draft_unknown',
    'ieo_draft_published',
    'ieo_text_missing',
    'ieo_terms_invalid',
    'ieo_supply_missing',
    'proposal_changed',
    ...approvalErrors,
    'promise_made',
  ],
  summary: 'Launches a draft, with a second person; refused where the house does not hold the coin.',
})

export const deskIeoCancel = defineRoute({
  method: 'POST',
  path: '/desk/ieo/projects/{id}/cancel',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: deskIeoProject,
  errors: ['ieo_project_unknown', 'ieo_window_closed', ...approvalErrors],
  summary: 'Calls a launch off before its window ends, with a second person; what is frozen comes back whole.',
})

export const deskIeoAllocation = defineRoute({
  method: 'GET',
  path: '/desk/ieo/projects/{id}/allocation',
  access: 'desk',
  params: z.object({ id }),
  answer: ieoAllocation,
  errors: ['ieo_project_unknown'],
  summary: 'What everyone would be allotted if the window ended now.',
})

export const deskIeoRoutes = {
  deskIeo,
  deskIeoDraftMake,
  deskIeoDraftChange,
  deskIeoDraftDrop,
  deskIeoLaunch,
  deskIeoCancel,
  deskIeoAllocation,
}

export const deskIeoExports = {
  deskIeoCsv: exportOf(deskIeo),
  deskIeoAllocationCsv: exportOf(deskIeoAllocation),
} as const
