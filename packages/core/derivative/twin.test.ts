import { holderName } from '../ledger/holders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usableOf } from './account.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { NaiveDerivative, type NaiveAsk } from '../testing/naiveDerivative.ts'
import type { Command } from '../vocabulary.ts'

const holders = [32, 33, 34, 35]
const unit = 1_000_000n
const funds = [3_000, 20_000, 700, 60_000]
const mark = 100_000
const collar = { low: 95_000, high: 105_000 }

const place = fc.record({
  act: fc.constant('place' as const),
  holder: fc.constantFrom(...holders),
  ticket: fc.boolean(),
  buys: fc.boolean(),
  limit: fc.constantFrom(true, true, true, false),
  waits: fc.constantFrom(true, true, false),
  price: fc.integer({ min: mark - 30, max: mark + 30 }),
  lots: fc.integer({ min: 1, max: 400 }),
  multiple: fc.constantFrom(1, 3, 10, 20),
  reduceOnly: fc.constantFrom(false, false, false, true),
})
const cancel = fc.record({ act: fc.constant('cancel' as const), which: fc.nat(300) })
const acts = fc.array(fc.oneof({ weight: 6, arbitrary: place }, { weight: 1, arbitrary: cancel }), {
  minLength: 1,
  maxLength: 120,
  size: 'max',
})

const perpetualMultiple = 10

function begin(): { fixture: MarginFixture; twin: NaiveDerivative } {
  const ladder = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
  const fixture = new MarginFixture({ ladder })
  const twin = new NaiveDerivative(mark, perpetualMultiple)
  fixture.tickNow(mark * 10)
  holders.forEach((holder, at) => {
    fixture.trader(holder, funds[at])
    fixture.setPerpetual(holder, 'cross', perpetualMultiple)
    twin.cash.set(holder, BigInt(funds[at]) * unit)
  })
  return { fixture, twin }
}

function commandOf(ask: NaiveAsk): Command {
  const common = {
    holder: ask.holder,
    symbol: 'BTCUSDT',
    side: ask.buys ? ('buy' as const) : ('sell' as const),
    kind: ask.limit ? ('limit' as const) : ('market' as const),
    timeInForce: ask.waits ? ('GTC' as const) : ('IOC' as const),
    price: ask.limit ? ask.price : 0,
    lots: ask.lots,
    stopLoss: null,
    takeProfit: null,
    fault: '',
  }
  return ask.ticket
    ? { type: 'placeContractOrder', ...common, multiple: ask.multiple }
    : { type: 'placePerpetualOrder', ...common, reduceOnly: ask.reduceOnly }
}

// what turns an open net position is priced in two parts, which the twin leaves to the engine's own tests
function twinKnows(twin: NaiveDerivative, ask: NaiveAsk): boolean {
  if (ask.ticket || ask.reduceOnly) return true
  const net = twin.positions.get(`h${ask.holder}`)
  return !net || net.long === ask.buys || (ask.limit && twin.affords(ask, collar))
}

function compare(fixture: MarginFixture, twin: NaiveDerivative): void {
  const { derivative, venue } = fixture.state
  for (const holder of holders) {
    expect(fixture.worth(holder)).toBe(twin.cash.get(holder))
    expect(usableOf(derivative, venue, holder, fixture.now)).toBe(twin.usable(holder))
  }
  const seen = [...derivative.positions.values()].map(({ id, kind, holder, side, lots, cost, margin }) => {
    return `${kind === 'ticket' ? `t${id}` : `h${holderName(holder)}`} ${side === 'long'} ${lots} ${cost} ${margin}`
  })
  const known = [...twin.positions].map(([name, at]) => `${name} ${at.long} ${at.lots} ${at.cost} ${at.margin}`)
  expect(seen.toSorted()).toEqual(known.toSorted())
  const resting = [...derivative.orders.values()].map(({ holder, price, lots, filled, hold }) => {
    return `${holderName(holder)} ${price} ${lots} ${filled} ${hold}`
  })
  expect(resting).toEqual(twin.orders.map((at) => `${at.holder} ${at.price} ${at.lots} ${at.filled} ${at.hold}`))
}

describe('users among themselves in the derivative book', () => {
  it('trade, hold, gain and pay exactly as in the slow twin', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const { fixture, twin } = begin()
        const trades: string[] = []
        for (const act of list) {
          if (act.act === 'cancel') {
            const order = [...fixture.state.derivative.orders.values()][act.which % Math.max(1, twin.orders.length)]
            if (!order) continue
            const type = order.product === 'contract' ? 'cancelContractOrder' : 'cancelPerpetualOrder'
            fixture.must({ type, holder: order.holder, order: order.id })
            expect(twin.cancel(order.id)).toBe(true)
            continue
          }
          const ask = {
            ...act,
            multiple: act.ticket ? act.multiple : perpetualMultiple,
            reduceOnly: act.reduceOnly && !act.ticket,
          }
          if (!twinKnows(twin, ask)) continue
          // perpetual positions take numbers of the orders' sequence, of which the twin knows nothing
          twin.nextId = fixture.state.derivative.nextOrder
          const outcome = fixture.run(commandOf(ask))
          expect(twin.place(ask, collar)).toBe(outcome.ok)
          for (const event of outcome.ok ? outcome.events : []) {
            if (event.type !== 'derivativeTraded') continue
            trades.push(`${event.maker.order} ${event.taker.order} ${event.price} ${event.lots}`)
          }
          compare(fixture, twin)
        }
        expect(trades).toEqual(twin.trades)
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})
