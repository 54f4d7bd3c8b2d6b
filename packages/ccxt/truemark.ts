import { type CallInput, readAnswer, targetOf } from '@truemark/protocol/calling'
import { accountOne } from '@truemark/protocol/routes/account'
import {
  coins,
  history,
  type Interval,
  intervals,
  marketDepth,
  marketTrades,
  symbols,
} from '@truemark/protocol/routes/market'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { spotConditionalRoutes } from '@truemark/protocol/routes/spotConditional'
import { type ProgramKey, ed25519Key, hmacKey, newOnce, signedHeaders } from '@truemark/program/programKey'
import { BadRequest, Exchange, ExchangeError, OrderNotFound } from 'ccxt'
import type {
  Balances,
  Currencies,
  Dictionary,
  Int,
  Market,
  Num,
  OHLCV,
  Order,
  OrderBook,
  OrderSide,
  OrderType,
  Str,
  Strings,
  Ticker,
  Tickers,
  Trade,
} from 'ccxt'
import type * as z from 'zod/mini'
import { type Asked, conditionalBody, orderBody, trailingBody } from './asks.ts'
import { description } from './description.ts'
import {
  conditionalShape,
  fillShape,
  levelsShape,
  marketShape,
  orderShape,
  stepOf,
  tickerShape,
  tradeShape,
} from './shapes.ts'

type Params = Record<string, unknown>

const pageMax = 100
/** So many pages are asked for at most in one call. */
const pagesMax = 20

/**
 * An installation of Truemark as CCXT has exchanges: spot, with orders that wait for a price or follow the index. `hostname`
 * names the installation, `apiKey` and `secret` are those that the app shows (or, of an Ed25519 key, its private PEM), and a key
 * of the demo trades on the demo: `sandbox` only says which book is read.
 */
export class truemark extends Exchange {
  override describe(): unknown {
    return this.deepExtend(super.describe(), description)
  }

  override async fetchMarkets(_params: Params = {}): Promise<Market[]> {
    const views = await this.ask(symbols, {}, false)
    return views.map((view) => this.safeMarketStructure(marketShape(view)))
  }

  override async fetchCurrencies(_params: Params = {}): Promise<Currencies> {
    const found = await this.ask(coins, {}, false)
    const shape = (coin: (typeof found)[number]) => {
      const { currency: code, name, scale } = coin
      return this.safeCurrencyStructure({ id: code, code, name, active: true, precision: stepOf(scale), info: coin })
    }
    return Object.fromEntries(found.map((coin) => [coin.currency, shape(coin)]))
  }

  override async fetchTickers(wanted?: Strings, _params: Params = {}): Promise<Tickers> {
    const views = await this.ask(symbols, {}, false)
    const tickers = views.map((view) => this.safeTicker(tickerShape(view)))
    const known = new Set<Str>(wanted)
    const kept = tickers.filter(({ symbol }) => wanted === undefined || known.has(symbol))
    return Object.fromEntries(kept.map((ticker) => [textOf(ticker.symbol), ticker]))
  }

  override async fetchTicker(symbol: string, params: Params = {}): Promise<Ticker> {
    await this.loadMarkets()
    const { [symbol]: ticker } = await this.fetchTickers([symbol], params)
    if (ticker === undefined) throw new ExchangeError(`truemark has no figures of ${symbol}`)
    return ticker
  }

  override async fetchOrderBook(symbol: string, limit?: Int, params: Params = {}): Promise<OrderBook> {
    await this.loadMarkets()
    const realm = this.isSandboxModeEnabled ? ('demo' as const) : ('real' as const)
    const query = { realm, ...(limit === undefined ? {} : { limit: String(Math.min(50, limit)) }), ...params }
    const depth = await this.ask(marketDepth, { params: { symbol: this.idOf(symbol) }, query }, false)
    const sides = { bids: levelsShape(depth.bids), asks: levelsShape(depth.asks) }
    return this.parseOrderBook(sides, symbol, depth.time)
  }

