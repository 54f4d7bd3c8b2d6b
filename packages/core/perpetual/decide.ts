import { faultOf, mayTakeRisk } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import { bracketOf } from '../margin/brackets.ts'
import { amendOrder } from '../derivative/amend.ts'
import { lotsRefused, mayClose, mayOpen } from '../derivative/checks.ts'
import { closePosition } from '../derivative/close.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import { addMargin, cancelAll, cancelOne, listingNamed, mayAct, ownOrder, ownPosition } from '../derivative/manage.ts'
import type { Step } from '../derivative/match.ts'
import { cancelOrders, ordersOf } from '../derivative/orders.ts'
import { placeOrder } from '../derivative/place.ts'
import { derivativeOf, type DerivativeState, type PerpetualSetting } from '../derivative/state.ts'
import { changed, targetFault } from '../derivative/targets.ts'
import type { Derivative } from '../derivative/terms.ts'
import { lastMark } from '../derivative/worth.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { PerpetualCommand, PerpetualCommandOf } from './command.ts'
import type { HolderId } from '../ledger/holders.ts'

type Decided = Result<Iterable<Step>>

const multipleFirst = 10

/** How a holder trades a listing: as it was set, else cross at ten times or the nearest multiple below that is offered. */
export function settingOf(state: DerivativeState, holder: HolderId, derivative: Derivative): PerpetualSetting {
  const set = state.accounts.get(holder)?.settings.get(derivative.listing)
  if (set) return set
  const multiple = derivative.multiples.filter((offered) => offered <= multipleFirst).at(-1) ?? derivative.multiples[0]
  return { mode: 'cross', multiple }
}

/** Whether a listing is flat and without open perpetual orders, so that its setting may change. */
export function changeable(state: DerivativeState, holder: HolderId, listing: number): boolean {
  const flat = !state.accounts.get(holder)?.perpetual.has(listing)
  return flat && ordersOf(state, holder, 'perpetual', listing).length === 0
}

function set(state: DerivativeState, venue: Venue, command: PerpetualCommandOf<'setPerpetual'>): Decided {
  const { holder, mode, multiple } = command
  const may = mayTakeRisk(venue, holder, 'perpetual')
  if (!may.ok) return may
  const listing = venue.listingByCode.get(command.symbol)
  const derivative = listing === undefined ? undefined : state.terms[listing]
  if (!derivative?.perpetualOn) return rejected('symbol_unknown')
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const most = bracketOf(derivative.brackets, 0n).multipleMax
  if (!derivative.multiples.includes(multiple) || multiple > most) {
    return rejected('multiple_invalid', { max: `${most}` })
  }
  if (!changeable(state, holder, derivative.listing)) return rejected('open_orders_remain')
  const event: DerivativeEvent = { type: 'perpetualSet', holder, listing: derivative.listing, mode, multiple }
  return accepted([[event]])
}

