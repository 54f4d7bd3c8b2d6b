import type { Listing } from '../book/listing.ts'
import type { DerivativeAccount, Position } from '../derivative/state.ts'
import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import { holderName, houseOf, type HolderId, type Realm } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'

// The rules of liquidation once more, from the specification and not from the engine.

/** A run whose accounts are watched. */
export interface Watched {
  readonly state: State
  readonly now: number
  /** When the first tick after the last restart was, UTC milliseconds; 0 before the first. */
  readonly since: number
  /** By realm, which markets have ticked since what decides about their marks has changed. */
  readonly ticked: Record<Realm, Set<number>>
}

const minuteMs = 60_000
const dayMinutes = 1_440

// 1970 began on a Thursday
function isOpen(sessions: Listing['sessions'], now: number): boolean {
  const minutes = Math.floor(now / minuteMs)
  const today = (Math.floor(minutes / dayMinutes) + 4) % 7
  const minute = minutes % dayMinutes
  const on = sessions.some(({ weekday, fromMinute, toMinute }) => {
    return weekday === today && fromMinute <= minute && minute < toMinute
  })
  return sessions.length === 0 || on
}

/** Whether a market's mark may close a position of a realm now. */
export function decides({ state, now }: Watched, realm: Realm, listing: number): boolean {
  const { time, sources, kind } = state.venue.marks.of(listing)
  const { halt, sessions } = state.venue.listings[listing]
  const heard = now - time <= 5_000 && sources >= (realm === 'real' ? 2 : 1)
  return heard && halt !== 'halted' && isOpen(sessions, now) && (realm === 'demo' || kind === 'live')
}

/** Whether a market's mark decides and is too old for the house to trade on: younger than five seconds, older than one. */
function isOld(run: Watched, realm: Realm, listing: number): boolean {
  return decides(run, realm, listing) && run.now - run.state.venue.marks.of(listing).time > 1_000
}

/** The last mark of a market in tenths of a tick. */
export function lastMark({ state }: Pick<Watched, 'state'>, listing: number): bigint {
  return BigInt(state.venue.marks.of(listing).indexTenths || state.venue.lastSamples[listing])
}

/** mmr·N − cum of the holder's whole notional in the symbol, shared by lots and rounded up; 10 units a hundredth of a lot and tenth. */
function maintenanceOf(run: Watched, account: DerivativeAccount, position: Position): bigint {
  return maintenanceAt(run.state, account, position, lastMark(run, position.listing))
}

/** What a position has to be margined with at a mark in tenths of a tick. */
export function maintenanceAt(
  { derivative }: Pick<State, 'derivative'>,
  account: DerivativeAccount,
  position: Position,
  markTenths: bigint,
): bigint {
  let whole = 0n
  for (const { listing, lots } of account.positions.values()) {
    if (listing === position.listing) whole += BigInt(lots)
  }
  const notional = whole * markTenths * 10n
  let scaled = 0n
  for (const { floor, maintenanceRate, cumulative } of bracketsOfVersion(derivative, position)) {
    if (floor === 0n || notional > floor) scaled = notional * BigInt(maintenanceRate) - cumulative * 1_000_000_000n
  }
  const [n, d] = [scaled * BigInt(position.lots), whole * 1_000_000_000n]
  return n % d === 0n ? n / d : n / d + 1n
}

/** What a position has gained at a mark in tenths of a tick. */
export function profitOf({ side, lots, cost }: Position, markTenths: bigint): bigint {
  const value = BigInt(lots) * markTenths * 10n
  return side === 'long' ? value - cost : cost - value
}

/** What of a holder's contract account is not held. */
export function availableOf({ state }: Pick<Watched, 'state'>, holder: HolderId): bigint {
  return state.venue.ledger.posted(holder, 'contract', 0) - state.venue.ledger.frozen(holder, 'contract', 0)
}

/** What a tick of a market must have dealt with and has not. */
export function leftBelow(run: Watched, ticked: number): string[] {
  const found: string[] = []
  for (const account of run.state.derivative.accounts.values()) {
    const { holder, realm } = account
    let equity = availableOf(run, holder) + account.perpetualHold
    let maintenance = 0n
    const cross: Position[] = []
    for (const position of account.positions.values()) {
      if (lastMark(run, position.listing) === 0n) return found
      const [profit, kept] = [
        profitOf(position, lastMark(run, position.listing)),
        maintenanceOf(run, account, position),
      ]
      if (position.kind === 'cross') {
        equity += profit
        maintenance += kept
        cross.push(position)
      } else if (position.listing === ticked && decides(run, realm, ticked) && position.margin + profit < kept) {
        found.push(`${position.kind} ${position.id} has ${position.margin + profit} of ${kept}`)
      }
    }
    if (equity >= maintenance || !cross.some(({ listing }) => listing === ticked)) continue
    // just after a start an account waits until all its marks are heard
    const early = run.now - run.since <= 5_000
    if (early && cross.some(({ listing }) => run.state.venue.marks.of(listing).indexTenths === 0)) continue
    const may = cross.some(({ listing }) => run.ticked[realm].has(listing) && decides(run, realm, listing))
    // the house waits with what it would take over for marks that it would trade on, at most four seconds
    const waits = run.now < account.takeoverAfter && cross.some(({ listing }) => isOld(run, realm, listing))
    if (may && !waits) found.push(`the account of ${holderName(holder)} has ${equity} of ${maintenance}`)
  }
  return found
}

