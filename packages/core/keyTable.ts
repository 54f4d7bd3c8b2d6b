import type { Words } from './keyBytes.ts'

/** Whose a key is: told from any other by being another object, and in the index by its number. */
export interface KeyOwner {
  readonly number: number
}

/** A key as it stands in the table. */
export interface KeptKey<O> {
  readonly owner: O
  readonly route: string
  readonly id: Words
  readonly digest: Words
  readonly answer: Uint8Array
  /** Whether `answer` is the short form of a placed spot order. */
  readonly placed: boolean
  readonly time: number
}

type Named = Pick<KeptKey<unknown>, 'route' | 'id' | 'digest'>

const wordsOfKey = 6
const placesMin = 1_024
const answersMin = 65_536
/** The factor by which a full ring of keys grows: seldom, since all of it is copied. */
const growth = 4

/** Which secret the index scatters keys by: nobody who chooses ids can then make them fall together. */
export type KeySecret = readonly [number, number]

/**
 * Keys in the order in which they were used, of which the oldest leaves first: rings of numbers and bytes, and an open
 * index of places. Nothing here is an object of a key's own, so that neither replay nor the collector has one to visit.
 */
export class KeyTable<O extends KeyOwner> {
  readonly #secret: KeySecret
  #places = placesMin
  #first = 0
  #size = 0
  #words = new Int32Array(wordsOfKey * placesMin)
  #hashes = new Int32Array(placesMin)
  #times = new Float64Array(placesMin)
  #starts = new Uint32Array(placesMin)
  #placed = new Uint8Array(placesMin)
  #owners: (O | null)[] = Array.from({ length: placesMin }, () => null)
  #routes: string[] = Array.from({ length: placesMin }, () => '')
  /** By hash: a place and one, or nought. Twice as long as there are places, so that a gap is never far. */
  #index = new Int32Array(2 * placesMin)
  /** The oldest keys in the index; the others are entered when one is looked for, which a replay never does. */
  #entered = 0
  #answers = new Uint8Array(answersMin)
  /** Where the first answer begins and the last one ends, counted on for ever within 32 bits. */
  #from = 0
  #to = 0

  constructor(secret: KeySecret) {
    this.#secret = secret
  }

  get size(): number {
    return this.#size
  }

