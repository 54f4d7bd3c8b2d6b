import { elapsedNow } from '@truemark/ui/device/serverTime'

/** Something that is fetched anew, however often that is asked for. */
export interface Refresh {
  /**
   * Fetches it; where that is under way already, once more after it. Settles with the fetch that is under way. Calls of one
   * moment make one fetch.
   */
  readonly now: () => Promise<void>
  /** Fetches it within `ms`: a burst of calls makes one fetch. */
  readonly soon: (ms: number) => void
}

const retryMinMs = 1_000
const retryMaxMs = 30_000

/**
 * What failed is fetched again by itself, after a second at first and twice as long each time, half a minute at most;
 * what is known stays meanwhile. `told` hears of each fetch whether it failed.
 */
export function createRefresh(fetch: () => Promise<void>, told: (failed: boolean) => void): Refresh {
  let failures = 0
  let due = 0
  let fetching: Promise<void> | null = null
  let hasBegun = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | null = null
  async function begun(): Promise<void> {
    await Promise.resolve()
    hasBegun = true
    await fetch()
  }
  function now(): Promise<void> {
    if (fetching !== null) {
      again ||= hasBegun
      return fetching
    }
    hasBegun = false
    fetching = begun()
      .then(
        () => {
          failures = 0
          told(false)
        },
        () => {
          soon(Math.min(retryMinMs * 2 ** failures, retryMaxMs))
          failures += 1
          told(true)
        },
      )
      .finally(() => {
        fetching = null
        if (!again) return
        again = false
        void now()
      })
    return fetching
  }
  function soon(ms: number): void {
    const at = elapsedNow() + ms
    if (timer !== null && at >= due) return
    if (timer !== null) clearTimeout(timer)
    due = at
    timer = setTimeout(() => {
      timer = null
      void now()
    }, ms)
  }
  return { now, soon }
}
