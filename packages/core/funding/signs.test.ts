import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../derivative/state.ts'
import { sums } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'

const start = 1_000_000
/** 2023-11-14 22:13:20 UTC is where a fixture begins: the next stamp is midnight. */
const midnight = Date.UTC(2023, 10, 15)
const eightHours = 28_800_000
const maker = 39

const opening = fc.record({
  kind: fc.constantFrom('cross' as const, 'isolated' as const, 'ticket' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 2_000 }),
  multiple: fc.constantFrom(2, 5, 10),
})
/** How far the best bid stands above the index, or the best ask (negative) below it: in ticks of 0.001 %. */
const away = fc.oneof(fc.integer({ min: 2, max: 90 }), fc.integer({ min: -90, max: -2 }))

/** A market in which the rate of funding is the premium itself, and the premium that of a single resting order. */
class Stamps extends MarginFixture {
  constructor() {
    super({ fundingDampRateMax: 0, fundingImpactNotional: 100_000_000n })
    this.tickNow(start)
    this.trader(maker, 90_000)
  }

  // the house stands back as far as its sources disagree: half a per cent
  #quoteWide(): void {
    const quote = { type: 'quote', listing: 0, time: this.now, indexTenths: start, sources: 4 } as const
    this.must({ ...quote, dispersionTenths: 5_000, kind: 'simulated' })
  }

  /** Lets a stamp pass with one premium sampled before it; gives what the stamp set and paid. */
  pass(stamp: number, ticks: number): readonly Event[] {
    this.now = stamp - 1_000
    this.#quoteWide()
    const order = { holder: maker, symbol: 'BTCUSDT', kind: 'limit', timeInForce: 'POST_ONLY', lots: 100 } as const
    const side = ticks > 0 ? ('buy' as const) : ('sell' as const)
    const rest = {
      ...order,
      side,
      price: start / 10 + ticks,
      multiple: 10,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    }
    this.must({ type: 'placeContractOrder', ...rest })
    const samples = [{ listing: 0, indexTenths: start, sources: 4, fresh: true }]
    this.must({ type: 'sampleIndex', stamp: this.now, kind: 'simulated', samples })
    this.must({ type: 'cancelAllContractOrders', holder: maker, symbol: '' })
    this.now = stamp
    return this.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples: [] })
  }

  open(holder: number, { kind, side, lots, multiple }: typeof opening extends fc.Arbitrary<infer T> ? T : never): void {
    this.trader(holder, 90_000)
    this.now += 1_000
    this.tickNow(start)
    if (kind === 'ticket') this.ticket(holder, side, lots, multiple)
    else {
      this.setPerpetual(holder, kind, multiple)
      this.perpetual(holder, side, lots)
    }
  }
}

/** What a position is paid: −s·q·M·F, whoever pays rounding up and whoever receives rounding down; 10 USDT a hundredth of a lot. */
function dueOf({ side, lots }: Pick<Position, 'side' | 'lots'>, rate: number): bigint {
  const scaled = BigInt(lots) * 10_000_000n * BigInt(Math.abs(rate))
  const pays = rate > 0 === (side === 'long')
  return pays ? -((scaled + 999_999_999n) / 1_000_000_000n) : scaled / 1_000_000_000n
}

function rateOf(events: readonly Event[]): number {
  const set = events.find((event) => event.type === 'fundingSet')
  return set?.rates.find(({ realm }) => realm === 'demo')?.rate ?? 0
}

describe('funding of either sign, of longs and shorts, cross, isolated and tickets', () => {
  it('is what each position is due, and `liquidity` posts the exact opposite', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.array(opening, { minLength: 1, maxLength: 6 }), fc.tuple(away, away), (openings, premiums) => {
        const fixture = new Stamps()
        const at0 = { type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples: [] } as const
        fixture.must(at0)
        openings.forEach((each, at) => fixture.open(40 + at, each))
        premiums.forEach((ticks, count) => {
          const before = [...fixture.state.derivative.positions.values()].map((position) => ({
            ...position,
            worth: fixture.worth(position.holder),
          }))
          const house = fixture.house('liquidity')
          const rate = rateOf(fixture.pass(midnight + count * eightHours, ticks))
          // a tick above the index is 0.001 %
          expect(Math.abs(rate - ticks * 10_000)).toBeLessThanOrEqual(2)
          let sum = 0n
          for (const was of before) {
            const due = dueOf(was, rate)
            sum += due
            const is = fixture.position(was.id)
            expect(is?.funding).toBe(was.funding + due)
            expect(fixture.worth(was.holder)).toBe(was.worth + due)
            expect(is?.margin).toBe(was.kind === 'cross' ? 0n : was.margin + due)
            seen.add(`${was.kind} ${was.side} ${rate > 0 ? 'above' : 'below'}`)
          }
          expect(fixture.house('liquidity')).toBe(house - sum)
        })
        for (const { posted, frozen, held } of sums(fixture.state).sums) expect([posted, frozen]).toEqual([0n, held])
      }),
      { numRuns: 60 },
    )
    // all twelve of them were met
    expect(seen.size).toBe(12)
  })
})
