import type { Venue } from '../book/venue.ts'
import { figuresAt } from '../derivative/account.ts'
import type { DerivativeAccount, DerivativeState } from '../derivative/state.ts'
import { isDecided, reckonCross } from './figures.ts'
import type { HolderId } from '../ledger/holders.ts'

/** How close a ticket, an isolated position or (position 0) a cross account is to its maintenance. */
export interface ThinMargin {
  readonly holder: HolderId
  readonly position: number
  /** The position's; 0 for an account. */
  readonly listing: number
  readonly ticket: boolean
  /** What it has and what it must keep, in smallest units of USDT; both 0 where no mark can decide now. */
  readonly equity: bigint
  readonly maintenance: bigint
}

/** Equity below maintenance × this, in hundredths, is worth a look. */
export const thinHundredths = 160n

/**
 * What has less than 1.6 times the maintenance that it must keep, among `count` accounts from the `skip`-th on, and what
 * no mark can decide now. `done` says that there are no further accounts. Changes nothing.
 */
export function thinMargins(
  state: DerivativeState,
  venue: Venue,
  { skip, count }: { readonly skip: number; readonly count: number },
  now: number,
): { thin: ThinMargin[]; done: boolean } {
  const thin: ThinMargin[] = []
  let place = 0
  for (const account of state.accounts.values()) {
    if (place >= skip + count) return { thin, done: false }
    if (place >= skip) thin.push(...thinOf(state, venue, account, now))
    place += 1
  }
  return { thin, done: true }
}

function* thinOf(
  state: DerivativeState,
  venue: Venue,
  account: DerivativeAccount,
  now: number,
): Generator<ThinMargin, void> {
  const { holder, realm } = account
  for (const position of account.positions.values()) {
    const { id, kind, listing, margin } = position
    if (kind === 'cross') continue
    const one = { holder, position: id, listing, ticket: kind === 'ticket' }
    if (!isDecided(venue, realm, position, now)) {
      yield { ...one, equity: 0n, maintenance: 0n }
      continue
    }
    const { profit, maintenance } = figuresAt(state, position, venue.marks.of(listing).indexTenths)
    if (isThin(margin + profit, maintenance)) yield { ...one, equity: margin + profit, maintenance }
  }
  if (account.crossCount === 0) return
  const one = { holder, position: 0, listing: 0, ticket: false }
  const whole = reckonCross(state, venue, account, now)
  if (!whole?.positions.some(({ decided }) => decided)) yield { ...one, equity: 0n, maintenance: 0n }
  else if (isThin(whole.equity, whole.maintenance)) {
    yield { ...one, equity: whole.equity, maintenance: whole.maintenance }
  }
}

function isThin(equity: bigint, maintenance: bigint): boolean {
  return equity * 100n < maintenance * thinHundredths
}
