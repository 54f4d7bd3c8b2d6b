import { describe, expect, it } from 'vitest'
import { MarginFixture } from '../testing/marginFixture.ts'
import { openOrdersMax } from './openOrders.ts'

const none = { stopLoss: null, takeProfit: null, fault: '' } as const
const far = {
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 99_000,
  lots: 1,
  ...none,
} as const

describe('the open orders of a holder', () => {
  it('are 200 of all products together, and each product refuses the next', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(32, 50_000)
    const tries = [
      () => fixture.place(32, 'buy', 99_000, 1_100),
      () => fixture.run({ type: 'placeContractOrder', holder: 32, ...far, multiple: 10 }),
      () => fixture.run({ type: 'placePerpetualOrder', holder: 32, ...far, reduceOnly: false }),
    ]
    for (let at = 0; at < openOrdersMax; at++) expect(tries[at % 3]()).toMatchObject({ ok: true })
    for (const once of tries) {
      expect(once()).toMatchObject({ rejection: { reason: 'open_orders_too_many', detail: { max: '200' } } })
    }
    fixture.must({ type: 'cancelAllContractOrders', holder: 32, symbol: '' })
    for (const once of tries) expect(once()).toMatchObject({ ok: true })
    fixture.reload()
    fixture.tickNow(1_000_000)
    for (let at = 0; at < 64; at++) expect(tries[at % 3]()).toMatchObject({ ok: true })
    expect(tries[0]()).toMatchObject({ rejection: { reason: 'open_orders_too_many' } })
  })

  it('leave room for a way out: what only reduces at the market is taken beside 200', () => {
    const fixture = new MarginFixture()
    fixture.tickNow(1_000_000)
    fixture.trader(32, 50_000)
    fixture.setPerpetual(32, 'cross', 10)
    fixture.perpetual(32, 'buy', 10)
    for (let at = 0; at < openOrdersMax; at++)
      expect(fixture.place(32, 'buy', 99_000, 1_100)).toMatchObject({ ok: true })
    fixture.perpetual(32, 'sell', 10, { reduceOnly: true })
    expect(fixture.account(32).perpetual.size).toBe(0)
  })
})
