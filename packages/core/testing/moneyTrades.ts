import { crossFigures } from '../derivative/account.ts'
import type { Command } from '../vocabulary.ts'
import { pick, share, type Asked } from './moneyAsk.ts'
import { moneyCodes, moneySymbols } from './moneyRun.ts'

const unit = 1_000_000n
const keep = { change: 'keep', price: 0 } as const

/** A limit around a market's index, in ticks; `by` up to 1 000, `rate` the most it lies away. */
function around({ run }: Asked, listing: number, by: number, rate: number): number {
  return Math.max(1, Math.round(((run.indexes[listing] ?? 0) * (1 + ((by - 500) / 500) * rate)) / 10))
}

function usable({ run, holder }: Asked): bigint {
  return crossFigures(run.state.derivative, run.state.venue, holder, run.now).usable
}

function spotOrder(asked: Asked): Command {
  const { run, holder, a, b, c, d } = asked
  const listing = a % 3
  const { base, quote, basePerStep, quotePerTickStep } = run.state.venue.listings[listing]
  const side = (a >> 2) % 2 === 0 ? ('buy' as const) : ('sell' as const)
  const isLimit = c % 4 > 0
  const price = around(asked, listing, d, pick([0.002, 0.02, 0.04], c))
  const spendable = run.state.venue.ledger.available(holder, 'coin', side === 'buy' ? quote : base)
  const part = share(spendable, b) / pick([1n, 1n, 5n, 20n], d)
  const byStep = side === 'buy' ? BigInt(price) * BigInt(quotePerTickStep) : BigInt(basePerStep)
  const quantity = Math.max(1, Number(part / byStep))
  const byBudget = !isLimit && side === 'buy' && d % 2 === 0
  return {
    type: 'placeSpotOrder',
    holder,
    symbol: moneySymbols[listing] ?? '',
    side,
    kind: isLimit ? 'limit' : 'market',
    timeInForce: isLimit ? pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const, a >> 3) : 'IOC',
    price: isLimit ? price : 0,
    quantity: byBudget ? 0 : quantity,
    budget: byBudget ? part : 0n,
    fault: '',
  }
}

function leveraged(asked: Asked, kind: 'ticket' | 'perpetual'): Command {
  const { run, holder, a, b, c, d } = asked
  const listing = a % 2
  const account = run.state.derivative.accounts.get(holder)
  const isLimit = b % 5 < 3
  const multiple = kind === 'ticket' ? pick([1, 5, 10, 50, 100], c) : (account?.settings.get(listing)?.multiple ?? 20)
  const mark = run.indexes[listing] ?? 1
  const lots = (share(usable(asked), d) * BigInt(multiple)) / (BigInt(mark) * 10n + 1n)
  const side = (a >> 2) % 2 === 0 ? ('sell' as const) : ('buy' as const)
  const target = (away: number): number | null => (d % 3 === 0 ? Math.round((mark * (1_000 + away)) / 10_000) : null)
  const below = target(-(d % 17) - 1)
  const above = target((d % 13) + 1)
  const common = {
    holder,
    symbol: moneySymbols[listing] ?? '',
    side,
    kind: isLimit ? ('limit' as const) : ('market' as const),
    timeInForce: isLimit ? pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const, a >> 3) : ('IOC' as const),
    price: isLimit ? around(asked, listing, c, 0.019) : 0,
    lots: Math.max(1, Math.min(50_000, Math.floor(Number(lots) * pick([0.99, 0.99, 0.5, 1, 0.1], a)))),
    stopLoss: side === 'buy' ? below : above,
    takeProfit: side === 'buy' ? above : below,
    fault: '',
  }
  return kind === 'ticket'
    ? { type: 'placeContractOrder', ...common, multiple }
    : { type: 'placePerpetualOrder', ...common, reduceOnly: c % 6 === 0 }
}

function* amended(asked: Asked): Generator<Command> {
  const { run, a, c, d } = asked
  const open = [...run.state.derivative.orders.values()]
  if (open.length === 0) return
  const { id: order, holder, listing, lots, product } = pick(open, a)
  const price = c % 3 === 0 ? null : around(asked, listing, d, 0.019)
  const change = {
    holder,
    order,
    price,
    lots: c % 3 === 1 ? null : Math.max(1, Math.round((lots * d) / 500)),
    fault: '',
  }
  if (product === 'contract') yield { type: 'amendContractOrder', ...change, stopLoss: keep, takeProfit: keep }
  else yield { type: 'amendPerpetualOrder', ...change }
}

