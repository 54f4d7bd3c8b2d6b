/**
 * Does `work` each `everyMs`, at first now or only then: one round at a time, and a round that fails is told of and
 * followed by the next. Gives what stops it, which waits for the round that is under way.
 */
export function startRounds(
  work: () => Promise<unknown>,
  { everyMs, first, onError }: { everyMs: number; first: 'now' | 'later'; onError: (error: unknown) => void },
): () => Promise<void> {
  let round: Promise<unknown> | null = null
  const begin = (): void => {
    round ??= work()
      .catch(onError)
      .finally(() => {
        round = null
      })
  }
  if (first === 'now') begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
