import { faultOf, mayTakeRisk } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import { bracketOf } from '../margin/brackets.ts'
import { addOwnMargin, closeAllOwn, closeOwn, openingOfPosition, targetsSet } from '../derivative/acts.ts'
import { amendOrder } from '../derivative/amend.ts'
import { mayClose, mayOpen, mayReduce } from '../derivative/checks.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import { cancelAll, cancelOne, mayAct, ownOrder, ownPosition } from '../derivative/manage.ts'
import type { Step } from '../derivative/match.ts'
import { ordersOf } from '../derivative/orders.ts'
import { placeOrder } from '../derivative/place.ts'
import type { DerivativeState, PerpetualSetting } from '../derivative/state.ts'
import type { Derivative } from '../derivative/terms.ts'
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
  const { holder: asker, symbol } = command
  const floor = command.reduceOnly
    ? mayReduce(state, venue, asker, symbol, now)
    : mayOpen(state, venue, asker, 'perpetual', symbol, now)
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
  return own.ok ? closeOwn(state, venue, own.value, command, now) : own
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
  const { id, holder, listing, stopLoss, takeProfit } = position
  const side = position.side === 'long' ? 'buy' : 'sell'
  const stands = { position: id, holder, listing, side, stopLoss, takeProfit } as const
  const set = targetsSet(venue, stands, command, openingOfPosition(state, position))
  return set.ok ? accepted([[set.value]]) : set
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
  return own.ok ? addOwnMargin(state, venue, own.value, command, now) : own
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
    case 'closeAllPerpetual':
      return closeAllOwn(state, venue, command, 'perpetual', now)
    case 'setPerpetualTargets':
      return setTargets(state, venue, command, now)
    case 'addPerpetualMargin':
      return addToMargin(state, venue, command, now)
  }
}
