import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { coins as coinsRoute } from '@truemark/protocol/routes/market'
import { addresses, cards, walletSettingsRead } from '@truemark/protocol/routes/payees'
import { deposits, walletNetworks, withdrawals, type RecordState } from '@truemark/protocol/routes/wallet'
import { useEffect } from 'react'
import { useLastWalletChange } from '../data/account.ts'
import { call } from '../data/api.ts'
import { everyPage } from '../data/everyPage.ts'
import { usePages } from '../data/usePages.ts'

/** Under which all that the wallet fetches is kept. */
export const walletKey = ['wallet'] as const

const pendingPollMs = 30_000
const coinsStaleMs = 3_600_000

/** Looks at everything of the wallet again when a deposit or a withdrawal has changed. */
export function useWalletNews(): void {
  const queries = useQueryClient()
  const change = useLastWalletChange()
  useEffect(() => {
    if (change !== null) void queries.invalidateQueries({ queryKey: walletKey })
  }, [change, queries])
}

const termsQuery = queryOptions({ queryKey: [...walletKey, 'terms'], queryFn: () => call(walletNetworks, {}) })

/** What can be brought in and taken out, and what today's limits leave. */
export function useWalletTerms() {
  return useQuery(termsQuery)
}

/** How many decimals each currency has, by its code. */
export function useScales() {
  return useQuery({
    queryKey: ['coins'],
    queryFn: () => call(coinsRoute, {}),
    staleTime: coinsStaleMs,
    select: (coins) => new Map(coins.map((coin) => [coin.currency, coin.scale])),
  })
}

/** What records are narrowed to. */
export type RecordChoice = RecordState | 'all'

const pending = { refetchInterval: pendingPollMs }

function recordQuery(choice: RecordChoice, meant: string, page: { cursor?: string }) {
  if (meant !== '') return { id: meant }
  return { ...(choice === 'all' ? {} : { state: choice }), ...page }
}

/** The deposits, newest first, page after page; or the one that is `meant` alone. */
export function useDeposits(choice: RecordChoice, meant: string) {
  const read = (page: object) => call(deposits, { query: recordQuery(choice, meant, page) })
  return usePages([...walletKey, 'deposits', choice, meant], read, pending)
}

/** The withdrawals, newest first, page after page; or the one that is `meant` alone. */
export function useWithdrawals(choice: RecordChoice, meant: string) {
  const read = (page: object) => call(withdrawals, { query: recordQuery(choice, meant, page) })
  return usePages([...walletKey, 'withdrawals', choice, meant], read, pending)
}

/** The saved addresses, newest first. */
export function useAddresses() {
  return useQuery({
    queryKey: [...walletKey, 'addresses'],
    queryFn: () => everyPage((query) => call(addresses, { query })),
  })
}

/** The saved bank cards, newest first. */
export function useCards() {
  return useQuery({ queryKey: [...walletKey, 'cards'], queryFn: () => everyPage((query) => call(cards, { query })) })
}

/** Whether new addresses and cards are held for a day. */
export function useWalletSettings() {
  return useQuery({ queryKey: [...walletKey, 'settings'], queryFn: () => call(walletSettingsRead, {}) })
}
