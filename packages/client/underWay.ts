/** The calls that wait for their answers. */
export interface UnderWay {
  /** Counts a call until it is answered or has failed; gives it back. */
  note<T>(asked: Promise<T>): Promise<T>
  /** Resolves once each call that is under way now has ended, or after `patienceMs`. */
  ended(patienceMs: number): Promise<void>
}

/** Counts calls, so that a session ends on the server after what was asked in its name and not before. */
export function createUnderWay(): UnderWay {
  const waiting = new Set<Promise<unknown>>()
  return {
    note(asked) {
      waiting.add(asked)
      const done = (): void => void waiting.delete(asked)
      asked.then(done, done)
      return asked
    },
    async ended(patienceMs) {
      if (waiting.size === 0) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const tired = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))
      await Promise.race([Promise.allSettled(waiting), tired])
      clearTimeout(timer)
    },
  }
}
