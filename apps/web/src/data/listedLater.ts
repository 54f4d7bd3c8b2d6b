import type { QueryClient } from '@tanstack/react-query'
import { marketStore } from './marketStore.ts'
import { marketsQuery } from './marketsQuery.ts'

/** Within how long (ms) everybody who is here asks for a market that was listed just now: not all of them at once. */
const spreadMs = 3_000

/** Asks for the markets, and the coins with their decimals, anew where one is heard of that was listed since they were fetched; returns how to stop that. */
export function watchListed(queries: QueryClient, spread = spreadMs): () => void {
  const asked = new Set<string>()
  return marketStore.subscribe(({ statuses }, before) => {
    const known = queries.getQueryData(marketsQuery.queryKey)
    if (statuses === before.statuses || known === undefined) return
    for (const code of statuses.keys()) {
      if (asked.has(code) || known.some(({ symbol }) => symbol === code)) continue
      asked.add(code)
      setTimeout(() => {
        void queries.invalidateQueries(marketsQuery)
        void queries.invalidateQueries({ queryKey: ['coins'] })
      }, Math.random() * spread)
    }
  })
}
