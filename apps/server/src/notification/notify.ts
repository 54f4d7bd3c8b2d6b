import type { NotificationKind, NotificationParams } from '@truemark/protocol/notifications'
import { notificationKindOf } from '@truemark/protocol/notifications'
import type { Realm } from '@truemark/protocol/values'
import type { Queryable } from '../platform/postgres/database.ts'
import { insertForEveryone, insertOne } from './store.ts'

/** What somebody is to be told. */
export interface News {
  readonly kind: NotificationKind
  /** Texts alone: canonical decimals, symbols, codes. The sentence is made from them when it is read. */
  readonly params: NotificationParams
  /** The number of the cause, of which the kind knows what it is; null for none. */
  readonly ref: number | null
  /** Names the happening: whoever was told of it is not told again. At most 100 characters. */
  readonly once: string
}

export interface PersonalNews extends News {
  readonly userId: number
  /** The account that it is about; null where it is about the person. */
  readonly realm: Realm | null
}

/**
 * Tells a person something, as soon as `client` commits: the app at once, mail and push as the person chose. With a
 * transaction's client it is told if and only if that commits.
 */
export async function notify(client: Queryable, news: PersonalNews): Promise<void> {
  await insertOne(client, { ...news, category: notificationKindOf(news.kind).category })
}

/** Tells every person who has registered; guests' demo accounts are left alone. */
export async function notifyEveryone(client: Queryable, news: News): Promise<void> {
  await insertForEveryone(client, { ...news, category: notificationKindOf(news.kind).category })
}
