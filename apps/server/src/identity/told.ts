import { randomUUID } from 'node:crypto'
import type { NotificationKind, NotificationParams } from '@truemark/protocol/notifications'
import { notify } from '../notification/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** Tells a person in the app what was done to their account; with a transaction's client, if that commits. */
export async function tellSecurity(
  client: Queryable,
  userId: number,
  kind: NotificationKind,
  params: NotificationParams = {},
): Promise<void> {
  await notify(client, { userId, realm: null, kind, params, ref: null, once: `s${randomUUID()}` })
}
