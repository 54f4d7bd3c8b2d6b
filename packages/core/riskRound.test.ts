import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { riskRefusal } from './book/checks.ts'
import { emptyLadder } from './book/ladder.ts'
import type { Product } from './capability/products.ts'
import { evolve } from './exchange.ts'
import type { HolderId } from './ledger/holders.ts'
import { decodeState, encodeState } from './snapshot.ts'
import { fireConditionals } from './spot/fire.ts'
import { sense } from './spot/tick.ts'
import type { State } from './state.ts'
import { acts, EverythingRun } from './testing/everythingRun.ts'
import { btcTerms } from './testing/exchangeFixture.ts'
import { btcDerivative } from './testing/marginFixture.ts'
import {
  contractOrder,
  off,
  perpetualOrder,
  RealFixture,
  resting,
  spotOrder,
  spotWaits,
} from './testing/realFixture.ts'
import type { Command, Event } from './vocabulary.ts'

const crowd = Array.from({ length: 12 }, (_, at) => 100 + at)
const each = 200
const stranger = 900

const endsOf = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'spotOrderClosed' || event.type === 'derivativeOrderClosed' || event.type === 'spotConditionalEnded'
      ? [event.reason]
      : [],
  )
const tradesOf = (events: readonly Event[]): number =>
  events.filter(({ type }) => type === 'spotTraded' || type === 'derivativeTraded').length

/** Twelve holders who each have two hundred orders at rest, and a stranger from where everything stays on. */
function crowded(order: (holder: HolderId, price: number) => Command): RealFixture {
  const fixture = new RealFixture(crowd)
  for (const product of ['spot', 'contract', 'perpetual'] as const)
    fixture.must({ type: 'switchProduct', country: 'DE', product, on: true })
  fixture.real(stranger, 'DE')
  for (const holder of crowd) {
    for (let at = 0; at < each; at += 1) fixture.must(order(holder, 99_000 - (at % 50)))
  }
  return fixture
}

const openOf = ({ derivative, spot }: State): number => derivative.orders.size + spot.orders.size + spot.waiting.size

// what a stranger's sale does, which would meet what the others have at rest
const sellsSpot = {
  ...spotOrder,
  holder: stranger,
  side: 'sell',
  price: 98_900,
  quantity: 3_000,
  timeInForce: 'IOC',
} as const
const sellsLots = {
  ...perpetualOrder,
  holder: stranger,
  side: 'sell',
  price: 98_900,
  lots: 3,
  timeInForce: 'IOC',
} as const
const spotOf = (holder: HolderId, price: number): Command => ({ ...spotOrder, holder, price })
const contractOf = (holder: HolderId, price: number): Command => ({ ...contractOrder, holder, price, lots: 1 })

/** What ends the new risk of many: the switch, what rests, and who would meet it. */
const causes: readonly (readonly [string, Command, Parameters<typeof crowded>[0], Command])[] = [
  ['spot of a country', off('spot'), spotOf, sellsSpot],
  ['contracts of a country', off('contract'), contractOf, sellsLots],
  [
    'contracts of a market',
    { type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, contractOn: false } },
    contractOf,
    sellsLots,
  ],
]

