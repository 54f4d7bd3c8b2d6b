import { client } from '@truemark/protocol/client'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { serverNow } from '@truemark/ui/device/serverTime'
import { historiesOf } from './histories.ts'
import { readPriceCache, withPrices, writePriceCache, type KeptPrice, type Prices } from './priceFold.ts'
import { localStore } from '@truemark/ui/device/store'

interface PriceState {
  readonly prices: Prices
  /** The price of 24 hours ago, by symbol. */
  readonly dayAgo: ReadonlyMap<string, string>
}

const cacheName = 'truemark.prices'
const cacheWriteMs = 5_000

export const priceStore = createStore<PriceState>(() => ({
  prices: readPriceCache(localStore.getItem(cacheName), serverNow()),
  dayAgo: new Map(),
}))

let writing: ReturnType<typeof setTimeout> | null = null

/** Takes last prices in and writes the cache soon after. */
export function takePrices(news: Iterable<readonly [string, KeptPrice]>): void {
  const { prices } = priceStore.getState()
  const next = withPrices(prices, news)
  if (next === prices) return
  priceStore.setState({ prices: next })
  writing ??= setTimeout(() => {
    writing = null
    localStore.setItem(cacheName, writePriceCache(priceStore.getState().prices))
  }, cacheWriteMs)
}

/** Takes the last prices of a list of markets in. */
export function takeSymbolPrices(symbols: readonly SymbolView[]): void {
  takePrices(
    symbols.flatMap(({ symbol, lastPrice, time }) =>
      lastPrice === null ? [] : [[symbol, { price: lastPrice, time: time ?? 0 }] as const],
    ),
  )
}

/** Polls the prices of 24 hours ago each 60 s while the page is visible; gives what stops it. */
export function pollDayAgo(symbols: readonly string[]): () => void {
  const ask = async () => {
    if (symbols.length === 0 || document.visibilityState === 'hidden') return
    const from = String(serverNow() - client.dayAgoMs)
    const lists = await historiesOf(symbols, { resolution: '1m', count: '1', from }).catch(() => [])
    const found = lists.flatMap(({ symbol, list }) => (list[0] ? [[symbol, list[0].open] as const] : []))
    if (found.length > 0) priceStore.setState({ dayAgo: new Map([...priceStore.getState().dayAgo, ...found]) })
  }
  void ask()
  const timer = setInterval(() => void ask(), client.dayAgoPollMs)
  return () => clearInterval(timer)
}

/** The last price of a symbol, live or kept from before. */
export function usePrice(symbol: string): KeptPrice | undefined {
  return useStore(priceStore, (state) => state.prices.get(symbol))
}
