import type { ErrorEntry } from '../errorEntry.ts'

/** Launches of new coins: its refusals, a block of codes of its own. */
export const ieoErrors = [
  { reason: 'ieo_project_unknown', code: 13400 },
  { reason: 'ieo_window_closed', code: 13401 },
  { reason: 'ieo_application_too_small', code: 13402, params: { min: '1' } },
  { reason: 'ieo_application_too_large', code: 13403, params: { left: '0' } },
  { reason: 'ieo_terms_invalid', code: 13404 },
  { reason: 'ieo_supply_missing', code: 13405 },
  { reason: 'ieo_text_missing', code: 13406 },
  { reason: 'ieo_draft_unknown', code: 13407 },
  { reason: 'ieo_draft_published', code: 13408 },
] as const satisfies readonly ErrorEntry[]

/** The page of the app that shows one's own orders. */
export const ieoRecords = '/ieo/ieo-record'
