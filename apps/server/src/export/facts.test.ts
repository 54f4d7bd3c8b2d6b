import { decode, encode } from '@truemark/core/codec/codec'
import { type DerivativeOrder, derivativeOf } from '@truemark/core/derivative/state'
import { feeOf, quoteAt } from '@truemark/core/derivative/worth'
import { evolve } from '@truemark/core/exchange'
import type { Seen } from '@truemark/core/option/order'
import { baseUnits, feeOn, quoteUnits } from '@truemark/core/spot/money'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { createState, type State } from '@truemark/core/state'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { Fixture } from '@truemark/core/testing/exchangeFixture'
import { MarginFixture } from '@truemark/core/testing/marginFixture'
import { type Command, type Event, eventCodec } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playedFacts } from '../testing/playedFacts.ts'
import { fillFault } from './fillFacts.ts'
import { fundingFault } from './fundingFacts.ts'
import { investFault } from './investFacts.ts'
import { LiquidationFacts } from './liquidationFacts.ts'
import { type Moment, optionFault } from './optionFacts.ts'

type Traded = Extract<Event, { type: 'spotTraded' }>
type Leveraged = Extract<Event, { type: 'derivativeTraded' }>
type Effect = Leveraged['taker']

const roles = ['maker', 'taker'] as const

/** An event with one more and one less in each of some fields, amounts and numbers alike. */
function* nudged<E extends object>(event: E, fields: readonly (keyof E & string)[], by = 1): Generator<E> {
  for (const field of fields) {
    const value: unknown = event[field]
    for (const sign of [1, -1]) {
      if (typeof value === 'bigint') yield { ...event, [field]: value + BigInt(sign * by) }
      else if (typeof value === 'number') yield { ...event, [field]: value + sign * by }
    }
  }
}

/** The trade as it would be at another price and quantity, with amounts and fees that fit these. */
function tradedAt({ venue, spot }: State, event: Traded, price: number, quantity: number): Traded {
  const listing = venue.listings[event.listing]
  if (listing === undefined) throw new Error('no listing')
  const baseAmount = baseUnits(listing, quantity)
  const quoteAmount = quoteUnits(listing, price, quantity)
  const feeOfOrder = (id: number, role: (typeof roles)[number]): number => {
    const order = spot.orders.get(id)
    if (order === undefined) return 0
    const rate = role === 'maker' ? order.feeRateMaker : order.feeRateTaker
    return feeOn(order.side === 'buy' ? baseAmount : quoteAmount, rate, order.feeExcess)
  }
  const makerFee = feeOfOrder(event.makerOrder, 'maker')
  const takerFee = feeOfOrder(event.takerOrder, 'taker')
  return { ...event, price, quantity, baseAmount, quoteAmount, makerFee, takerFee }
}

function* spotAltered(state: State, event: Traded): Generator<Event> {
  const { spot } = state
  yield* nudged(event, ['baseAmount', 'quoteAmount', 'base', 'quote'])
  yield { ...event, listing: 99 }
  const other = state.venue.listings.find(({ id }) => id !== event.listing)
  if (other !== undefined) yield { ...event, listing: other.id, base: other.base }
  yield { ...event, takerSide: event.takerSide === 'buy' ? 'sell' : 'buy' }
  for (const role of roles) {
    const [id, idField] = role === 'maker' ? [event.makerOrder, 'makerOrder'] : [event.takerOrder, 'takerOrder']
    const order = spot.orders.get(id)
    if (order === undefined) {
      expect(id).toBe(0)
      continue
    }
    yield { ...event, [idField]: 9_999_999 }
    yield { ...event, [`${role}Holder`]: 9_999 }
    // the rounding of older journals may take one unit more
    yield* nudged(event, [`${role}Fee`], 2)
    const worse = order.side === 'buy' ? order.price + 1 : order.price - 1
    if (order.kind === 'limit' && worse > 0) yield tradedAt(state, event, worse, event.quantity)
    if (role === 'maker') yield tradedAt(state, event, order.price + (order.side === 'buy' ? -1 : 1), event.quantity)
    if (order.quantity > 0) yield tradedAt(state, event, event.price, order.quantity - order.filled + 1)
  }
  if (event.makerOrder !== 0) return
  yield { ...event, indexTenths: 0 }
  // at the index itself the house never stands
  const atIndex = Math.round(event.indexTenths / 10)
  yield tradedAt(state, event, atIndex, event.quantity)
}

