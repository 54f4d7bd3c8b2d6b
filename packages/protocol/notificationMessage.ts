import * as z from 'zod/mini'
import { id, millis, realm } from './values.ts'

/** What notifications are sorted by; channels are chosen for each. Places are for ever: they stand in settings. */
export const notificationCategories = [
  'trades',
  'margin',
  'products',
  'wallet',
  'review',
  'security',
  'support',
  'news',
  'alerts',
] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** A kind of notification: what it is sorted under, and the page of the app that shows its cause. */
export interface NotificationKindEntry {
  readonly category: NotificationCategory
  /** `{id}` stands for the cause's public id, any other brace for a parameter of the notification. */
  readonly path: string
  /** Whether it is told by another mail of its own, so that it is never mailed as a notification. */
  readonly ownMail?: true
  /** Whether it is mailed whatever its person chose, and in quiet hours too: what must be known in time. */
  readonly alwaysMail?: true
}

export const notificationCategory = z.enum(notificationCategories)

/** Something that happened to a person. Its text is made from kind and params in the reader's language. */
export const notification = z.object({
  id,
  /** A kind of `notifications.ts`; one that a reader does not know yet it leaves out. */
  kind: z.string().check(z.maxLength(40)),
  category: notificationCategory,
  params: z.record(z.string(), z.string()),
  /** The page of the app that shows its cause. */
  path: z.string(),
  /** The account that it is about; null where it is about the person. */
  realm: z.nullable(realm),
  time: millis,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/** What the socket tells: a new notification, and how many are unread with it. */
export const notificationMessage = z.object({ notification, unread: z.int().check(z.minimum(0)) })
export type NotificationMessage = z.infer<typeof notificationMessage>