describe('what many lose at once', () => {
  it.each(causes)(
    '%s ends a thousand orders a step, second by second, and none of them fills before',
    (_, command, order, sale) => {
      const fixture = crowded(order)
      expect(endsOf(fixture.must(command))).toEqual(Array(1_000).fill('product_off'))
      // whoever meets one of the others ends it, a thousand at most; the house stands aside
      fixture.state.venue.ladders.real[0] = emptyLadder()
      fixture.state.derivative.ladders.real[0] = emptyLadder()
      const sold = fixture.run(sale)
      expect(sold.ok && tradesOf(sold.events)).toBe(0)
      expect(sold.ok && endsOf(sold.events).filter((end) => end === 'product_off')).toHaveLength(1_000)
      const before = openOf(fixture.state)
      const met = fixture.hear(989_000)
      expect(tradesOf(met)).toBe(0)
      expect(openOf(fixture.state)).toBe(before - endsOf(met).length)
      while (openOf(fixture.state) > 0) {
        const ended = endsOf(fixture.second(989_000)).length
        expect(ended).toBeGreaterThan(0)
        expect(ended).toBeLessThan(1_000 + each)
      }
      expect(fixture.balanced).toBe(true)
      fixture.second(989_000)
      expect(fixture.state.venue.round.isOver).toBe(true)
    },
  )

  it.each(causes)('%s ends a thousand of them in a tick at most, which then goes on', (_, command, order) => {
    const fixture = crowded(order)
    fixture.must(command)
    for (const left of [400, 0]) {
      fixture.now += 250
      const market = { indexTenths: 989_000, dispersionTenths: 0, sources: 4, kind: 'live' } as const
      const met = fixture.run({ type: 'quote', listing: 0, time: fixture.now, ...market })
      expect(met).toMatchObject({ answer: { type: 'tick', more: left > 0 } })
      expect(openOf(fixture.state)).toBe(left)
    }
  })

  it('and wait for a price ends in a tick as far as its bound goes, none of it being placed', () => {
    const waits = { ...spotWaits, side: 'sell', passing: 'rise', price: 101_000, trigger: 100_500 } as const
    const fixture = new RealFixture([40, 41, 42])
    for (const holder of [40, 41, 42]) fixture.must({ ...waits, holder })
    for (const event of bygone) evolve(fixture.state, event, fixture.now)
    fixture.state = decodeState(encodeState(fixture.state))
    fixture.must({ type: 'tellRealMoney', unmet: [] })
    const { spot, venue } = fixture.state
    sense(
      venue,
      { ...venue.marks.peek(0), listing: 0, time: fixture.now, indexTenths: 1_006_000, sources: 4 },
      fixture.now,
    )
    const budget = { fills: 2 }
    const ended: string[] = []
    let isMore = false
    for (const { events, more } of fireConditionals(spot, venue, 0, fixture.now, budget)) {
      for (const event of events) evolve(fixture.state, event, fixture.now)
      ended.push(...endsOf(events))
      isMore = more
    }
    expect([ended, isMore, budget.fills, spot.waiting.size]).toEqual([['product_off', 'product_off'], true, 0, 1])
  })

  it('asks as many holders as a step may, and nobody in a second that is not recorded', () => {
    const three = [40, 41, 42]
    const fixture = new RealFixture(three)
    fixture.state.venue.round.pace = { holders: 2, orders: 1_000 }
    for (const holder of three) fixture.must({ ...contractOrder, holder })
    expect(endsOf(fixture.must(off('contract')))).toHaveLength(2)
    const stamp = (Math.floor(fixture.now / 1_000) + 1) * 1_000
    fixture.now = stamp
    expect(endsOf(fixture.must({ type: 'sampleIndex', stamp, kind: 'live', samples: [] }))).toEqual([])
    expect(endsOf(fixture.second(989_000))).toHaveLength(1)
  })

  it('ends with its own reason where a limit that reduces would come to rest beyond it', () => {
    const fixture = new RealFixture([40, 41, 42])
    fixture.perpetual(42, 'buy', 100)
    fixture.state.venue.round.pace = slow
    for (const holder of [40, 41]) fixture.must({ ...contractOrder, holder, price: 99_900 })
    fixture.must(off('contract'))
    fixture.must({ type: 'haltListing', listing: 0, halt: 'cancel_only', reason: 'x' })
    fixture.state.derivative.ladders.real[0] = emptyLadder()
    const limit = { ...perpetualOrder, holder: 42, side: 'sell', price: 99_800, lots: 10, reduceOnly: true } as const
    expect(endsOf(fixture.must(limit))).toEqual(['product_off'])
  })

  it('is nothing that a fill-or-kill order counts on, nor that an order trades with which is given another price', () => {
    const fixture = new RealFixture([40, 41])
    fixture.must({ type: 'switchProduct', country: 'DE', product: 'spot', on: true })
    fixture.must({ type: 'switchProduct', country: 'DE', product: 'perpetual', on: true })
    fixture.real(stranger, 'DE')
    fixture.state.venue.round.pace = slow
    for (const holder of [40, 41]) {
      fixture.must({ ...contractOrder, holder, price: 99_900, lots: 10 })
      fixture.must({ ...spotOrder, holder, price: 99_900 })
    }
    const sells = { holder: stranger, side: 'sell' } as const
    const [placed] = fixture.must({ ...spotOrder, ...sells, price: 100_500 })
    const order = placed.type === 'spotOrderAccepted' ? placed.order : -1
    fixture.must(off('contract'))
    fixture.must(off('spot'))
    fixture.state.venue.ladders.real[0] = emptyLadder()
    fixture.state.derivative.ladders.real[0] = emptyLadder()
    const killed = fixture.must({ ...perpetualOrder, ...sells, price: 99_900, lots: 10, timeInForce: 'FOK' })
    expect(endsOf(killed)).toEqual(['fill_or_kill'])
    const amend = { type: 'amendSpotOrder', holder: stranger, order, quantity: null, fault: '' } as const
    const amended = fixture.must({ ...amend, price: 99_900 })
    expect([tradesOf(amended), endsOf(amended)]).toEqual([0, ['product_off']])
    expect(fixture.balanced).toBe(true)
  })

  it('goes on from a snapshot, to the same end', () => {
    const fixture = crowded(contractOf)
    fixture.must(off('contract'))
    fixture.state = decodeState(encodeState(fixture.state))
    expect(fixture.state.venue.round.isOver).toBe(false)
    fixture.must({ type: 'tellRealMoney', unmet: [] })
    expect(tradesOf(fixture.hear(989_000))).toBe(0)
    for (let second = 0; second < 4; second += 1) fixture.second(989_000)
    expect([openOf(fixture.state), fixture.balanced, fixture.state.venue.round.isOver]).toEqual([0, true, true])
  })

  it('and switch on again keeps what has not ended yet, which trades as before', () => {
    const fixture = crowded(spotOf)
    fixture.must(off('spot'))
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    const left = openOf(fixture.state)
    expect(left).toBe(crowd.length * each - 1_000)
    for (let second = 0; second < 3; second += 1) expect(endsOf(fixture.second(1_000_000))).toEqual([])
    expect(tradesOf(fixture.hear(989_000))).toBeGreaterThan(0)
  })
})

