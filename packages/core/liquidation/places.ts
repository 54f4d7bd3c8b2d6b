import type { ListingId } from '../book/listing.ts'
import { realms, holderRow, type HolderId, type Realm } from '../ledger/holders.ts'
import { noTrigger } from '../trigger/priceTriggers.ts'

/** The row of no position. */
export const noRow = -1

const rowsFirst = 64

/**
 * Where each watched position stands in the structures of its market: a row of typed arrays, since an object for each
 * of a million would keep the collector busy.
 */
export class Places {
  readonly #rows = new Map<number, number>()
  readonly #free: number[] = []
  #used = 0
  #holders = new Float64Array(rowsFirst)
  #listings = new Int32Array(rowsFirst)
  #realms = new Uint8Array(rowsFirst)
  /** The handles of the stop-loss, the take-profit and the liquidating mark, by row. */
  stopLoss = new Int32Array(rowsFirst)
  takeProfit = new Int32Array(rowsFirst)
  edge = new Int32Array(rowsFirst)

  get size(): number {
    return this.#rows.size
  }

  /** The row of a position, or {@link noRow}. */
  find(id: number): number {
    return this.#rows.get(id) ?? noRow
  }

  /** Gives a position a row, with no handles in it. */
  enter(id: number, realm: Realm, holder: HolderId, listing: ListingId): number {
    const row = this.#free.pop() ?? this.#used++
    if (row === this.#holders.length) this.#grow()
    this.#rows.set(id, row)
    this.#holders[row] = holderRow(holder)
    this.#listings[row] = listing
    this.#realms[row] = realms.indexOf(realm)
    this.stopLoss[row] = noTrigger
    this.takeProfit[row] = noTrigger
    this.edge[row] = noTrigger
    return row
  }

  leave(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#rows.delete(id)
    this.#free.push(row)
  }

  holder(row: number): HolderId {
    return this.#holders[row]
  }

  listing(row: number): ListingId {
    return this.#listings[row]
  }

  realm(row: number): Realm {
    return realms[this.#realms[row]]
  }

  #grow(): void {
    const size = this.#holders.length * 2
    this.#holders = widened(new Float64Array(size), this.#holders)
    this.#listings = widened(new Int32Array(size), this.#listings)
    this.#realms = widened(new Uint8Array(size), this.#realms)
    this.stopLoss = widened(new Int32Array(size), this.stopLoss)
    this.takeProfit = widened(new Int32Array(size), this.takeProfit)
    this.edge = widened(new Int32Array(size), this.edge)
  }
}

function widened<A extends Float64Array | Int32Array | Uint8Array>(larger: A, from: A): A {
  larger.set(from)
  return larger
}
