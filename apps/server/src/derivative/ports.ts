import type { HolderId } from '@truemark/core/ledger/holders'
import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What the routes of contracts and perpetuals stand on. */
export interface DerivativePorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
  /** Whether prices are simulated or replayed. */
  readonly simulated: () => boolean
  /** The last number of a holder's stream of changes. */
  readonly seqOf: (holder: HolderId) => number
  readonly now: () => number
}
