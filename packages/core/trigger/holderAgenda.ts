import { holderRow, type HolderId } from '../ledger/holders.ts'
import { Agenda } from './agenda.ts'

/**
 * Timed work of holders, at most one due time each: by due time (UTC milliseconds), then by the order in which it was put
 * in, never by the holder. Derived from durable state, never part of it.
 */
export class HolderAgenda {
  readonly #agenda = new Agenda()
  readonly #handles = new Map<HolderId, number>()

  /** When the next is due, or Infinity where nothing is. */
  get nextDue(): number {
    return this.#agenda.nextDue
  }

  /** Whose turn is next; meaningless where nothing is due. */
  get next(): HolderId {
    return this.#agenda.nextId
  }

  /** Puts a holder in, who must not be on it. */
  add(due: number, holder: HolderId): void {
    this.#handles.set(holder, this.#agenda.add(due, holderRow(holder)))
  }

  /** Takes the next one off that is due at `now`, or gives null. */
  take(now: number): HolderId | null {
    const holder = this.#agenda.take(now)
    if (holder !== null) this.#handles.delete(holder)
    return holder
  }

  /** Takes a holder off; nothing happens where it is not on it. */
  remove(holder: HolderId): void {
    const handle = this.#handles.get(holder)
    if (handle === undefined) return
    this.#agenda.remove(handle)
    this.#handles.delete(holder)
  }
}