  /** What all answers come to, in bytes. */
  get answerBytes(): number {
    return (this.#to - this.#from) >>> 0
  }

  /** What the table itself takes of memory, in bytes. */
  get bytes(): number {
    const pointers = 8 * (this.#owners.length + this.#routes.length)
    const arrays = [this.#words, this.#hashes, this.#times, this.#starts, this.#placed, this.#index, this.#answers]
    return arrays.reduce((sum, array) => sum + array.byteLength, pointers)
  }

  /** The time of the oldest key; Infinity where there is none. */
  get firstTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[this.#first]
  }

  /** A key by its owner, route and id. */
  find(owner: O, route: string, id: Words): KeptKey<O> | undefined {
    while (this.#entered < this.#size) this.#enter((this.#first + this.#entered) & (this.#places - 1))
    const mask = this.#index.length - 1
    for (let at = this.#hashOf(owner, id) & mask; ; at = (at + 1) & mask) {
      const place = this.#index[at] - 1
      if (place < 0) return undefined
      if (this.#isAt(place, owner, route, id)) return this.#at(place)
    }
  }

  #isAt(place: number, owner: O, route: string, id: Words): boolean {
    if (this.#owners[place] !== owner || this.#routes[place] !== route) return false
    const from = wordsOfKey * place
    for (let word = 0; word < id.length; word++) if (this.#words[from + word] !== id[word]) return false
    return true
  }

  /** Puts a key behind all others, with the first `length` bytes of its answer; one that stands in the table may not be put again. */
  add({ route, id, digest }: Named, owner: O, time: number, answer: Uint8Array, length: number, placed: boolean): void {
    if (this.#size === this.#places) this.#grow()
    const place = (this.#first + this.#size) & (this.#places - 1)
    const words = this.#words
    const from = wordsOfKey * place
    words[from] = id[0]
    words[from + 1] = id[1]
    words[from + 2] = id[2]
    words[from + 3] = id[3]
    words[from + 4] = digest[0]
    words[from + 5] = digest[1]
    this.#times[place] = time
    this.#placed[place] = placed ? 1 : 0
    this.#owners[place] = owner
    this.#routes[place] = route
    this.#starts[place] = this.#to
    this.#putAnswer(answer, length)
    this.#size += 1
  }

  #putAnswer(answer: Uint8Array, length: number): void {
    while (this.answerBytes + length > this.#answers.length) this.#growAnswers()
    const answers = this.#answers
    const mask = answers.length - 1
    const to = this.#to
    for (let at = 0; at < length; at++) answers[(to + at) & mask] = answer[at]
    this.#to = (to + length) >>> 0
  }

  /** Takes the oldest key out and tells whose it was, the first two words of its id and its time. */
  shift(tell: (owner: O, idHigh: number, idLow: number, time: number) => void): void {
    const place = this.#first
    const owner = this.#owners[place]
    if (this.#size === 0 || owner === null) return
    if (this.#entered > 0) this.#leave(place)
    this.#owners[place] = null
    this.#routes[place] = ''
    this.#first = (place + 1) & (this.#places - 1)
    this.#size -= 1
    this.#from = this.#size === 0 ? this.#to : this.#starts[this.#first]
    tell(owner, this.#words[wordsOfKey * place], this.#words[wordsOfKey * place + 1], this.#times[place])
  }

  /** All keys, the oldest first. */
  *[Symbol.iterator](): Generator<KeptKey<O>> {
    for (let at = 0; at < this.#size; at++) yield this.#at((this.#first + at) & (this.#places - 1))
  }

  #at(place: number): KeptKey<O> {
    const owner = this.#owners[place]
    if (owner === null) throw new RangeError(`no key at ${place}`)
    const from = wordsOfKey * place
    return {
      owner,
      route: this.#routes[place],
      id: this.#idAt(place),
      digest: [this.#words[from + 4], this.#words[from + 5]],
      answer: this.#answerAt(place),
      placed: this.#placed[place] === 1,
      time: this.#times[place],
    }
  }

  #answerAt(place: number): Uint8Array {
    const next = (place + 1) & (this.#places - 1)
    const isLast = next === ((this.#first + this.#size) & (this.#places - 1))
    const start = this.#starts[place]
    const answer = new Uint8Array(((isLast ? this.#to : this.#starts[next]) - start) >>> 0)
    const mask = this.#answers.length - 1
    for (let at = 0; at < answer.length; at++) answer[at] = this.#answers[(start + at) & mask]
    return answer
  }

  #enter(place: number): void {
    const owner = this.#owners[place]
    if (owner === null) throw new RangeError(`no key at ${place}`)
    const hash = this.#hashOf(owner, this.#idAt(place))
    this.#hashes[place] = hash
    const mask = this.#index.length - 1
    let at = hash & mask
    while (this.#index[at] !== 0) at = (at + 1) & mask
    this.#index[at] = place + 1
    this.#entered += 1
  }

  #idAt(place: number): Words {
    const from = wordsOfKey * place
    return [this.#words[from], this.#words[from + 1], this.#words[from + 2], this.#words[from + 3]]
  }

  // those behind a gap move up to it, so that no mark of what has gone is left to be walked over
  #leave(place: number): void {
    const mask = this.#index.length - 1
    let gap = this.#hashes[place] & mask
    while (this.#index[gap] !== place + 1) gap = (gap + 1) & mask
    for (let at = (gap + 1) & mask; this.#index[at] !== 0; at = (at + 1) & mask) {
      const wanted = this.#hashes[this.#index[at] - 1] & mask
      if (((at - wanted) & mask) < ((at - gap) & mask)) continue
      this.#index[gap] = this.#index[at]
      gap = at
    }
    this.#index[gap] = 0
    this.#entered -= 1
  }

  #grow(): void {
    const longer = growth * this.#places
    const first = this.#first
    this.#words = turned(this.#words, new Int32Array(wordsOfKey * longer), wordsOfKey * first)
    this.#hashes = new Int32Array(longer)
    this.#times = turned(this.#times, new Float64Array(longer), first)
    this.#starts = turned(this.#starts, new Uint32Array(longer), first)
    this.#placed = turned(this.#placed, new Uint8Array(longer), first)
    this.#owners = turnedList(this.#owners, longer, first, null)
    this.#routes = turnedList(this.#routes, longer, first, '')
    this.#first = 0
    this.#places = longer
    this.#index = new Int32Array(2 * longer)
    this.#entered = 0
  }

  #growAnswers(): void {
    const old = this.#answers
    const grown = new Uint8Array(2 * old.length)
    let at = this.#from
    for (let left = this.answerBytes; left > 0;) {
      const start = at & (old.length - 1)
      const count = Math.min(left, old.length - start)
      grown.set(old.subarray(start, start + count), at & (grown.length - 1))
      at = (at + count) >>> 0
      left -= count
    }
    this.#answers = grown
  }

  // HalfSipHash with one round a word and three at the end
  #hashOf({ number }: O, id: Words): number {
    const [k0, k1] = this.#secret
    let v0 = k0
    let v1 = k1
    let v2 = 0x6c796765 ^ k0
    let v3 = 0x74656462 ^ k1
    for (let round = 0; round < 8; round++) {
      const word = round < 4 ? id[round] : round === 4 ? number : 0
      if (round === 5) v2 ^= 0xff
      v3 ^= word
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
      v0 ^= word
    }
    return v1 ^ v3
  }
}

// a full ring's values from its first on, at the beginning of a longer array
function turned<T extends Int32Array | Float64Array | Uint32Array | Uint8Array>(ring: T, longer: T, first: number): T {
  longer.set(ring.subarray(first))
  longer.set(ring.subarray(0, first), ring.length - first)
  return longer
}

function turnedList<T>(ring: readonly T[], length: number, first: number, none: T): T[] {
  const longer = ring.slice(first).concat(ring.slice(0, first))
  while (longer.length < length) longer.push(none)
  return longer
}
