import { faultOf } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import { addOwnMargin, closeAllOwn, closeOwn, openingOfPosition, targetsSet } from '../derivative/acts.ts'
import { amendOrder } from '../derivative/amend.ts'
import { mayClose, mayOpen, mayReduce } from '../derivative/checks.ts'
import type { DerivativeEvent } from '../derivative/event.ts'
import { cancelAll, cancelOne, mayAct, ownOrder, ownPosition } from '../derivative/manage.ts'
import type { Step } from '../derivative/match.ts'
import { closingOf } from '../derivative/orders.ts'
import { placeOrder } from '../derivative/place.ts'
import type { DerivativeOrder, DerivativeState, PerpetualSetting, Position } from '../derivative/state.ts'
import { targetFault, type Opening } from '../derivative/targets.ts'
import { lastMark } from '../derivative/worth.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { CoreReason } from '../result/reason.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import { contractCommands, type LeverageCommand, type LeverageCommandOf } from './command.ts'
import { setPerpetual, settingOf } from './setting.ts'

type Decided = Result<Iterable<Step>>

/** What is managed: a perpetual position, or a ticket and its order, which bear one id and of which either may be gone. */
type Own =
  | { readonly position: Position; readonly order: DerivativeOrder | undefined }
  | { readonly position: undefined; readonly order: DerivativeOrder }

type Named = { readonly holder: HolderId } & ({ readonly order: number } | { readonly position: number })

function ownOf(state: DerivativeState, named: Named): Result<Own> {
  if ('position' in named) {
    const own = ownPosition(state, named.holder, named.position)
    return own.ok ? accepted({ position: own.value, order: undefined }) : own
  }
  const { holder, order: id } = named
  const position = state.positions.get(id)
  const order = state.orders.get(id)
  const opening = order?.product === 'contract' && order.purpose === 'open' ? order : undefined
  const own: Own | undefined =
    position?.kind === 'ticket' ? { position, order: opening } : opening && { position: undefined, order: opening }
  if (!own) return rejected(id > 0 && id < state.nextOrder ? 'order_done' : 'order_unknown')
  return (own.position ?? own.order).holder === holder ? accepted(own) : rejected('not_owner')
}

function isShown(
  { modeShown, multipleShown, reduceOnly }: LeverageCommandOf<'placePerpetualShown'>,
  { mode, multiple }: PerpetualSetting,
): boolean {
  // what only reduces is margined as its position is
  return reduceOnly || (modeShown === mode && multipleShown === multiple)
}

function place(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'placeContractOrder' | 'placePerpetualOrder' | 'placePerpetualShown'>,
  now: number,
): Decided {
  const { type: _, symbol, fault: unread, ...order } = command
  const { holder } = order
  const product = command.type === 'placeContractOrder' ? 'contract' : 'perpetual'
  const reduceOnly = command.type !== 'placeContractOrder' && command.reduceOnly
  const floor = reduceOnly
    ? mayReduce(state, venue, holder, symbol, now)
    : mayOpen(state, venue, holder, product, symbol, now)
  if (!floor.ok) return floor
  const fault = faultOf(unread)
  if (fault) return rejected(fault)
  if (order.kind === 'market' && order.timeInForce === 'POST_ONLY') return rejected('time_in_force_invalid')
  const { derivative } = floor.value
  const setting = settingOf(state, holder, derivative)
  if (command.type === 'placePerpetualShown' && !isShown(command, setting)) return rejected('setting_changed')
  const terms =
    command.type === 'placeContractOrder'
      ? {
          position: 'ticket' as const,
          multiple: command.multiple,
          feeRateMaker: derivative.feeRateContract,
          feeRateTaker: derivative.feeRateContract,
        }
      : {
          position: setting.mode,
          multiple: setting.multiple,
          feeRateMaker: derivative.feeRatePerpetualMaker,
          feeRateTaker: derivative.feeRatePerpetualTaker,
        }
  return placeOrder(state, venue, { ...order, ...terms, floor: floor.value, product, reduceOnly }, now)
}

// the entry of what is open, else the limit (a market order never waits)
function openingOf(state: DerivativeState, { position, order }: Own): Opening {
  return position ? openingOfPosition(state, position) : { numerator: BigInt(order.price), denominator: 1n }
}

