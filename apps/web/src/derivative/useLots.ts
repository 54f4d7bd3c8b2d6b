import { useQuery } from '@tanstack/react-query'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import { derivativeTermsAll, type DerivativeTerms } from '@truemark/protocol/routes/derivative'
import { coins as coinsRoute } from '@truemark/protocol/routes/market'
import type { PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { accountStore, useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useChannels } from '../data/live.ts'
import { markIn, marketStore } from '../data/marketStore.ts'
import { decidesAs, useMarkets } from '../data/markets.ts'
import { useSession } from '../data/session.ts'
import { liveAccount, type LiveAccount } from './liveAccount.ts'
import type { LotProduct } from './lotContext.ts'
import { lotTerms, type LotTerms } from './lotTerms.ts'
import { contractAvailable, keptBracketsOf, openOf, type OpenPositions } from './openOf.ts'
import type { KeptBracketsOf, OpenPosition } from './openPosition.ts'

const termsStaleMs = 60_000
const coinsStaleMs = 3_600_000

/** Under which the terms of leverage are kept. */
export const termsKey = ['derivativeTerms'] as const

/** The leveraged terms of every market as they were sent; undefined while they are fetched. */
export function useDerivativeTerms(): readonly DerivativeTerms[] | undefined {
  return useQuery({
    queryKey: termsKey,
    queryFn: () => call(derivativeTermsAll, {}),
    staleTime: termsStaleMs,
    refetchInterval: termsStaleMs,
  }).data
}

/** The terms of every market as forms compute with them, by symbol; null while they are fetched. */
export function useLotTerms(): ReadonlyMap<string, LotTerms> | null {
  const all = useDerivativeTerms()
  const realm = useSession((state) => state.mode)
  const coins = useQuery({ queryKey: ['coins'], queryFn: () => call(coinsRoute, {}), staleTime: coinsStaleMs }).data
  return useMemo(() => {
    if (all === undefined || coins === undefined) return null
    const found = all.map((each) => {
      const scale = coins.find((coin) => coin.currency === each.quote)?.scale
      return scale === undefined ? null : lotTerms(each, scale, realm)
    })
    return new Map(found.flatMap((each) => (each ? [[each.symbol, each] as const] : [])))
  }, [all, coins, realm])
}

/**
 * The marks of symbols, live, by symbol: what the derivative book last said, else the index that came with the list of
 * markets. Follows their books for as long as the component is there.
 */
export function useMarks(symbols: readonly string[]): (symbol: string) => string | undefined {
  const names = [...new Set(symbols)].toSorted().join(' ')
  useChannels(
    useMemo(
      () => (names === '' ? [] : names.split(' ').map((symbol) => ({ kind: 'derivativeBook', symbol }))),
      [names],
    ),
  )
  const fetched = useMarkets().data
  // One text of all marks, so that a change of anything else is none.
  const live = useStore(marketStore, (state) =>
    names
      .split(' ')
      .map((symbol) => markIn(state, symbol) ?? '')
      .join(' '),
  )
  return useMemo(() => {
    const marks = live.split(' ')
    const bySymbol = new Map(names.split(' ').map((symbol, at) => [symbol, marks[at] ?? '']))
    return (symbol) => bySymbol.get(symbol) || (fetched?.find((each) => each.symbol === symbol)?.index ?? undefined)
  }, [names, live, fetched])
}

/** Whether the marks of symbols decide what is open in them, as it changes. */
export function useDeciding(symbols: readonly string[]): (symbol: string) => boolean {
  const fetched = useMarkets().data
  const not = useStore(marketStore, ({ statuses }) =>
    [...new Set(symbols)]
      .filter((symbol) => {
        const listed = fetched?.find((each) => each.symbol === symbol)
        return !decidesAs(statuses.get(symbol), listed)
      })
      .join(' '),
  )
  return useMemo(() => {
    const names = new Set(not.split(' '))
    return (symbol) => !names.has(symbol)
  }, [not])
}

const none: readonly OpenPosition[] = []

/** What is open: tickets, perpetual positions, and both together; null before it was fetched. */
export function useOpenPositions(): OpenPositions | null {
  const derivatives = useDerivatives()
  return derivatives && openOf(derivatives)
}

/** What is open of a product: its tickets, or its positions; null before it was fetched. */
export function useOwnPositions(product: LotProduct): readonly OpenPosition[] | null {
  const open = useOpenPositions()
  return open && (product === 'contract' ? open.tickets : open.perpetual)
}

/** The orders of a product that rest in the book; undefined before they were fetched. */
export function useRestingOrders(product: LotProduct): readonly (ContractOrder | PerpetualOrder)[] | undefined {
  const derivatives = useDerivatives()
  return useMemo(
    () => (product === 'contract' ? derivatives?.tickets.filter((each) => each.rests) : derivatives?.orders),
    [derivatives, product],
  )
}

/** What brackets open positions keep where they are not those in force. */
export function useKeptBrackets(): KeptBracketsOf {
  const account = useDerivatives()?.account
  return useMemo(() => keptBracketsOf(account), [account])
}

/** The cross account, live; null before it was fetched. */
export function useLiveAccount(): LiveAccount | null {
  const derivatives = useDerivatives()
  const all = useOpenPositions()?.all ?? none
  const terms = useLotTerms()
  const symbols = useMemo(() => all.map((each) => each.symbol), [all])
  const markOf = useMarks(symbols)
  const decides = useDeciding(symbols)
  const available = useStore(accountStore, (state) => contractAvailable(state.assets?.balances))
  return useMemo(() => {
    if (derivatives === null || available === null || terms === null) return null
    const termsOf = (symbol: string) => terms.get(symbol)
    return liveAccount(derivatives.account, available, { open: all, termsOf, markOf, decides })
  }, [derivatives, available, terms, all, markOf, decides])
}
