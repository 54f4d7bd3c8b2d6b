import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { movesOf } from '../moves.ts'
import { promisedBy } from '../pool/pool.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { State } from '../state.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { envelopeCodec, eventCodec, type Command, type Event } from '../vocabulary.ts'
import { samplesMin } from './terms.ts'

const holders = [40, 41, 42]
const dayMs = 86_400_000
const pool = houseHolder('real', 'wealthPool')

const publishing = fc.record({
  act: fc.constant('publish' as const),
  sale: fc.boolean(),
  days: fc.constantFrom(1, 7),
  rate: fc.integer({ min: 1, max: 5_000_000_000 }),
  reference: fc.integer({ min: 400_000, max: 800_000 }),
  price: fc.integer({ min: 1, max: 999_999_937 }),
  shares: fc.integer({ min: 1, max: 6 }),
})
const buying = fc.record({
  act: fc.constant('buy' as const),
  who: fc.nat(2),
  product: fc.integer({ min: 1, max: 6 }),
  shares: fc.integer({ min: 0, max: 4 }),
})
const closing = fc.record({ act: fc.constant('close' as const), product: fc.integer({ min: 1, max: 6 }) })
/** Time passes: to the next moment at which something can change, with samples on the way or none. */
const passing = fc.record({
  act: fc.constant('pass' as const),
  far: fc.constantFrom('hour' as const, 'maturity' as const, 'maturity' as const, 'week' as const),
  index: fc.integer({ min: 4_000_000, max: 8_000_000 }),
  samples: fc.constantFrom(0, 10, samplesMin),
})
const act = fc.oneof(
  { weight: 3, arbitrary: publishing },
  { weight: 8, arbitrary: buying },
  { weight: 1, arbitrary: closing },
  { weight: 5, arbitrary: passing },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const acts = fc.array(act, { minLength: 3, maxLength: 18 })

class Run extends WealthFixture {
  constructor() {
    super()
    for (const holder of holders) this.saver(holder, 40_000_000_000n, 3_000_000_000n)
  }

  commandsOf(act: Act): Command[] {
    switch (act.act) {
      case 'publish': {
        const terms = this.investTerms({
          direction: act.sale ? 'sell_high' : 'buy_low',
          days: act.days,
          annualRate: act.rate,
          referencePrice: act.reference,
          sharePrice: BigInt(act.price),
          shares: act.shares,
        })
        return [{ type: 'publishInvest', terms }]
      }
      case 'buy':
        this.hear(1_000_000)
        return [{ type: 'buyInvest', holder: holders[act.who], product: act.product, shares: act.shares, fault: '' }]
      case 'close':
        return [{ type: 'closeInvest', product: act.product }]
      case 'pass':
        return this.passes(act)
    }
  }

  passes({ far, index, samples }: Act & { act: 'pass' }): Command[] {
    const next = this.state.invest.windows[0]?.maturity ?? this.now
    const hour = Math.ceil(this.now / 1_000) * 1_000 + 3_600_000
    const to = far === 'hour' ? hour : far === 'week' ? hour + 8 * dayMs : Math.max(hour, next)
    return Array.from({ length: samples + 1 }, (_, at): Command => {
      const stamp = to - 1_000 * (samples - at)
      const heard = samples === 0 ? [] : [{ listing: 0, indexTenths: index + (at % 7), sources: 4, fresh: true }]
      return { type: 'sampleIndex', stamp, kind: 'live', samples: heard }
    })
  }

  step(command: Command): { ok: boolean; events: readonly Event[] } {
    if (command.type === 'sampleIndex') this.now = Math.max(this.now, command.stamp)
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
  const { invest, pool: promises } = state
  let coin = 0n
  let usdt = 0n
  const sold = new Map<number, number>()
  for (const order of invest.orders.values()) {
    coin += order.coinPayout
    usdt += order.usdtPayout
    sold.set(order.product, (sold.get(order.product) ?? 0) + order.shares)
  }
  expect(promisedBy(promises, 'real', 0)).toBe(usdt)
  expect(promisedBy(promises, 'real', 1)).toBe(coin)
  for (const { id, terms, sold: shares } of invest.products.values()) {
    expect(shares).toBeLessThanOrEqual(terms.shares)
    expect(sold.get(id) ?? 0).toBeLessThanOrEqual(shares)
  }
  expect(invest.windows.reduce((sum, { orders }) => sum + orders.size, 0)).toBe(invest.orders.size)
  for (const holder of holders) {
    for (const currency of [0, 1]) expect(state.venue.ledger.available(holder, 'coin', currency) >= 0n).toBe(true)
  }
}

describe('any sequence of purchases, samples and downtimes', () => {
  it('keeps the books right; its events alone, and a restart anywhere, give the same state', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        let replica = decodeState(encodeState(run.state))
        for (const one of list) {
          for (const command of run.commandsOf(one)) {
            for (const event of run.step(command).events) {
              evolve(replica, decode(eventCodec, encode(eventCodec, event)), run.now)
            }
          }
          checkInvariants(run.state)
          replica = decodeState(encodeState(replica))
          expect(encodeState(replica)).toEqual(encodeState(run.state))
        }
      }),
      { numRuns: 12 },
    )
  })

  it('gives the same events whether the engine was restarted before each act or never', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        const again = new Run()
        for (const one of list) {
          again.restart()
          again.hear(1_000_000)
          run.hear(1_000_000)
          const commands = run.commandsOf(one)
          again.commandsOf(one)
          for (const command of commands) expect(again.step(command)).toEqual(run.step(command))
        }
      }),
      { numRuns: 12 },
    )
  })

  it('pays each investment once: what everyone has gained the pool has paid', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run()
        const ends = new Map<number, number>()
        const paid = [0n, 0n]
        for (const one of list) {
          for (const command of run.commandsOf(one)) {
            for (const event of run.step(command).events) {
              for (const move of movesOf(event)) {
                if (move.kind === 'entry' && move.holder === pool) paid[move.currency] += move.amount
              }
              if (event.type === 'investSettled' || event.type === 'investVoided') {
                ends.set(event.order, (ends.get(event.order) ?? 0) + 1)
              }
            }
          }
        }
        const { invest, venue } = run.state
        for (const currency of [0, 1]) expect(venue.ledger.posted(pool, 'coin', currency)).toBe(paid[currency])
        expect([...ends.values()].every((count) => count === 1)).toBe(true)
        expect(ends.size + invest.orders.size).toBe(invest.nextOrder - 1)
      }),
      { numRuns: 12 },
    )
  })
})
