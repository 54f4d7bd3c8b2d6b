/** Lets the work of one key run one after the other, and that of different keys side by side. */
export class Turns<Key = number> {
  readonly #last = new Map<Key, Promise<unknown>>()

  /** Runs `work` after what was taken before for the same key, however that ended. */
  async take<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}
