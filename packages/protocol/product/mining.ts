import type { ErrorEntry } from '../errorEntry.ts'

/** Locked mining: its refusals, a block of codes of its own. */
export const miningErrors = [
  { reason: 'mining_unknown', code: 13200 },
  { reason: 'mining_off', code: 13201 },
  { reason: 'mining_terms_changed', code: 13202 },
  { reason: 'mining_amount_too_small', code: 13203, params: { min: '100', currency: 'USDT' } },
  { reason: 'mining_amount_too_large', code: 13204, params: { max: '0', currency: 'USDT' } },
  { reason: 'mining_capacity_full', code: 13205, params: { left: '0', currency: 'USDT' } },
  { reason: 'mining_pool_short', code: 13206 },
  { reason: 'mining_terms_invalid', code: 13207 },
  { reason: 'mining_source_missing', code: 13208 },
  { reason: 'mining_rate_out_of_range', code: 13209, params: { min: '0', max: '0' } },
  { reason: 'mining_day_begun', code: 13210 },
  { reason: 'mining_day_published', code: 13211 },
  { reason: 'mining_draft_unknown', code: 13212 },
] as const satisfies readonly ErrorEntry[]

/** The page of the app that shows one's own orders. */
export const miningRecords = '/lockming/records'
