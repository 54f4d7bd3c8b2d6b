import { wealthProducts } from '@truemark/core/capability/products'
import * as z from 'zod/mini'
import { currency, decimal, id, line, localeId, millis, page, pageOf, prose, realm, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { dayRate } from './mining.ts'
import { exportOf } from './exportOf.ts'
import { defineRoute } from './route.ts'

/** Names and texts in the languages that the operator wrote them in; English is needed, and stands in for the others. */
export const writtenNames = z.partialRecord(localeId, line(0, 60))
export const writtenSources = z.partialRecord(localeId, prose(0, 2_000))

/** What a product is to be. Rates are fractions: "0.003" is 0.3 %. */
export const miningDraftBody = z.object({
  realm,
  /** The product that gets other terms for its later orders; null for a new one. */
  product_id: z.nullable(id),
  name: writtenNames,
  currency,
  daily_return_rate_min: decimal,
  daily_return_rate_max: decimal,
  lockup_period: z.int().check(z.minimum(1), z.maximum(365)),
  minimum_amount: decimal,
  maximum_amount: decimal,
  capacity: decimal,
  early_redemption_rate: decimal,
  yield_source: writtenSources,
})
export type MiningDraftBody = z.infer<typeof miningDraftBody>

/** A draft, as only the desk sees it. */
export const miningDraft = z.object({
  draft_id: id,
  ...miningDraftBody.shape,
  /** SHA-256 of all that it says: who publishes it sends it back, and so publishes what they have read. */
  digest: z.string(),
  written_by: z.string(),
  updated: millis,
})
export type MiningDraft = z.infer<typeof miningDraft>

/** A published product with what only the desk sees. */
export const deskMiningProduct = z.object({
  ...miningDraftBody.shape,
  product_id: id,
  terms_version: z.int(),
  on: z.boolean(),
  /** What its running orders lock. */
  locked: decimal,
  /** Published rates from yesterday on. */
  rates: z.array(dayRate).check(z.maxLength(400)),
})
export type DeskMiningProduct = z.infer<typeof deskMiningProduct>

export const deskMining = defineRoute({
  method: 'GET',
  path: '/desk/mining',
  access: 'desk',
  query: z.object({ realm, ...page }),
  answer: pageOf(deskMiningProduct),
  errors: ['field_malformed'],
  summary: 'Products of locked mining of a realm, newest first.',
})

export const deskMiningDrafts = defineRoute({
  method: 'GET',
  path: '/desk/mining/drafts',
  access: 'desk',
  query: z.object({ realm, ...page }),
  answer: pageOf(miningDraft),
  errors: ['field_malformed'],
  summary: 'Drafts of locked mining of a realm that are not published, newest first.',
})

const termsErrors = ['currency_unknown', 'field_malformed', 'mining_terms_invalid', 'mining_unknown'] as const

export const deskMiningDraftMake = defineRoute({
  method: 'POST',
  path: '/desk/mining/drafts',
  access: 'desk_market_write',
  body: miningDraftBody,
  answer: miningDraft,
  errors: [...termsErrors],
  summary: 'Writes a draft; nobody but the desk sees it.',
})

export const deskMiningDraftChange = defineRoute({
  method: 'PUT',
  path: '/desk/mining/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: miningDraftBody,
  answer: miningDraft,
  errors: [...termsErrors, 'mining_draft_unknown'],
  summary: 'Writes a draft anew.',
})

export const deskMiningDraftDrop = defineRoute({
  method: 'DELETE',
  path: '/desk/mining/drafts/{id}',
  access: 'desk_market_write',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['mining_draft_unknown'],
  summary: 'Throws a draft away.',
})

export const deskMiningPublish = defineRoute({
  method: 'POST',
  path: '/desk/mining/drafts/{id}/publish',
  access: 'desk_market_write',
  params: z.object({ id }),
  /** The digest of the draft that the operator has read. */
  body: z.object({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: reasonText }),
  answer: deskMiningProduct,
  errors: [
    ...termsErrors,
    'mining_draft_unknown',
    'mining_source_missing',
    'information_incomplete',
    'proposal_changed',
    ...approvalErrors,
    'promise_made',
  ],
  summary: 'Publishes a draft, with a second person; without the source of its yield it is refused.',
})

export const deskMiningSwitch = defineRoute({
  method: 'POST',
  path: '/desk/mining/products/{id}/switch',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: z.object({ on: z.boolean(), reason: reasonText }),
  answer: deskMiningProduct,
  errors: ['mining_unknown', ...approvalErrors],
  summary: 'Stops new orders of a product at once, or, with a second person, takes them again; those that run go on.',
})

export const deskMiningRates = defineRoute({
  method: 'POST',
  path: '/desk/mining/products/{id}/rates',
  access: 'desk_market_write',
  params: z.object({ id }),
  body: z.object({ rates: z.array(dayRate).check(z.minLength(1), z.maxLength(366)), reason: reasonText }),
  answer: deskMiningProduct,
  errors: [
    'mining_unknown',
    'field_malformed',
    'request_malformed',
    'mining_day_begun',
    'mining_day_published',
    'mining_rate_out_of_range',
    ...approvalErrors,
  ],
  summary: 'Publishes the rates of days that have not begun, with a second person; they are final.',
})

/** What falls due at the end of a day of UTC (for launches and investments: on it), of all that runs. */
export const forecastRow = z.object({
  date: millis,
  product: z.enum(wealthProducts),
  currency,
  /** What it costs the pool, at the least and at the most. */
  min: decimal,
  max: decimal,
  /** What holders own and gets free: it costs the pool nothing. */
  principal: decimal,
})
export type ForecastRow = z.infer<typeof forecastRow>

/** What stands in the pool, the most that all that runs can still cost it, and how far new promises may bring it down. */
export const wealthPool = z.object({ currency, stands: z.string(), promised: decimal, debt_max: decimal })
export type WealthPool = z.infer<typeof wealthPool>

export const deskWealthForecast = defineRoute({
  method: 'GET',
  path: '/desk/wealth/forecast',
  access: 'desk',
  query: z.object({ realm }),
  answer: z.object({ pools: z.array(wealthPool), rows: z.array(forecastRow) }),
  summary: 'What wealth products that run will cost the pool, day by day, beside what stands in it.',
})

export const deskWealthPoolBound = defineRoute({
  method: 'PUT',
  path: '/desk/wealth/pools/{currency}',
  access: 'desk_wallet_write',
  params: z.object({ currency }),
  body: z.object({ realm, debt_max: decimal, reason: reasonText }),
  answer: wealthPool,
  errors: ['currency_unknown', 'field_malformed', 'amount_invalid', ...approvalErrors],
  summary: 'Sets how far below zero new promises may bring a pool, with a second person; 0 unless set.',
})

export const deskMiningRoutes = {
  deskMining,
  deskMiningDrafts,
  deskMiningDraftMake,
  deskMiningDraftChange,
  deskMiningDraftDrop,
  deskMiningPublish,
  deskMiningSwitch,
  deskMiningRates,
  deskWealthForecast,
  deskWealthPoolBound,
}

export const deskMiningExports = {
  deskMiningCsv: exportOf(deskMining),
  deskMiningDraftsCsv: exportOf(deskMiningDrafts),
} as const
