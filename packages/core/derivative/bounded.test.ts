import { describe, expect, it } from 'vitest'
import { fillsPerTickMax } from '../book/budget.ts'
import { noLadder } from '../testing/exchangeFixture.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { accountOf, admitPosition } from './keep.ts'

const start = 1_000_000

function canceledBy(events: readonly Event[]): number {
  return events.filter((event) => event.type === 'derivativeOrderClosed' && event.reason === 'margin_short').length
}

/** Very many resting buys whose holders' accounts could not bear a fill any more. */
function unsound(count: number): MarginFixture {
  const fixture = new MarginFixture({ ladder: { ...closeLadder, positionMax: 1_000_000_000 } }, {}, 1_000_000_000n)
  fixture.tick(start)
  for (let holder = 100; holder * 100 < 10_000 + count; holder++) {
    fixture.trader(holder, 90_000)
    fixture.setPerpetual(holder, 'cross', 10)
    for (let at = 0; at < 100; at++) {
      fixture.must({
        type: 'placePerpetualOrder',
        holder,
        symbol: 'BTCUSDT',
        side: 'buy',
        kind: 'limit',
        timeInForce: 'GTC',
        price: 98_500,
        lots: 1,
        reduceOnly: false,
        stopLoss: null,
        takeProfit: null,
        fault: '',
      })
    }
    // a cross position that has lost nearly all of it
    const { derivative, venue } = fixture.state
    admitPosition(derivative, accountOf(derivative, venue, holder), {
      id: derivative.nextOrder++,
      holder,
      listing: 0,
      kind: 'cross',
      side: 'long',
      lots: 1,
      cost: 10_000_000_000_000n,
      margin: 0n,
      multiple: 100,
      bracketVersion: 1,
      stopLoss: 0,
      takeProfit: 0,
      triggered: 'none',
      feePaid: 0n,
      realised: 0n,
      funding: 0n,
      lotsClosed: 0,
      proceeds: 0n,
      openedAt: fixture.now,
      updatedAt: fixture.now,
      origin: null,
    })
    derivative.touched.positions.clear()
    derivative.touched.holders.clear()
  }
  return fixture
}

describe('the work of one command', () => {
  it('is bounded where a tick meets only orders that it cancels, and goes on in further ones', () => {
    const fixture = unsound(1_500)
    fixture.now += 250
    const quote = { listing: 0, time: fixture.now, indexTenths: 980_000, dispersionTenths: 0, sources: 4 } as const
    const first = fixture.run({ type: 'quote', ...quote, kind: 'simulated' })
    expect(first).toMatchObject({ ok: true, answer: { type: 'tick', more: true } })
    expect(first.ok ? canceledBy(first.events) : 0).toBe(fillsPerTickMax)
    const second = fixture.run({ type: 'quote', ...quote, kind: 'simulated' })
    expect(second.ok ? canceledBy(second.events) : 0).toBe(500)
  })

  it('is bounded where a taker meets only orders that it cancels: its rest is cancelled as behind so many fills', () => {
    const fixture = unsound(1_500)
    fixture.must({ type: 'configureDerivative', listing: 0, terms: { ...termsOf(fixture), ladder: noLadder } })
    const taker = fixture.trader(50, 90_000)
    const events = fixture.must({
      type: 'placeContractOrder',
      holder: taker,
      symbol: 'BTCUSDT',
      side: 'sell',
      kind: 'limit',
      timeInForce: 'IOC',
      price: 98_400,
      lots: 5_000,
      multiple: 10,
      stopLoss: null,
      takeProfit: null,
      fault: '',
    })
    expect(canceledBy(events)).toBe(1_000)
    expect(events.some((event) => event.type === 'derivativeOrderClosed' && event.reason === 'fills_max')).toBe(true)
  })
})

function termsOf(fixture: MarginFixture) {
  const [terms] = fixture.state.derivative.terms
  if (!terms) throw new Error('no terms')
  return terms
}
