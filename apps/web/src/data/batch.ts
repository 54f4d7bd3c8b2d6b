/** Sets a timer and gives what cancels it; the browser's in the app, a stepped one in tests. */
export type Schedule = (run: () => void, delayMs: number) => () => void

export const browserSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

export interface Batch<T> {
  push(item: T): void
  stop(): void
}

export const batchItemsMax = 5_000

/**
 * Gathers what streams in: the first item passes at once, what follows within `intervalMs` is delivered together at
 * its end. A batch that reaches `batchItemsMax` is delivered early, so that memory is bounded.
 */
export function createBatch<T>(
  intervalMs: number,
  deliver: (items: readonly T[]) => void,
  schedule: Schedule,
): Batch<T> {
  let waiting: T[] = []
  let cancel: (() => void) | null = null

  function flush() {
    const items = waiting
    waiting = []
    if (items.length > 0) deliver(items)
  }

  function windowEnded() {
    cancel = null
    if (waiting.length === 0) return
    cancel = schedule(windowEnded, intervalMs)
    flush()
  }

  return {
    push(item) {
      waiting.push(item)
      if (cancel === null) {
        cancel = schedule(windowEnded, intervalMs)
        flush()
      } else if (waiting.length >= batchItemsMax) flush()
    },
    stop() {
      cancel?.()
      cancel = null
      waiting = []
    },
  }
}
