import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import type { Effect } from '../derivative/event.ts'
import { holderName, houseHolder, type HolderId } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'
import { profitOf } from './marginRules.ts'
import type { Marks } from './moneyWorth.ts'

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

const perTenthLot = 10n

/** Which caps a fact, just evolved, has passed. Nothing may open past one, however it came to its fill. */
export function capsWrong(state: State, marks: Marks, event: Event): string[] {
  if (event.type === 'derivativeTraded') {
    return [event.maker, event.taker].flatMap((effect) => [...openedWrong(state, marks, event, effect)])
  }
  if (event.type === 'marginAdded') return usedWrong(state, marks, event.holder)
  if (event.type === 'transferred' && event.from === 'contract') return usedWrong(state, marks, event.holder)
  if (event.type === 'optionPlaced') return optionWrong(state, event)
  if (event.type === 'miningOpened') {
    let locked = 0n
    for (const { product, amount } of state.mining.orders.values()) if (product === event.product) locked += amount
    const capacity = state.mining.products.get(event.product)?.terms.capacity ?? 0n
    return locked > capacity ? [`${event.product} locks ${locked} of ${capacity}`] : []
  }
  if (event.type === 'investBought') {
    let sold = 0
    for (const { product, shares } of state.invest.orders.values()) if (product === event.product) sold += shares
    return sold > event.terms.shares ? [`${event.product} has sold ${sold} of ${event.terms.shares}`] : []
  }
  return []
}

// what stands behind a position: its own margin and profit, or the whole cross account's
function equityBehind({ derivative, venue }: State, marks: Marks, id: number): bigint {
  const position = derivative.positions.get(id)
  if (!position) return 0n
  const profit = profitOf(position, marks[position.listing] ?? 0n)
  return position.kind === 'cross' ? netOf({ derivative, venue }, marks, position.holder) : position.margin + profit
}

function netOf({ derivative, venue }: Pick<State, 'derivative' | 'venue'>, marks: Marks, holder: HolderId): bigint {
  const account = derivative.accounts.get(holder)
  let net = venue.ledger.available(holder, 'contract', 0) + (account?.perpetualHold ?? 0n)
  for (const position of account?.positions.values() ?? []) {
    if (position.kind === 'cross') net += profitOf(position, marks[position.listing] ?? 0n)
  }
  return net
}

// what has left a cross account beyond what its positions require
function usedWrong(state: State, marks: Marks, holder: HolderId): string[] {
  const net = netOf(state, marks, holder)
  let required = 0n
  for (const position of state.derivative.accounts.get(holder)?.positions.values() ?? []) {
    if (position.kind !== 'cross') continue
    const multiple = BigInt(position.multiple)
    required += (position.cost + multiple - 1n) / multiple
  }
  return net < required ? [`${holderName(holder)} is left with ${net} of ${required}`] : []
}

/** Whether a settlement, not evolved yet, is what the terms at its opening say. */
export function settledWrong(state: State, marks: Marks, event: Event): string[] {
  const { invest, option, venue } = state
  if (event.type === 'positionTakenOver' && event.cause === 'bankruptcy') {
    const equity = equityBehind(state, marks, event.position)
    // the fund pays what is missing, and receives what is left
    const paid = event.insurance + event.uncovered
    return paid === -equity ? [] : [`${event.position} is taken over with ${equity}, the fund pays ${paid}`]
  }
  if (event.type === 'optionSettled') {
    const order = option.orders.get(event.order)
    if (!order) return [`option ${event.order} is not open`]
    const rises = event.exitTenths > order.entryTenths
    const won = rises === (order.direction === 'up') ? 'win' : 'loss'
    const outcome = event.exitTenths === order.entryTenths ? 'tie' : won
    return outcome === event.outcome && event.stake === order.stake && event.gain === order.gain
      ? []
      : [`option ${event.order} is settled as ${event.outcome}`]
  }
  if (event.type !== 'investSettled') return []
  const order = invest.orders.get(event.order)
  if (!order) return [`investment ${event.order} is not open`]
  const { direction, referencePrice, annualRate, days, listing } = order.terms
  const { quotePerTickStep, basePerStep } = venue.listings[listing]
  const reference = 10 * referencePrice
  const inCoin = event.settlementTenths < reference || (direction === 'buy_low' && event.settlementTenths === reference)
  const year = 365n * 1_000_000_000n
  const grown = order.amount * (year + BigInt(days) * BigInt(annualRate))
  const price = BigInt(referencePrice) * BigInt(quotePerTickStep)
  const paysOther = inCoin === (direction === 'buy_low')
  const [up, down] = inCoin ? [BigInt(basePerStep), price] : [price, BigInt(basePerStep)]
  const amount = paysOther ? (grown * up) / (year * down) : grown / year
  const right = event.inCoin === inCoin && event.amount === amount && event.currency === (inCoin ? order.coin : 0)
  return right ? [] : [`investment ${event.order} is paid ${event.amount}, not ${amount}`]
}

function* openedWrong(
  { derivative, venue }: State,
  marks: Marks,
  { listing, realm }: EventOf<'derivativeTraded'>,
  effect: Effect,
): Generator<string> {
  const terms = derivative.terms[listing]
  if (!terms || effect.lotsOpened === 0) return
  if (effect.kind === 'house') {
    if (effect.lots > terms.ladder.positionMax) yield `the house has ${effect.lots} lots in ${listing}`
    return
  }
  const worth = (lots: number): bigint => BigInt(lots) * (marks[listing] ?? 0n) * perTenthLot
  let [own, long, short] = [0, 0, 0]
  let multiple = 0
  for (const position of derivative.positions.values()) {
    if (position.listing !== listing || venue.holders.realm(position.holder) !== realm) continue
    if (position.side === 'long') long += position.lots
    else short += position.lots
    if (position.holder !== effect.holder) continue
    own += position.lots
    multiple = Math.max(multiple, position.multiple)
  }
  if (worth(own) > terms.openInterestUserMax) yield `${holderName(effect.holder)} has ${own} lots open`
  const side = derivative.positions.get(effect.opening)?.side === 'long' ? long : short
  if (worth(side) > terms.openInterestMax) yield `${side} lots of one side are open`
  const opened = derivative.positions.get(effect.opening)
  if (!opened) return
  let most = 0
  for (const { floor, multipleMax } of bracketsOfVersion(derivative, opened)) {
    if (floor === 0n || worth(own) > floor) most = multipleMax
  }
  if (multiple > most) yield `${holderName(effect.holder)} has ${own} lots open at ${multiple} times, beyond ${most}`
  const fund = venue.ledger.posted(houseHolder(realm, 'insurance'), 'coin', 0)
  if (fund <= 0n || fund < terms.insuranceFloor)
    yield `${holderName(effect.holder)} has opened while the fund stands at ${fund}`
}

function optionWrong({ option }: State, event: EventOf<'optionPlaced'>): string[] {
  const terms = option.terms.get(event.listing)
  if (!terms) return ['an option without terms']
  let gain = 0n
  for (const order of option.orders.values()) {
    const { realm, listing, direction } = order
    if (realm === event.realm && listing === event.listing && direction === event.direction) gain += order.gain
  }
  const found = gain > terms.exposureMax ? [`options could win ${gain} of ${terms.exposureMax}`] : []
  const fits = event.stake >= terms.stakeMin && event.stake <= terms.stakeMax
  const right = event.gain === (event.stake * BigInt(event.rate)) / 1_000_000_000n
  if (!fits || !right) found.push(`an option of ${event.stake} could win ${event.gain}`)
  return found
}
