import type { CurrencyId } from '../ledger/holders.ts'
import type { Units } from '../money/units.ts'

/** How coins were come by. `brought` came from outside; `missing` stands for what no act brought in. */
export type Origin = 'bought' | 'earned' | 'brought' | 'missing'

/** What was acquired by one act at one cost: units of a coin, and what they cost in units of USDT, null where nobody knows. */
export interface Parcel {
  /** Its place among all that was acquired: the first in is the first out. */
  readonly order: number
  readonly currency: CurrencyId
  readonly amount: Units
  readonly cost: Units | null
  /** UTC milliseconds; null for what no act brought in. */
  readonly time: number | null
  readonly origin: Origin
}

/** Units `from` up to `to` of a parcel, counted from its first. */
export interface Slice {
  readonly parcel: Parcel
  readonly from: Units
  readonly to: Units
}

/**
 * What units `from` up to `to` of `amount` bear of a whole, rounded so that the parts of any division add up to it: the
 * whole × `to` / `amount` rounded down, less the same of `from`.
 */
export function shareOf(whole: Units, amount: Units, from: Units, to: Units): Units {
  return (whole * to) / amount - (whole * from) / amount
}

export function sizeOf({ from, to }: Slice): Units {
  return to - from
}

/** What a slice cost, its part of its parcel's cost; null where that is not known. */
export function costOf({ parcel, from, to }: Slice): Units | null {
  return parcel.cost === null ? null : shareOf(parcel.cost, parcel.amount, from, to)
}

/** All slices of one coin that are there, the first acquired first. Nothing is ever taken that is not there. */
export class Stock {
  #slices: Slice[] = []
  #first = 0

  get slices(): readonly Slice[] {
    return this.#slices.slice(this.#first)
  }

  /** Puts in what was acquired after all that is there. */
  add(slice: Slice): void {
    this.#slices.push(slice)
  }

  /** Puts back what was taken, each slice to its place. */
  giveBack(slices: readonly Slice[]): void {
    this.#slices = [...this.slices, ...slices].sort(inOrder)
    this.#first = 0
  }

  /** Takes the first `amount` units, or all there are where it is more; of less than one, none. */
  take(amount: Units): Slice[] {
    const taken: Slice[] = []
    for (let left = amount; left > 0n;) {
      const slice = this.#slices[this.#first]
      if (slice === undefined) break
      const middle = sizeOf(slice) <= left ? slice.to : slice.from + left
      const part = { ...slice, to: middle }
      taken.push(part)
      left -= sizeOf(part)
      if (middle === slice.to) this.#first += 1
      else this.#slices[this.#first] = { ...slice, from: middle }
    }
    return taken
  }
}

function inOrder(a: Slice, b: Slice): number {
  return a.parcel.order - b.parcel.order || Number(a.from - b.from)
}
