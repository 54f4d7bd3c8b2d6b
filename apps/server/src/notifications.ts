import {
  AlertNews,
  Alerts,
  addressIn,
  contactOf,
  type NotificationPorts,
  openVapid,
  startMarginWatch,
  startPushing,
  startTelling,
} from './notification/door.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { Served } from './served.ts'
import type { Parts } from './start.ts'
import type { ProcessParts } from './threads.ts'

const stopTimeout = 2_000
const noContact =
  'Push services are told a contact that nobody can reach, and some (Apple’s) refuse every push for it: set PUBLIC_URL to this installation’s https address, or MAIL_FROM to a mailbox of yours.'

/** What the notification routes of a gateway stand on: the core watches prices, and is told of each alert. */
export async function openNotifications(process: ProcessParts, parts: Served, bus: Bus): Promise<NotificationPorts> {
  const { vapid } = await openPush(process, parts)
  return notificationPorts(process, parts, vapid.publicKey, new AlertNews(bus))
}

function notificationPorts(
  { config }: ProcessParts,
  { catalogue, clock, database, ids, market }: Served,
  publicKey: string,
  alerts: NotificationPorts['alerts'],
): NotificationPorts {
  const figures: NotificationPorts['figures'] = (symbol) => market.view.figures(symbol)
  const push = { publicKey, origins: config.pushOrigins }
  return { database, ids, catalogue, figures, alerts, push, now: () => clock.now() }
}

/** By what push services know this installation, and whom they may ask. */
async function openPush({ config, logger }: ProcessParts, { database, keys }: Served) {
  const sender = addressIn(config.mailFrom)
  const contact = contactOf({ publicUrl: config.publicUrl, mails: [config.deskMail ?? '', sender] })
  if (contact === null) logger.warn(noContact)
  return { contact, vapid: await openVapid(database, keys.sealing, contact ?? `mailto:${sender}`) }
}

/** Starts all that tells people what happened, and gives what its routes stand on. */
export async function startNotifications(process: ProcessParts, parts: Parts): Promise<NotificationPorts> {
  const { config, lifecycle, logger } = process
  const { bus, database, ids, clock, catalogue, exchange, market, everywhere, post, translate, appData } = parts
  const onError = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const now = (): number => clock.now()
  const appName = (): string => appData.name
  const { contact, vapid } = await openPush(process, parts)
  const alerts = new Alerts({ database, now, onError: onError('a price alert could not be told') })
  await alerts.load()
  if (bus !== null) AlertNews.follow(bus, alerts, onError('an alert of a gateway could not be taken'))
  const unlisten = market.onMessage((message) => alerts.heard(message))
  lifecycle.add('price alerts', stopTimeout, async () => {
    unlisten()
    await alerts.close()
  })
  const watch = { database, exchange, catalogue, now, onError: onError('margins could not be looked at') }
  lifecycle.add('margin watch', stopTimeout, startMarginWatch(watch))
  const origins = config.pushOrigins
  const pusher = startPushing({
    database,
    ids,
    translate,
    vapid,
    origins,
    appName,
    now,
    onError: onError('a push could not be sent'),
    refused: (service, status, answer) =>
      logger.warn(
        { service, status, answer, contact: contact ?? 'none' },
        'a push service refuses our pushes: it may not take the contact (set PUBLIC_URL or MAIL_FROM), or the key',
      ),
  })
  lifecycle.add('pushes', stopTimeout, () => pusher.stop())
  const stopTelling = startTelling({
    database,
    ids,
    hub: everywhere,
    post,
    appName,
    now,
    publicUrl: config.publicUrl,
    onError: onError('notifications could not be told'),
    pushed: () => void pusher.now(),
  })
  lifecycle.add('notifications', stopTimeout, stopTelling)
  return notificationPorts(process, parts, vapid.publicKey, alerts)
}
