import type { Rejection } from '../result/result.ts'
import { crossFigures } from './account.ts'
import { figuresOf, type PositionFigures } from './figures.ts'
import { viewAfter } from './orderView.ts'
import { needOf, placeOrder } from './place.ts'
import type { PreviewAsk, PreviewDepth, PreviewHolder, PreviewMarket } from './previewTerms.ts'
import { holder, now, Sandbox } from './sandbox.ts'
import type { Position } from './state.ts'
import { lotsMax } from './terms.ts'
import type { DerivativeOrderView } from './view.ts'
import type { DerivativeEvent } from './event.ts'

/** The position that an order would leave, with its figures. */
export type PreviewedPosition = PositionFigures & Pick<Position, 'side' | 'lots' | 'cost' | 'margin'>

export interface DerivativePreview {
  /** Why the order would be refused; the rest is then null. */
  readonly refusal: Rejection | null
  /** The order as it would stand after matching. */
  readonly order: DerivativeOrderView | null
  readonly position: PreviewedPosition | null
  /** The position once the rest had filled at its limit; that of now where nothing would rest. */
  readonly whole: PreviewedPosition | null
  /** What is asked of the holder, and what it may use. */
  readonly need: bigint
  readonly usable: bigint
  readonly availableAfter: bigint
}

function previewed(sandbox: Sandbox, ask: PreviewAsk, order: number): PreviewedPosition | null {
  const { state, venue } = sandbox
  const net = state.accounts.get(holder)?.perpetual.get(ask.market)
  const position = ask.position === 'ticket' ? state.positions.get(order) : net
  if (!position) return null
  const { side, lots, cost, margin } = position
  return { side, lots, cost, margin, ...figuresOf(state, venue, position, now) }
}

/**
 * What an order would come to against the levels that are shown, by the functions that the engine itself runs: they
 * run here, on a small exchange of its own with this one holder.
 */
export function previewDerivative(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: PreviewAsk,
  against: PreviewDepth,
): DerivativePreview {
  const sandbox = new Sandbox(markets, who, ask)
  const { state, venue } = sandbox
  sandbox.stand(ask.market, ask.side, against)
  const place = sandbox.ask(ask)
  const { need, usable } = needOf(state, venue, place, now)
  const started = placeOrder(state, venue, place, now)
  if (!started.ok) {
    const { available: availableAfter } = who
    return { refusal: started.rejection, order: null, position: null, whole: null, need, usable, availableAfter }
  }
  const id = state.nextOrder
  const events: DerivativeEvent[] = []
  for (const step of started.value) {
    for (const event of step) {
      sandbox.take(event)
      events.push(event)
    }
  }
  const order = viewAfter(null, id, events, now)
  const position = previewed(sandbox, ask, id)
  const availableAfter = crossFigures(state, venue, holder, now).available
  return {
    refusal: null,
    order,
    position,
    // only where it is looked at, since it takes another placing
    get whole() {
      return order?.status === 'new' ? wholeOf(markets, who, ask, against, order) : position
    },
    need,
    usable,
    availableAfter,
  }
}

// the same order where all of its rest found its limit
function wholeOf(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: PreviewAsk,
  { price, quantity }: PreviewDepth,
  order: DerivativeOrderView,
): PreviewedPosition | null {
  const taken = price.findIndex((level) => (ask.side === 'buy' ? level > ask.price : level < ask.price))
  const end = taken < 0 ? price.length : taken
  const depth = {
    price: [...price.slice(0, end), ask.price],
    quantity: [...quantity.slice(0, end), order.lots - order.filled],
  }
  return previewDerivative(markets, who, { ...ask, timeInForce: 'GTC' }, depth).position
}

/** The most lots of an order that the holder could pay for, 0 where not one hundredth. */
export function mostLots(
  markets: readonly PreviewMarket[],
  who: PreviewHolder,
  ask: Omit<PreviewAsk, 'lots'>,
  against: PreviewDepth,
): number {
  let low = 0
  let high = lotsMax
  const sandbox = new Sandbox(markets, who)
  sandbox.stand(ask.market, ask.side, against)
  while (low < high) {
    const lots = Math.ceil((low + high) / 2)
    const { need, usable } = needOf(sandbox.state, sandbox.venue, sandbox.ask({ ...ask, lots }), now)
    if (need <= usable) low = lots
    else high = lots - 1
  }
  return low
}

/** What a move of marks makes of a holder: each position's figures, and the cross account's. */
export interface Stress {
  readonly positions: readonly (PreviewedPosition & { readonly equity: bigint; readonly liquidated: boolean })[]
  readonly net: bigint
  readonly maintenance: bigint
  readonly liquidated: boolean
}

/** How a holder would stand with the markets' marks as they are given: equal to maintenance is safe. */
export function stressed(markets: readonly PreviewMarket[], who: PreviewHolder): Stress {
  const { state, venue } = new Sandbox(markets, who)
  const cross = crossFigures(state, venue, holder, now)
  const positions = [...state.positions.values()].map((position) => {
    const figures = figuresOf(state, venue, position, now)
    const equity = position.kind === 'cross' ? cross.net : position.margin + figures.profit
    const needed = position.kind === 'cross' ? cross.maintenance : figures.maintenance
    const { side, lots, cost, margin } = position
    return { side, lots, cost, margin, ...figures, equity, liquidated: equity < needed }
  })
  const { net, maintenance } = cross
  return { positions, net, maintenance, liquidated: net < maintenance }
}