/** What no event of any command may be. */
export function wrongIn(run: Watched, events: readonly Event[]): string[] {
  const found: string[] = []
  const started = new Set<string>()
  for (const event of events) {
    if (event.type === 'liquidationStarted') {
      started.add(`${holderName(event.holder)} ${event.position}`)
      if (event.equity >= event.maintenance) found.push(`liquidated with ${event.equity} of ${event.maintenance}`)
      for (const { listing, indexTenths } of event.positions) {
        if (BigInt(indexTenths) !== lastMark(run, listing)) found.push(`liquidated at ${indexTenths}`)
      }
    } else if (event.type === 'positionTakenOver' && event.cause === 'bankruptcy') {
      const id = event.kind === 'cross' ? 0 : event.position
      if (!started.has(`${holderName(event.holder)} ${id}`)) found.push(`took over ${event.position} of nobody below`)
      if (!decides(run, event.realm, event.listing)) found.push(`took over by a mark that decides nothing`)
      if (tookEarly(run, event, events)) found.push(`took over ${event.position} by an old mark`)
    } else if (event.type === 'takeoverWaits') {
      if (event.until !== run.now + 4_000) found.push(`waits until ${event.until} at ${run.now}`)
      if (!isOld(run, event.realm, event.listing)) found.push(`waits for a mark that is not old`)
    } else if (event.type === 'derivativeTraded') {
      found.push(...wrongTrade(run, event, started))
    }
  }
  return found
}

type TakenOver = Extract<Event, { type: 'positionTakenOver' }>

// by an old mark of what is taken over, or of what stands beside it, before four seconds were waited
function tookEarly(run: Watched, { holder, realm, kind, listing }: TakenOver, events: readonly Event[]): boolean {
  const account = run.state.derivative.accounts.get(holder)
  if (!account) return true
  const since = run.now - account.takeoverAfter
  if (since >= 0 && since <= 5_000) return false
  const taken = events.flatMap((event) =>
    event.type === 'positionTakenOver' && event.holder === holder && event.kind === 'cross' ? [event.listing] : [],
  )
  const open = [...account.perpetual.values()].flatMap((one) => (one.kind === 'cross' ? [one.listing] : []))
  return (kind === 'cross' ? [...taken, ...open] : [listing]).some((one) => isOld(run, realm, one))
}

function wrongTrade(
  run: Watched,
  event: Extract<Event, { type: 'derivativeTraded' }>,
  started: ReadonlySet<string>,
): string[] {
  const { state, now } = run
  const { taker, maker, realm, listing, price, takerSide } = event
  const found: string[] = []
  if (!decides(run, realm, listing)) found.push(`traded ${listing} by a mark that decides nothing`)
  if (taker.purpose === 'liquidation') {
    const id = taker.kind === 'cross' ? 0 : taker.closing
    if (!started.has(`${holderName(taker.holder)} ${id}`)) found.push(`closed ${taker.closing} of nobody below`)
  }
  for (const { holder, lotsOpened } of [maker, taker]) {
    const { perpetual } = state.derivative.accounts.get(holder) ?? {}
    if (lotsOpened === 0 || !perpetual) continue
    const shut = [...perpetual.values()].some((at) => at.kind === 'cross' && !decides(run, realm, at.listing))
    if (shut) found.push(`${holderName(holder)} opened with a position that nothing decides`)
  }
  const ladder = state.derivative.ladders[realm][listing]
  const fresh = now - state.venue.marks.of(listing).time <= 1_000
  if (houseOf(maker.holder)) {
    const shown = ladder[takerSide === 'buy' ? 'sell' : 'buy'].price
    if (!fresh || !shown.includes(price)) found.push(`the house made at ${price}, which it did not show`)
  } else if (houseOf(taker.holder)) {
    const [best] = ladder[takerSide].price
    const within = takerSide === 'buy' ? price <= best : price >= best
    if (!fresh || !within) found.push(`the house took at ${price}, beyond ${best}`)
  }
  return found
}