type Targets = Pick<LeverageCommandOf<'setContractTargets' | 'setPerpetualTargets'>, 'stopLoss' | 'takeProfit'>

function retarget(venue: Venue, { position, order }: Own, change: Targets, opening: Opening): Result<DerivativeEvent> {
  const { id, holder, listing, stopLoss, takeProfit } = position ?? order
  const side = position ? (position.side === 'long' ? 'buy' : 'sell') : order.side
  return targetsSet(venue, { position: id, holder, listing, side, stopLoss, takeProfit }, change, opening)
}

function setTargets(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'setContractTargets' | 'setPerpetualTargets'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownOf(state, command)
  if (!own.ok) return own
  const { listing } = own.value.position ?? own.value.order
  const may = mayClose(venue, command.holder, listing, now)
  if (!may.ok) return may
  const malformed = faultOf(command.fault)
  if (malformed) return rejected(malformed)
  const set = retarget(venue, own.value, command, openingOf(state, own.value))
  return set.ok ? accepted([[set.value]]) : set
}

function amendContract(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'amendContractOrder'>,
  now: number,
): Decided {
  const own = ownOf(state, command)
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

function amendPerpetual(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'amendPerpetualOrder'>,
  now: number,
): Decided {
  const own = ownOrder(state, command.holder, command.order, 'perpetual')
  if (!own.ok) return own
  const order = own.value
  const { listing, reduceOnly } = order
  const { code } = venue.listings[listing]
  const floor = reduceOnly
    ? mayReduce(state, venue, command.holder, code, now)
    : mayOpen(state, venue, command.holder, 'perpetual', code, now)
  if (!floor.ok) return floor
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const price = command.price ?? order.price
  const isFewer = price === order.price && (command.lots ?? order.lots) <= order.lots
  const wrong = isFewer || reduceOnly ? null : stopsFault(venue, order, { numerator: BigInt(price), denominator: 1n })
  if (wrong) return rejected(wrong)
  return amendOrder(state, venue, floor.value, order, command, now)
}

function close(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'closeContract' | 'closePerpetual'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownOf(state, command)
  if (!own.ok) return own
  const { position, order } = own.value
  // only a limit that nothing was filled of has no position, and that is cancelled
  if (!position) return rejected('nothing_to_reduce')
  return closeOwn(state, venue, position, command, now, order ? [closingOf(order, 'close')] : [])
}

function addToMargin(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'addContractMargin' | 'addPerpetualMargin'>,
  now: number,
): Decided {
  const who = mayAct(venue, command.holder)
  if (!who.ok) return who
  const own = ownOf(state, command)
  return own.ok ? addOwnMargin(state, venue, own.value.position, command, now) : own
}

/** Decides a command of either product: refuses it, or gives its steps, each of which must be evolved before the next. */
export function decideLeverage(state: DerivativeState, venue: Venue, command: LeverageCommand, now: number): Decided {
  const product = command.type in contractCommands ? 'contract' : 'perpetual'
  switch (command.type) {
    case 'setPerpetual':
      return setPerpetual(state, venue, command)
    case 'placeContractOrder':
    case 'placePerpetualOrder':
    case 'placePerpetualShown':
      return place(state, venue, command, now)
    case 'amendContractOrder':
      return amendContract(state, venue, command, now)
    case 'amendPerpetualOrder':
      return amendPerpetual(state, venue, command, now)
    case 'setContractTargets':
    case 'setPerpetualTargets':
      return setTargets(state, venue, command, now)
    case 'closeContract':
    case 'closePerpetual':
      return close(state, venue, command, now)
    case 'addContractMargin':
    case 'addPerpetualMargin':
      return addToMargin(state, venue, command, now)
    case 'cancelContractOrder':
    case 'cancelPerpetualOrder':
      return cancelOne(state, venue, command.holder, command.order, product)
    case 'cancelAllContractOrders':
    case 'cancelAllPerpetualOrders':
      return cancelAll(state, venue, command.holder, command.symbol, product)
    case 'closeAllContracts':
    case 'closeAllPerpetual':
      return closeAllOwn(state, venue, command, product, now)
  }
}
