import { isNotificationKind, localParams } from '@truemark/protocol/notifications'
import { parseLocaleId } from '@truemark/protocol/locale'
import type { Notification } from '@truemark/protocol/notificationMessage'
import type { Database } from '../../platform/postgres/database.ts'
import type { PublicIds } from '../../platform/publicId.ts'
import { type Rounds, createRounds } from '../../platform/rounds.ts'
import type { Translate } from '../../platform/texts/translator.ts'
import { notificationShape } from '../shape.ts'
import { findNotification } from '../store.ts'
import { isPushEndpoint } from './endpoint.ts'
import { type DuePush, dropSubscription, endPush, markSubscription, takePushes } from './push.store.ts'
import { sealPush } from './seal.ts'
import type { Vapid } from './vapid.ts'

export interface PushOptions {
  readonly database: Database
  readonly ids: PublicIds
  readonly translate: Translate
  readonly vapid: Vapid
  /** Origins that are push services besides the known ones. */
  readonly origins: readonly string[]
  readonly appName: () => string
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** Told once an hour of a push service that refuses who we are (401, 403), with the beginning of its answer. */
  readonly refused: (service: string, status: number, answer: string) => void
}

const pollInterval = 5_000
const batchMax = 20
const attemptsMax = 5
const timeout = 10_000
/** How long a push service keeps a message for a browser that is away, in s. */
const lifetimeSeconds = 86_400
const titleLengthMax = 200
const bodyLengthMax = 600

/** Starts to push what is queued, one batch at a time; without a round of its own that is found within 5 s. */
export function startPushing(options: PushOptions): Rounds {
  return createRounds(() => pushDue(options), { everyMs: pollInterval, first: 'later', onError: options.onError })
}

async function pushDue(options: PushOptions): Promise<void> {
  for (let taken = batchMax; taken === batchMax;) {
    const due = await takePushes(options.database, batchMax)
    await Promise.all(due.map((push) => pushOne(options, push).catch(options.onError)))
    taken = due.length
  }
}

async function pushOne(options: PushOptions, push: DuePush): Promise<void> {
  const { database, ids, origins, now } = options
  const row = await findNotification(database, push.notification)
  const shape = row === null ? null : notificationShape(ids, row)
  const isLate = row !== null && now() - row.time > lifetimeSeconds * 1000
  if (shape === null || isLate || !isPushEndpoint(push.endpoint, origins)) return endPush(database, push)
  const status = await send(options, push, payloadOf(options, shape, push))
  // the browser is no longer there
  if (status === 404 || status === 410) return dropSubscription(database, push.id)
  const isRefused = status === 401 || status === 403
  if (isRefused || (status >= 200 && status < 300)) await markSubscription(database, push.id, isRefused)
  const isTransient = status === 0 || status === 429 || status >= 500
  if (!isTransient || push.attempts >= attemptsMax) await endPush(database, push)
}

/** What a browser shows. Where it hides amounts it gets the title alone, which bears none. */
export function payloadOf(
  { translate, appName }: Pick<PushOptions, 'translate' | 'appName'>,
  notification: Notification,
  push: Pick<DuePush, 'lang' | 'hideAmounts'>,
): Buffer {
  const locale = parseLocaleId(push.lang)
  const params = localParams(notification.params, locale)
  const say = (part: 'title' | 'text'): string =>
    isNotificationKind(notification.kind)
      ? (translate(locale, `notification.kind.${notification.kind}.${part}`, params) ?? '')
      : ''
  const own = say('title') || appName()
  // play money first: what is shown on a locked screen is read no further
  const title = notification.realm === 'demo' ? (translate(locale, 'notification.demo', { title: own }) ?? own) : own
  return Buffer.from(
    JSON.stringify({
      id: notification.id,
      title: title.slice(0, titleLengthMax),
      body: push.hideAmounts ? '' : say('text').slice(0, bodyLengthMax),
      path: notification.path,
    }),
  )
}

const refusedInterval = 3_600_000
const answerLengthMax = 200
const servicesMax = 100
/** When each push service was last told of, by the options of who told. */
const refusals = new WeakMap<PushOptions, Map<string, number>>()

async function noteRefusal(options: PushOptions, endpoint: string, response: Response): Promise<void> {
  const service = new URL(endpoint).host
  const told = refusals.get(options) ?? new Map<string, number>()
  refusals.set(options, told)
  const last = told.get(service)
  if (last !== undefined && options.now() - last < refusedInterval) {
    await response.body?.cancel()
    return
  }
  if (told.size >= servicesMax) told.clear()
  told.set(service, options.now())
  const answer = (await response.text()).replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, answerLengthMax)
  options.refused(service, response.status, answer)
}

/** Hands a message to its push service; gives the status, 0 where there was no answer. */
async function send(options: PushOptions, push: DuePush, payload: Buffer): Promise<number> {
  const { vapid, now } = options
  try {
    const response = await fetch(push.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapid.authorization(push.endpoint, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(lifetimeSeconds),
        urgency: 'high',
      },
      body: new Uint8Array(sealPush(payload, push)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (response.status === 401 || response.status === 403) await noteRefusal(options, push.endpoint, response)
    else await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
