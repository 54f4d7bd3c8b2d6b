import type { Level, SymbolView, Trade } from '@truemark/protocol/routes/market'
import type { SpotFill, SpotOrder } from '@truemark/protocol/routes/spot'
import type { SpotConditional } from '@truemark/protocol/routes/spotConditional'

// How CCXT names what the wire says. Figures stay decimal texts until CCXT itself makes numbers of them.

/** A tick or step of `decimals` decimals as CCXT's TICK_SIZE has it: 1 is 0.1. */
export function stepOf(decimals: number): number {
  return Number(`1e-${decimals}`)
}

/** A market with its terms. `wide` is the whole view, which CCXT keeps as `info`. */
export function marketShape(view: SymbolView) {
  return {
    id: view.symbol,
    symbol: `${view.base}/${view.quote}`,
    base: view.base,
    quote: view.quote,
    baseId: view.base,
    quoteId: view.quote,
    type: 'spot' as const,
    spot: true,
    margin: false,
    swap: false,
    future: false,
    option: false,
    contract: false,
    active: view.status === 'open' || view.status === 'stale',
    maker: Number(view.fee_rate_maker),
    taker: Number(view.fee_rate_taker),
    precision: { price: stepOf(view.price_decimals), amount: stepOf(view.quantity_decimals) },
    limits: {
      amount: { min: stepOf(view.quantity_decimals), max: Number(view.quantity_max) },
      price: { min: stepOf(view.price_decimals), max: Number(view.price_max) },
      cost: { min: Number(view.amount_min) },
    },
    info: view,
  }
}

/** The last 24 hours of a market. */
export function tickerShape(view: SymbolView) {
  return {
    symbol: `${view.base}/${view.quote}`,
    timestamp: view.time ?? undefined,
    last: view.lastPrice ?? undefined,
    indexPrice: view.index ?? undefined,
    high: view.high ?? undefined,
    low: view.low ?? undefined,
    percentage: view.todayChange.replace('%', ''),
    baseVolume: view.volume,
    quoteVolume: view.turnover,
    info: view,
  }
}

/** Levels as CCXT has them, best first. */
export function levelsShape(levels: readonly Level[]): [number, number][] {
  return levels.map(({ amount, price }) => [Number(price), Number(amount)])
}

/** A trade of the reference market. */
export function tradeShape(trade: Trade, symbol: string) {
  const { amount, id, price, side, time } = trade
  return { id, timestamp: time, symbol, side, price, amount, takerOrMaker: undefined, info: trade }
}

/** One's own side of a trade. */
export function fillShape(fill: SpotFill, symbol: string) {
  return {
    id: fill.id,
    order: fill.order_id,
    timestamp: fill.time,
    symbol,
    side: fill.side,
    takerOrMaker: fill.role,
    price: fill.price,
    amount: fill.quantity,
    cost: fill.amount,
    fee: { cost: fill.fee, currency: fill.fee_currency },
    info: fill,
  }
}

const statuses = { new: 'open', filled: 'closed', canceled: 'canceled' } as const

/** A spot order. */
export function orderShape(order: SpotOrder, symbol: string) {
  return {
    id: order.order_id,
    timestamp: order.time,
    lastUpdateTimestamp: order.updated,
    symbol,
    type: order.type,
    side: order.side,
    timeInForce: order.time_in_force === 'POST_ONLY' ? 'PO' : order.time_in_force,
    postOnly: order.time_in_force === 'POST_ONLY',
    price: order.price ?? undefined,
    amount: order.quantity ?? undefined,
    filled: order.filled,
    cost: order.amount,
    average: order.average_price ?? undefined,
    status: statuses[order.status],
    // CCXT leaves the fee of an order as it is given
    fee: { cost: Number(order.fee), currency: order.fee_currency },
    info: order,
  }
}

const waitingStatuses = { waiting: 'open', triggered: 'closed', canceled: 'canceled' } as const

/** An order that waits for a price; one that was triggered goes on as the order of the same id. */
export function conditionalShape(one: SpotConditional, symbol: string) {
  return {
    id: one.order_id,
    timestamp: one.time,
    lastUpdateTimestamp: one.updated,
    symbol,
    type: one.type,
    side: one.side,
    price: one.price ?? undefined,
    triggerPrice: one.trigger_price,
    amount: one.quantity ?? undefined,
    cost: one.budget ?? undefined,
    status: waitingStatuses[one.status],
    info: one,
  }
}
