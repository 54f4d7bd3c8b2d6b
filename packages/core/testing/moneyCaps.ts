import { bracketsOfVersion } from '../derivative/bracketVersions.ts'
import type { Effect } from '../derivative/event.ts'
import { houseHolder } from '../ledger/holders.ts'
import type { State } from '../state.ts'
import type { Event } from '../vocabulary.ts'
import type { Marks } from './moneyWorth.ts'

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

const perTenthLot = 10n

/** Which caps a fact, just evolved, has passed. Nothing may open past one, however it came to its fill. */
export function capsWrong(state: State, marks: Marks, event: Event): string[] {
  if (event.type === 'derivativeTraded') {
    return [event.maker, event.taker].flatMap((effect) => [...openedWrong(state, marks, event, effect)])
  }
  if (event.type === 'optionPlaced') return optionWrong(state, event)
  if (event.type === 'miningOpened') {
    let locked = 0n
    for (const { product, amount } of state.wealth.mining.orders.values()) if (product === event.product) locked += amount
    const capacity = state.wealth.mining.products.get(event.product)?.terms.capacity ?? 0n
    return locked > capacity ? [`${event.product} locks ${locked} of ${capacity}`] : []
  }
  if (event.type === 'investBought') {
    let sold = 0
    for (const { product, shares } of state.wealth.invest.orders.values()) if (product === event.product) sold += shares
    return sold > event.terms.shares ? [`${event.product} has sold ${sold} of ${event.terms.shares}`] : []
  }
  return []
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
  if (worth(own) > terms.openInterestUserMax) yield `${effect.holder} has ${own} lots open`
  const side = derivative.positions.get(effect.opening)?.side === 'long' ? long : short
  if (worth(side) > terms.openInterestMax) yield `${side} lots of one side are open`
  const opened = derivative.positions.get(effect.opening)
  if (!opened) return
  let most = 0
  for (const { floor, multipleMax } of bracketsOfVersion(derivative, opened)) {
    if (floor === 0n || worth(own) > floor) most = multipleMax
  }
  if (multiple > most) yield `${effect.holder} has ${own} lots open at ${multiple} times, beyond ${most}`
  const fund = venue.ledger.posted(houseHolder(realm, 'insurance'), 'coin', 0)
  if (fund <= 0n || fund < terms.insuranceFloor) yield `${effect.holder} has opened while the fund stands at ${fund}`
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
