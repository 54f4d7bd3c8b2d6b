import type { ListingId } from '../book/listing.ts'
import type { PriceKind } from '../book/mark.ts'
import { realms, type HolderId, type Realm } from '../ledger/holders.ts'
import { Agenda } from '../trigger/agenda.ts'
import type { ExitKey } from './event.ts'
import type { Direction, OptionTerms, TieRule } from './terms.ts'

/** An option that is not settled. Amounts in smallest units of USDT, prices in tenths of a tick, times in UTC ms. */
export interface OptionOrder {
  readonly id: number
  readonly holder: HolderId
  readonly realm: Realm
  readonly listing: ListingId
  readonly direction: Direction
  readonly stake: bigint
  readonly seconds: number
  readonly rate: number
  readonly gain: bigint
  readonly tie: TieRule
  readonly acceptedAt: number
  /** 0 until it has entered. */
  entryStamp: number
  entryTenths: number
  entrySources: number
  entryKind: PriceKind
  /** Those with which it expires, once it has entered; derived. */
  group: Expiry | null
}

/** What one index sample said of a listing. */
export interface Seen {
  readonly stamp: number
  readonly indexTenths: number
  readonly sources: number
  readonly kind: PriceKind
  readonly fresh: boolean
}

/**
 * Where the exit of options that expire together stands: still ahead, a price, to be rebuilt, or not to be had. A missing
 * one knows since when it is, and when its market came back; 0 while it has not.
 */
export type Exit =
  | { readonly state: 'ahead' | 'lost' }
  | { readonly state: 'known'; readonly stamp: number; readonly indexTenths: number }
  | { readonly state: 'missing'; readonly since: number; readonly recoveredAt: number }

/** Options that expire together: they all settle on one exit. */
export interface Expiry extends ExitKey {
  readonly members: Map<number, OptionOrder>
  exit: Exit
}

/** What the pool of a realm would pay if all its open options won: in all, and by listing and direction. */
export interface Exposure {
  sum: bigint
  readonly byListing: Map<ListingId, Record<Direction, bigint>>
}

/** All open options of both realms. What stands below `nextOrder` is derived from the orders and exits. */
export interface OptionState {
  readonly terms: Map<ListingId, OptionTerms>
  readonly orders: Map<number, OptionOrder>
  /** The last two samples of each listing, the newest first. */
  readonly seen: Map<ListingId, readonly Seen[]>
  nextOrder: number
  readonly byHolder: Map<HolderId, Map<number, OptionOrder>>
  /** Those that have not entered, by realm and listing, oldest first. */
  readonly waiting: Record<Realm, Map<ListingId, Map<number, OptionOrder>>>
  readonly expiries: Map<string, Expiry>
  /** The moments of expiries that are still ahead, and what expires at each, with the moment's handle. */
  readonly agenda: Agenda
  readonly ahead: Map<number, { readonly handle: number; readonly together: Expiry[] }>
  /** Expiries with an exit, or without hope of one, whose options are to be settled; the first to be so first. */
  readonly decided: Map<string, Expiry>
  readonly missing: Map<string, Expiry>
  readonly exposure: Record<Realm, Exposure>
}

export function createOptionState(): OptionState {
  return {
    terms: new Map(),
    orders: new Map(),
    seen: new Map(),
    nextOrder: 1,
    byHolder: new Map(),
    waiting: { real: new Map(), demo: new Map() },
    expiries: new Map(),
    agenda: new Agenda(),
    ahead: new Map(),
    decided: new Map(),
    missing: new Map(),
    exposure: { real: { sum: 0n, byListing: new Map() }, demo: { sum: 0n, byListing: new Map() } },
  }
}

export function keyOf({ realm, listing, kind, expiry }: ExitKey): string {
  return `${expiry} ${listing} ${realm} ${kind}`
}

/** When an option that has entered expires. */
export function expiryOf(order: OptionOrder): number {
  return order.entryStamp + 1_000 * order.seconds
}

/** How many options a holder has open. */
export function openOptionCount(option: OptionState, holder: HolderId): number {
  return option.byHolder.get(holder)?.size ?? 0
}

/** A holder's open options, oldest first. */
export function openOptionsOf(option: OptionState, holder: HolderId): OptionOrder[] {
  return [...(option.byHolder.get(holder)?.values() ?? [])]
}