  override async fetchTrades(symbol: string, since?: Int, limit?: Int, _params: Params = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const found = await this.ask(marketTrades, { params: { symbol: this.idOf(symbol) } }, false)
    const trades = found.map((trade) => this.safeTrade(tradeShape(trade, symbol))).toReversed()
    return sinceOf(trades, since, limit)
  }

  override async fetchOHLCV(
    symbol: string,
    timeframe = '1m',
    since?: Int,
    limit?: Int,
    params: Params = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets()
    const resolution = intervalOf(this.timeframes[timeframe])
    const from = since === undefined ? {} : { from: String(since) }
    const count = limit === undefined ? {} : { count: String(Math.min(1_000, limit)) }
    const query = { symbol: this.idOf(symbol), resolution, ...from, ...count, ...params }
    const candles = await this.ask(history, { query }, false)
    return candles.map(({ close, high, low, open, time, volume }) => {
      const [opened, highest, lowest, closed, traded] = [open, high, low, close, volume].map(Number)
      return [time, opened, highest, lowest, closed, traded]
    })
  }

  override async fetchBalance(_params: Params = {}): Promise<Balances> {
    const { balances } = await this.ask(accountOne, { params: { kind: 'coin' } }, true)
    const each = balances.map((one) => [one.currency, { free: one.available, used: one.frozen, total: one.total }])
    return this.safeBalance({ info: balances, ...Object.fromEntries(each) })
  }

  override async createOrder(
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: number,
    price?: Num,
    params: Params = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const asked = this.askedOf({ symbol, type, side, amount, price, params })
    const once = typeof params['idempotencyKey'] === 'string' ? params['idempotencyKey'] : undefined
    const trailing = trailingBody(asked)
    if (trailing !== null) {
      const placed = await this.ask(spotConditionalRoutes.spotTrailingPlace, { body: trailing }, true, once)
      return this.safeOrder(conditionalShape(placed, symbol))
    }
    const waiting = conditionalBody(asked)
    if (waiting !== null) {
      const placed = await this.ask(spotConditionalRoutes.spotConditionalPlace, { body: waiting }, true, once)
      return this.safeOrder(conditionalShape(placed, symbol))
    }
    const placed = await this.ask(spotRoutes.spotOrderPlace, { body: orderBody(asked) }, true, once)
    return this.safeOrder(orderShape(placed, symbol))
  }

  override createMarketBuyOrderWithCost(symbol: string, cost: number, params: Params = {}): Promise<Order> {
    return this.createOrder(symbol, 'market', 'buy', 0, undefined, { ...params, cost })
  }

  override async editOrder(
    id: string,
    symbol: string,
    _type: OrderType,
    _side: OrderSide,
    amount?: Num,
    price?: Num,
    _params: Params = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const quantity = amount === undefined ? {} : { quantity: textOf(this.amountToPrecision(symbol, amount)) }
    const limit = price === undefined ? {} : { price: textOf(this.priceToPrecision(symbol, price)) }
    const body = { ...quantity, ...limit }
    const changed = await this.ask(spotRoutes.spotOrderAmend, { params: { id }, body }, true)
    return this.safeOrder(orderShape(changed, this.symbolOf(changed.symbol)))
  }

  override async cancelOrder(id: string, _symbol?: Str, params: Params = {}): Promise<Order> {
    await this.loadMarkets()
    if (isWaiting(params)) {
      const ended = await this.ask(spotConditionalRoutes.spotConditionalCancel, { params: { id } }, true)
      return this.safeOrder(conditionalShape(ended, this.symbolOf(ended.symbol)))
    }
    const ended = await this.ask(spotRoutes.spotOrderCancel, { params: { id } }, true)
    return this.safeOrder(orderShape(ended, this.symbolOf(ended.symbol)))
  }

  override async cancelAllOrders(symbol?: Str, _params: Params = {}): Promise<Order[]> {
    await this.loadMarkets()
    const query = symbol === undefined ? {} : { symbol: this.idOf(symbol) }
    const { canceled } = await this.ask(spotRoutes.spotOrdersCancel, { query }, true)
    return [this.safeOrder({ info: { canceled } })]
  }

