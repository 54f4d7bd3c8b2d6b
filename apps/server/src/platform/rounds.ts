export interface RoundsOptions {
  readonly everyMs: number
  /** When the first round begins: at once, after `everyMs`, or after the given ms. */
  readonly first: 'now' | 'later' | number
  readonly onError: (error: unknown) => void
}

export interface Rounds {
  /** Does a round that begins now, or once the one under way has ended; resolves at its end, and never rejects. */
  readonly now: () => Promise<void>
  /** Begins no more rounds, and waits for the one that is under way. */
  readonly stop: () => Promise<void>
}

/** Does `work` each `everyMs`: one round at a time, and a round that fails is told of and followed by the next. */
export function createRounds(work: () => unknown, { everyMs, first, onError }: RoundsOptions): Rounds {
  let round: Promise<unknown> | null = null
  let next: Promise<void> | null = null
  let stopped = false
  const begin = async (): Promise<void> => {
    if (stopped || round !== null) return
    try {
      const done = work()
      if (!(done instanceof Promise)) return
      round = done
      await done
    } catch (error) {
      onError(error)
    } finally {
      round = null
    }
  }
  const settled = async (): Promise<void> => {
    await Promise.allSettled([round])
  }
  if (first === 'now') void begin()
  const early = typeof first === 'number' ? setTimeout(() => void begin(), first).unref() : undefined
  const timer = setInterval(() => void begin(), everyMs).unref()
  return {
    now: () => {
      if (round === null) return begin()
      next ??= settled().then(() => {
        next = null
        return begin()
      })
      return next
    },
    stop: async () => {
      stopped = true
      clearTimeout(early)
      clearInterval(timer)
      await settled()
    },
  }
}

/** As `createRounds`, where nobody asks for a round of its own; gives how to stop. */
export function startRounds(work: () => unknown, options: RoundsOptions): () => Promise<void> {
  return createRounds(work, options).stop
}
