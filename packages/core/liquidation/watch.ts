import type { ListingId } from '../book/listing.ts'
import { tradeAgeMaxMs } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { crossPositions } from '../derivative/account.ts'
import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import { derivativeOf, type DerivativeAccount, type DerivativeState, type Position } from '../derivative/state.ts'
import { holderName, type HolderId, type Realm } from '../ledger/holders.ts'
import { firstMarkBeyond, liquidationPrice } from '../margin/exposure.ts'
import { noTrigger, type Passing, type PriceTriggers } from '../trigger/priceTriggers.ts'
import { passingOf } from '../trigger/target.ts'
import type { TriggerCause } from './event.ts'
import { reckonCross, type Reckoned } from './figures.ts'
import { MarketWatch } from './marketWatch.ts'
import { noRow, Places } from './places.ts'

/** A stop-loss or take-profit that has been passed. */
export interface Target {
  readonly position: number
  readonly cause: TriggerCause
}

const tenthsPerTick = 10

/**
 * Everything that marks can fire, in ordered structures, so that a tick costs what it fires and not what is open. All
 * of it follows from the durable state and is ambient: after a restore every position counts as touched.
 */
export class Watch {
  readonly #markets: Record<Realm, MarketWatch[]> = { real: [], demo: [] }
  readonly #places = new Places()
  /** Where each holder waits whose cross account no mark can close anything of. */
  readonly #waits = new Map<HolderId, readonly MarketWatch[]>()
  /** The engine's time of the first look, UTC milliseconds. */
  #since = 0

  /** What waits for a listing's marks in a realm; made at its first use. */
  market(realm: Realm, listing: ListingId): MarketWatch {
    return (this.#markets[realm][listing] ??= new MarketWatch())
  }

  // the same, by one who is about to change it
  #open(realm: Realm, listing: ListingId): MarketWatch {
    const market = this.market(realm, listing)
    market.change()
    return market
  }

  /** Says that marks are watched from `now` on (UTC milliseconds), unless they have been before. */
  begin(now: number): void {
    this.#since ||= now
  }

  /** Brings the structures up to what has happened since they were last asked. */
  refresh(state: DerivativeState, venue: Venue, now: number): void {
    this.begin(now)
    const { positions, holders } = touchedSince(state, venue)
    if (positions.size > 0) {
      const beside = new Map<HolderId, ListingId[]>()
      for (const id of positions) this.#follow(state, id, beside)
      // a position's edge depends on what else its holder has in the symbol
      for (const [holder, listings] of beside) this.#placeEdges(state, holder, listings)
      positions.clear()
    }
    if (holders.size === 0) return
    for (const holder of holders) this.reckon(state, venue, holder, now)
    holders.clear()
  }

