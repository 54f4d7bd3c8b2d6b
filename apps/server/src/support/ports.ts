import type { AppData } from '../content/door.ts'
import type { OperatorSockets } from '../operator/door.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Logger } from '../platform/log.ts'
import type { Post } from '../platform/mail/post.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { Translate } from '../platform/texts/translator.ts'
import type { SupportStream } from './supportStream.ts'

/** What customer service stands on. */
export interface SupportPorts {
  readonly database: Database
  readonly ids: PublicIds
  readonly vault: Vault
  readonly post: Post
  readonly logger: Logger
  readonly appData: AppData
  readonly translate: Translate
  readonly operatorSockets: OperatorSockets
  /** Where the socket stands. */
  readonly socketPath: string
  readonly support: SupportStream
  /** Signs the link of the operator's own chat; null where none is set. */
  readonly linkSecret: string | null
  readonly now: () => number
}

/** Messages of a person that may wait for an answer. */
export const unansweredMax = 100
/** Messages a person may send within a window of seconds. */
export const pace = { messages: 20, seconds: 10 } as const
/** Tickets of a person that may be open, and what a ticket may hold. */
export const ticketsOpenMax = 10
export const ticketLinesMax = 100
export const cannedMax = 200