  override async fetchOrder(id: string, _symbol?: Str, params: Params = {}): Promise<Order> {
    await this.loadMarkets()
    if (isWaiting(params)) {
      const found = (await this.fetchOpenOrders(undefined, undefined, undefined, params)).find((one) => one.id === id)
      if (found !== undefined) return found
      throw new OrderNotFound(`truemark has no order ${id} that waits`)
    }
    const { order } = await this.ask(spotRoutes.spotOrderOne, { params: { id } }, true)
    return this.safeOrder(orderShape(order, this.symbolOf(order.symbol)))
  }

  override fetchOpenOrders(symbol?: Str, since?: Int, limit?: Int, params: Params = {}) {
    return this.fetchOrdersOf('open', symbol, since, limit, params)
  }

  override fetchClosedOrders(symbol?: Str, since?: Int, limit?: Int, params: Params = {}) {
    return this.fetchOrdersOf('history', symbol, since, limit, params)
  }

  override async fetchMyTrades(symbol?: Str, since?: Int, limit?: Int, _params: Params = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const of = symbol === undefined ? {} : { symbol: this.idOf(symbol) }
    const ask = (page: Page) => this.ask(spotRoutes.spotFills, { query: { ...of, ...page } }, true)
    const found = await pagesOf(ask, since, limit)
    const trades = found.map((fill) => this.safeTrade(fillShape(fill, this.symbolOf(fill.symbol)))).toReversed()
    return sinceOf(trades, since, limit)
  }

  private async fetchOrdersOf(
    status: 'open' | 'history',
    symbol: Str,
    since: Int,
    limit: Int,
    params: Params,
  ): Promise<Order[]> {
    await this.loadMarkets()
    const of = { status, ...(symbol === undefined ? {} : { symbol: this.idOf(symbol) }) }
    const orders = isWaiting(params) ? await this.waitingOf(of, since, limit) : await this.ordersOf(of, since, limit)
    return sinceOf(orders.toReversed(), since, limit)
  }

  private async ordersOf(of: ListQuery, since: Int, limit: Int): Promise<Order[]> {
    const ask = (page: Page) => this.ask(spotRoutes.spotOrders, { query: { ...of, ...page } }, true)
    const found = await pagesOf(ask, since, limit)
    return found.map((one) => this.safeOrder(orderShape(one, this.symbolOf(one.symbol))))
  }

  private async waitingOf(of: ListQuery, since: Int, limit: Int): Promise<Order[]> {
    const ask = (page: Page) => this.ask(spotConditionalRoutes.spotConditionals, { query: { ...of, ...page } }, true)
    const found = await pagesOf(ask, since, limit)
    return found.map((one) => this.safeOrder(conditionalShape(one, this.symbolOf(one.symbol))))
  }

  private symbolOf(id: string): string {
    return textOf(this.safeSymbol(id))
  }

  private idOf(symbol: string): string {
    return textOf(this.market(symbol).id)
  }

  private askedOf(given: {
    symbol: string
    type: OrderType
    side: OrderSide
    amount: number
    price: Num
    params: Params
  }): Asked {
    const { amount, params, price, side, symbol, type } = given
    const named = { ...params }
    for (const name of ['triggerPrice', 'stopLossPrice', 'takeProfitPrice']) {
      const value = named[name]
      if (typeof value === 'number') named[name] = this.priceToPrecision(symbol, value)
    }
    if (typeof named['cost'] === 'number') named['cost'] = this.numberToString(named['cost'])
    return {
      symbol: this.idOf(symbol),
      type: String(type),
      side: String(side),
      amount: amount > 0 ? textOf(this.amountToPrecision(symbol, amount)) : '',
      price: price === undefined ? '' : textOf(this.priceToPrecision(symbol, price)),
      params: named,
    }
  }

  /** Makes a call of the API and holds its answer against the route's shape. */
  private async ask<R extends RouteDefinition>(
    route: R,
    input: CallInput<R>,
    isOwn: boolean,
    once = '',
  ): Promise<z.output<R['answer']>> {
    const { target } = targetOf(route, input)
    const body = input.body === undefined ? undefined : this.json(input.body)
    const headers = once === '' ? {} : { 'idempotency-key': once }
    const answered: unknown = await this.request(target, isOwn ? 'private' : 'public', route.method, {}, headers, body)
    const data: unknown = typeof answered === 'object' && answered !== null ? Reflect.get(answered, 'data') : undefined
    return readAnswer<R['answer']>(route.answer, route.path, data)
  }

