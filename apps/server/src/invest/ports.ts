import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import type { Proposals } from '../operator/door.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What invest and launches stand on. */
export interface InvestPorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  readonly indexOf: (symbol: string) => string | null
  readonly simulated: () => boolean
  readonly now: () => number
}

/** The caller as the engine's queue knows one. */
export function sourceOf(caller: Caller) {
  return { kind: 'holder', holder: caller.holder, realm: caller.realm, asker: caller } as const
}
