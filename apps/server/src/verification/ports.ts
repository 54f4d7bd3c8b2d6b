import type { Exchange } from '../engine/door.ts'
import type { Letters } from '../identity/door.ts'
import type { Proposals } from '../operator/door.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Logger } from '../platform/log.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { TokenKeys } from '../platform/keys/tokenKeys.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What real-name verification stands on. */
export interface VerificationPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly ids: PublicIds
  readonly vault: Vault
  readonly logger: Logger
  readonly letters: Letters
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  /** The keys of hashes, by which a document's number is known again. */
  readonly tokens: TokenKeys
  /** The key of what is sealed: what people typed. */
  readonly sealing: SealingKeys
  readonly now: () => number
}

/** The fewest hours that a review is said to take. */
export const reviewHoursMin = 1
