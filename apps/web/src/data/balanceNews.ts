import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { accountStore } from './account.ts'

/**
 * Looks at all that is kept under a key again each time that a balance has changed in one of these ways: a ledger category, or
 * `hold` where money was locked or freed alone.
 */
export function useBalanceNews(key: string, types: readonly string[]): void {
  const queries = useQueryClient()
  const news = useStore(accountStore, ({ balanceChanges }) => balanceChanges.find(({ type }) => types.includes(type)))
  useEffect(() => {
    if (news !== undefined) void queries.invalidateQueries({ queryKey: [key] })
  }, [news, queries, key])
}
