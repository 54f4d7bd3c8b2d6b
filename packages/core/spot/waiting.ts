import type { ListingId } from '../book/listing.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import { PriceTriggers } from '../trigger/priceTriggers.ts'
import type { Conditional } from './conditional.ts'
import { Trails } from './trails.ts'

interface Kept {
  readonly one: Conditional
  readonly realm: Realm
  readonly handles: readonly number[]
}

/** What waits in one market of a realm: for a price each, and behind those that follow the index, in both directions. */
interface Place {
  readonly triggers: PriceTriggers
  readonly fall: Trails
  readonly rise: Trails
}

function emptyPlace(): Place {
  const triggers = new PriceTriggers()
  return { triggers, fall: new Trails('fall', triggers), rise: new Trails('rise', triggers) }
}

const tenths = 10

/** All conditional orders that wait: by number, by holder from the oldest on, and by price in each market of each realm. */
export class Waiting {
  // numbers only grow, so that this stands in their order
  readonly #byOrder = new Map<number, Kept>()
  readonly #byHolder = new Map<HolderId, Set<number>>()
  readonly #places: Record<Realm, Place[]> = { real: [], demo: [] }

  get size(): number {
    return this.#byOrder.size
  }

  /** Takes one in, whose number is above all before it. */
  add(one: Conditional, realm: Realm): void {
    const { order, holder, listing, other, passing: way, trail } = one
    const place = (this.#places[realm][listing] ??= emptyPlace())
    const legs = trail ? [] : [one, ...(other ? [other] : [])]
    const handles = legs.map(({ passing, trigger }) => place.triggers.add(passing, tenths * trigger, order, order))
    if (trail) place[way].add(order, trail.rate, trail.extremeTenths)
    this.#byOrder.set(order, { one, realm, handles })
    const own = this.#byHolder.get(holder)
    if (own) own.add(order)
    else this.#byHolder.set(holder, new Set([order]))
  }

  /** Forgets one; nothing happens where it does not wait. */
  remove(order: number): void {
    const kept = this.#byOrder.get(order)
    if (!kept) return
    const { one, realm, handles } = kept
    const place = this.#places[realm][one.listing]
    for (const handle of handles) place.triggers.remove(handle)
    if (one.trail) place[one.passing].remove(order, one.trail.rate)
    this.#byOrder.delete(order)
    this.#byHolder.get(one.holder)?.delete(order)
  }

  /** One that waits, with what its trail has seen by now. */
  get(order: number): Conditional | undefined {
    const kept = this.#byOrder.get(order)
    return kept && this.#now(kept)
  }

  #now({ one, realm }: Kept): Conditional {
    if (!one.trail) return one
    const extremeTenths = this.#places[realm][one.listing][one.passing].extreme(one.order)
    return { ...one, trail: { ...one.trail, extremeTenths } }
  }

  /** Lets what follows the index of a market in a realm see it (tenths of a tick). */
  follow(realm: Realm, listing: ListingId, indexTenths: number): void {
    const place: Place | undefined = this.#places[realm][listing]
    place?.fall.follow(indexTenths)
    place?.rise.follow(indexTenths)
  }

  /** How many of a holder wait. */
  count(holder: HolderId): number {
    return this.#byHolder.get(holder)?.size ?? 0
  }

  /** Those of a holder, oldest first. */
  of(holder: HolderId): Conditional[] {
    return [...(this.#byHolder.get(holder) ?? [])].flatMap((order) => this.get(order) ?? [])
  }

  /** What waits for the index of a market in a realm; undefined where nothing ever has. */
  at(realm: Realm, listing: ListingId): PriceTriggers | undefined {
    const place: Place | undefined = this.#places[realm][listing]
    return place?.triggers
  }

  /** All, by their numbers. */
  all(): Conditional[] {
    return [...this.#byOrder.values()].map((kept) => this.#now(kept))
  }
}
