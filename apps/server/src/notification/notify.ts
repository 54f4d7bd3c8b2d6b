import { notificationKindOf } from '@truemark/protocol/notifications'
import type { Queryable } from '../platform/postgres/database.ts'
import type { News, PersonalNews } from './news.ts'
import { insertForEveryone, insertOne } from './store.ts'

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