function* canceled({ run, a, holder, c }: Asked): Generator<Command> {
  const open = [...run.state.derivative.orders.values()]
  if (c % 3 === 0 || open.length === 0) {
    yield { type: 'cancelAllContractOrders', holder, symbol: pick(['', ...moneySymbols], a) }
    yield { type: 'cancelAllPerpetualOrders', holder, symbol: pick(['', ...moneySymbols], a) }
    return
  }
  const { id: order, holder: owner, product } = pick(open, a)
  yield { type: product === 'contract' ? 'cancelContractOrder' : 'cancelPerpetualOrder', holder: owner, order }
}

function* closed({ run, a, holder, c, d }: Asked): Generator<Command> {
  const open = [...run.state.derivative.positions.values()]
  if (open.length === 0) return
  if (c % 8 === 0) {
    yield { type: 'closeAllContracts', holder, symbol: pick(['', ...moneySymbols], a) }
    yield { type: 'closeAllPerpetual', holder, symbol: pick(['', ...moneySymbols], a) }
    return
  }
  const { id, holder: owner, kind, lots } = pick(open, a)
  const ask = { holder: owner, lots: c % 3 === 0 ? 0 : Math.max(1, Math.floor((lots * d) / 900)), fault: '' }
  if (kind === 'ticket') yield { type: 'closeContract', order: id, ...ask }
  else yield { type: 'closePerpetual', position: id, ...ask }
}

function* managed(kind: 'margin' | 'targets', asked: Asked): Generator<Command> {
  const { run, a, c, d } = asked
  const open = [...run.state.derivative.positions.values()]
  const own = open.filter((position) => position.kind !== 'cross')
  const among = kind === 'margin' && own.length > 0 ? own : open
  if (among.length === 0) return
  const { id, holder, kind: type, listing } = pick(among, a)
  if (kind === 'margin') {
    const ask = { holder, amount: share(usable({ ...asked, holder }), c), fault: '' }
    if (type === 'ticket') yield { type: 'addContractMargin', order: id, ...ask }
    else yield { type: 'addPerpetualMargin', position: id, ...ask }
    return
  }
  const set = (by: number) => ({
    change: pick(['set', 'set', 'set', 'remove', 'keep'] as const, by),
    price: around(asked, listing, by, 0.02),
  })
  const targets = { holder, stopLoss: set(c), takeProfit: set(d), fault: '' }
  if (type === 'ticket') yield { type: 'setContractTargets', order: id, ...targets }
  else yield { type: 'setPerpetualTargets', position: id, ...targets }
}

function* spotManaged(kind: 'amendSpot' | 'cancelSpot', asked: Asked): Generator<Command> {
  const { run, holder, a, c, d } = asked
  const { orders } = run.state.spot
  const open = [...orders.keys()]
  if (open.length === 0) return
  const { id: order, holder: owner, listing, quantity } = orders.order(orders.at(pick(open, a)))
  if (kind === 'cancelSpot') {
    if (c % 4 === 0) yield { type: 'cancelAllSpotOrders', holder, symbol: pick(['', ...moneySymbols], d) }
    else yield { type: 'cancelSpotOrder', holder: owner, order }
    return
  }
  const price = c % 3 === 0 ? null : around(asked, listing, d, 0.02)
  const changed = c % 3 === 1 ? null : Math.max(1, Math.round((quantity * d) / 500))
  yield { type: 'amendSpotOrder', holder: owner, order, price, quantity: changed, fault: '' }
}

