import type { Catalogue, Exchange, Reads } from '../engine/door.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import type { DerivativeKinds } from './causes.ts'
import type { IndexOf } from './worth.ts'

/** What the routes of accounts stand on. */
export interface AccountPorts {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
  readonly indexOf: IndexOf
  readonly simulated: () => boolean
  /** The last number of a holder's stream of changes. */
  readonly seqOf: (holder: number) => number
  readonly now: () => number
  /** What each of some numbers of contracts and perpetuals is. */
  readonly derivativeKinds: (numbers: readonly number[]) => Promise<DerivativeKinds>
}

/** The caller as the engine's queue knows one. */
export function sourceOf(caller: Caller) {
  return { kind: 'holder', holder: caller.holder, realm: caller.realm } as const
}
