import type { ListingId } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { derivativeOf, type DerivativeAccount, type DerivativeState, type Position } from '../derivative/state.ts'
import type { Derivative } from '../derivative/terms.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import { firstMarkBeyond, liquidationPrice } from '../margin/exposure.ts'
import { noTrigger, PriceTriggers, type Passing } from '../trigger/priceTriggers.ts'
import { SafeBands } from '../trigger/safeBands.ts'
import type { TriggerCause } from './event.ts'
import { reckonCross, type Reckoned } from './figures.ts'

/** What waits for the marks of one listing in one realm. */
interface Market {
  /** Stop-losses and take-profits: twice the position's id, and one more for a take-profit. */
  readonly targets: PriceTriggers
  /** The first mark that liquidates a position on its own margin. */
  readonly edges: PriceTriggers
  /** The marks within which cross positions leave their accounts safe. */
  readonly bands: SafeBands
  /** Positions that have been triggered and are not closed yet. */
  readonly firing: Set<number>
  /** Holders whose cross accounts cannot be reckoned until this listing's mark is heard. */
  readonly waiting: Set<HolderId>
  /** The mark at which the last whole tick ended, in tenths of a tick; 0 before the first. */
  previousTenths: number
}

/** A stop-loss or take-profit that has been passed. */
export interface Target {
  readonly position: number
  readonly cause: TriggerCause
}

/** Where a position stands in the structures of its market. */
interface Place {
  readonly realm: Realm
  readonly holder: HolderId
  readonly listing: ListingId
  stopLoss: number
  takeProfit: number
  edge: number
}

const tenthsPerTick = 10

/**
 * Everything that marks can fire, in ordered structures, so that a tick costs what it fires and not what is open. All
 * of it follows from the durable state and is ambient: after a restore every position counts as touched.
 */
export class Watch {
  readonly #markets: Record<Realm, Market[]> = { real: [], demo: [] }
  readonly #places = new Map<number, Place>()
  readonly #terms: (Derivative | undefined)[] = []
  /** Where each holder waits whose cross account cannot be reckoned. */
  readonly #waits = new Map<HolderId, Market>()

