import type { Caller } from '../platform/http/session.ts'
import type { HouseProfit } from '@truemark/protocol/routes/deskDerivative'
import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Keys } from '../platform/keys/keys.ts'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { Proposals } from '../operator/door.ts'
import type { Published } from '../platform/published.ts'
import type { OwedReader } from './owedThread.ts'

/** Who can be written to, and who proves that an address is theirs. */
export interface HeadMailPeople {
  /** Whether mails leave this server by themselves. */
  readonly canMail: () => boolean
  /** Whether a code is the one that went to an address for heads; it is used up then. */
  readonly checkCode: (address: string, network: string, code: string) => Promise<boolean>
  /** The mail address that a caller has proved; null where there is none. */
  readonly mailOf: (caller: Pick<Caller, 'userId'>) => Promise<string | null>
}

/** What the public pages stand on. */
export interface TransparencyPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly exchange: Exchange
  readonly reads: Reads
  readonly ids: PublicIds
  readonly kind: () => string
  readonly sourceOf: (symbol: string) => string
  /** The key of ids and hashes: what hides a reckoning's digest is made from it. */
  readonly secret: Uint8Array
  readonly replacements: Keys['replacements']
  /** Signs evidence, proofs of what is owed, and receipts. */
  readonly signing: SigningKeys
  /** Reads what the engine's own state says is owed. */
  readonly owed: OwedReader
  /** Whom the day's signed head may go to by mail. */
  readonly heads: HeadMailPeople
  /** What each product has brought the house. */
  readonly houseProfits: () => Promise<readonly HouseProfit[]>
  /** What operators ask of each other. */
  readonly proposals: Proposals
  /** What runs here. */
  readonly published: () => Promise<Published>
  readonly now: () => number
}

/** What evidence, and the log that it stands in, are made from. */
export type EvidencePorts = Pick<
  TransparencyPorts,
  'database' | 'catalogue' | 'ids' | 'kind' | 'secret' | 'signing' | 'now'
>