/** What the pool would pay if all open options of a realm, listing and direction won. */
export function exposureOn(option: OptionState, realm: Realm, listing: ListingId, direction: Direction): bigint {
  return option.exposure[realm].byListing.get(listing)?.[direction] ?? 0n
}

function expose(option: OptionState, { realm, listing, direction }: OptionOrder, gain: bigint): void {
  const exposure = option.exposure[realm]
  exposure.sum += gain
  const own = exposure.byListing.get(listing)
  if (own) own[direction] += gain
  else exposure.byListing.set(listing, { up: 0n, down: 0n, [direction]: gain })
}

/** Takes an option in: it waits for its entry, or, where it has entered, for its expiry. */
export function admit(option: OptionState, order: OptionOrder): void {
  option.orders.set(order.id, order)
  const own = option.byHolder.get(order.holder) ?? new Map<number, OptionOrder>()
  own.set(order.id, order)
  option.byHolder.set(order.holder, own)
  expose(option, order, order.gain)
  if (order.entryStamp > 0) joinExpiry(option, order)
  else waitingOf(option, order.realm, order.listing).set(order.id, order)
}

/** The options of a realm and listing that have not entered, oldest first. */
export function waitingOf(option: OptionState, realm: Realm, listing: ListingId): Map<number, OptionOrder> {
  const known = option.waiting[realm].get(listing)
  if (known) return known
  const made = new Map<number, OptionOrder>()
  option.waiting[realm].set(listing, made)
  return made
}

/** Every queue of options that have not entered. */
export function* waitingQueues(option: OptionState): Generator<Map<number, OptionOrder>> {
  for (const realm of realms) yield* option.waiting[realm].values()
}

/** Takes an option that has entered to those that expire at the same moment. */
export function joinExpiry(option: OptionState, order: OptionOrder): void {
  const { realm, listing, entryKind: kind } = order
  const key: ExitKey = { realm, listing, kind, expiry: expiryOf(order) }
  const name = keyOf(key)
  let expiry = option.expiries.get(name)
  if (!expiry) {
    expiry = { ...key, members: new Map(), exit: { state: 'ahead' } }
    option.expiries.set(name, expiry)
    const moment = option.ahead.get(key.expiry)
    if (moment) moment.together.push(expiry)
    else {
      const handle = option.agenda.add(key.expiry, key.expiry)
      option.ahead.set(key.expiry, { handle, together: [expiry] })
    }
  }
  expiry.members.set(order.id, order)
  order.group = expiry
}

/** Writes where the exit of an expiry stands, and puts it where it is looked for next. */
export function setExit(option: OptionState, key: ExitKey, exit: Exit): void {
  const name = keyOf(key)
  const expiry = option.expiries.get(name)
  if (!expiry) throw new RangeError(`nothing expires at ${name}`)
  if (expiry.exit.state === 'ahead') leaveAhead(option, expiry)
  option.missing.delete(name)
  expiry.exit = exit
  if (exit.state === 'missing') option.missing.set(name, expiry)
  else option.decided.set(name, expiry)
}

function leaveAhead(option: OptionState, expiry: Expiry): void {
  const moment = option.ahead.get(expiry.expiry)
  if (!moment) return
  moment.together.splice(moment.together.indexOf(expiry), 1)
  if (moment.together.length > 0) return
  option.ahead.delete(expiry.expiry)
  option.agenda.remove(moment.handle)
}

/** Forgets an option that is done. */
export function dismiss(option: OptionState, id: number): void {
  const order = openOption(option, id)
  option.orders.delete(id)
  const own = option.byHolder.get(order.holder)
  own?.delete(id)
  if (own?.size === 0) option.byHolder.delete(order.holder)
  expose(option, order, -order.gain)
  if (order.entryStamp === 0) {
    waitingOf(option, order.realm, order.listing).delete(id)
    return
  }
  const expiry = order.group
  expiry?.members.delete(id)
  if (!expiry || expiry.members.size > 0) return
  const name = keyOf(expiry)
  if (expiry.exit.state === 'ahead') leaveAhead(option, expiry)
  option.missing.delete(name)
  option.decided.delete(name)
  option.expiries.delete(name)
}

/** The open option of an id; throws where the caller's promise that it is open does not hold. */
export function openOption(option: OptionState, id: number): OptionOrder {
  const order = option.orders.get(id)
  if (!order) throw new RangeError(`option ${id} is not open`)
  return order
}
