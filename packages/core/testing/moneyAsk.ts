import type { HolderId } from '../ledger/holders.ts'
import type { State } from '../state.ts'

/** One of some, by a number. */
export function pick<T>(of: readonly T[], at: number): T {
  const found = of[at % of.length]
  if (found === undefined) throw new RangeError('there is nothing to pick from')
  return found
}

/** Most of the time nearly all that may be used: that is where accounts come to their edge. */
export function share(amount: bigint, by: number): bigint {
  const part = (amount * pick([1_000n, 1_000n, 990n, 700n, 500n, 300n, 100n, 10n], by)) / 1_000n
  return by % 31 === 0 ? part + 1n : part
}

/** What an act can see of the exchange that it is done on, and of the world's prices, which it may move. */
export interface Seen {
  readonly state: State
  now: number
  readonly indexes: number[]
  readonly sent: { readonly length: number }
  quote(listing: number): void
}

/** What those who make an act's commands know. */
export interface Asked {
  readonly run: Seen
  readonly holder: HolderId
  readonly realm: 'real' | 'demo'
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}
