import {
  Alerts,
  addressIn,
  contactOf,
  type NotificationPorts,
  openVapid,
  startMarginWatch,
  startPushing,
  startTelling,
} from './notification/door.ts'
import type { Parts } from './start.ts'
import type { ProcessParts } from './threads.ts'

const stopTimeout = 2_000
const noContact =
  'Push services are told a contact that nobody can reach, and some (Apple’s) refuse every push for it: set PUBLIC_URL to this installation’s https address, or MAIL_FROM to a mailbox of yours.'

/** Starts all that tells people what happened, and gives what its routes stand on. */
export async function startNotifications(process: ProcessParts, parts: Parts): Promise<NotificationPorts> {
  const { config, lifecycle, logger } = process
  const { database, ids, clock, catalogue, exchange, market, hub, post, translate, keys, appData } = parts
  const onError = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const now = (): number => clock.now()
  const appName = (): string => appData.name
  const sender = addressIn(config.mailFrom)
  const contact = contactOf({ publicUrl: config.publicUrl, mails: [config.deskMail ?? '', sender] })
  if (contact === null) logger.warn(noContact)
  const vapid = await openVapid(database, keys.sealing, contact ?? `mailto:${sender}`)
  const alerts = new Alerts({ database, now, onError: onError('a price alert could not be told') })
  await alerts.load()
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
    hub,
    post,
    appName,
    now,
    publicUrl: config.publicUrl,
    onError: onError('notifications could not be told'),
    pushed: () => void pusher.now(),
  })
  lifecycle.add('notifications', stopTimeout, stopTelling)
  const figures: NotificationPorts['figures'] = (symbol) => market.view.figures(symbol)
  return { database, ids, catalogue, figures, alerts, push: { publicKey: vapid.publicKey, origins }, now }
}
