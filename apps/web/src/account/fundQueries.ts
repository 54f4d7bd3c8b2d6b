import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { gainYears, gainsOf } from '@truemark/protocol/routes/gains'
import { holds, profit, statements, worth, type WorthSpan } from '@truemark/protocol/routes/holdings'
import type { AccountKind } from '@truemark/protocol/routes/account'
import { call } from '../data/api.ts'
import { readAll } from '../data/pages.ts'

/** Under which the histories of transfers and exchanges are kept. */
export const fundsKey = ['funds'] as const

const worthStaleMs = 60_000
const holdsPollMs = 5_000

/** What was recorded of the account's worth over a span that ends now. */
export function useWorth(span: WorthSpan) {
  return useQuery({
    queryKey: ['account', 'worth', span],
    queryFn: () => call(worth, { query: { span } }),
    staleTime: worthStaleMs,
    refetchInterval: worthStaleMs,
    placeholderData: keepPreviousData,
  })
}

/** What locks a part of an account in one currency, looked at again while it is in sight. */
export function useHolds(type: AccountKind, currency: string) {
  return useQuery({
    queryKey: ['account', 'holds', type, currency],
    queryFn: () =>
      readAll(
        (cursor) => call(holds, { query: { ...cursor, type, currency, limit: '100' } }),
        () => undefined,
      ),
    refetchInterval: holdsPollMs,
  })
}

/** The profit of days by product. */
export function useProfit(days: '7' | '30' | '90') {
  return useQuery({
    queryKey: ['account', 'profit', days],
    queryFn: () => call(profit, { query: { days } }),
    staleTime: worthStaleMs,
    placeholderData: keepPreviousData,
  })
}

/** The months of which there is a statement. */
export function useStatements() {
  return useQuery({ queryKey: ['account', 'statements'], queryFn: () => call(statements, {}) })
}

/** The years of which there is a report of gains. */
export function useGainYears() {
  return useQuery({ queryKey: ['account', 'gains'], queryFn: () => call(gainYears, {}) })
}

/** The report of a year, reckoned when it is asked for. */
export function useGains(year: string) {
  return useQuery({
    queryKey: ['account', 'gains', year],
    queryFn: () => call(gainsOf, { params: { year } }),
    staleTime: worthStaleMs,
  })
}
