import type { Side } from '../book/book.ts'

interface Standing {
  readonly price: number
  /** The earlier at its price, the less. */
  readonly arrival: number
}

/** How many orders stand in one piece before it is cut in two: what adding or removing one moves at most. */
const pieceMax = 256

/**
 * The resting orders of one side of a book that would reduce what their holder has open, in the order in which they would
 * trade: where no new risk is taken nothing else can be met, and so it is found at once, whatever stands before it in the
 * book. Pieces of a sorted list, since an order comes in between where its holder opens the position that it reduces.
 * Derived from the orders and positions, never part of what is kept.
 */
export class Closers<T extends Standing> {
  readonly #buys: boolean
  // none of them is empty
  readonly #pieces: T[][] = []

  constructor(side: Side) {
    this.#buys = side === 'buy'
  }

  /** The one that trades first. */
  get first(): T | null {
    return this.#pieces.at(0)?.at(0) ?? null
  }

  add(order: T): void {
    const at = this.#pieceOf(order)
    const piece = this.#pieces.at(at)
    if (!piece) {
      this.#pieces.push([order])
      return
    }
    piece.splice(this.#placeIn(piece, order), 0, order)
    if (piece.length > pieceMax) this.#pieces.splice(at + 1, 0, piece.splice(pieceMax >> 1))
  }

  /** Takes out an order whose price is what it was when it was added. */
  remove(order: T): void {
    const at = this.#pieceOf(order)
    const piece = this.#pieces.at(at) ?? []
    const place = this.#placeIn(piece, order)
    if (piece.at(place) !== order) throw new RangeError('the order is not among those that reduce')
    piece.splice(place, 1)
    if (piece.length === 0) this.#pieces.splice(at, 1)
  }

  /** All of them, in the order in which they would trade. */
  *queue(): Generator<T> {
    for (const piece of this.#pieces) yield* piece
  }

  #isBefore(one: Standing, other: Standing): boolean {
    if (one.price === other.price) return one.arrival < other.arrival
    return this.#buys ? one.price > other.price : one.price < other.price
  }

  // the last piece that does not begin behind the order, or the first
  #pieceOf(order: Standing): number {
    let low = 0
    let high = this.#pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#isBefore(order, this.#pieces[middle][0])) high = middle - 1
      else low = middle
    }
    return low
  }

  // the first place whose order does not come before this one
  #placeIn(piece: readonly Standing[], order: Standing): number {
    let low = 0
    let high = piece.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(piece[middle], order)) low = middle + 1
      else high = middle
    }
    return low
  }
}
