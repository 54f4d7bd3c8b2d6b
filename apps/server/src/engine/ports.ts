import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { Catalogue } from './catalogue.ts'
import type { Exchange } from './exchangeClient.ts'
import type { Reads } from './reads.ts'

/** What every slice that asks the engine stands on. */
export interface SlicePorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
}
