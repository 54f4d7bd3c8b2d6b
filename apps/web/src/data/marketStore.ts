import { client } from '@truemark/protocol/client'
import type { Book, BookKind, Day, Kline } from '@truemark/protocol/routes/market'
import type { ServerMessage } from '@truemark/protocol/stream'
import { deepLevels, streamType } from '@truemark/protocol/stream'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type StatusChange = Extract<ServerMessage, { type: typeof streamType.marketStatus }>['data']

/** What streams in about the markets, by symbol; candles by symbol and interval. */
export interface MarketState {
  readonly books: ReadonlyMap<string, Book>
  /** The same as deep as they are told at all, for screens that follow them. */
  readonly deepBooks: ReadonlyMap<string, Book>
  readonly days: ReadonlyMap<string, Day>
  readonly statuses: ReadonlyMap<string, StatusChange>
  readonly candles: ReadonlyMap<string, readonly Kline[]>
}

export const noMarket: MarketState = {
  books: new Map(),
  deepBooks: new Map(),
  days: new Map(),
  statuses: new Map(),
  candles: new Map(),
}

export const marketStore = createStore<MarketState>(() => noMarket)

/**
 * Folds a batch of messages into the state: of book, day and status the latest of each symbol stays; at most
 * `symbolsMax` symbols of each kind (the longest unchanged go first) and `candlesMax` candles of each.
 */
export function foldMarket(state: MarketState, messages: readonly ServerMessage[]): MarketState {
  const next = {
    books: new Map(state.books),
    deepBooks: new Map(state.deepBooks),
    days: new Map(state.days),
    statuses: new Map(state.statuses),
    candles: new Map(state.candles),
  }
  for (const message of messages) {
    if (message.type === streamType.book) keepBook(next.books, message.data, client.bookLevels)
    else if (message.type === streamType.deepBook) keepBook(next.deepBooks, message.data, deepLevels)
    else if (message.type === streamType.day) keepLatest(next.days, message.data.symbol, message.data)
    else if (message.type === streamType.marketStatus) keepLatest(next.statuses, message.data.code, message.data)
    else if (message.type === streamType.kline) {
      const key = candleKey(message.data.code, message.data.interval)
      keepLatest(next.candles, key, withCandle(next.candles.get(key) ?? [], message.data))
    }
  }
  return next
}

function keepBook(books: Map<string, Book>, data: Book, levels: number) {
  const cut = { ...data, asks: data.asks.slice(0, levels), bids: data.bids.slice(0, levels) }
  keepLatest(books, bookKey(data.symbol, data.kind), cut, (kept) => kept.kind === data.kind)
}

/** The key under which a book is kept: the symbol's own name for the spot book. */
export function bookKey(symbol: string, kind: BookKind): string {
  return kind === 'spot' ? symbol : `${symbol}_${kind}`
}

/** The key under which the candles of a symbol and interval are kept. */
export function candleKey(symbol: string, interval: string): string {
  return `${symbol}_${interval}`
}

/** A list of candles, oldest first, with one more or a newer version of one; late ones find their place. */
export function withCandle(list: readonly Kline[], candle: Kline): readonly Kline[] {
  let at = list.length
  while (at > 0 && (list[at - 1]?.time ?? 0) > candle.time) at -= 1
  const replaces = at > 0 && list[at - 1]?.time === candle.time
  return [...list.slice(0, replaces ? at - 1 : at), candle, ...list.slice(at)].slice(-client.candlesMax)
}

/** Sets a value; of those that are its `alike`, at most `symbolsMax` stay. */
function keepLatest<T>(map: Map<string, T>, key: string, value: T, alike: (kept: T) => boolean = () => true) {
  // A map remembers the order of setting: what is set anew goes last, so that the first is the longest unchanged.
  map.delete(key)
  map.set(key, value)
  if (map.size <= client.symbolsMax) return
  const kept = [...map].filter(([, each]) => alike(each))
  if (kept.length > client.symbolsMax && kept[0]) map.delete(kept[0][0])
}

/** The live order book of a symbol; renders again when that book changes. */
export function useBook(symbol: string, kind: BookKind = 'spot'): Book | undefined {
  return useStore(marketStore, (state) => state.books.get(bookKey(symbol, kind)))
}

/** The same book of twenty levels; undefined where nobody follows it. */
export function useDeepBook(symbol: string, kind: BookKind): Book | undefined {
  return useStore(marketStore, (state) => state.deepBooks.get(bookKey(symbol, kind)))
}

/** The mark of a symbol as its derivative book last said it; undefined before it did. */
export function useMark(symbol: string): string | undefined {
  return useStore(marketStore, (state) => markIn(state, symbol))
}

/** The same in a state. */
export function markIn(state: MarketState, symbol: string): string | undefined {
  return state.books.get(bookKey(symbol, 'derivative'))?.mark ?? undefined
}

/** The live 24-hour figures of a symbol. */
export function useDay(symbol: string): Day | undefined {
  return useStore(marketStore, (state) => state.days.get(symbol))
}

/** The last change of a market's status, where there was one. */
export function useMarketStatus(symbol: string): StatusChange | undefined {
  return useStore(marketStore, (state) => state.statuses.get(symbol))
}
