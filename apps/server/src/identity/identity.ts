import type { Logger } from 'pino'
import type { Alerts } from './alerts.ts'
import type { StepUp } from './stepUp.ts'
import type { Exchange } from '../engine/door.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Post } from '../platform/mail/post.ts'
import type { LocaleId } from '@truemark/protocol/locale'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What identity stands on. */
export interface IdentityPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly post: Post
  /** Whether messages of a kind reach people: by a provider, or read out by an administrator while this is only tried out. */
  readonly canTell: (channel: 'email' | 'sms') => Promise<boolean>
  readonly alerts: Alerts
  readonly stepUp: StepUp
  readonly ids: PublicIds
  /** Where the pictures of profiles lie. */
  readonly vault: Vault
  readonly logger: Logger
  /** The key under which codes and network addresses are hashed. */
  readonly secret: Uint8Array
  /** The same of all generations, the newest first. */
  readonly secrets: readonly Uint8Array[]
  /** The key of what is sealed at rest. */
  readonly sealing: SealingKeys
  /** Called with the sessions that have just ended, so that their sockets close and no cache keeps them. */
  readonly sessionsEnded: (sessionIds: readonly string[]) => void
  /** Keeps, in the transaction of a registration, which user agreement was in force in the reader's language. */
  readonly noteAgreement: (client: Queryable, userId: number, lang: LocaleId, now: number) => Promise<void>
  /** Forgets, in the transaction that closes an account, what mails its proven address gets by itself. */
  readonly forgetAddress: (client: Queryable, address: string) => Promise<void>
  /** The name that mails bear. */
  readonly appName: () => string
  /** A moment (UTC ms) as a letter says it to a reader of a language. */
  readonly momentText: (time: number, lang: LocaleId) => string
  /** Passwords are at least this long; the specification's minimum unless the operator wants more. */
  readonly passwordLengthMin: number
  readonly now: () => number
  /** How many live guests' demo accounts one network address may have. */
  readonly guestsPerAddressMax: number
}