function place(
  state: DerivativeState,
  venue: Venue,
  command: PerpetualCommandOf<'placePerpetualOrder'>,
  now: number,
): Decided {
  const floor = mayOpen(state, venue, command.holder, 'perpetual', command.symbol, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (command.kind === 'market' && command.timeInForce === 'POST_ONLY') return rejected('time_in_force_invalid')
  const { derivative } = floor.value
  const setting = settingOf(state, command.holder, derivative)
  const { holder, side, kind, timeInForce, price, lots, reduceOnly, stopLoss, takeProfit } = command
  return placeOrder(
    state,
    venue,
    {
      floor: floor.value,
      holder,
      product: 'perpetual',
      position: setting.mode,
      side,
      kind,
      timeInForce,
      price,
      lots,
      multiple: setting.multiple,
      reduceOnly,
      stopLoss,
      takeProfit,
      feeRateMaker: derivative.feeRatePerpetualMaker,
      feeRateTaker: derivative.feeRatePerpetualTaker,
    },
    now,
  )
}

function amend(
  state: DerivativeState,
  venue: Venue,
  command: PerpetualCommandOf<'amendPerpetualOrder'>,
  now: number,
): Decided {
  const own = ownOrder(state, command.holder, command.order, 'perpetual')
  if (!own.ok) return own
  const { code } = venue.listings[own.value.listing]
  const floor = mayOpen(state, venue, command.holder, 'perpetual', code, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  return amendOrder(state, venue, floor.value, own.value, command, now)
}

function close(
  state: DerivativeState,
  venue: Venue,
  command: PerpetualCommandOf<'closePerpetual'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownPosition(state, command.holder, command.position)
  if (!own.ok) return own
  const position = own.value
  const may = mayClose(venue, command.holder, position.listing, now)
  if (!may.ok) return may
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const lots = command.lots === 0 ? position.lots : command.lots
  if (lots > position.lots) return lotsRefused()
  return accepted(closePosition(state, venue, position, { lots, purpose: 'close' }, now))
}

function* closeEvery(
  state: DerivativeState,
  venue: Venue,
  holder: HolderId,
  listing: number | null,
  now: number,
): Generator<Step> {
  yield cancelOrders(state, holder, 'perpetual', listing, 'by_user')
  for (const position of state.accounts.get(holder)?.perpetual.values() ?? []) {
    if (listing !== null && position.listing !== listing) continue
    // a market that is off keeps its position, and the others are closed
    if (!mayClose(venue, holder, position.listing, now).ok) continue
    yield* closePosition(state, venue, position, { lots: position.lots, purpose: 'close' }, now)
  }
}

function setTargets(
  state: DerivativeState,
  venue: Venue,
  command: PerpetualCommandOf<'setPerpetualTargets'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownPosition(state, command.holder, command.position)
  if (!own.ok) return own
  const position = own.value
  const may = mayClose(venue, command.holder, position.listing, now)
  if (!may.ok) return may
  const malformed = faultOf(command.fault)
  if (malformed) return rejected(malformed)
  const stopLoss = changed(command.stopLoss, position.stopLoss)
  const takeProfit = changed(command.takeProfit, position.takeProfit)
  const { quotePerTickLot } = derivativeOf(state, position.listing)
  const fault = targetFault(
    position.side === 'long' ? 'buy' : 'sell',
    { numerator: position.cost, denominator: BigInt(position.lots) * BigInt(quotePerTickLot) },
    lastMark(venue, position.listing),
    command.stopLoss.change === 'set' ? stopLoss : null,
    command.takeProfit.change === 'set' ? takeProfit : null,
  )
  if (fault) return rejected(fault)
  const event: DerivativeEvent = {
    type: 'targetsSet',
    position: position.id,
    holder: position.holder,
    listing: position.listing,
    stopLoss: stopLoss ?? 0,
    takeProfit: takeProfit ?? 0,
  }
  return accepted([[event]])
}

function addToMargin(
  state: DerivativeState,
  venue: Venue,
  command: PerpetualCommandOf<'addPerpetualMargin'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownPosition(state, command.holder, command.position)
  if (!own.ok) return own
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  return addMargin(state, venue, own.value, command.amount, now)
}

/** Decides a perpetual command: refuses it, or gives its steps, each of which must be evolved before the next. */
export function decidePerpetual(state: DerivativeState, venue: Venue, command: PerpetualCommand, now: number): Decided {
  switch (command.type) {
    case 'setPerpetual':
      return set(state, venue, command)
    case 'placePerpetualOrder':
      return place(state, venue, command, now)
    case 'amendPerpetualOrder':
      return amend(state, venue, command, now)
    case 'cancelPerpetualOrder':
      return cancelOne(state, venue, command.holder, command.order, 'perpetual')
    case 'cancelAllPerpetualOrders':
      return cancelAll(state, venue, command.holder, command.symbol, 'perpetual')
    case 'closePerpetual':
      return close(state, venue, command, now)
    case 'closeAllPerpetual': {
      const who = mayAct(venue, command.holder)
      if (!who.ok) return who
      const listing = listingNamed(venue, command.symbol)
      if (!listing.ok) return listing
      return accepted(closeEvery(state, venue, command.holder, listing.value, now))
    }
    case 'setPerpetualTargets':
      return setTargets(state, venue, command, now)
    case 'addPerpetualMargin':
      return addToMargin(state, venue, command, now)
  }
}
