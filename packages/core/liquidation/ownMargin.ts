import type { Venue } from '../book/venue.ts'
import { figuresAt } from '../derivative/account.ts'
import { closePosition, restOfTicket, takeOver } from '../derivative/close.ts'
import { cancelOrders } from '../derivative/orders.ts'
import type { Step } from '../derivative/match.ts'
import type { DerivativeState, Position } from '../derivative/state.ts'
import { holderName, type Realm } from '../ledger/holders.ts'
import { isLiquidatable } from '../margin/brackets.ts'
import { meets, type Firing, type TickStep } from './closing.ts'
import type { LiquidationEvent } from './event.ts'
import { reckoningOf } from './reckoning.ts'
import { takeoverBy, type Takeover } from './takeoverWait.ts'

/**
 * Liquidates the tickets and isolated positions that the mark has led below their maintenance: their open orders end,
 * then they are closed in the book down to their bankruptcy price, and the house takes over what is left, once it would trade on
 * the mark itself.
 */
export function* liquidateOwn(fire: Firing): Generator<TickStep> {
  const { state, venue, watch, realm, listing, budget, now } = fire
  for (const id of watch.takeEdges(state, venue, realm, listing, budget.fills)) {
    if (budget.fills <= 0) return
    const position = state.positions.get(id)
    const started = position ? startOf(state, venue, position, realm) : null
    if (!position || !started) continue
    const by = takeoverOf(fire, position)
    if (by !== 'now' && !meets(state, venue, position, now)) {
      if (by !== 'later') yield [by]
      continue
    }
    yield [started, reckoningOf(state, venue, started)]
    const ended = ordersOf(state, position)
    if (ended.length > 0) yield ended
    yield* closeOut(fire, position)
  }
}

// what rests for the position: a ticket's own rest, or an isolated symbol's orders
function ordersOf(state: DerivativeState, { id, kind, holder, listing }: Position): Step {
  if (kind === 'ticket') return restOfTicket(state, id, 'liquidation')
  return cancelOrders(state, holder, 'perpetual', listing, 'liquidation')
}

type Started = Extract<LiquidationEvent, { type: 'liquidationStarted' }>

function startOf(state: DerivativeState, venue: Venue, position: Position, realm: Realm): Started | null {
  const { id, holder, listing, lots, margin } = position
  const { indexTenths, time } = venue.marks.of(listing)
  const { profit, maintenance } = figuresAt(state, position, indexTenths)
  const equity = margin + profit
  if (!isLiquidatable(equity, maintenance)) return null
  return {
    type: 'liquidationStarted',
    position: id,
    realm,
    holder,
    listing,
    equity,
    maintenance,
    positions: [{ position: id, listing, lots, indexTenths, profit, maintenance }],
    indexTenths,
    indexTime: time,
  }
}

// whether the house may take it over by the mark of this tick, which may have come late
function takeoverOf({ state, venue, now }: Firing, { holder, listing }: Position): Takeover {
  const account = state.accounts.get(holder)
  if (!account) throw new RangeError(`holder ${holderName(holder)} has no derivatives`)
  return takeoverBy(venue, account, [listing], now)
}

function* closeOut(fire: Firing, position: Position): Generator<TickStep> {
  const { state, venue, budget, now } = fire
  budget.fills--
  if (meets(state, venue, position, now)) {
    const ask = { lots: position.lots, purpose: 'liquidation', fillsMax: budget.fills + 1 } as const
    const { end, fills } = yield* closePosition(state, venue, position, ask, now)
    budget.fills -= Math.max(0, fills - 1)
    // the tick goes on with it in a further command
    if (end === 'fills_max') return
  }
  if (!state.positions.has(position.id)) return
  const by = takeoverOf(fire, position)
  if (by === 'now') yield* takeOver(state, venue, position, 'bankruptcy', now)
  else if (by !== 'later') yield [by]
}
