import { isNotificationKind, notificationKindOf } from '@truemark/protocol/notifications'
import { parseLocaleId } from '@truemark/protocol/locale'
import type { Notification } from '@truemark/protocol/notificationMessage'
import type { NotificationSetting } from '@truemark/protocol/routes/notification'
import { streamType } from '@truemark/protocol/stream'
import type { Realm } from '@truemark/protocol/values'
import type { Post } from '../platform/mail/post.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { startRounds } from '../platform/rounds.ts'
import type { OwnHub } from '../platform/socket/hub.ts'
import { isQuiet } from './quietHours.ts'
import { queuePushes } from './push/push.store.ts'
import { readSettings } from './setting.store.ts'
import { notificationShape } from './shape.ts'
import {
  type Addressee,
  type NotificationRow,
  countUnread,
  findAddressees,
  markTold,
  sweepNotifications,
  takeUntold,
} from './store.ts'

export interface TellOptions {
  readonly database: Database
  readonly ids: PublicIds
  readonly hub: OwnHub
  readonly post: Post
  readonly appName: () => string
  /** Where people reach this server, for the links of mails; null where nobody said. */
  readonly publicUrl: string | null
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** Something is to be pushed. */
  readonly pushed: () => void
}

const pollInterval = 300
const roundMax = 200
const sweepInterval = 3_600_000

/**
 * Sends what was written down: mails go into the outbox and pushes into their queue in the transaction that marks a
 * notification as told, so that each goes once; the socket is told afterwards, and who misses that asks anew. Returns how
 * to stop.
 */
export function startTelling(options: TellOptions): () => Promise<void> {
  const { database, onError } = options
  const stopTelling = startRounds(() => tellAll(options), { everyMs: pollInterval, first: 'later', onError })
  const stopSweeping = startRounds(() => sweepNotifications(database), {
    everyMs: sweepInterval,
    first: 'later',
    onError,
  })
  return async () => {
    await Promise.all([stopTelling(), stopSweeping()])
  }
}

async function tellAll(options: TellOptions): Promise<void> {
  for (let taken = roundMax; taken === roundMax;) taken = await tellRound(options)
}

/** Tells up to 200 notifications; gives how many there were. */
export async function tellRound(options: TellOptions): Promise<number> {
  const { database } = options
  const { rows, people, pushes } = await database.transaction(async (client) => {
    const taken = await takeUntold(client, roundMax)
    if (taken.length === 0) return { rows: taken, people: new Map<number, Addressee>(), pushes: 0 }
    const userIds = [...new Set(taken.map(({ userId }) => userId))]
    const known = await findAddressees(client, userIds)
    const settingOf = await readSettings(client, userIds)
    const pushed: NotificationRow[] = []
    for (const row of taken) {
      const person = known.get(row.userId)
      if (person !== undefined && (await sendOn(options, client, row, person, settingOf(row.userId)))) pushed.push(row)
    }
    const queued = await queuePushes(client, pushed)
    await markTold(
      client,
      taken.map(({ id }) => id),
    )
    return { rows: taken, people: known, pushes: queued }
  })
  if (pushes > 0) options.pushed()
  await tellSockets(options, rows, people)
  return rows.length
}

/** Mails one where its person chose that; gives whether it is to be pushed as well. */
async function sendOn(
  options: TellOptions,
  client: Queryable,
  row: NotificationRow,
  person: Addressee,
  setting: NotificationSetting,
): Promise<boolean> {
  const shape = notificationShape(options.ids, row)
  if (shape === null) return false
  const { category, kind } = shape
  const must = isNotificationKind(kind) && notificationKindOf(kind).alwaysMail === true
  const isSilent = category !== 'security' && isQuiet(setting.quiet, setting.timezone, options.now())
  if (isSilent && !must) return false
  const { mail, push } = setting.channels[category]
  // what a demo account does is no mail's business
  if ((mail || must) && row.realm !== 'demo' && person.email !== '' && isMailed(kind)) {
    await options.post.sendMail(letterOf(options, shape, person), client)
  }
  return push && !isSilent
}

/** Whether a kind is mailed as a notification, and not by a mail of its own. */
function isMailed(kind: string): boolean {
  return isNotificationKind(kind) && notificationKindOf(kind).ownMail !== true
}

function letterOf({ appName, publicUrl }: TellOptions, shape: Notification, person: Addressee) {
  const params = {
    ...shape.params,
    kind: shape.kind,
    app: appName(),
    account: person.account,
    word: person.word,
    link: publicUrl === null ? '' : `${publicUrl}${shape.path}`,
  }
  return { to: person.email, template: 'notification', locale: parseLocaleId(person.lang), params } as const
}

async function tellSockets(
  { database, ids, hub }: TellOptions,
  rows: readonly NotificationRow[],
  people: ReadonlyMap<number, Addressee>,
): Promise<void> {
  for (const row of rows) {
    const person = people.get(row.userId)
    if (person === undefined) continue
    const accounts: readonly (readonly [Realm, number | null])[] = [
      ['real', person.realHolder],
      ['demo', person.demoHolder],
    ]
    for (const [realm, holder] of accounts) {
      if (holder === null || (row.realm !== null && row.realm !== realm) || !hub.isOpen(holder)) continue
      const notification = notificationShape(ids, row)
      if (notification === null) continue
      const unread = await countUnread(database, { userId: row.userId, realm })
      hub.toHolder(holder, streamType.notification, { notification, unread })
    }
  }
}
