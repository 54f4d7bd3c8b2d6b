import { noTrigger, PriceTriggers } from './priceTriggers.ts'

/** The marks (tenths of a tick, both inclusive) within which nothing has to be looked at; infinite where it is open. */
export interface Band {
  readonly lower: number
  readonly upper: number
}

/**
 * For each id the marks of one market within which it is safe. Only what the mark has led out of its band has to be
 * looked at; that tick gives it a new band or removes it. Derived from durable state, never part of it.
 */
export class SafeBands {
  readonly #edges = new PriceTriggers()
  readonly #lower = new Map<number, number>()
  readonly #upper = new Map<number, number>()

  /** Gives an id its band, in place of the one it had. An open end waits for no mark and costs nothing. */
  set(id: number, { lower, upper }: Band): void {
    this.#setEdge(this.#lower, 'fall', id, lower - 1)
    this.#setEdge(this.#upper, 'rise', id, upper + 1)
  }

  #setEdge(handles: Map<number, number>, passing: 'fall' | 'rise', id: number, mark: number): void {
    const handle = handles.get(id)
    if (Number.isFinite(mark)) {
      if (handle === undefined) handles.set(id, this.#edges.add(passing, mark, id, id))
      else this.#edges.move(handle, mark)
    } else if (handle !== undefined) {
      this.#edges.remove(handle)
      handles.delete(id)
    }
  }

  /** Forgets an id; nothing happens where it has no band. */
  remove(id: number): void {
    for (const handles of [this.#lower, this.#upper]) {
      const handle = handles.get(id)
      if (handle === undefined) continue
      this.#edges.remove(handle)
      handles.delete(id)
    }
  }

  /** An id that `mark` has led out of its band, or null: ask again once it has a new band or none. */
  next(mark: number): number | null {
    const handle = this.#edges.next(mark, mark)
    return handle === noTrigger ? null : this.#edges.id(handle)
  }

  /** The marks within which everything is in its band, both exclusive. */
  get below(): number {
    return this.#edges.below
  }

  get above(): number {
    return this.#edges.above
  }

  /** Whether `mark` has led anything out of its band. */
  isLeft(mark: number): boolean {
    return this.#edges.isPassed(mark)
  }
}