function* effectAltered(state: State, event: Leveraged, role: (typeof roles)[number]): Generator<Event> {
  const effect = event[role]
  const other = (change: Partial<Effect>): Event => ({ ...event, [role]: { ...effect, ...change } })
  if (effect.order === 0) {
    for (const one of nudged(effect, ['lotsClosed', 'costClosed', 'realised', 'lots', 'cost', 'fee'])) yield other(one)
    return
  }
  const order = state.derivative.orders.get(effect.order)
  if (order === undefined) throw new Error('no order')
  yield other({ order: 9_999_999 })
  yield other({ holder: 9_999 })
  yield other({ product: effect.product === 'contract' ? 'perpetual' : 'contract' })
  yield other({ lotsOpened: effect.lotsOpened + 1 })
  yield* ordersAltered(state, event, role, order)
  const rate = role === 'maker' ? order.feeRateMaker : order.feeRateTaker
  const feeMax = feeOf(order.feeScaled + event.quoteAmount * BigInt(rate)) - feeOf(order.feeScaled)
  expect(effect.fee <= feeMax).toBe(true)
  yield other({ fee: feeMax + 1n })
  yield other({ fee: -1n })
  for (const one of nudged(effect, ['realised', 'costClosed'])) yield other(one)
  if (effect.closing === 0) {
    yield other({ lotsClosed: 1, lotsOpened: effect.lotsOpened - 1 })
    return
  }
  yield other({ closing: 9_999_999 })
  const lots = state.derivative.positions.get(effect.closing)?.lots ?? 0
  yield other({ lotsClosed: lots + 1, lotsOpened: event.lots - lots - 1 })
}

/** The trade at a price and for lots that its order does not allow, with an amount that fits these. */
function* ordersAltered(
  { derivative }: State,
  event: Leveraged,
  role: (typeof roles)[number],
  order: DerivativeOrder,
): Generator<Event> {
  const effect = event[role]
  const terms = derivativeOf(derivative, event.listing)
  const traded = (price: number, lots: number): Event => {
    const lotsOpened = effect.lotsOpened + lots - event.lots
    return { ...event, price, lots, quoteAmount: quoteAt(terms, price, lots), [role]: { ...effect, lotsOpened } }
  }
  const worse = order.price + (order.side === 'buy' ? 1 : -1)
  if (order.kind === 'limit' && effect.closing === 0) yield traded(worse, event.lots)
  if (role === 'maker' && effect.closing === 0) yield traded(order.price + (order.side === 'buy' ? -1 : 1), event.lots)
  yield traded(event.price, order.lots - order.filled + 1)
  const same = [...derivative.positions.values()].find(({ holder, listing, side }) => {
    return holder === order.holder && listing === event.listing && side === (order.side === 'buy' ? 'long' : 'short')
  })
  if (same !== undefined) yield { ...event, [role]: { ...effect, closing: same.id } }
}

function* leveragedAltered(state: State, event: Leveraged): Generator<Event> {
  yield* nudged(event, ['quoteAmount'])
  yield { ...event, listing: 99 }
  yield { ...event, takerSide: event.takerSide === 'buy' ? 'sell' : 'buy' }
  for (const role of roles) yield* effectAltered(state, event, role)
  if (event.maker.order === 0) yield { ...event, indexTenths: 0 }
}

