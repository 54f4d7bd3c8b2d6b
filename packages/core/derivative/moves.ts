import type { Category } from '../ledger/categories.ts'
import { houseHolder, isHouse, type HolderId, type HouseAccount, type Realm } from '../ledger/holders.ts'
import type { HoldKind, Move } from '../ledger/move.ts'
import { usdt } from '../money/units.ts'
import type { DerivativeEvent, DerivativeTraded, Effect, EventOf } from './event.ts'
import type { PositionKind, Purpose } from './words.ts'

type Side = 'buy' | 'sell'
type Owned = Exclude<PositionKind, 'house'>

// the categories of tickets and isolated positions; a cross account's say more
const own = {
  ticket: { order: 'contract_order', cancel: 'contract_cancel', close: 'contract_close' },
  isolated: { order: 'single_contract_order', cancel: 'single_contract_cancel', close: 'single_contract_close' },
} as const satisfies Record<Exclude<Owned, 'cross'>, Record<string, Category>>

function pending(side: Side): Category {
  return side === 'buy' ? 'pending_buy' : 'pending_sell'
}

/** What a hold that an order takes is shown as. */
function orderCategory(kind: PositionKind, side: Side): Category {
  return kind === 'ticket' || kind === 'isolated' ? own[kind].order : pending(side)
}

/** What a hold that an order gives back unused is shown as. */
function cancelCategory(kind: PositionKind, side: Side): Category {
  return kind === 'ticket' || kind === 'isolated' ? own[kind].cancel : pending(side)
}

/** What realised profit is shown as: by what closed it, and for a cross account by the side that did. */
function closeCategory(kind: PositionKind, side: Side, purpose: Purpose): Category {
  if (kind === 'ticket' || kind === 'isolated') return own[kind].close
  if (purpose === 'stop_loss' || purpose === 'take_profit') return purpose
  return side === 'buy' ? 'close_buy' : 'close_sell'
}

class Moves {
  readonly list: Move[] = []

  hold(holder: HolderId, amount: bigint, hold: HoldKind, category: Category): void {
    if (amount === 0n) return
    this.list.push({ kind: 'hold', holder, account: 'contract', currency: usdt, amount, hold, category })
  }

  /** Moves an amount from a holder (or to it, where it is negative) to a house account of its realm. */
  pay(holder: HolderId, realm: Realm, to: HouseAccount, amount: bigint, category: Category): void {
    if (amount === 0n) return
    const account = isHouse(holder) ? 'coin' : 'contract'
    this.list.push(
      { kind: 'entry', holder, account, currency: usdt, amount: -amount, category },
      { kind: 'entry', holder: houseHolder(realm, to), account: 'coin', currency: usdt, amount, category },
    )
  }
}

function effectMoves(moves: Moves, event: DerivativeTraded, effect: Effect, side: Side): void {
  const { holder, kind, purpose } = effect
  const { realm } = event
  const close = closeCategory(kind, side, purpose)
  if (kind === 'house') {
    moves.pay(holder, realm, 'clearing', -effect.realised, close)
    return
  }
  const opens = effect.lotsOpened > 0
  moves.hold(holder, -effect.holdReleased, 'order', orderCategory(kind, side))
  if (kind === 'cross') {
    const taken = effect.perpetualChange > 0n && opens
    const category = effect.perpetualChange < 0n ? 'margin_return' : taken ? side : 'margin'
    moves.hold(holder, effect.perpetualChange, 'perpetual_margin', category)
  } else {
    const category = effect.marginChange > 0n ? own[kind].order : own[kind].close
    moves.hold(holder, effect.marginChange, 'isolated_margin', category)
    moves.hold(
      holder,
      effect.perpetualChange,
      'perpetual_margin',
      effect.perpetualChange > 0n ? 'margin' : 'margin_return',
    )
  }
  moves.pay(holder, realm, 'clearing', -effect.realised, close)
  moves.pay(holder, realm, 'fees', effect.fee, 'transaction_fee')
  moves.pay(holder, realm, 'insurance', effect.insurance, close)
}

function takeoverMoves(event: EventOf<'positionTakenOver'>): Move[] {
  const moves = new Moves()
  const { holder, realm, kind, house } = event
  const side = event.side === 'long' ? 'sell' : 'buy'
  const close = closeCategory(kind, side, 'liquidation')
  if (kind === 'ticket' || kind === 'isolated') {
    moves.hold(holder, event.marginChange, 'isolated_margin', own[kind].close)
  }
  const returns = event.perpetualChange < 0n
  moves.hold(holder, event.perpetualChange, 'perpetual_margin', returns ? 'margin_return' : 'margin')
  moves.pay(holder, realm, 'clearing', -event.realised, close)
  moves.pay(house.holder, realm, 'clearing', -house.realised, close)
  moves.pay(house.holder, realm, 'insurance', -event.insurance, close)
  return moves.list
}

/** The ledger moves of a derivative event, from the event alone; every one of them is of USDT. */
export function derivativeMoves(event: DerivativeEvent): Move[] {
  const moves = new Moves()
  switch (event.type) {
    case 'derivativeOrderAccepted':
      moves.hold(event.holder, event.hold, 'order', orderCategory(event.position, event.side))
      return moves.list
    case 'derivativeTraded': {
      const made = event.takerSide === 'buy' ? 'sell' : 'buy'
      effectMoves(moves, event, event.maker, made)
      effectMoves(moves, event, event.taker, event.takerSide)
      return moves.list
    }
    case 'derivativeOrderRested':
    case 'derivativeOrderClosed': {
      // what turned a position held nothing while it filled, and holds its rest from now on
      const category = event.released < 0n ? orderCategory : cancelCategory
      moves.hold(event.holder, -event.released, 'order', category(event.position, event.side))
      return moves.list
    }
    case 'derivativeOrderAmended': {
      const category = event.holdChange > 0n ? orderCategory : cancelCategory
      moves.hold(event.holder, event.holdChange, 'order', category(event.position, event.side))
      return moves.list
    }
    case 'marginAdded':
      moves.hold(
        event.holder,
        event.amount,
        'isolated_margin',
        event.kind === 'ticket' ? 'contract_order' : 'single_contract_order',
      )
      return moves.list
    case 'marginHeld':
      moves.hold(event.holder, event.change, 'perpetual_margin', event.change > 0n ? 'margin' : 'margin_return')
      return moves.list
    case 'positionMarked': {
      moves.pay(
        event.holder,
        event.realm,
        'clearing',
        -event.realised,
        event.side === 'long' ? 'close_sell' : 'close_buy',
      )
      const returns = event.perpetualChange < 0n
      moves.hold(event.holder, event.perpetualChange, 'perpetual_margin', returns ? 'margin_return' : 'margin')
      return moves.list
    }
    case 'positionTakenOver':
      return takeoverMoves(event)
    default:
      return moves.list
  }
}
