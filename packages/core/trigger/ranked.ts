/** The slot of nothing. */
export const noMember = -1

const sizeFirst = 64
const arity = 4

/**
 * Ids by rank, the least first: by `rank`, then by `arrival`. A heap of four children each: the ranks stand in heap
 * order, so that a comparison of siblings reads one cache line, and each id keeps one slot for as long as it is in, by
 * which it is found again. Adding, moving and removing cost O(log n); the least rank is read without a search.
 */
export class Ranked {
  // by place in the heap
  #ranks = new Float64Array(sizeFirst)
  #slots = new Int32Array(sizeFirst)
  // by slot
  #places = new Int32Array(sizeFirst)
  #ids = new Float64Array(sizeFirst)
  #arrivals = new Float64Array(sizeFirst)
  #count = 0
  #used = 0
  // free slots are linked through `places`
  #free = noMember

  get size(): number {
    return this.#count
  }

  /** The least rank, or Infinity where nothing is in. */
  get least(): number {
    return this.#count === 0 ? Number.POSITIVE_INFINITY : this.#ranks[0]
  }

  /** The slot of the least, or {@link noMember}. */
  get first(): number {
    return this.#count === 0 ? noMember : this.#slots[0]
  }

  id(slot: number): number {
    return this.#ids[slot]
  }

  arrival(slot: number): number {
    return this.#arrivals[slot]
  }

  rank(slot: number): number {
    return this.#ranks[this.#places[slot]]
  }

  /** Takes an id in; gives the slot by which it is moved and removed. */
  add(rank: number, arrival: number, id: number): number {
    if (Number.isNaN(rank)) throw new RangeError('a rank must be a number')
    const slot = this.#take()
    this.#ids[slot] = id
    this.#arrivals[slot] = arrival
    this.#rise(this.#count++, slot, rank)
    return slot
  }

  /** Gives a slot's id another rank; its arrival stays. */
  move(slot: number, rank: number): void {
    if (Number.isNaN(rank)) throw new RangeError('a rank must be a number')
    const place = this.#places[slot]
    if (rank < this.#ranks[place]) this.#rise(place, slot, rank)
    else this.#sink(place, slot, rank)
  }

  remove(slot: number): void {
    const place = this.#places[slot]
    this.#count--
    if (place < this.#count) {
      const last = this.#slots[this.#count]
      const rank = this.#ranks[this.#count]
      if (this.#isBefore(rank, last, this.#ranks[place], slot)) this.#rise(place, last, rank)
      else this.#sink(place, last, rank)
    }
    this.#places[slot] = this.#free
    this.#free = slot
  }

  #take(): number {
    if (this.#free !== noMember) {
      const slot = this.#free
      this.#free = this.#places[slot]
      return slot
    }
    if (this.#used === this.#ids.length) this.#grow()
    return this.#used++
  }

  #grow(): void {
    const size = this.#ids.length * 2
    this.#ranks = widened(new Float64Array(size), this.#ranks)
    this.#slots = widened(new Int32Array(size), this.#slots)
    this.#places = widened(new Int32Array(size), this.#places)
    this.#ids = widened(new Float64Array(size), this.#ids)
    this.#arrivals = widened(new Float64Array(size), this.#arrivals)
  }

  #isBefore(rank: number, slot: number, otherRank: number, other: number): boolean {
    return rank < otherRank || (rank === otherRank && this.#arrivals[slot] < this.#arrivals[other])
  }

  #put(place: number, slot: number, rank: number): void {
    this.#ranks[place] = rank
    this.#slots[place] = slot
    this.#places[slot] = place
  }

  #rise(from: number, slot: number, rank: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 2
      if (!this.#isBefore(rank, slot, this.#ranks[parent], this.#slots[parent])) break
      this.#put(place, this.#slots[parent], this.#ranks[parent])
      place = parent
    }
    this.#put(place, slot, rank)
  }

  #sink(from: number, slot: number, rank: number): void {
    let place = from
    for (;;) {
      const child = this.#leastChild(place)
      if (child === noMember || !this.#isBefore(this.#ranks[child], this.#slots[child], rank, slot)) break
      this.#put(place, this.#slots[child], this.#ranks[child])
      place = child
    }
    this.#put(place, slot, rank)
  }

  #leastChild(place: number): number {
    const from = place * arity + 1
    if (from >= this.#count) return noMember
    const end = Math.min(from + arity, this.#count)
    let least = from
    for (let child = from + 1; child < end; child++) {
      if (this.#isBefore(this.#ranks[child], this.#slots[child], this.#ranks[least], this.#slots[least])) least = child
    }
    return least
  }
}

function widened<A extends Float64Array | Int32Array>(larger: A, from: A): A {
  larger.set(from)
  return larger
}
