import type { NotificationKindEntry } from '../notificationMessage.ts'
import { miningRecords } from './mining.ts'

/** What says that what was ordered is not there. */
export const miningUnknown = 'mining_unknown'

/** Kinds of its public ids, by numbers that are in people's hands and for ever, and which its orders bear. */
export const miningIds = { miningOrder: 90, miningProduct: 91, miningDraft: 92 } as const
export const miningOrderId = 'miningOrder' satisfies keyof typeof miningIds

/** What a person is notified of. */
export const miningNotifications = {
  mining_matured: { category: 'products', path: miningRecords },
  mining_redeemed: { category: 'products', path: miningRecords },
} as const satisfies Readonly<Record<string, NotificationKindEntry>>

/** What operators read or do of it, as the audit log names it: about people, and about nobody's account. */
export const miningPersonalActions = [] as const
export const miningHouseActions = [
  'mining_draft_written',
  'mining_draft_dropped',
  'mining_published',
  'mining_publish_refused',
  'mining_switched',
  'mining_rates_published',
] as const
/** What of it needs a second person. */
export const miningProposals = ['mining_publish', 'mining_switch', 'mining_rates'] as const
