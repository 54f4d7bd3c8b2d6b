import type { OrderChange } from '@truemark/protocol/stream'
import { useEffect, useEffectEvent } from 'react'
import { accountStore } from './account.ts'

/**
 * Calls `hear` with the changes of orders from now on, oldest first: with all that arrived in one batch at once, as far
 * as the client keeps them. Gives how to stop that.
 */
export function followOrderChanges(hear: (changes: readonly OrderChange[]) => void): () => void {
  let told = accountStore.getState().orderChanges
  return accountStore.subscribe(({ orderChanges }) => {
    if (orderChanges === told) return
    const known = new Set(told)
    told = orderChanges
    const fresh = orderChanges.filter((change) => !known.has(change)).toReversed()
    if (fresh.length > 0) hear(fresh)
  })
}

/** Hears of each change of an order while it is mounted, however many arrive at once. */
export function useOrderChanges(hear: (change: OrderChange) => void): void {
  const tell = useEffectEvent(hear)
  useEffect(() => followOrderChanges((changes) => changes.forEach((change) => tell(change))), [])
}

/** Looks again when a change that counts has arrived, also one that arrived before. */
export function useOrderNews(counts: (change: OrderChange) => boolean, look: () => void): void {
  const take = useEffectEvent((changes: readonly OrderChange[]) => {
    if (changes.some(counts)) look()
  })
  useEffect(() => {
    take(accountStore.getState().orderChanges)
    return followOrderChanges((changes) => take(changes))
  }, [])
}