  override sign(
    path: string,
    api: unknown = 'public',
    method = 'GET',
    _params: Params = {},
    headers?: Record<string, string>,
    body?: Str,
  ): Dictionary<unknown> {
    const url = this.baseOf() + path
    const kind = body === undefined ? {} : { 'content-type': 'application/json' }
    if (api !== 'private') return { url, method, body, headers: { ...headers, ...kind } }
    this.checkRequiredCredentials()
    const time = this.milliseconds() - Number(this.options['timeDifference'] ?? 0)
    const once = method === 'GET' ? '' : (headers?.['idempotency-key'] ?? newOnce(time))
    const signed = signedHeaders(this.ownKey(), { method, target: path, body: body ?? '', once, time })
    return { url, method, body, headers: { ...signed, ...kind } }
  }

  // an installation on one's own machine has no TLS, and is named with its scheme
  private baseOf(): string {
    const { hostname = '' } = this
    return hostname.includes('://') ? hostname : `https://${hostname}`
  }

  private ownKey(): ProgramKey {
    const { apiKey, secret } = this
    return secret.startsWith('-----BEGIN') ? ed25519Key(apiKey, secret) : hmacKey(apiKey, secret)
  }

  override handleErrors(
    _code: number,
    _reason: string,
    _url: string,
    _method: string,
    _headers: unknown,
    text: string,
    response: unknown,
  ): undefined {
    if (typeof response !== 'object' || response === null) return
    const { code, data, message } = response as { code?: unknown; data?: unknown; message?: unknown }
    if (code === 200 || code === undefined) return
    const { params, reason } = (data ?? {}) as { params?: Record<string, string>; reason?: string }
    // the refusal says what time it is there: the next request is signed by that
    if (reason === 'api_clock_off') this.options['timeDifference'] = this.milliseconds() - Number(params?.['time'])
    this.throwExactlyMatchedException(this.exceptions['exact'], reason ?? '', `truemark ${String(message)}`)
    throw new ExchangeError(`truemark ${text}`)
  }
}

interface ListQuery {
  readonly status: 'open' | 'history'
  readonly symbol?: string
}

interface Page {
  readonly cursor?: string
  readonly limit: string
}

// newest first, as far back as `since` or as many as `limit`; one page where neither is named
async function pagesOf<T extends { readonly time: number }>(
  ask: (page: Page) => Promise<{ readonly items: readonly T[]; readonly cursor: string | null }>,
  since: Int,
  limit: Int,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null = ''
  for (let page = 0; page < pagesMax && cursor !== null; page++) {
    const wanted = since === undefined && limit !== undefined ? Math.min(pageMax, limit - found.length) : pageMax
    const answer = await ask({ limit: String(wanted), ...(cursor === '' ? {} : { cursor }) })
    found.push(...answer.items)
    ;({ cursor } = answer)
    const oldest = answer.items.at(-1)
    const isBack = since === undefined ? found.length >= (limit ?? 1) : oldest === undefined || oldest.time < since
    if (isBack) break
  }
  return found
}

// as CCXT has it: the first of those since then, or the last ones; oldest first
function sinceOf<T extends { timestamp?: Int }>(all: T[], since: Int, limit: Int): T[] {
  if (since === undefined) return limit === undefined ? all : all.slice(-limit)
  return all.filter(({ timestamp = 0 }) => timestamp >= since).slice(0, limit)
}

// CCXT's own figures may be none; the installation refuses what is
function textOf(text: Str): string {
  return text ?? ''
}

function isWaiting(params: Params): boolean {
  return params['trigger'] === true || params['stop'] === true || params['trailing'] === true
}

function intervalOf(text: unknown): Interval {
  const found = intervals.find((one) => one === text)
  if (found === undefined) throw new BadRequest(`truemark has no candles of ${String(text)}`)
  return found
}