/** What an event could say instead, all of it against the rules. */
function* altered(state: State, event: Event): Generator<Event> {
  switch (event.type) {
    case 'spotTraded':
      yield* spotAltered(state, event)
      break
    case 'derivativeTraded':
      yield* leveragedAltered(state, event)
      break
    case 'optionPlaced':
      yield* nudged(event, ['rate', 'gain', 'seconds'])
      yield { ...event, listing: 99 }
      break
    case 'optionsEntered':
      yield* nudged(event, ['stamp', 'indexTenths', 'sources'])
      yield { ...event, listing: 99 }
      yield { ...event, last: event.first - 1 }
      break
    case 'optionExitFixed':
      yield* nudged(event, ['stamp', 'indexTenths', 'sources'])
      yield { ...event, type: 'optionExitMissing' }
      yield { ...event, expiry: 9_000_000_000_000 }
      break
    case 'optionExitMissing':
      yield { ...event, expiry: 9_000_000_000_000 }
      yield { ...event, type: 'optionExitFixed', stamp: event.expiry, indexTenths: 1, sources: 1 }
      break
    case 'optionExitRebuilt':
      yield* nudged(event, ['indexTenths'])
      yield { ...event, trades: [] }
      yield { ...event, listing: 99 }
      break
    case 'optionSettled':
      yield* nudged(event, ['stake', 'gain', 'exitStamp', 'exitTenths', 'listing', 'holder'])
      for (const outcome of ['win', 'loss', 'tie'] as const) if (outcome !== event.outcome) yield { ...event, outcome }
      yield { ...event, order: 9_999_999 }
      break
    case 'optionVoided':
      yield* nudged(event, ['stake', 'listing', 'holder'])
      yield { ...event, order: 9_999_999 }
      for (const reason of ['no_entry', 'no_exit', 'demo_reset'] as const) {
        const may = event.realm === 'demo' && reason === 'demo_reset'
        if (reason !== event.reason && event.reason !== 'demo_reset' && !may) yield { ...event, reason }
      }
      break
    default:
      yield* others(event)
  }
}

function* others(event: Event): Generator<Event> {
  switch (event.type) {
    case 'fundingSet':
      yield* nudged(event, ['stamp'])
      for (const [at, rate] of event.rates.entries()) {
        for (const one of nudged(rate, ['rate', 'premiumRate', 'samples', 'markTenths', 'listing']))
          yield { ...event, rates: event.rates.with(at, one) }
      }
      if (event.rates.length > 0) yield { ...event, rates: event.rates.slice(1) }
      if (event.rates.length > 0) yield { ...event, rates: [...event.rates, ...event.rates] }
      break
    case 'fundingPaid':
      yield* nudged(event, ['insurance', 'liquidity', 'through', 'rate', 'markTenths'])
      for (const [at, line] of event.lines.entries()) {
        for (const one of nudged(line, ['position', 'amount', 'marginChange', 'perpetualChange', 'holder']))
          yield { ...event, lines: event.lines.with(at, one) }
      }
      yield { ...event, done: !event.done }
      break
    case 'investPriced':
      yield* nudged(event, ['settlementTenths', 'samples', 'first', 'last', 'maturity', 'listing'])
      break
    case 'investSettled':
      yield* nudged(event, ['amount', 'currency', 'settlementTenths', 'holder'])
      yield { ...event, inCoin: !event.inCoin }
      yield { ...event, order: 9_999_999 }
      break
    case 'positionTriggered':
      yield* nudged(event, ['price', 'holder', 'listing'])
      yield { ...event, position: 9_999_999 }
      break
    case 'liquidationStarted':
      yield* nudged(event, ['equity', 'maintenance'])
      yield { ...event, equity: event.maintenance + 1n }
      yield { ...event, positions: [] }
      for (const [at, one] of event.positions.entries()) {
        for (const told of nudged(one, ['position', 'lots', 'listing', 'indexTenths', 'profit', 'maintenance']))
          yield { ...event, positions: event.positions.with(at, told) }
      }
      break
    case 'liquidationReckoned':
      yield* nudged(event, ['available', 'held'])
      break
    case 'positionTakenOver':
      yield* nudged(event, ['lots', 'cost', 'realised', 'proceeds', 'marginChange', 'holder', 'listing'])
      yield { ...event, position: 9_999_999 }
      break
    default:
  }
}

/** Throws where somebody objects to a fact at the state before it, or nobody to what else it could have said. */
function judge(state: State, event: Event, moment: Moment, before: Event | null): void {
  const faultOf = (one: Event): string | null => {
    const liquidations = new LiquidationFacts()
    // who pays next is remembered while it is asked for
    state.funding.order = null
    if (before?.type === 'liquidationStarted') liquidations.fault(state, before)
    return (
      optionFault(state, one, moment) ??
      fundingFault(state, one, moment) ??
      investFault(state, one, moment) ??
      liquidations.fault(state, one) ??
      fillFault(state, one)
    )
  }
  expect(faultOf(event)).toBeNull()
  for (const one of altered(state, event)) {
    if (faultOf(one) === null) throw new Error(`nobody objects to ${textOf(one)} instead of ${textOf(event)}`)
  }
}

