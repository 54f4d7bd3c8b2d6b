import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Command } from '../vocabulary.ts'
import { usableOf } from './account.ts'

const unit = 1_000_000n
const mark = 8_933_300
const one = { price: 0, reduceOnly: false, stopLoss: null, takeProfit: null, fault: '' } as const

function begin(usdt: number, mode: 'cross' | 'isolated', side: 'buy' | 'sell', levelQuantity = 10_000): MarginFixture {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, levelQuantity } })
  fixture.tickNow(mark)
  fixture.trader(32, usdt)
  fixture.setPerpetual(32, mode, 10)
  fixture.perpetual(32, side, 60)
  return fixture
}

function net(fixture: MarginFixture): { side: string; lots: number } | null {
  const position = fixture.account(32).perpetual.get(0)
  return position ? { side: position.side, lots: position.lots } : null
}

function order(
  side: 'buy' | 'sell',
  lots: number,
  limit: number | null,
): Extract<Command, { type: 'placePerpetualOrder' }> {
  const kind = limit === null ? ('market' as const) : ('limit' as const)
  return {
    ...one,
    type: 'placePerpetualOrder',
    holder: 32,
    symbol: 'BTCUSDT',
    side,
    kind,
    timeInForce: 'GTC',
    lots,
    price: limit ?? 0,
  }
}

describe('a position that is turned', () => {
  for (const mode of ['cross', 'isolated'] as const) {
    for (const levels of [10_000, 25]) {
      it(`FC-116 closes 0.6 lots and opens 0.6 the other way at market: ${mode}, levels of ${levels}`, () => {
        const fixture = begin(1_000, mode, 'buy', levels)
        fixture.must(order('sell', 120, null))
        expect(net(fixture)).toEqual({ side: 'short', lots: 60 })
      })

      it(`FC-116 does so by a limit that crosses: ${mode}, levels of ${levels}`, () => {
        const fixture = begin(1_000, mode, 'buy', levels)
        fixture.must(order('sell', 120, 890_000))
        expect(net(fixture)).toEqual({ side: 'short', lots: 60 })
        expect(fixture.account(32).orders.size).toBe(0)
      })

      it(`FC-116 turns a short into a long: ${mode}, levels of ${levels}`, () => {
        for (const limit of [null, 896_000]) {
          const fixture = begin(1_000, mode, 'sell', levels)
          fixture.must(order('buy', 120, limit))
          expect(net(fixture)).toEqual({ side: 'long', lots: 60 })
        }
      })
    }
  }

  it('FC-116 closes a part at once, and holds for the rest as if it opened what it may open', () => {
    const fixture = begin(1_000, 'cross', 'buy', 12)
    // two levels of 0.12 lots stand within the limit: 0.24 close at once, 0.36 rest to close and 0.3 to open
    fixture.must(order('sell', 90, 893_106))
    const [resting] = fixture.account(32).orders.values()
    expect(net(fixture)).toEqual({ side: 'long', lots: 36 })
    expect(resting).toMatchObject({ filled: 24, lots: 90, price: 893_106 })
    const whole = BigInt(893_106 * 66 * 100)
    const held = whole / 10n
    expect(resting.hold - held).toBeGreaterThan(0n)
    expect(resting.hold - held).toBeLessThanOrEqual(whole / 2_000n + 2n)
    fixture.must({ type: 'cancelPerpetualOrder', holder: 32, order: resting.id })
    expect(fixture.state.venue.ledger.frozen(32, 'contract', 0)).toBe(fixture.account(32).perpetualHold)
  })

  it('is refused where what closing frees does not pay for the rest, and changes nothing then', () => {
    const fixture = begin(1_000, 'cross', 'buy')
    const usable = usableOf(fixture.state.derivative, fixture.state.venue, 32, fixture.now)
    for (const limit of [null, 890_000]) {
      expect(fixture.run(order('sell', 60 + 112, limit))).toMatchObject({
        rejection: { reason: 'balance_insufficient_order' },
      })
    }
    expect(net(fixture)).toEqual({ side: 'long', lots: 60 })
    expect(usableOf(fixture.state.derivative, fixture.state.venue, 32, fixture.now)).toBe(usable)
  })

  it('is filled with exactly enough, and refused with one unit less', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('cross' as const, 'isolated' as const),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        (mode, buys, market, opened) => {
          const [first, second] = buys ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
          // what is left after the turn says how much less would have been just enough
          const turned = (less: bigint): { ok: boolean; left: bigint; loss: bigint } => {
            const fixture = begin(1_000, mode, first)
            const take = { type: 'transfer', holder: 32, from: 'contract', to: 'coin', fault: '' } as const
            if (less > 0n) fixture.must({ ...take, amount: less })
            const { ok } = fixture.run(
              order(second, 60 + opened, market ? null : second === 'sell' ? 890_000 : 896_000),
            )
            const position = fixture.account(32).perpetual.get(0)
            const cost = (position?.cost ?? 0n) - BigInt(mark * (position?.lots ?? 0)) * 10n
            // what opening loses at once stays in an isolated margin, and is asked for all the same
            const loss = mode === 'cross' ? 0n : cost < 0n ? -cost : cost
            return { ok, left: usableOf(fixture.state.derivative, fixture.state.venue, 32, fixture.now) - loss, loss }
          }
          const { ok, left, loss } = turned(0n)
          expect(ok).toBe(true)
          const free = begin(1_000, mode, first)
          const usable = usableOf(free.state.derivative, free.state.venue, 32, free.now)
          // only what is usable can be taken out before
          if (left >= usable) return
          expect(turned(left)).toEqual({ ok: true, left: 0n, loss })
          expect(turned(left + 1n).ok).toBe(false)
        },
      ),
      { numRuns: 40 },
    )
  })
})

it('keeps every unit in a turn: what the holder lost is what the house and the fees gained', () => {
  const fixture = begin(1_000, 'cross', 'buy')
  const before = fixture.worth(32)
  const events = fixture.must(order('sell', 120, 890_000))
  let gained = 0n
  for (const event of events) if (event.type === 'derivativeTraded') gained += event.taker.realised - event.taker.fee
  expect(fixture.worth(32)).toBe(before + gained)
  expect(before + gained).toBeLessThan(1_000n * unit)
})
