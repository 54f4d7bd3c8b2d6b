import { faultOf } from '../book/checks.ts'
import { closingRefusal } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import { addOwnMargin, closeAllOwn, closeOwn, openingOfPosition, targetsSet } from '../derivative/acts.ts'
import { amendOrder } from '../derivative/amend.ts'
import { mayOpen } from '../derivative/checks.ts'
import { restOfTicket } from '../derivative/close.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import { cancelAll, cancelOne, mayAct } from '../derivative/manage.ts'
import type { Step } from '../derivative/match.ts'
import { placeOrder } from '../derivative/place.ts'
import type { DerivativeOrder, DerivativeState, Position } from '../derivative/state.ts'
import { targetFault, type Opening } from '../derivative/targets.ts'
import { lastMark } from '../derivative/worth.ts'
import type { CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { ContractCommand, ContractCommandOf } from './command.ts'
import type { HolderId } from '../ledger/holders.ts'

type Decided = Result<Iterable<Step>>

// a ticket and its order bear one id: either may be gone
interface Ticket {
  readonly position: Position | undefined
  readonly order: DerivativeOrder | undefined
  readonly listing: number
}

function ownTicket(state: DerivativeState, holder: HolderId, id: number): Result<Ticket> {
  const position = state.positions.get(id)
  const order = state.orders.get(id)
  const ticket = position?.kind === 'ticket' ? position : undefined
  const opening = order?.product === 'contract' && order.purpose === 'open' ? order : undefined
  const found = ticket ?? opening
  if (!found) return rejected(id > 0 && id < state.nextOrder ? 'order_done' : 'order_unknown')
  if (found.holder !== holder) return rejected('not_owner')
  return accepted({ position: ticket, order: opening, listing: found.listing })
}

function place(
  state: DerivativeState,
  venue: Venue,
  command: ContractCommandOf<'placeContractOrder'>,
  now: number,
): Decided {
  const floor = mayOpen(state, venue, command.holder, 'contract', command.symbol, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (command.kind === 'market' && command.timeInForce === 'POST_ONLY') return rejected('time_in_force_invalid')
  const { feeRateContract } = floor.value.derivative
  const { holder, side, kind, timeInForce, price, lots, multiple, stopLoss, takeProfit } = command
  return placeOrder(
    state,
    venue,
    {
      floor: floor.value,
      holder,
      product: 'contract',
      position: 'ticket',
      side,
      kind,
      timeInForce,
      price,
      lots,
      multiple,
      reduceOnly: false,
      stopLoss,
      takeProfit,
      feeRateMaker: feeRateContract,
      feeRateTaker: feeRateContract,
    },
    now,
  )
}

// the entry of what is open, else the limit (a market order never waits)
function openingOf(state: DerivativeState, { position, order }: Ticket): Opening {
  return position ? openingOfPosition(state, position) : { numerator: BigInt(order?.price ?? 0), denominator: 1n }
}

function retarget(
  venue: Venue,
  { position, order, listing }: Ticket,
  command: Pick<ContractCommandOf<'setContractTargets'>, 'order' | 'holder' | 'stopLoss' | 'takeProfit'>,
  opening: Opening,
): Result<DerivativeEvent> {
  const long = position ? position.side === 'long' : order?.side === 'buy'
  const { stopLoss, takeProfit } = position ?? order ?? { stopLoss: 0, takeProfit: 0 }
  const { order: id, holder } = command
  const stands = { position: id, holder, listing, side: long ? 'buy' : 'sell', stopLoss, takeProfit } as const
  return targetsSet(venue, stands, command, opening)
}

function setTargets(
  state: DerivativeState,
  venue: Venue,
  command: ContractCommandOf<'setContractTargets'>,
  now: number,
): Decided {
  const may = mayAct(venue, command.holder)
  if (!may.ok) return may
  const own = ownTicket(state, command.holder, command.order)
  if (!own.ok) return own
  const { listing } = own.value
  const realm = venue.holders.realm(command.holder)
  const refusal = closingRefusal(venue.listings[listing], venue.marks.of(listing), realm, now)
  if (refusal) return rejected(refusal)
  const malformed = faultOf(command.fault)
  if (malformed) return rejected(malformed)
  const set = retarget(venue, own.value, command, openingOf(state, own.value))
  return set.ok ? accepted([[set.value]]) : set
}

function amend(
  state: DerivativeState,
  venue: Venue,
  command: ContractCommandOf<'amendContractOrder'>,
  now: number,
): Decided {
  const own = ownTicket(state, command.holder, command.order)
  if (!own.ok) return own
  const { order, position } = own.value
  if (!order) return rejected('order_done')
  const floor = mayOpen(state, venue, command.holder, 'contract', venue.listings[order.listing].code, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const limit = { numerator: BigInt(command.price ?? order.price), denominator: 1n }
  const opening = position ? openingOf(state, own.value) : limit
  const keeps = command.stopLoss.change === 'keep' && command.takeProfit.change === 'keep'
  if (keeps) {
    // a limit that moves past its own stop-loss or take-profit would open what is closed at once
    const wrong = position ? null : stopsFault(venue, order, opening)
    if (wrong) return rejected(wrong)
    return amendOrder(state, venue, floor.value, order, command, now)
  }
  const set = retarget(venue, own.value, command, opening)
  return set.ok ? amendOrder(state, venue, floor.value, order, command, now, [set.value]) : set
}

function stopsFault(venue: Venue, order: DerivativeOrder, opening: Opening): CoreReason | null {
  const { side, stopLoss, takeProfit } = order
  const standing = (price: number): number | null => (price > 0 ? price : null)
  return targetFault(side, opening, lastMark(venue, order.listing), standing(stopLoss), standing(takeProfit))
}

function close(
  state: DerivativeState,
  venue: Venue,
  command: ContractCommandOf<'closeContract'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownTicket(state, command.holder, command.order)
  if (!own.ok) return own
  const { position } = own.value
  // only a limit that nothing was filled of has no position, and that is cancelled
  if (!position) return rejected('nothing_to_reduce')
  return closeOwn(state, venue, position, command, now, restOfTicket(state, position.id, 'close'))
}

function addToMargin(
  state: DerivativeState,
  venue: Venue,
  command: ContractCommandOf<'addContractMargin'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownTicket(state, command.holder, command.order)
  return own.ok ? addOwnMargin(state, venue, own.value.position, command, now) : own
}

/** Decides a contract command: refuses it, or gives its steps, each of which must be evolved before the next. */
export function decideContract(state: DerivativeState, venue: Venue, command: ContractCommand, now: number): Decided {
  switch (command.type) {
    case 'placeContractOrder':
      return place(state, venue, command, now)
    case 'setContractTargets':
      return setTargets(state, venue, command, now)
    case 'amendContractOrder':
      return amend(state, venue, command, now)
    case 'closeContract':
      return close(state, venue, command, now)
    case 'addContractMargin':
      return addToMargin(state, venue, command, now)
    case 'cancelContractOrder':
      return cancelOne(state, venue, command.holder, command.order, 'contract')
    case 'cancelAllContractOrders':
      return cancelAll(state, venue, command.holder, command.symbol, 'contract')
    case 'closeAllContracts':
      return closeAllOwn(state, venue, command, 'contract', now)
  }
}
