import { firstConversionTerms } from '../convert/terms.ts'
import type { Command } from '../vocabulary.ts'
import type { Draw } from './draw.ts'

/** How a command of each kind is drawn; nothing where the exchange as it stands has no occasion for one. */
export type Draws<Kind extends Command['type']> = {
  readonly [K in Kind]: (draw: Draw) => readonly Extract<Command, { type: K }>[]
}

const symbols = ['BTCUSDT', 'ETHUSDT']
const keep = { change: 'keep', price: 0 } as const
const fault = ''

function orderWords(draw: Draw) {
  const listing = draw.listing
  const isLimit = !draw.once(3)
  return {
    holder: draw.holder,
    symbol: symbols[listing],
    side: draw.pick(['buy', 'sell'] as const),
    kind: isLimit ? ('limit' as const) : ('market' as const),
    timeInForce: isLimit ? draw.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const) : ('IOC' as const),
    price: isLimit ? draw.priceOf(listing) : 0,
    fault: draw.once(30) ? 'price_invalid' : fault,
  }
}

// mostly on the side of the index where it can wait
function conditionalWords(draw: Draw) {
  const { listing } = draw
  const passing = draw.pick(['fall', 'rise'] as const)
  const away = (draw.once(8) ? -1 : 1) * (1 + draw.below(120))
  const trigger = Math.round((draw.marks[listing] / 10) * (1 + (passing === 'fall' ? -away : away) / 10_000))
  const side = draw.pick(['buy', 'sell'] as const)
  const ill = draw.once(30) ? 'price_invalid' : fault
  return { holder: draw.holder, symbol: symbols[listing], listing, side, passing, trigger, fault: ill }
}

// mostly on the side of the mark where it can stand
function targets(draw: Draw, listing: number, isLong: boolean) {
  const at = (isBelow: boolean) => {
    if (draw.once(4)) return draw.pick([keep, { change: 'remove', price: 0 } as const])
    const away = (1 + draw.below(150)) / 10_000
    return { change: 'set', price: Math.round((draw.marks[listing] / 10) * (isBelow ? 1 - away : 1 + away)) } as const
  }
  return { stopLoss: at(isLong), takeProfit: at(!isLong) }
}

/** One of the open orders of spot, mostly with its own holder. */
function spotOrder(draw: Draw) {
  const order = draw.state.spot.orders.values()
  const found = order.length > 0 ? draw.pick(order) : null
  return found ? [{ ...found, holder: draw.once(8) ? draw.holder : found.holder }] : []
}

function restingOrder(draw: Draw, product: 'contract' | 'perpetual') {
  const orders = [...draw.state.derivative.orders.values()].filter((one) => one.product === product)
  const found = orders.length > 0 ? draw.pick(orders) : null
  return found ? [{ ...found, holder: draw.once(8) ? draw.holder : found.holder }] : []
}

function openPosition(draw: Draw, kinds: readonly string[]) {
  const positions = [...draw.state.derivative.positions.values()].filter(({ kind }) => kinds.includes(kind))
  const found = positions.length > 0 ? draw.pick(positions) : null
  return found ? [{ ...found, holder: draw.once(8) ? draw.holder : found.holder }] : []
}

type Traded =
  | `${string}Spot${string}`
  | `${string}Conversion`
  | `${string}Contract${string}`
  | `${string}Perpetual${string}`
  | 'placeOption'
  | 'rebuildOptionExit'

