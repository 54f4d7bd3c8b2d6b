import { hash } from 'node:crypto'
import { parseLocaleId } from '@truemark/protocol/locale'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageIn, placeIn } from '../platform/http/page.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { type AlertRoutePorts, bindAlerts } from './alert/routes.ts'
import { isPushEndpoint } from './push/endpoint.ts'
import { browsersOf, putSubscription, removeSubscription } from './push/push.store.ts'
import { arePushKeys } from './push/seal.ts'
import { minuteOfDay } from './quietHours.ts'
import { readSettings, writeSetting } from './setting.store.ts'
import { notificationShape } from './shape.ts'
import { type Reader, countUnread, findNotifications, markRead } from './store.ts'

export interface NotificationPorts extends AlertRoutePorts {
  readonly database: Database
  readonly ids: PublicIds
  /** By what push services know this server, and which origins are some besides the known ones. */
  readonly push: { readonly publicKey: string; readonly origins: readonly string[] }
}

/** Binds the notification centre, its settings, web push and price alerts. */
export function bindNotifications(gateway: Gateway, ports: NotificationPorts): void {
  bindCentre(gateway, ports)
  bindSetting(gateway, ports)
  bindPush(gateway, ports)
  bindAlerts(gateway, ports)
}

function bindCentre(gateway: Gateway, { database, ids }: NotificationPorts): void {
  const unreadOf = async (reader: Reader) => done({ unread: await countUnread(database, reader) })
  gateway.bind(notificationRoutes.notifications, async ({ caller, query }) => {
    const place = placeIn(ids, 'notification', query)
    if (place === null) return refused('field_malformed')
    const rows = await findNotifications(database, caller, query.category ?? null, place.before, place.limit)
    const items = rows.flatMap((row) => notificationShape(ids, row) ?? [])
    const last = rows.at(-1)
    const cursor = rows.length === place.limit && last !== undefined ? ids.write('notification', last.id) : null
    return done({ items, cursor })
  })
  gateway.bind(notificationRoutes.notificationsUnread, ({ caller }) => unreadOf(caller))
  gateway.bind(notificationRoutes.notificationsRead, async ({ caller, body }) => {
    const named = body.ids?.flatMap((id) => ids.read('notification', id) ?? []) ?? null
    await markRead(database, caller, named)
    return unreadOf(caller)
  })
}

function bindSetting(gateway: Gateway, { database, now }: NotificationPorts): void {
  const settingOf = async (userId: number) => done((await readSettings(database, [userId]))(userId))
  gateway.bind(notificationRoutes.notificationSettingRead, ({ caller }) => settingOf(caller.userId))
  gateway.bind(notificationRoutes.notificationSettingChange, async ({ caller, body }) => {
    if (minuteOfDay(now(), body.timezone) === null) return refused('field_malformed')
    await writeSetting(database, caller.userId, body)
    return settingOf(caller.userId)
  })
}

function bindPush(gateway: Gateway, { database, push }: NotificationPorts): void {
  gateway.bind(notificationRoutes.pushKey, () => done({ key: push.publicKey }))
  gateway.bind(notificationRoutes.pushDevices, async ({ caller, query }) => {
    const browsers = await browsersOf(database, caller.userId)
    const page = pageIn(browsers, query, ({ endpoint }) => endpoint)
    if (page === null) return refused('field_malformed')
    const items = page.items.map(({ endpoint, lang, hideAmounts, createdAt, refusedAt }) => ({
      digest: hash('sha256', endpoint, 'hex'),
      service: new URL(endpoint).host,
      lang: parseLocaleId(lang),
      hide_amounts: hideAmounts,
      created: createdAt.getTime(),
      refused: refusedAt?.getTime() ?? null,
    }))
    return done({ items, cursor: page.cursor })
  })
  gateway.bind(notificationRoutes.pushSubscribe, async ({ caller, body, locale }): Promise<Outcome<null>> => {
    const { endpoint, p256dh, auth, hide_amounts: hideAmounts } = body
    if (!isPushEndpoint(endpoint, push.origins)) return refused('push_service_unknown')
    if (!arePushKeys(body)) return refused('field_malformed')
    const { userId, sessionId } = caller
    const browser = { endpoint, p256dh, auth, hideAmounts, lang: locale, userId, sessionId: Number(sessionId) }
    await database.transaction((client) => putSubscription(client, browser))
    return done(null)
  })
  gateway.bind(notificationRoutes.pushUnsubscribe, async ({ caller, body }) => {
    await removeSubscription(database, caller.userId, body.endpoint)
    return done(null)
  })
}
