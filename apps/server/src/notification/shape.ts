import { isNotificationKind, notificationKindOf, notificationPath } from '@truemark/protocol/notifications'
import type { Notification } from '@truemark/protocol/notificationMessage'
import type { IdKind, PublicIds } from '../platform/publicId.ts'
import type { NotificationRow } from './store.ts'

const idKindOfGame: Readonly<Record<string, IdKind>> = {
  spot: 'order',
  contract: 'derivative',
  perpetual: 'derivative',
  position: 'derivative',
  option: 'option',
}

/** A notification as its reader gets it; null where this server does not know its kind. */
export function notificationShape(ids: PublicIds, row: NotificationRow): Notification | null {
  const { kind, params, realm, time, read } = row
  if (!isNotificationKind(kind)) return null
  const cause = row.ref === null ? '' : causeOf(ids, kind, params, row.ref)
  return {
    id: ids.write('notification', row.id),
    kind,
    category: notificationKindOf(kind).category,
    params,
    path: notificationPath(kind, params, cause),
    realm,
    time,
    read,
  }
}

function causeOf(ids: PublicIds, kind: string, params: Readonly<Record<string, string>>, ref: number): string {
  if (kind === 'news_published') return ids.write('news', ref)
  if (kind === 'support_answered') return ids.write('ticket', ref)
  const idKind = idKindOfGame[params['game'] ?? '']
  return idKind === undefined ? '' : ids.write(idKind, ref)
}