/** Commands by which people trade. */
export const drawnTrades: Draws<Extract<Command['type'], Traded>> = {
  placeSpotOrder: (draw) => {
    const isByBudget = draw.once(9)
    const words = orderWords(draw)
    return [
      {
        type: 'placeSpotOrder',
        ...words,
        ...(isByBudget ? ({ side: 'buy', kind: 'market', timeInForce: 'IOC', price: 0 } as const) : {}),
        quantity: isByBudget ? 0 : 1 + draw.below(30_000),
        budget: isByBudget ? draw.usdt(900) : 0n,
      },
    ]
  },
  amendSpotOrder: (draw) =>
    spotOrder(draw).map(({ id, holder, listing, quantity }) => ({
      type: 'amendSpotOrder',
      holder,
      order: id,
      price: draw.once(2) ? null : draw.priceOf(listing),
      quantity: draw.once(2) ? null : Math.max(1, quantity + draw.below(200) - 100),
      fault,
    })),
  cancelSpotOrder: (draw) => spotOrder(draw).map(({ id, holder }) => ({ type: 'cancelSpotOrder', holder, order: id })),
  placeSpotConditional: (draw) => {
    const { listing, ...words } = conditionalWords(draw)
    const isLimit = !draw.once(2)
    const isByBudget = !isLimit && words.side === 'buy'
    return [
      {
        type: 'placeSpotConditional',
        ...words,
        kind: isLimit ? 'limit' : 'market',
        price: isLimit ? draw.priceOf(listing) : 0,
        quantity: isByBudget ? 0 : 1 + draw.below(30_000),
        budget: isByBudget ? draw.usdt(900) : 0n,
      },
    ]
  },
  placeSpotPair: (draw) => {
    const { listing, passing: _passing, trigger: _trigger, ...words } = conditionalWords(draw)
    const leg = (sign: number) => {
      const trigger = Math.round((draw.marks[listing] / 10) * (1 + (sign * (1 + draw.below(90))) / 10_000))
      const isLimit = words.side === 'buy' || draw.once(2)
      return {
        trigger,
        kind: isLimit ? ('limit' as const) : ('market' as const),
        price: isLimit ? draw.priceOf(listing) : 0,
      }
    }
    return [{ type: 'placeSpotPair', ...words, quantity: 1 + draw.below(30_000), below: leg(-1), above: leg(1) }]
  },
  placeSpotTrailing: (draw) => {
    const { holder, symbol, side, fault } = conditionalWords(draw)
    const isBuy = side === 'buy'
    const rate = 100_000 * (10 + draw.below(draw.pick([5, 300, 6_000])))
    const figures = { quantity: isBuy ? 0 : 1 + draw.below(30_000), budget: isBuy ? draw.usdt(900) : 0n }
    return [{ type: 'placeSpotTrailing', holder, symbol, side, rate, ...figures, fault }]
  },
  cancelSpotConditional: (draw) => {
    const waiting = draw.state.spot.waiting.all()
    if (waiting.length === 0) return []
    const { order, holder } = draw.pick(waiting)
    return [{ type: 'cancelSpotConditional', holder: draw.once(8) ? draw.holder : holder, order }]
  },
  cancelAllSpotOrders: (draw) => [{ type: 'cancelAllSpotOrders', holder: draw.holder, symbol: draw.symbol }],
  askConversion: (draw) => {
    const [source, target] = draw.pick([
      ['USDT', 'BTC'],
      ['BTC', 'USDT'],
      ['ETH', 'BTC'],
    ])
    return [{ type: 'askConversion', holder: draw.holder, source, target, amount: draw.usdt(60), fault }]
  },
  configureConversion: (draw) => {
    const feeRate = draw.below(5_000_000)
    const stockMax = firstConversionTerms.stockMax - draw.usdt(90_000)
    return [{ type: 'configureConversion', terms: { ...firstConversionTerms, feeRate, stockMax } }]
  },
  acceptConversion: (draw) => {
    const quotes = [...draw.state.convert.quotes.values()]
    const quote = quotes.length > 0 ? draw.pick(quotes) : null
    return quote ? [{ type: 'acceptConversion', holder: quote.holder, quote: quote.quote }] : []
  },
  placeContractOrder: (draw) => {
    const words = orderWords(draw)
    const at = symbols.indexOf(words.symbol)
    return [
      {
        type: 'placeContractOrder',
        ...words,
        lots: 1 + draw.below(draw.pick([20, 200, 2_000])),
        multiple: draw.pick([1, 5, 20, 50, 100]),
        stopLoss: draw.once(6) ? draw.priceOf(at) : null,
        takeProfit: draw.once(6) ? draw.priceOf(at) : null,
      },
    ]
  },
  setContractTargets: (draw) =>
    openPosition(draw, ['ticket']).map(({ id, holder, listing, side }) => ({
      type: 'setContractTargets',
      holder,
      order: id,
      ...targets(draw, listing, side === 'long'),
      fault,
    })),
  amendContractOrder: (draw) =>
    restingOrder(draw, 'contract').map(({ id, holder, listing, lots }) => ({
      type: 'amendContractOrder',
      holder,
      order: id,
      price: draw.priceOf(listing),
      lots: draw.once(2) ? null : Math.max(1, lots + draw.below(100) - 50),
      stopLoss: keep,
      takeProfit: keep,
      fault,
    })),
  closeContract: (draw) =>
    openPosition(draw, ['ticket']).map(({ id, holder, lots }) => ({
      type: 'closeContract',
      holder,
      order: id,
      lots: draw.once(2) ? 0 : Math.ceil(lots / 2),
      fault,
    })),
  addContractMargin: (draw) =>
    openPosition(draw, ['ticket']).map(({ id, holder }) => ({
      type: 'addContractMargin',
      holder,
      order: id,
      amount: draw.usdt(40),
      fault,
    })),
  cancelContractOrder: (draw) =>
    restingOrder(draw, 'contract').map(({ id, holder }) => ({ type: 'cancelContractOrder', holder, order: id })),
  cancelAllContractOrders: (draw) => [{ type: 'cancelAllContractOrders', holder: draw.holder, symbol: draw.symbol }],
  closeAllContracts: (draw) => [{ type: 'closeAllContracts', holder: draw.holder, symbol: draw.symbol }],
  setPerpetual: (draw) => [
    {
      type: 'setPerpetual',
      holder: draw.holder,
      symbol: draw.pick(symbols),
      mode: draw.pick(['cross', 'cross', 'isolated'] as const),
      multiple: draw.pick([5, 20, 50, 100]),
      fault,
    },
  ],
  placePerpetualOrder: (draw) => {
    const words = orderWords(draw)
    const at = symbols.indexOf(words.symbol)
    const none = { stopLoss: null, takeProfit: null }
    const [open] = draw.once(4) ? openPosition(draw, ['cross', 'isolated']) : []
    if (open) {
      const own = { holder: open.holder, symbol: symbols[open.listing], price: draw.priceOf(open.listing) }
      const side = open.side === 'long' ? ('sell' as const) : ('buy' as const)
      const resting = { kind: 'limit', timeInForce: 'GTC', lots: open.lots, reduceOnly: true } as const
      return [{ type: 'placePerpetualOrder', ...words, ...own, ...resting, side, ...none }]
    }
    const lots = 1 + draw.below(draw.pick([40, 400, 4_000]))
    const stopped = { stopLoss: draw.priceOf(at), takeProfit: draw.priceOf(at) }
    return [
      { type: 'placePerpetualOrder', ...words, lots, reduceOnly: draw.once(20), ...(draw.once(5) ? stopped : none) },
    ]
  },
  placePerpetualShown: (draw) => {
    const words = orderWords(draw)
    return [
      {
        type: 'placePerpetualShown',
        ...words,
        lots: 1 + draw.below(400),
        reduceOnly: draw.once(20),
        stopLoss: null,
        takeProfit: null,
        modeShown: draw.pick(['cross', 'cross', 'cross', 'isolated'] as const),
        multipleShown: draw.pick([10, 10, 20, 50]),
      },
    ]
  },
  amendPerpetualOrder: (draw) =>
    restingOrder(draw, 'perpetual').map(({ id, holder, listing, lots }) => ({
      type: 'amendPerpetualOrder',
      holder,
      order: id,
      price: draw.priceOf(listing),
      lots: draw.once(2) ? null : Math.max(1, lots + draw.below(100) - 50),
      fault,
    })),
  cancelPerpetualOrder: (draw) =>
    restingOrder(draw, 'perpetual').map(({ id, holder }) => ({ type: 'cancelPerpetualOrder', holder, order: id })),
  cancelAllPerpetualOrders: (draw) => [{ type: 'cancelAllPerpetualOrders', holder: draw.holder, symbol: draw.symbol }],
  closePerpetual: (draw) =>
    openPosition(draw, ['cross', 'isolated']).map(({ id, holder, lots }) => ({
      type: 'closePerpetual',
      holder,
      position: id,
      lots: draw.once(2) ? 0 : Math.ceil(lots / 2),
      fault,
    })),
  closeAllPerpetual: (draw) => [{ type: 'closeAllPerpetual', holder: draw.holder, symbol: draw.symbol }],
  setPerpetualTargets: (draw) =>
    openPosition(draw, ['cross', 'isolated']).map(({ id, holder, listing, side }) => ({
      type: 'setPerpetualTargets',
      holder,
      position: id,
      ...targets(draw, listing, side === 'long'),
      fault,
    })),
  addPerpetualMargin: (draw) =>
    openPosition(draw, ['isolated']).map(({ id, holder }) => ({
      type: 'addPerpetualMargin',
      holder,
      position: id,
      amount: draw.usdt(40),
      fault,
    })),
  placeOption: (draw) => [
    {
      type: 'placeOption',
      holder: draw.holder,
      symbol: draw.pick(symbols),
      direction: draw.pick(['up', 'down'] as const),
      seconds: draw.pick([1, 3, 5, 60]),
      stake: 10_000_000n + draw.usdt(50),
      rateShown: null,
      fault,
    },
  ],
  rebuildOptionExit: (draw) => {
    const missing = [...draw.state.option.missing.values()]
    if (missing.length === 0) return []
    const { listing, expiry } = draw.pick(missing)
    const price = 10_000n * 10n ** 12n + BigInt(draw.below(7) - 3) * 10n ** 10n
    const trades = ['a', 'b'].map((source) => ({ source, trade: '7', time: expiry - 5, price }))
    return [{ type: 'rebuildOptionExit', listing, expiry, trades }]
  },
}