  /** What waits for a listing's marks in a realm; made at its first use. */
  market(realm: Realm, listing: ListingId): Market {
    return (this.#markets[realm][listing] ??= {
      targets: new PriceTriggers(),
      edges: new PriceTriggers(),
      bands: new SafeBands(),
      firing: new Set(),
      waiting: new Set(),
      previousTenths: 0,
    })
  }

  /** Brings the structures up to what has happened since they were last asked. */
  refresh(state: DerivativeState, venue: Venue, now: number): void {
    this.#followTerms(state)
    const { positions, holders } = state.touched
    if (positions.size > 0) {
      const beside = new Map<HolderId, Set<ListingId>>()
      for (const id of positions) this.#follow(state, id, beside)
      // a position's edge depends on what else its holder has in the symbol
      for (const [holder, listings] of beside) this.#placeEdges(state, holder, listings)
      positions.clear()
    }
    for (const holder of holders) this.reckon(state, venue, holder, now)
    holders.clear()
  }

  #followTerms(state: DerivativeState): void {
    for (const [listing, terms] of state.terms.entries()) {
      if (this.#terms[listing] === terms) continue
      this.#terms[listing] = terms
      for (const position of state.positions.values()) {
        if (position.listing === listing) state.touched.positions.add(position.id)
      }
    }
  }

  #follow(state: DerivativeState, id: number, beside: Map<HolderId, Set<ListingId>>): void {
    const position = state.positions.get(id)
    const place = this.#places.get(id) ?? this.#enter(state, position)
    if (!place) return
    const listings = beside.get(place.holder)
    if (listings) listings.add(place.listing)
    else beside.set(place.holder, new Set([place.listing]))
    if (position) this.#placeTargets(place, position)
    else this.#leave(id, place)
    // what was cross is reckoned anew as a whole
    if (!position || position.kind === 'cross') state.touched.holders.add(place.holder)
  }

  #enter(state: DerivativeState, position: Position | undefined): Place | null {
    if (!position) return null
    const { id, holder, listing } = position
    const realm = state.accounts.get(holder)?.realm
    if (!realm) throw new RangeError(`holder ${holder} has no derivatives`)
    const place = { realm, holder, listing, stopLoss: noTrigger, takeProfit: noTrigger, edge: noTrigger }
    this.#places.set(id, place)
    return place
  }

  #leave(id: number, place: Place): void {
    const market = this.market(place.realm, place.listing)
    if (place.stopLoss !== noTrigger) market.targets.remove(place.stopLoss)
    if (place.takeProfit !== noTrigger) market.targets.remove(place.takeProfit)
    if (place.edge !== noTrigger) market.edges.remove(place.edge)
    market.bands.remove(id)
    market.firing.delete(id)
    this.#places.delete(id)
  }

  #placeTargets(place: Place, position: Position): void {
    const { targets, firing } = this.market(place.realm, place.listing)
    const isLong = position.side === 'long'
    const fired = position.triggered !== 'none'
    if (fired) firing.add(position.id)
    const stop = fired ? 0 : position.stopLoss * tenthsPerTick
    const take = fired ? 0 : position.takeProfit * tenthsPerTick
    const id = 2 * position.id
    place.stopLoss = placed(targets, place.stopLoss, isLong ? 'fall' : 'rise', stop || null, id)
    place.takeProfit = placed(targets, place.takeProfit, isLong ? 'rise' : 'fall', take || null, id + 1)
  }

  #placeEdges(state: DerivativeState, holder: HolderId, listings: ReadonlySet<ListingId>): void {
    const account = state.accounts.get(holder)
    if (!account) return
    for (const position of account.positions.values()) {
      if (position.kind === 'cross' || !listings.has(position.listing)) continue
      const place = this.#places.get(position.id) ?? this.#enter(state, position)
      if (!place) continue
      const { edges } = this.market(place.realm, place.listing)
      const mark = edgeOf(state, account, position, position.margin)
      const isLong = position.side === 'long'
      // 0 for a long that outlives any fall; a short that no mark can save waits at 0 for any
      place.edge = placed(edges, place.edge, isLong ? 'fall' : 'rise', isLong && mark === 0 ? null : mark, position.id)
    }
  }

  /**
   * Reckons a cross account at its marks and gives its positions their bands. Gives its figures, or null where there is
   * nothing to reckon now: no cross position, or one whose mark does not decide; then it waits for that one.
   */
  reckon(state: DerivativeState, venue: Venue, holder: HolderId, now: number): Reckoned | null {
    const account = state.accounts.get(holder)
    this.#waits.get(holder)?.waiting.delete(holder)
    this.#waits.delete(holder)
    if (!account || account.crossCount === 0) return null
    const figures = reckonCross(state, venue, account, now)
    if (typeof figures === 'number') {
      this.#await(account, figures)
      return null
    }
    this.#placeBands(state, account, figures)
    return figures
  }

  #await(account: DerivativeAccount, listing: ListingId): void {
    for (const { id, listing: own } of account.perpetual.values()) this.market(account.realm, own).bands.remove(id)
    const market = this.market(account.realm, listing)
    market.waiting.add(account.holder)
    this.#waits.set(account.holder, market)
  }

  // the cushion is shared by what each position is worth: all bands are then as wide in per cent, and no mark of the
  // account can leave its equity below maintenance while every mark is within its band
  #placeBands(state: DerivativeState, account: DerivativeAccount, figures: Reckoned): void {
    const cushion = figures.equity - figures.maintenance
    const worth = figures.positions.reduce((sum, { value }) => sum + value, 0n)
    for (const { position, value, profit, maintenance } of figures.positions) {
      const { bands } = this.market(account.realm, position.listing)
      if (cushion < 0n) {
        // to be looked at by the next tick, whatever it says
        bands.set(position.id, { lower: Number.MAX_SAFE_INTEGER, upper: Number.POSITIVE_INFINITY })
        continue
      }
      const share = worth === 0n ? 0n : (cushion * value) / worth
      // at `margin` on its own the position would be at its edge once it has lost its share
      const edge = edgeOf(state, account, position, share - profit + maintenance)
      const isLong = position.side === 'long'
      bands.set(position.id, {
        lower: isLong && edge > 0 ? edge + 1 : Number.NEGATIVE_INFINITY,
        upper: isLong ? Number.POSITIVE_INFINITY : edge - 1,
      })
    }
  }

  /** Whether a mark fires nothing in a realm: a few comparisons, whatever is open. */
  isQuiet(realm: Realm, listing: ListingId, markTenths: number): boolean {
    const { targets, edges, bands, firing, waiting } = this.market(realm, listing)
    if (firing.size > 0 || waiting.size > 0) return false
    return !targets.isPassed(markTenths) && !edges.isPassed(markTenths) && !bands.isLeft(markTenths)
  }

  /** The mark at which the last whole tick ended; after a restart the last sample, so that what fires keeps its order. */
  previous(venue: Venue, realm: Realm, listing: ListingId): number {
    const { previousTenths } = this.market(realm, listing)
    return previousTenths || venue.lastSamples[listing] || venue.marks[listing].indexTenths
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
    const { targets } = this.market(realm, listing)
    const taken = targets.take(this.previous(venue, realm, listing), venue.marks[listing].indexTenths, max)
    return taken.map((target): Target => {
      const position = Math.floor(target / 2)
      const cause = target % 2 === 0 ? 'stop_loss' : 'take_profit'
      const place = this.#places.get(position)
      if (place && cause === 'stop_loss') place.stopLoss = noTrigger
      else if (place) place.takeProfit = noTrigger
      state.touched.positions.add(position)
      return { position, cause }
    })
  }

  /** The positions on their own margin that the mark has led below their maintenance, as {@link takeTargets}. */
  takeEdges(state: DerivativeState, venue: Venue, realm: Realm, listing: ListingId, max: number): number[] {
    const { edges } = this.market(realm, listing)
    const taken = edges.take(this.previous(venue, realm, listing), venue.marks[listing].indexTenths, max)
    for (const id of taken) {
      const place = this.#places.get(id)
      if (place) place.edge = noTrigger
      state.touched.positions.add(id)
    }
    return taken
  }

  /** The holders whose cross accounts a mark asks to be reckoned: by their oldest position concerned. */
  asked(state: DerivativeState, realm: Realm, listing: ListingId, markTenths: number): HolderId[] {
    const { bands, waiting } = this.market(realm, listing)
    const found = new Map<HolderId, number>()
    for (let id = bands.next(markTenths); id !== null; id = bands.next(markTenths)) {
      bands.remove(id)
      const place = this.#places.get(id)
      if (place) found.set(place.holder, id)
    }
    for (const holder of waiting) {
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
  const { brackets, quotePerTenthLot } = derivativeOf(state, listing)
  const whole = account.lots.get(listing) ?? lots
  const price = liquidationPrice({ side, quantity: lots, cost, whole }, margin, brackets)
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
