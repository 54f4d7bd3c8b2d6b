/** Something that is fetched anew, however often that is asked for. */
export interface Refresh {
  /** Fetches it; where that is under way already, once more after it. Settles with the fetch that is under way. */
  readonly now: () => Promise<void>
  /** Fetches it within so many ms: of a burst of wishes comes one fetch. */
  readonly soon: (ms: number) => void
}

/** A failure of `fetch` is left to the next wish: what is known then stays as it was. */
export function createRefresh(fetch: () => Promise<void>): Refresh {
  let fetching: Promise<void> | null = null
  let again = false
  let timer: ReturnType<typeof setTimeout> | null = null
  function now(): Promise<void> {
    again = fetching !== null
    fetching ??= fetch()
      .catch(() => undefined)
      .finally(() => {
        fetching = null
        if (again) void now()
      })
    return fetching
  }
  function soon(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null
      void now()
    }, ms)
  }
  return { now, soon }
}
