import { useQuery } from '@tanstack/react-query'
import { favouriteAdd, favouriteRemove, type MarketState, type SymbolView } from '@truemark/protocol/routes/market'
import { useEffect } from 'react'
import { call } from './api.ts'
import { useLink } from './link.ts'
import { useDay, useMarketStatus } from './marketStore.ts'
import { changePercent } from './changePercent.ts'
import { marketsQuery } from './marketsQuery.ts'
import { pollDayAgo, priceStore, usePrice } from './prices.ts'
import { keepUserInfo, session, userOf, useSession } from './session.ts'
import { useStore } from 'zustand'

/** The markets with their terms and the figures they had when they were fetched. */
export function useMarkets() {
  return useQuery(marketsQuery)
}

/** One market's terms; undefined while they are fetched, null where there is no such market. */
export function useMarket(symbol: string): SymbolView | null | undefined {
  const { data } = useMarkets()
  return data === undefined ? undefined : (data.find((each) => each.symbol === symbol) ?? null)
}

/** Polls the prices of 24 hours ago for as long as the component is there. */
export function useDayAgoPoll(symbols: readonly string[]): void {
  const names = symbols.join(',')
  useEffect(() => pollDayAgo(names === '' ? [] : names.split(',')), [names])
}

/** What is shown of a market now: what streams in over what was fetched. */
export interface MarketFigures {
  readonly price: string | undefined
  /** When the price was true, in the server's UTC milliseconds. */
  readonly time: number | undefined
  /** In percent, a signed decimal text. */
  readonly change: string | undefined
  readonly high: string | undefined
  readonly low: string | undefined
  readonly volume: string
  readonly turnover: string
  readonly status: MarketState
  readonly simulated: boolean
}

/** The live figures of a market; renders again when one of them changes. */
export function useMarketFigures(market: SymbolView): MarketFigures {
  const price = usePrice(market.symbol)
  const day = useDay(market.symbol)
  const status = useMarketStatus(market.symbol)
  const state = useShownState(status?.status ?? market.status)
  const ago = useStore(priceStore, (state) => state.dayAgo.get(market.symbol)) ?? day?.open
  return {
    price: price?.price,
    time: price?.time,
    change: changePercent(price?.price, ago) ?? market.todayChange.replace('%', ''),
    high: day?.high ?? market.high ?? undefined,
    low: day?.low ?? market.low ?? undefined,
    volume: day?.volume ?? market.volume,
    turnover: day?.turnover ?? market.turnover,
    status: state,
    simulated: status?.simulated ?? day?.simulated ?? market.simulated,
  }
}

// A market that was open when it was last heard of is not known to be so while there is no connection.
function useShownState(state: MarketState): MarketState {
  const down = useLink((link) => link.down)
  return down && state === 'open' ? 'stale' : state
}

/**
 * Whether a market's mark decides what is open in it, by what was last heard of its status: while it is open, and where an
 * operator stopped new risk alone. A market of which nothing is known is taken to.
 */
export function decidesAs(
  change: { readonly status: MarketState; readonly reason: string } | undefined,
  listed: Pick<SymbolView, 'status' | 'halt_reason'> | undefined,
): boolean {
  const status = change?.status ?? listed?.status ?? 'open'
  const byOperator = change ? change.reason === 'operator' : listed !== undefined && listed.halt_reason !== ''
  return status === 'open' || (status === 'stale' && byOperator)
}

/** Whether a market trades (one that is not known yet: unless the line is down), and whether its prices are simulated. */
export function useMarketCondition(market: SymbolView | null | undefined): Pick<MarketFigures, 'status' | 'simulated'> {
  const change = useMarketStatus(market?.symbol ?? '')
  const status = useShownState(change?.status ?? market?.status ?? 'open')
  return { status, simulated: change?.simulated ?? market?.simulated ?? false }
}

/** The operator's own words on why a market is stopped; '' where no operator has stopped it. */
export function useHaltReason(market: SymbolView | null | undefined): string {
  return useMarketStatus(market?.symbol ?? '')?.halt_reason ?? market?.halt_reason ?? ''
}

/** When the operator's halt of a market ends by itself, in UTC ms; null where there is none. */
export function useHaltEnd(market: SymbolView | null | undefined): number | null {
  const change = useMarketStatus(market?.symbol ?? '')
  return change === undefined ? (market?.halt_until ?? null) : change.halt_until
}

const noFavourites: readonly string[] = []

/** The favourites of the signed-in account. */
export function useFavourites(): readonly string[] {
  return useSession((state) => userOf(state)?.favourites ?? noFavourites)
}

/** Adds a market to the favourites or takes it from them: shown at once, taken back where the server refuses. */
export async function toggleFavourite(symbol: string): Promise<void> {
  const user = userOf(session.getState())
  if (!user) return
  const { favourites } = user
  const known = favourites.includes(symbol)
  const next = known ? favourites.filter((each) => each !== symbol) : [...favourites, symbol]
  keepUserInfo({ ...user, favourites: next })
  try {
    await call(known ? favouriteRemove : favouriteAdd, { params: { symbol } })
  } catch (failure) {
    const now = userOf(session.getState())
    if (now) keepUserInfo({ ...now, favourites })
    throw failure
  }
}
