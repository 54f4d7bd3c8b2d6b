import * as z from 'zod/mini'
import {
  currency,
  decimal,
  id,
  line,
  localeId,
  millis,
  page,
  pageOf,
  prose,
  realm,
  reasonText,
  symbol,
} from '../values.ts'
import { approvalErrors } from './approval.ts'
import { investDirection } from './invest.ts'
import { exportOf } from './exportOf.ts'
import { defineRoute } from './route.ts'

/** A text in the languages that the operator wrote it in; English is needed, and stands in for those that are missing. */
export const writtenTexts = z.partialRecord(localeId, prose(0, 2_000))

/** What a product is to be. */
export const investDraftBody = z.object({
  realm,
  name: line(0, 60),
  symbol,
  direction: investDirection,
  linked_reference_price: decimal,
  annualized_return: decimal,
  /** In days: 1, 7, 30, 90, 180 or 365. */
  holding_period: z.int().check(z.minimum(1), z.maximum(365)),
  single_price: decimal,
  shares: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  maturity_date: millis,
  yield_source: writtenTexts,
})
export type InvestDraftBody = z.infer<typeof investDraftBody>

/** A draft, or the product that came of it. */
export const deskInvestProduct = z.object({
  draft_id: id,
  ...investDraftBody.shape,
  currency,
  /** When its sale ends. */
  sale_end: millis,
  /** `ended`: its sale is over; what was bought may still run. */
  state: z.enum(['draft', 'on_sale', 'closed', 'ended']),
  /** Null for a draft. */
  product_id: z.nullable(id),
  sold: z.int(),
  /** SHA-256 of all that the draft says. */
  digest: z.string(),
  written_by: z.string(),
  updated: millis,
})
export type DeskInvestProduct = z.infer<typeof deskInvestProduct>

export const deskInvest = defineRoute({
  method: 'GET',
  path: '/desk/invest',
  access: 'desk',
  query: z.object(page),
  answer: pageOf(deskInvestProduct),
  errors: ['field_malformed'],
  summary: 'Drafts and products of invest, newest first.',
})

export const deskInvestDraftMake = defineRoute({
  method: 'POST',
  path: '/desk/invest/drafts',
  access: 'desk_market_write',
  body: investDraftBody,
  answer: deskInvestProduct,
  errors: ['symbol_unknown', 'field_malformed', 'invest_terms_invalid'],
  summary: 'Writes a draft; nobody but the desk sees it.',
})

export const deskInvestDraftChange = defineRoute({
  method: 'PUT',
  path: '/desk/invest/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: investDraftBody,
  answer: deskInvestProduct,
  errors: [
    'symbol_unknown',
    'field_malformed',
    'invest_terms_invalid',
    'invest_draft_unknown',
    'invest_draft_published',
  ],
  summary: 'Writes a draft anew; a published product never changes.',
})

export const deskInvestDraftDrop = defineRoute({
  method: 'DELETE',
  path: '/desk/invest/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['invest_draft_unknown', 'invest_draft_published'],
  summary: 'Throws a draft away.',
})

export const deskInvestPublish = defineRoute({
  method: 'POST',
  path: '/desk/invest/drafts/{id}/publish',
  access: 'desk_market_write',
  params: z.object({ id }),
  /** The digest of the draft that the operator has read. */
  body: z.object({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: reasonText }),
  answer: deskInvestProduct,
  errors: [
    'invest_draft_unknown',
    'invest_draft_published',
    'invest_source_missing',
    'invest_terms_invalid',
    'proposal_changed',
    ...approvalErrors,
    'promise_made',
  ],
  summary: 'Puts a draft on sale, with a second person; without the source of its yield it is refused.',
})

export const deskInvestClose = defineRoute({
  method: 'POST',
  path: '/desk/invest/products/{id}/close',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: z.object({ reason: reasonText }),
  answer: deskInvestProduct,
  errors: ['invest_product_unknown', 'invest_sale_ended'],
  summary: 'Ends the sale of a product at once; what was bought runs on to its maturity.',
})

export const deskInvestRoutes = {
  deskInvest,
  deskInvestDraftMake,
  deskInvestDraftChange,
  deskInvestDraftDrop,
  deskInvestPublish,
  deskInvestClose,
}

export const deskInvestExports = {
  deskInvestCsv: exportOf(deskInvest),
} as const
