import type { NotificationKindEntry } from '../notificationMessage.ts'
import { ieoRecords } from './ieo.ts'

/** What says that what was ordered is not there. */
export const ieoUnknown = 'ieo_project_unknown'

/** Kinds of its public ids, by numbers that are in people's hands and for ever, and which its orders bear. */
export const ieoIds = { ieoProject: 83, ieoSubscription: 84, ieoDraft: 85 } as const
export const ieoOrderId = 'ieoSubscription' satisfies keyof typeof ieoIds

/** What a person is notified of. */
export const ieoNotifications = {
  ieo_allotted: { category: 'products', path: ieoRecords },
} as const satisfies Readonly<Record<string, NotificationKindEntry>>

/** What operators read or do of it, as the audit log names it: about people, and about nobody's account. */
export const ieoPersonalActions = ['ieo_allocation_read'] as const
export const ieoHouseActions = [
  'ieo_draft_written',
  'ieo_draft_dropped',
  'ieo_launched',
  'ieo_launch_refused',
  'ieo_canceled',
] as const
/** What of it needs a second person. */
export const ieoProposals = ['ieo_launch', 'ieo_cancel'] as const