function* waiting(asked: Asked): Generator<Command> {
  const { run, holder, a, b, c, d } = asked
  const { venue, spot } = run.state
  const waits = spot.waiting.all()
  if (c % 7 === 0 && waits.length > 0) {
    const { order, holder: owner } = pick(waits, a)
    yield { type: 'cancelSpotConditional', holder: owner, order }
    return
  }
  const listing = a % 3
  const { base, quote, basePerStep, quotePerTickStep } = venue.listings[listing]
  const side = (a >> 2) % 2 === 0 ? ('buy' as const) : ('sell' as const)
  const head = { holder, symbol: moneySymbols[listing] ?? '', side, fault: '' }
  const part = share(venue.ledger.available(holder, 'coin', side === 'buy' ? quote : base), b) / pick([1n, 5n, 20n], d)
  const below = around(asked, listing, d % 500, 0.01)
  const above = around(asked, listing, 500 + (d % 500), 0.01)
  const byStep = side === 'buy' ? BigInt(above) * BigInt(quotePerTickStep) : BigInt(basePerStep)
  const quantity = Math.max(1, Number(part / byStep))
  const byBudget = side === 'buy' ? { quantity: 0, budget: part } : { quantity, budget: 0n }
  const passing = c % 2 === 0 ? ('fall' as const) : ('rise' as const)
  const trigger = passing === 'fall' ? below : above
  const limit = { kind: 'limit', price: pick([below, above], c >> 2) } as const
  switch (c % 4) {
    case 0:
      yield { type: 'placeSpotTrailing', ...head, rate: 100_000 * (10 + (d % 300)), ...byBudget }
      return
    case 1:
      yield { type: 'placeSpotConditional', ...head, passing, trigger, kind: 'market', price: 0, ...byBudget }
      return
    case 2:
      yield { type: 'placeSpotConditional', ...head, passing, trigger, ...limit, quantity, budget: 0n }
      return
    default:
      yield {
        type: 'placeSpotPair',
        ...head,
        quantity,
        below: { ...limit, trigger: below },
        above: { ...limit, trigger: above },
      }
  }
}

function* converted({ run, holder, a, c, d }: Asked): Generator<Command> {
  const [source, target] = [pick(moneyCodes, a), pick(moneyCodes, a >> 3)]
  const available = run.state.venue.ledger.available(holder, 'coin', moneyCodes.indexOf(source))
  const amount = c % 5 === 0 ? BigInt(d) : share(available, c) / pick([1n, 3n, 10n], d)
  yield { type: 'askConversion', holder, source, target, amount, fault: '' }
  if (d % 3 === 0) run.now += pick([1, 900, 9_000, 10_001], c)
  // up to what the desk bears, and beyond
  const moves = d % 4 === 0 ? (c - 500) / 100_000 : 0
  for (const listing of [0, 1]) run.indexes[listing] = Math.round((run.indexes[listing] ?? 0) * (1 + moves))
  if (d % 2 === 0) for (const listing of [0, 1, 2]) run.quote(listing)
  yield { type: 'acceptConversion', holder, quote: run.state.convert.nextQuote - 1 }
}

/** What an act of trading asks for; nothing where it is another. */
export function* tradeCommands(kind: string, asked: Asked): Generator<Command> {
  const { holder, run, a, b, c, d } = asked
  switch (kind) {
    case 'spot':
      yield spotOrder(asked)
      return
    case 'amendSpot':
    case 'cancelSpot':
      yield* spotManaged(kind, asked)
      return
    case 'spotWait':
      yield* waiting(asked)
      return
    case 'ticket':
    case 'perpetual':
      yield leveraged(asked, kind)
      return
    case 'amendOrder':
      yield* amended(asked)
      return
    case 'cancel':
      yield* canceled(asked)
      return
    case 'close':
      yield* closed(asked)
      return
    case 'margin':
    case 'targets':
      yield* managed(kind, asked)
      return
    case 'set': {
      const mode = c % 3 === 0 ? 'isolated' : 'cross'
      yield {
        type: 'setPerpetual',
        holder,
        symbol: pick(moneySymbols, a),
        mode,
        multiple: pick([50, 20, 20, 5, 100], d),
        fault: '',
      }
      return
    }
    case 'stake': {
      const stake =
        c % 4 === 0 ? share(run.state.venue.ledger.available(holder, 'option', 0), d) : BigInt(10 + (d % 300)) * unit
      const ask = {
        direction: pick(['up', 'down'] as const, b),
        seconds: pick([60, 60, 180], c),
        rateShown: null,
        fault: '',
      }
      yield { type: 'placeOption', holder, symbol: pick(moneySymbols, a % 2), stake, ...ask }
      return
    }
    case 'convert':
      yield* converted(asked)
      return
    default:
  }
}
