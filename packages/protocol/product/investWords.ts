import type { NotificationKindEntry } from '../notificationMessage.ts'
import { investRecords } from './invest.ts'

/** What says that what was ordered is not there. */
export const investUnknown = 'invest_product_unknown'

/** Kinds of its public ids, by numbers that are in people's hands and for ever, and which its orders bear. */
export const investIds = { investProduct: 80, investOrder: 81, investDraft: 82 } as const
export const investOrderId = 'investOrder' satisfies keyof typeof investIds

/** What a person is notified of. */
export const investNotifications = {
  invest_settled: { category: 'products', path: investRecords },
} as const satisfies Readonly<Record<string, NotificationKindEntry>>

/** What operators read or do of it, as the audit log names it: about people, and about nobody's account. */
export const investPersonalActions = [] as const
export const investHouseActions = [
  'invest_draft_written',
  'invest_draft_dropped',
  'invest_published',
  'invest_publish_refused',
  'invest_closed',
] as const
/** What of it needs a second person. */
export const investProposals = ['invest_publish'] as const
