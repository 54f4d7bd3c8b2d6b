import type { ErrorEntry } from '../errorEntry.ts'

/** Products that pay in one of two currencies: its refusals, a block of codes of its own. */
export const investErrors = [
  { reason: 'invest_product_unknown', code: 13300 },
  { reason: 'invest_sale_ended', code: 13301 },
  { reason: 'invest_shares_min', code: 13302 },
  { reason: 'invest_shares_short', code: 13303, params: { left: '0' } },
  { reason: 'invest_pool_short', code: 13304 },
  { reason: 'invest_terms_invalid', code: 13305 },
  { reason: 'invest_source_missing', code: 13306 },
  { reason: 'invest_draft_unknown', code: 13307 },
  { reason: 'invest_draft_published', code: 13308 },
] as const satisfies readonly ErrorEntry[]

/** The page of the app that shows one's own orders. */
export const investRecords = '/invest/my-finances'
