import type { ListingId } from '../book/listing.ts'
import type { HolderId, Realm } from '../ledger/holders.ts'
import { PriceTriggers } from '../trigger/priceTriggers.ts'
import type { Conditional } from './conditional.ts'

interface Kept {
  readonly one: Conditional
  readonly realm: Realm
  readonly handles: readonly number[]
}

const tenths = 10

/** All conditional orders that wait: by number, by holder from the oldest on, and by price in each market of each realm. */
export class Waiting {
  // numbers only grow, so that this stands in their order
  readonly #byOrder = new Map<number, Kept>()
  readonly #byHolder = new Map<HolderId, Set<number>>()
  readonly #triggers: Record<Realm, PriceTriggers[]> = { real: [], demo: [] }

  get size(): number {
    return this.#byOrder.size
  }

  /** Takes one in, whose number is above all before it. */
  add(one: Conditional, realm: Realm): void {
    const { order, holder, listing, other } = one
    const triggers = (this.#triggers[realm][listing] ??= new PriceTriggers())
    const handles = [one, ...(other ? [other] : [])].map(({ passing, trigger }) =>
      triggers.add(passing, tenths * trigger, order, order),
    )
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
    for (const handle of handles) this.#triggers[realm][one.listing]?.remove(handle)
    this.#byOrder.delete(order)
    this.#byHolder.get(one.holder)?.delete(order)
  }

  get(order: number): Conditional | undefined {
    return this.#byOrder.get(order)?.one
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
    return this.#triggers[realm][listing]
  }

  /** All, by their numbers. */
  all(): Conditional[] {
    return [...this.#byOrder.values()].map(({ one }) => one)
  }
}
