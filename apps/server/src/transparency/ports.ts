import type { Catalogue, Exchange } from '../engine/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What the public pages stand on. */
export interface TransparencyPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly exchange: Exchange
  readonly ids: PublicIds
  readonly kind: () => string
  readonly sourceOf: (symbol: string) => string
  readonly now: () => number
}
