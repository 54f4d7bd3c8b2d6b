import type { SpotConditional } from '@truemark/protocol/routes/spotConditional'

/** The orders that wait for a price with one as it now stands; one that is done with waiting leaves, an older version changes nothing. */
export function withConditional(waiting: readonly SpotConditional[], one: SpotConditional): readonly SpotConditional[] {
  const known = waiting.find((each) => each.order_id === one.order_id)
  if (known && known.updated > one.updated) return waiting
  if (one.status !== 'waiting') return known ? waiting.filter((each) => each !== known) : waiting
  if (known) return waiting.map((each) => (each === known ? one : each))
  return [one, ...waiting].toSorted((a, b) => b.time - a.time)
}

/** Those that still wait as they were read since; what was not known, or has changed meanwhile, was heard of later than that. */
export function withFresh(
  waiting: readonly SpotConditional[],
  fresh: readonly SpotConditional[],
): readonly SpotConditional[] {
  const read = new Map(fresh.map((one) => [one.order_id, one]))
  return waiting.map((one) => {
    const now = read.get(one.order_id)
    return now && now.updated >= one.updated ? now : one
  })
}