it('nothing of what a run did is objected to, and whatever else a fact could have said is', () => {
  fc.assert(
    fc.property(acts(300), (drawn) => {
      const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
      for (const act of drawn) run.do(act)
      const state = createState()
      const seconds = new Map<number, Seen[]>()
      let before: Event | null = null
      for (const { event: told, time } of playedFacts(run)) {
        // as a row has it
        const event = decode(eventCodec, encode(eventCodec, told))
        judge(state, event, { seconds, now: Math.max(time, state.venue.lastStamp) }, before)
        evolve(state, event, time)
        if (event.type === 'indexSampled') note(state, event, seconds)
        before = event
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

/** Judges every fact of commands, each at the state before it. */
function judgeAll(fixture: Fixture, ...commands: readonly Command[]): readonly Event[] {
  return commands.flatMap((command) => {
    const state = decodeState(encodeState(fixture.state))
    let before: Event | null = null
    const { now } = fixture
    const events = fixture.must(command)
    for (const event of events) {
      judge(state, event, { seconds: new Map(), now }, before)
      evolve(state, event, now)
      before = event
    }
    return events
  })
}

describe('a fill between users', () => {
  const limit = { kind: 'limit', timeInForce: 'GTC', fault: '' } as const

  it('of spot keeps to both limits, to what is left of both orders, and to their fees', () => {
    const fixture = new Fixture()
    for (const holder of [40, 41]) fixture.demo(holder)
    fixture.give(41, 1, 500_000_000n)
    const order = { type: 'placeSpotOrder', symbol: 'BTCUSDT', ...limit, budget: 0n } as const
    const events = judgeAll(
      fixture,
      { ...order, holder: 41, side: 'sell', price: 100_000, quantity: 3_333 },
      { ...order, holder: 40, side: 'buy', price: 100_100, quantity: 1_111 },
      { ...order, holder: 40, side: 'buy', price: 100_000, quantity: 5_000 },
      { ...order, holder: 41, side: 'sell', price: 99_900, quantity: 777 },
      { ...order, holder: 41, side: 'sell', kind: 'market', price: 0, quantity: 777 },
    )
    expect(events.filter(({ type }) => type === 'spotTraded')).toHaveLength(4)
  })

  it('of perpetuals and contracts keeps to both limits, lots and positions', () => {
    const fixture = new MarginFixture()
    for (const holder of [40, 41]) {
      fixture.trader(holder, 20_000)
      fixture.setPerpetual(holder, 'cross', 10)
    }
    const none = { stopLoss: null, takeProfit: null } as const
    const order = { symbol: 'BTCUSDT', ...limit, ...none } as const
    const perpetual = { type: 'placePerpetualOrder', ...order, reduceOnly: false } as const
    const ticket = { type: 'placeContractOrder', ...order, multiple: 10 } as const
    const events = judgeAll(
      fixture,
      { ...perpetual, holder: 41, side: 'sell', price: 100_000, lots: 33 },
      { ...perpetual, holder: 40, side: 'buy', price: 100_005, lots: 11 },
      { ...perpetual, holder: 40, side: 'buy', price: 100_000, lots: 22 },
      { ...perpetual, holder: 41, side: 'buy', price: 99_995, lots: 50 },
      { ...perpetual, holder: 40, side: 'sell', price: 99_990, lots: 20 },
      { ...ticket, holder: 41, side: 'sell', price: 100_000, lots: 5 },
      { ...ticket, holder: 40, side: 'buy', price: 100_000, lots: 5 },
      { ...perpetual, holder: 40, side: 'sell', kind: 'market', price: 0, lots: 1 },
    )
    expect(events.filter(({ type }) => type === 'derivativeTraded').length).toBeGreaterThan(4)
  })
})

function note({ option }: State, event: Extract<Event, { type: 'indexSampled' }>, seconds: Map<number, Seen[]>): void {
  for (const { listing } of event.samples) {
    const newest = option.seen.get(listing)?.[0]
    if (newest !== undefined) seconds.set(listing, [...(seconds.get(listing) ?? []).slice(-15), newest])
  }
}

function textOf(event: Event): string {
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
