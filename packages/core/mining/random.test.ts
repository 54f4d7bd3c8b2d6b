import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { State } from '../state.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { envelopeCodec, eventCodec, type Command, type Event } from '../vocabulary.ts'
import { miningForecast } from './forecast.ts'
import { promisedBy } from '../pool/pool.ts'
import { dayOf } from './terms.ts'

const holders = [40, 41, 42]
const pool = houseHolder('real', 'wealthPool')

const opening = fc.record({
  act: fc.constant('open' as const),
  who: fc.nat(2),
  product: fc.integer({ min: 1, max: 3 }),
  amount: fc.bigInt({ min: 99_000_000n, max: 900_000_007n }),
})
const redeeming = fc.record({ act: fc.constant('redeem' as const), who: fc.nat(2), older: fc.nat(5) })
const waiting = fc.record({
  act: fc.constant('wait' as const),
  ms: fc.constantFrom(1_000, 40_000_000, 86_400_000, 300_000_000),
  heard: fc.constantFrom(true, true, true, false),
})
const rating = fc.record({
  act: fc.constant('rate' as const),
  product: fc.integer({ min: 1, max: 3 }),
  ahead: fc.nat(3),
  rate: fc.integer({ min: 2_900_000, max: 4_100_000 }),
})
const publishing = fc.record({
  act: fc.constant('publish' as const),
  product: fc.nat(2),
  days: fc.integer({ min: 1, max: 4 }),
  on: fc.boolean(),
})
const act = fc.oneof(
  { weight: 8, arbitrary: opening },
  { weight: 3, arbitrary: redeeming },
  { weight: 6, arbitrary: waiting },
  { weight: 3, arbitrary: rating },
  { weight: 1, arbitrary: publishing },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const acts = fc.array(act, { minLength: 1, maxLength: 60 })

const debtMax = 20_000_000n
const capacity = 2_000_000_000n

/** Runs acts on an exchange with two products and three savers, and gives each command's events. */
class Run extends WealthFixture {
  constructor() {
    super(debtMax)
    for (const holder of holders) this.saver(holder, 3_000_000_000n)
    for (const days of [1, 3]) this.mined(this.miningTerms({ days, capacity }))
  }

  commandOf(one: Act): Command {
    switch (one.act) {
      case 'open': {
        const asked = { holder: holders[one.who], product: one.product, amount: one.amount }
        return { type: 'openMining', ...asked, versionShown: null, fault: '' }
      }
      case 'redeem':
        return {
          type: 'redeemMining',
          holder: holders[one.who],
          order: Math.max(1, this.state.mining.nextOrder - 1 - one.older),
        }
      case 'wait':
        this.now += one.ms
        // where nothing is heard the clock moves on and no second is told
        return { type: 'sampleIndex', stamp: one.heard ? this.now : 1, kind: 'live', samples: [] }
      case 'rate': {
        const rates = [{ day: dayOf(this.now) + one.ahead, rate: one.rate }]
        return { type: 'publishMiningRates', product: one.product, rates }
      }
      case 'publish':
        return one.on
          ? { type: 'publishMining', product: one.product, terms: this.miningTerms({ days: one.days, capacity }) }
          : { type: 'switchMining', product: one.product, on: one.days > 1 }
    }
  }

  step(one: Act): { ok: boolean; events: readonly Event[] } {
    this.now += 7
    const command = this.commandOf(one)
    const sent = decode(envelopeCodec, encode(envelopeCodec, { key: null, command })).command
    const outcome = this.run(sent)
    return { ok: outcome.ok, events: outcome.ok ? outcome.events : [] }
  }
}

function checkInvariants(state: State): void {
  for (const sum of sums(state).sums) {
    expect(sum.posted).toBe(0n)
    expect(sum.frozen).toBe(sum.held)
  }
  const { mining, pool: pools } = state
  for (const { id, terms, locked } of mining.products.values()) {
    const sold = [...mining.orders.values()].filter(({ product }) => product === id)
    expect(locked).toBe(sold.reduce((sum, { amount }) => sum + amount, 0n))
    expect(locked <= terms.capacity).toBe(true)
  }
  // what the pool may owe at the very worst was bounded when each order was taken
  const stands = state.venue.ledger.posted(pool, 'coin', 0)
  expect(stands - promisedBy(pools, 'real', 0) >= -debtMax).toBe(true)
  const forecast = miningForecast(mining, 'real')
  const most = forecast.reduce((sum, { incomeMax }) => sum + incomeMax, 0n)
  expect(most <= promisedBy(pools, 'real', 0)).toBe(true)
  const due = forecast.reduce((sum, { principal }) => sum + principal, 0n)
  expect(due).toBe([...mining.orders.values()].reduce((sum, { amount }) => sum + amount, 0n))
}

describe('any sequence of locked mining', () => {
  it('keeps the books right and never oversells; its events alone give the same state', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        let replica = decodeState(encodeState(run.state))
        list.forEach((one, at) => {
          for (const event of run.step(one).events) {
            evolve(replica, decode(eventCodec, encode(eventCodec, event)), run.now)
          }
          checkInvariants(run.state)
          expect(encodeState(replica)).toEqual(encodeState(run.state))
          if (at % 5 === 0) replica = decodeState(encodeState(replica))
        })
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same events whether the engine was restarted before each command or never', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        const again = new Run()
        for (const one of list) {
          again.restart()
          expect(again.step(one)).toEqual(run.step(one))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('pays each day of each order once and in order, and gives each principal back once', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        const days = new Map<number, number[]>()
        const ended = new Map<number, number>()
        const far: Act = { act: 'wait', ms: 300_000_000, heard: true }
        for (const event of [...list, far, far].flatMap((one) => run.step(one).events)) {
          if (event.type === 'miningPaid') {
            for (const { order } of event.lines) days.set(order, [...(days.get(order) ?? []), event.day])
          } else if (event.type === 'miningDone' || event.type === 'miningRedeemed') {
            ended.set(event.order, (ended.get(event.order) ?? 0) + 1)
          }
        }
        for (const paid of days.values()) expect(paid).toEqual(paid.map((_, at) => paid[0] + at))
        expect([...ended.values()].every((times) => times === 1)).toBe(true)
        expect(ended.size).toBe(run.state.mining.nextOrder - 1)
      }),
      { numRuns: 40 },
    )
  })
})
