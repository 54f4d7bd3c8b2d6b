import * as z from 'zod/mini'
import { notification, notificationCategory } from '../notificationMessage.ts'
import { decimal, id, localeId, millis, page, pageOf, symbol } from '../values.ts'
import { defineRoute } from './route.ts'

const unread = z.object({ unread: z.int().check(z.minimum(0)) })

export const notifications = defineRoute({
  method: 'GET',
  path: '/notifications',
  access: 'user',
  query: z.object({ ...page, category: z.optional(notificationCategory) }),
  answer: pageOf(notification),
  errors: ['field_malformed'],
  summary: 'Notifications of the person and of the account in use, newest first; kept for 90 days, 1000 of a person.',
})

export const notificationsUnread = defineRoute({
  method: 'GET',
  path: '/notifications/unread',
  access: 'user',
  answer: unread,
  summary: 'How many notifications are unread.',
})

export const notificationsRead = defineRoute({
  method: 'POST',
  path: '/notifications/read',
  access: 'user',
  body: z.object({ ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))) }),
  answer: unread,
  errors: ['field_malformed', 'request_malformed'],
  summary: 'Marks the named notifications as read, or all of them where none is named.',
})

/** How a category is told beside the app itself. */
export const channelChoice = z.object({ mail: z.boolean(), push: z.boolean() })
export type ChannelChoice = z.infer<typeof channelChoice>

const minute = z.int().check(z.minimum(0), z.maximum(1_439))

/** What a person wants to be told, where and when. */
export const notificationSetting = z.object({
  channels: z.object({
    trades: channelChoice,
    margin: channelChoice,
    products: channelChoice,
    wallet: channelChoice,
    review: channelChoice,
    security: channelChoice,
    support: channelChoice,
    news: channelChoice,
    alerts: channelChoice,
  }),
  /** Minutes of the day between which nothing is mailed or pushed but what is about security; null for never. */
  quiet: z.nullable(z.object({ from: minute, to: minute })),
  /** IANA name of the zone in which the quiet hours lie. */
  timezone: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_+\-/]+$/)),
})
export type NotificationSetting = z.infer<typeof notificationSetting>

export const notificationSettingRead = defineRoute({
  method: 'GET',
  path: '/notifications/setting',
  access: 'user',
  answer: notificationSetting,
  summary: 'Which categories are mailed and pushed, and the quiet hours.',
})

export const notificationSettingChange = defineRoute({
  method: 'PUT',
  path: '/notifications/setting',
  access: 'user',
  body: notificationSetting,
  answer: notificationSetting,
  errors: ['field_malformed', 'request_malformed'],
  summary: 'Changes them; a zone that there is not is a malformed field.',
})

export const pushKey = defineRoute({
  method: 'GET',
  path: '/push/key',
  access: 'user',
  answer: z.object({ key: z.string() }),
  summary: 'The public key (P-256, base64url) under which this server pushes (RFC 8292).',
})

/** Where a browser's push service takes messages for it. */
const endpoint = z.string().check(z.maxLength(1_000), z.regex(/^https?:\/\/[^\s]+$/))

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`)))

export const pushSubscribe = defineRoute({
  method: 'POST',
  path: '/push/subscriptions',
  access: 'user',
  body: z.object({
    endpoint,
    p256dh: base64url(87),
    auth: base64url(22),
    /** Pushes to this browser then bear no amounts. */
    hide_amounts: z.boolean(),
  }),
  answer: z.null(),
  errors: ['field_malformed', 'request_malformed', 'push_service_unknown'],
  summary: 'Has this browser pushed to; the same endpoint again replaces what was known of it.',
})

/** A browser that is pushed to: its push service's host, never the address itself, by which one pushes. */
export const pushDevice = z.object({
  /** SHA-256 of its endpoint, by which a browser finds itself. */
  digest: z.string(),
  service: z.string(),
  lang: localeId,
  hide_amounts: z.boolean(),
  created: millis,
  /** Since when its push service refuses what is sent to it: it is to be turned off and on again. */
  refused: z.nullable(millis),
})

export const pushDevices = defineRoute({
  method: 'GET',
  path: '/push/subscriptions',
  access: 'user',
  query: z.object(page),
  answer: pageOf(pushDevice),
  errors: ['field_malformed'],
  summary: 'The browsers that are pushed to, newest first.',
})

export const pushUnsubscribe = defineRoute({
  method: 'DELETE',
  path: '/push/subscriptions',
  access: 'session',
  body: z.object({ endpoint }),
  answer: z.null(),
  errors: ['field_malformed', 'request_malformed'],
  summary: 'Ends pushing to a browser of one’s own.',
})

export const alertDirections = ['above', 'below'] as const
export const alertSources = ['last', 'mark'] as const

/** A price that a person waits for. */
export const priceAlert = z.object({
  id,
  symbol,
  direction: z.enum(alertDirections),
  /** The last price, or the mark: the index by which positions are reckoned. */
  source: z.enum(alertSources),
  price: decimal,
  /** Tells again each time the price has gone back by half a per cent and returns. */
  repeats: z.boolean(),
  /** When it told last; null where it has not yet. */
  fired: z.nullable(millis),
  time: millis,
})
export type PriceAlert = z.infer<typeof priceAlert>

export const priceAlerts = defineRoute({
  method: 'GET',
  path: '/price_alerts',
  access: 'user',
  query: z.object({ symbol: z.optional(symbol), ...page }),
  answer: pageOf(priceAlert),
  errors: ['field_malformed'],
  summary: 'The alerts that wait, newest first.',
})

export const priceAlertMake = defineRoute({
  method: 'POST',
  path: '/price_alerts',
  access: 'user',
  body: z.object({
    symbol,
    direction: z.enum(alertDirections),
    source: z.enum(alertSources),
    price: decimal,
    repeats: z.boolean(),
  }),
  answer: priceAlert,
  errors: [
    'field_malformed',
    'request_malformed',
    'symbol_unknown',
    'price_invalid',
    'price_off_tick',
    'market_stale',
    'alert_price_passed',
    'alerts_too_many',
  ],
  summary: 'Waits for a price. The same alert again is the one that there is.',
})

export const priceAlertRemove = defineRoute({
  method: 'DELETE',
  path: '/price_alerts/{id}',
  access: 'user',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['field_malformed', 'alert_unknown'],
  summary: 'Waits no longer.',
})

export const notificationRoutes = {
  notifications,
  notificationsUnread,
  notificationsRead,
  notificationSettingRead,
  notificationSettingChange,
  pushKey,
  pushSubscribe,
  pushDevices,
  pushUnsubscribe,
  priceAlerts,
  priceAlertMake,
  priceAlertRemove,
}