  #follow(state: DerivativeState, id: number, beside: Map<HolderId, ListingId[]>): void {
    const position = state.positions.get(id)
    const row = position ? this.#rowOf(state, position) : this.#places.find(id)
    if (row === noRow) return
    const holder = this.#places.holder(row)
    const listing = this.#places.listing(row)
    const listings = beside.get(holder)
    if (!listings) beside.set(holder, [listing])
    else if (!listings.includes(listing)) listings.push(listing)
    if (position) this.#placeTargets(row, position)
    else this.#leave(id, row)
    // what was cross is reckoned anew as a whole
    if (!position || position.kind === 'cross') state.touched.holders.add(holder)
  }

  #rowOf(state: DerivativeState, { id, holder, listing }: Position): number {
    const known = this.#places.find(id)
    if (known !== noRow) return known
    const realm = state.accounts.get(holder)?.realm
    if (!realm) throw new RangeError(`holder ${holderName(holder)} has no derivatives`)
    return this.#places.enter(id, realm, holder, listing)
  }

  #leave(id: number, row: number): void {
    const places = this.#places
    const market = this.#open(places.realm(row), places.listing(row))
    if (places.stopLoss[row] !== noTrigger) market.targets.remove(places.stopLoss[row])
    if (places.takeProfit[row] !== noTrigger) market.targets.remove(places.takeProfit[row])
    if (places.edge[row] !== noTrigger) market.edges.remove(places.edge[row])
    market.bands.remove(id)
    market.firing.delete(id)
    places.leave(id)
  }

  #placeTargets(row: number, position: Position): void {
    const places = this.#places
    const { targets, firing } = this.#open(places.realm(row), position.listing)
    const { side } = position
    const fired = position.triggered !== 'none'
    if (fired) firing.add(position.id)
    const stop = fired ? 0 : position.stopLoss * tenthsPerTick
    const take = fired ? 0 : position.takeProfit * tenthsPerTick
    const id = 2 * position.id
    places.stopLoss[row] = placed(targets, places.stopLoss[row], passingOf(side, 'stop_loss'), stop || null, id)
    places.takeProfit[row] = placed(
      targets,
      places.takeProfit[row],
      passingOf(side, 'take_profit'),
      take || null,
      id + 1,
    )
  }

  #placeEdges(state: DerivativeState, holder: HolderId, listings: readonly ListingId[]): void {
    const account = state.accounts.get(holder)
    if (!account) return
    for (const position of account.positions.values()) {
      const { id, kind, side, listing, margin } = position
      if (kind === 'cross' || !listings.includes(listing)) continue
      const row = this.#rowOf(state, position)
      const { edges } = this.#open(account.realm, listing)
      const mark = edgeOf(state, account, position, margin)
      // 0 for a long that outlives any fall; a short that no mark can save waits at 0 for any
      const price = side === 'long' && mark === 0 ? null : mark
      this.#places.edge[row] = placed(edges, this.#places.edge[row], side === 'long' ? 'fall' : 'rise', price, id)
    }
  }

  /**
   * Reckons a cross account at its last marks and gives its positions their bands. Gives its figures, or null where
   * nothing can come of them now: it has no cross position, or none whose mark decides; then it waits for all of them.
   */
  reckon(state: DerivativeState, venue: Venue, holder: HolderId, now: number): Reckoned | null {
    const account = state.accounts.get(holder)
    for (const market of this.#waits.get(holder) ?? []) {
      market.waiting.delete(holder)
      market.change()
    }
    this.#waits.delete(holder)
    if (!account || account.crossCount === 0) return null
    const figures = this.#isEarly(venue, account, now) ? null : reckonCross(state, venue, account, now)
    if (!figures?.positions.some(({ decided }) => decided)) {
      this.#await(account)
      return null
    }
    this.#placeBands(state, account, figures)
    return figures
  }

  // just after a start the marks of an account's symbols are heard one after the other: until then the last sample of one,
  // which may be as old as the engine was down, is not set against the first mark of another
  #isEarly(venue: Venue, account: DerivativeAccount, now: number): boolean {
    if (now - this.#since > tradeAgeMaxMs) return false
    return crossPositions(account).some(({ listing }) => venue.marks.of(listing).indexTenths === 0)
  }

  #await(account: DerivativeAccount): void {
    const markets = crossPositions(account).map(({ id, listing }) => {
      const market = this.#open(account.realm, listing)
      market.bands.remove(id)
      market.waiting.add(account.holder)
      return market
    })
    this.#waits.set(account.holder, markets)
  }

  // the cushion is shared by what each position is worth: all bands are then as wide in per cent, and no mark of the
  // account can leave its equity below maintenance while every mark is within its band
  #placeBands(state: DerivativeState, account: DerivativeAccount, figures: Reckoned): void {
    const cushion = figures.equity - figures.maintenance
    // a position with a mark is worth something
    const worth = figures.positions.reduce((sum, { value }) => sum + value, 0n)
    for (const { position, value, profit, maintenance } of figures.positions) {
      const { bands } = this.#open(account.realm, position.listing)
      if (cushion < 0n) {
        // to be looked at by the next tick, whatever it says
        bands.set(position.id, { lower: Number.MAX_SAFE_INTEGER, upper: Number.POSITIVE_INFINITY })
        continue
      }
      const share = (cushion * value) / worth
      // at `margin` on its own the position would be at its edge once it has lost its share
      const edge = edgeOf(state, account, position, share - profit + maintenance)
      const isLong = position.side === 'long'
      bands.set(position.id, {
        lower: isLong && edge > 0 ? edge + 1 : Number.NEGATIVE_INFINITY,
        upper: isLong ? Number.POSITIVE_INFINITY : edge - 1,
      })
    }
  }

  /** The mark at which the last whole tick ended; after a restart the last sample, so that what fires keeps its order. */
  previous(venue: Venue, realm: Realm, listing: ListingId): number {
    const { previousTenths } = this.market(realm, listing)
    return previousTenths || venue.lastSamples[listing] || venue.marks.of(listing).indexTenths
  }

  /** Says that all that a mark fires in a realm has been done. */
  endTick(realm: Realm, listing: ListingId, markTenths: number): void {
    this.market(realm, listing).previousTenths = markTenths
  }

  /**
   * The stop-losses and take-profits that the mark has passed, at most `max`, in the order in which they fire. They count
   * as touched: what is still open then comes back in.
   */
  takeTargets(state: DerivativeState, venue: Venue, realm: Realm, listing: ListingId, max: number): Target[] {
    const { targets } = this.#open(realm, listing)
    const taken = targets.take(this.previous(venue, realm, listing), venue.marks.of(listing).indexTenths, max)
    return taken.map((target): Target => {
      const position = Math.floor(target / 2)
      const cause = target % 2 === 0 ? 'stop_loss' : 'take_profit'
      const row = this.#places.find(position)
      if (row !== noRow) this.#places[cause === 'stop_loss' ? 'stopLoss' : 'takeProfit'][row] = noTrigger
      state.touched.positions.add(position)
      return { position, cause }
    })
  }

  /** The positions on their own margin that the mark has led below their maintenance, as {@link takeTargets}. */
  takeEdges(state: DerivativeState, venue: Venue, realm: Realm, listing: ListingId, max: number): number[] {
    const { edges } = this.#open(realm, listing)
    const taken = edges.take(this.previous(venue, realm, listing), venue.marks.of(listing).indexTenths, max)
    for (const id of taken) {
      const row = this.#places.find(id)
      if (row !== noRow) this.#places.edge[row] = noTrigger
      state.touched.positions.add(id)
    }
    return taken
  }

  /**
   * The holders whose cross accounts a mark asks to be reckoned: by their oldest position concerned. One that does not
   * decide asks for those alone that it leads out of their bands.
   */
  asked(
    state: DerivativeState,
    realm: Realm,
    listing: ListingId,
    { markTenths, decided }: { readonly markTenths: number; readonly decided: boolean },
  ): HolderId[] {
    const { bands, waiting } = this.#open(realm, listing)
    const found = new Map<HolderId, number>()
    for (let id = bands.next(markTenths); id !== null; id = bands.next(markTenths)) {
      bands.remove(id)
      const row = this.#places.find(id)
      if (row !== noRow) found.set(this.#places.holder(row), id)
    }
    for (const holder of decided ? waiting : []) {
      const position = state.accounts.get(holder)?.perpetual.get(listing)
      if (position && !found.has(holder)) found.set(holder, position.id)
    }
    return [...found].sort((a, b) => a[1] - b[1]).map(([holder]) => holder)
  }

  /** How many positions are watched. */
  get size(): number {
    return this.#places.size
  }
}

/** The first mark that leaves a position with `margin` of its own below its maintenance; 0 for none. */
function edgeOf(state: DerivativeState, account: DerivativeAccount, position: Position, margin: bigint): number {
  const { side, lots, cost, listing } = position
  const { quotePerTenthLot } = derivativeOf(state, listing)
  const whole = account.lots.get(listing) ?? lots
  const price = liquidationPrice({ side, quantity: lots, cost, whole }, margin, bracketsOfVersion(state, position))
  return firstMarkBeyond(side, price, quotePerTenthLot)
}

function placed(triggers: PriceTriggers, handle: number, passing: Passing, price: number | null, id: number): number {
  if (price === null) {
    if (handle !== noTrigger) triggers.remove(handle)
    return noTrigger
  }
  if (handle === noTrigger) return triggers.add(passing, price, id, id)
  triggers.move(handle, price)
  return handle
}

/** All that was touched since the last look, with the holders whose contract account the ledger says has moved. */
export function touchedSince(state: DerivativeState, venue: Venue): DerivativeState['touched'] {
  const { contractsMoved } = venue.ledger
  for (const holder of contractsMoved) {
    state.touched.holders.add(holder)
    state.touched.holds.add(holder)
  }
  contractsMoved.clear()
  return state.touched
}
