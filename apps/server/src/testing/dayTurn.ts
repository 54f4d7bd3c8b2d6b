const dayMs = 86_400_000
const turnMs = 60_000

/** Waits where the day (UTC) turns within a minute: a test of today and tomorrow must not see it. Gives the time. */
export async function passDayTurn(): Promise<number> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < turnMs) await new Promise((resolve) => setTimeout(resolve, left + 1_000))
  return Date.now()
}
