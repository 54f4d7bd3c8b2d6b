import { listingsMax, type ListingId } from './listing.ts'
import { unheard, type Mark } from './mark.ts'

/**
 * The last index heard, by listing, and who of them was asked: what a decision has read of the market is to stand in its
 * row. Ambient.
 */
export class Marks {
  readonly #marks: Mark[] = []
  readonly #isRead = new Uint8Array(listingsMax)

  /** Makes a new listing's place. */
  open(listing: ListingId): void {
    this.#marks[listing] ??= unheard
  }

  /** The mark of a listing; notes that it was read. */
  of(listing: ListingId): Mark {
    this.#isRead[listing] = 1
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
      this.#isRead[listing] = 1
      return is(mark)
    })
  }

  /** Says that what follows rests on the listing's mark. */
  note(listing: ListingId): void {
    this.#isRead[listing] = 1
  }

  /** Whether the listing's mark was read since {@link unread}. */
  wasRead(listing: ListingId): boolean {
    return this.#isRead[listing] === 1
  }

  unread(): void {
    this.#isRead.fill(0)
  }

  /** Back to where nothing has been heard. */
  forget(): void {
    this.#marks.fill(unheard)
    this.unread()
  }
}
