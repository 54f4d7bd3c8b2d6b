import type { HolderId } from '../ledger/holders.ts'
import type { State } from '../state.ts'

/** What a random command is made of: numbers that follow from a seed, and the exchange as it stands. */
export class Draw {
  readonly state: State
  /** Engine time, UTC milliseconds. */
  readonly now: number
  readonly holders: readonly HolderId[]
  /** The last index of each listing, in tenths of a tick. */
  readonly marks: number[]
  #seed: number

  constructor(
    state: State,
    { now, holders, marks, seed }: { now: number; holders: readonly HolderId[]; marks: number[]; seed: number },
  ) {
    this.state = state
    this.now = now
    this.holders = holders
    this.marks = marks
    this.#seed = seed
  }

  /** From 0 up to below `end`. */
  below(end: number): number {
    // the high bits of a linear congruential generator; all products stay below 2⁵³
    this.#seed = (this.#seed * 1_103_515 + 12_345) % 2_147_483_647
    return Math.floor((this.#seed / 2_147_483_647) * end)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]
  }

  /** True once in `n` draws. */
  once(many: number): boolean {
    return this.below(many) === 0
  }

  get holder(): HolderId {
    return this.pick(this.holders)
  }

  get listing(): number {
    return this.below(2)
  }

  get symbol(): string {
    return this.pick(['BTCUSDT', 'BTCUSDT', 'ETHUSDT', 'ETHUSDT', 'XYZUSDT', ''])
  }

  /** A limit in ticks about the last mark of a listing, within 2 %. */
  priceOf(listing: number): number {
    return Math.round((this.marks[listing] / 10) * (1 + (this.below(401) - 200) / 10_000))
  }

  /** Whole USDT, in smallest units, at times with a few smallest units more. */
  usdt(most: number): bigint {
    return BigInt(1 + this.below(most)) * 1_000_003n
  }
}
