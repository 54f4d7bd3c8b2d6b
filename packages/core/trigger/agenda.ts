import { noMember, Ranked } from './ranked.ts'

/**
 * Timed work by due time (UTC milliseconds), then by the order in which it was put in. What is not due costs one
 * comparison. Derived from durable state, never part of it.
 */
export class Agenda {
  readonly #due = new Ranked()
  #arrivals = 0

  get size(): number {
    return this.#due.size
  }

  /** When the next is due, or Infinity where nothing is. */
  get nextDue(): number {
    return this.#due.least
  }

  /** The id of the next; {@link noMember} where nothing is on it. */
  get nextId(): number {
    return this.#due.first === noMember ? noMember : this.#due.id(this.#due.first)
  }

  /** Puts an id in; gives the handle by which it is removed. */
  add(due: number, id: number): number {
    return this.#due.add(due, this.#arrivals++, id)
  }

  remove(handle: number): void {
    this.#due.remove(handle)
  }

  /** Takes out the next id that is due at `now`, or gives null. */
  take(now: number): number | null {
    const first = this.#due.first
    if (first === noMember || this.#due.least > now) return null
    const id = this.#due.id(first)
    this.#due.remove(first)
    return id
  }
}
