import { listingsMax, type ListingId } from './listing.ts'
import { unheard, type Mark } from './mark.ts'

/**
 * The last index heard, by listing, and who of them was asked: what a decision has read of the market is to stand in its
 * row. Ambient.
 */
export class Marks {
  readonly #marks: Mark[] = []
  // by listing: in which round it was last read
  readonly #readIn = new Uint32Array(listingsMax)
  #round = 1

  /** Makes a new listing's place. */
  open(listing: ListingId): void {
    this.#marks[listing] ??= unheard
  }

  /** The mark of a listing; notes that it was read. */
  of(listing: ListingId): Mark {
    this.#readIn[listing] = this.#round
    return this.#marks[listing]
  }

  /** The same for what decides nothing that is written. */
  peek(listing: ListingId): Mark {
    return this.#marks[listing]
  }

  set(listing: ListingId, mark: Mark): void {
    this.#marks[listing] = mark
  }

  /** Whether any mark is such; what was looked at counts as read. */
  some(is: (mark: Mark) => boolean): boolean {
    return this.#marks.some((mark, listing) => {
      this.#readIn[listing] = this.#round
      return is(mark)
    })
  }

  /** Says that what follows rests on the listing's mark. */
  note(listing: ListingId): void {
    this.#readIn[listing] = this.#round
  }

  /** Whether the listing's mark was read since {@link unread}. */
  wasRead(listing: ListingId): boolean {
    return this.#readIn[listing] === this.#round
  }

  unread(): void {
    this.#round += 1
    if (this.#round < 2 ** 32) return
    this.#readIn.fill(0)
    this.#round = 1
  }

  /** Back to where nothing has been heard. */
  forget(): void {
    this.#marks.fill(unheard)
    this.unread()
  }
}
