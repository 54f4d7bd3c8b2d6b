import { type LocaleId, parseLocaleId } from '@truemark/protocol/locale'
import type { NotificationKind } from '@truemark/protocol/notifications'
import type { Logger } from 'pino'
import type { Post } from '../platform/mail/post.ts'
import type { MailTemplate } from '../platform/mail/render.ts'
import type { Database } from '../platform/postgres/database.ts'
import { insertFreezeLink, readSecurity } from './alerts.store.ts'
import { provenAddress, writeToProven } from './proven.ts'
import { newToken, tokenHash } from './secrets.ts'
import { type Person, personById } from './store.ts'
import { tellSecurity } from './told.ts'

/** What alerts stand on. */
export interface AlertPorts {
  readonly database: Database
  readonly post: Post
  readonly logger: Logger
  readonly appName: () => string
  /** A moment (UTC ms) as a letter says it to a reader of a language. */
  readonly momentText: (time: number, lang: LocaleId) => string
  readonly now: () => number
}

/** A withdrawal as its alert says it. */
export interface AskedWithdrawal {
  readonly amount: string
  readonly currency: string
  readonly payee: string
}

/**
 * Tells people in the app, and at their proven address what they have asked to be told; each message bears a link that
 * freezes the account.
 */
export interface Alerts {
  /** @param origin where this server is reached, for the link */
  loggedIn(person: Person, device: string, origin: string): Promise<void>
  withdrawalAsked(userId: number, asked: AskedWithdrawal, origin: string): Promise<void>
  /** Whatever they have asked for: how an account is entered has changed. */
  passkeyChanged(userId: number, changed: ChangedPasskey, origin: string): Promise<void>
  /** Whatever they have asked for: what guards the account, or where its money may go, has changed. */
  securityChanged(userId: number, changed: ChangedSecurity, origin: string): Promise<void>
  /** A right signature whose counter went back, as where there are two copies of a passkey. */
  passkeyDoubted(
    passkey: { readonly owner: { readonly id: number }; readonly name: string },
    origin: string,
  ): Promise<void>
}

/** A passkey that was added or removed, by its name. */
export interface ChangedPasskey {
  readonly change: 'Added' | 'Removed'
  readonly passkey: string
}

/** What was changed, as the locales' `mail.securityChanged` tells it. */
export interface ChangedSecurity {
  readonly change:
    | 'totp_on'
    | 'totp_off'
    | 'address_added'
    | 'card_added'
    | 'card_changed'
    | 'hold_on'
    | 'hold_off'
    | 'alerts'
    | 'key_made'
    | 'key_ended'
  /** The address, card or key that it is about. */
  readonly detail?: string
  /** The word that the message bears, if another than the person's of now. */
  readonly word?: string
}

/** Changes that are told in the app too. */
const tellings: Partial<Readonly<Record<ChangedSecurity['change'], NotificationKind>>> = {
  key_made: 'api_key_made',
  key_ended: 'api_key_ended',
}

/** Opens the alerts. One that fails is logged: what it is about has happened all the same. */
export function openAlerts(ports: AlertPorts): Alerts {
  const failed = (error: unknown): void => ports.logger.warn({ err: error }, 'an alert was not sent')
  const tell = async (userId: number, alert: Alert): Promise<void> => {
    const person = await personById(ports.database, userId).catch(() => null)
    if (person !== null) await send(ports, person, alert).catch(failed)
  }
  return {
    loggedIn: async (person, device, origin) => {
      await tellSecurity(ports.database, person.id, 'login_new', { device }).catch(failed)
      await send(ports, person, { wanted: 'loginMail', template: 'newLogin', params: { device }, origin }).catch(failed)
    },
    withdrawalAsked: (userId, asked, origin) =>
      tell(userId, { wanted: 'withdrawalMail', template: 'withdrawal', params: { ...asked }, origin }),
    passkeyChanged: async (userId, { change, passkey }, origin) => {
      const kind = change === 'Added' ? 'passkey_added' : 'passkey_removed'
      await tellSecurity(ports.database, userId, kind).catch(failed)
      await tell(userId, { wanted: null, template: `passkey${change}`, params: { passkey }, origin })
    },
    securityChanged: async (userId, { change, detail = '', word }, origin) => {
      const told = tellings[change]
      if (told !== undefined) await tellSecurity(ports.database, userId, told, { label: detail }).catch(failed)
      const params = { change, detail, ...(word === undefined ? {} : { word }) }
      await tell(userId, { wanted: null, template: 'securityChanged', params, origin })
    },
    passkeyDoubted: ({ owner, name }, origin) =>
      tell(owner.id, { wanted: null, template: 'passkeyDoubted', params: { passkey: name }, origin }),
  }
}

interface Alert {
  /** What a person must have asked for to be told; null for what everyone is told. */
  readonly wanted: 'loginMail' | 'withdrawalMail' | null
  readonly template: MailTemplate
  readonly params: Readonly<Record<string, string>>
  readonly origin: string
}

async function send(ports: AlertPorts, person: Person, { wanted, template, params, origin }: Alert): Promise<void> {
  const { database, post } = ports
  const setting = await readSecurity(database, person.id)
  if (wanted !== null && !setting[wanted]) return
  const token = newToken()
  await database.transaction(async (client) => {
    await insertFreezeLink(client, person.id, tokenHash(token))
    const whole = {
      app: ports.appName(),
      account: provenAddress(person),
      time: ports.momentText(ports.now(), parseLocaleId(person.lang)),
      word: setting.word,
      // behind the # so that no server or proxy ever writes it to a log
      link: `${origin}/freeze#${token}`,
      ...params,
    }
    await writeToProven(post, person, { template, params: whole }, client)
  })
}