// the facts of rules that ended nothing
const bygone: readonly Event[] = [
  { type: 'productSwitched', country: 'FR', product: 'spot', on: false },
  { type: 'listingConfigured', listing: 0, terms: { ...btcTerms, spot: false } },
  { type: 'derivativeTermsSet', listing: 0, terms: { ...btcDerivative, contractOn: false, perpetualOn: false } },
]
const again: readonly Command[] = [
  off('spot'),
  { type: 'setListingTerms', listing: 0, terms: { ...btcTerms, spot: false } },
  {
    type: 'configureDerivative',
    listing: 0,
    terms: { ...btcDerivative, contractOn: false, perpetualOn: false },
  },
]

describe('what has rested since other rules', () => {
  const of = () => {
    const fixture = new RealFixture([40, 41])
    for (const holder of [40, 41]) fixture.rest(holder)
    for (const event of bygone) evolve(fixture.state, event, fixture.now)
    return fixture
  }

  it('does not end where nothing changes', () => {
    const fixture = of()
    for (const command of again) expect(fixture.must(command)).toHaveLength(1)
    expect([openOf(fixture.state), fixture.state.venue.round.isOver]).toEqual([2 * resting.length, true])
  })

  it('never fills once the engine has started anew, and ends with the first second', () => {
    const fixture = of()
    fixture.state = decodeState(encodeState(fixture.state))
    fixture.must({ type: 'tellRealMoney', unmet: [] })
    const met = fixture.hear(1_000_000).concat(fixture.hear(989_000))
    expect(tradesOf(met)).toBe(0)
    const ended = [...endsOf(met), ...endsOf(fixture.second(989_000))]
    expect(ended).toEqual(Array(2 * resting.length).fill('product_off'))
    expect([openOf(fixture.state), fixture.balanced]).toEqual([0, true])
  })
})

const holders = [40, 41, 42, 43, 44]
const slow = { holders: 1, orders: 1 }

type Resting = Product & ('spot' | 'contract' | 'perpetual')

function isLost({ derivative, venue }: State, holder: HolderId, product: Resting, listing: number): boolean {
  const who = venue.holders.find(holder)
  if (!who) return false
  const isOn = product === 'spot' ? venue.listings[listing].spot : derivative.terms[listing]?.[`${product}On`]
  return isOn !== true || riskRefusal(venue, who, product) !== null
}

// those whose orders opened by a fact though they could not have been placed
function wronged(state: State, event: Event): HolderId[] {
  if (event.type === 'spotTraded') {
    return [event.makerHolder, event.takerHolder].filter((holder) => isLost(state, holder, 'spot', event.listing))
  }
  if (event.type !== 'derivativeTraded') return []
  return [event.maker, event.taker].flatMap(({ holder, product, lotsOpened }) =>
    product !== 'house' && lotsOpened > 0 && isLost(state, holder, product, event.listing) ? [holder] : [],
  )
}

function lostOrders(state: State): number {
  const { derivative, spot } = state
  const opening = [...derivative.orders.values()].filter(({ purpose, reduceOnly }) => purpose === 'open' && !reduceOnly)
  const lots = opening.filter(({ holder, product, listing }) =>
    isLost(state, holder, product === 'contract' ? 'contract' : 'perpetual', listing),
  )
  const coins = spot.orders.values().filter(({ holder, listing }) => isLost(state, holder, 'spot', listing))
  const waiting = spot.waiting.all().filter(({ holder, listing }) => isLost(state, holder, 'spot', listing))
  return lots.length + coins.length + waiting.length
}

describe('however slowly everyone is asked', () => {
  it('nobody’s order fills that they could not place, and in the end none rests', { timeout: 120_000 }, () => {
    let waited = 0
    fc.assert(
      fc.property(acts(300), (list) => {
        const run = new EverythingRun(holders, slow)
        for (const act of list) {
          const steps = run.steps.length
          run.do(act)
          for (const { outcome } of run.steps.slice(steps)) {
            if (outcome?.ok) for (const event of outcome.events) expect(wronged(run.state, event)).toEqual([])
          }
          if (lostOrders(run.state) > 0) waited += 1
        }
        for (let second = 0; second < 63 && !run.state.venue.round.isOver; second += 1)
          run.do({ kind: 'sampleIndex', seed: second * 33_554_393 })
        expect(run.state.venue.round.isOver && lostOrders(run.state)).toBe(0)
      }),
      { numRuns: 20, endOnFailure: true },
    )
    expect(waited).toBeGreaterThan(20)
  })
})
