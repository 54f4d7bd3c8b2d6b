import { beforeEach, expect, it } from 'vitest'
import { WealthFixture } from '../testing/wealthFixture.ts'

const usdt = 1_000_000n
const saver = 40
let fixture: WealthFixture
let product: number

beforeEach(() => {
  fixture = new WealthFixture()
  fixture.saver(saver)
  product = fixture.mined(fixture.miningTerms())
})

it('a product takes as much as its capacity, to the unit, and says what is left of it and never less than nothing', () => {
  for (const amount of [50_000n * usdt, 30_000n * usdt]) fixture.locked(saver, product, amount)
  const left = (text: string) => ({ rejection: { reason: 'mining_capacity_full', detail: { left: text } } })
  expect(fixture.lock(saver, product, 20_000n * usdt + 1n)).toMatchObject(left('20000'))
  fixture.locked(saver, product, 20_000n * usdt)
  expect(fixture.lock(saver, product, 101n * usdt)).toMatchObject(left('0'))
  const terms = fixture.miningTerms({ capacity: 60_000n * usdt })
  fixture.must({ type: 'publishMining', product, terms })
  expect(fixture.lock(saver, product, 101n * usdt)).toMatchObject(left('0'))
})

it('an order is of all that its holder has, and of no unit more', () => {
  const holder = fixture.saver(41, 5_000n * usdt, 0n)
  expect(fixture.lock(holder, product, 5_000n * usdt + 1n)).toMatchObject({
    rejection: { reason: 'balance_insufficient' },
  })
  fixture.locked(holder, product, 5_000n * usdt)
  expect(fixture.available(holder, 0)).toBe(0n)
})

it('an order is refused while real money is closed, and where a field could not be read', () => {
  const order = { type: 'openMining', holder: saver, product, amount: 200n * usdt, versionShown: null } as const
  expect(fixture.refused({ ...order, fault: 'field_malformed' })).toBe('field_malformed')
  fixture.goesOn = false
  fixture.now += 60_001
  expect(fixture.refused({ ...order, fault: '' })).toBe('real_money_closed')
})

it('an order that is redeemed is one that there was, of a holder that there is', () => {
  const order = fixture.locked(saver, product, 200n * usdt)
  const refused = (holder: number, id: number) => fixture.refused({ type: 'redeemMining', holder, order: id })
  expect([0, order + 1].map((id) => refused(saver, id))).toEqual(['order_unknown', 'order_unknown'])
  expect(refused(99, order)).toBe('holder_unknown')
  fixture.must({ type: 'redeemMining', holder: saver, order })
  expect(refused(saver, order)).toBe('order_done')
})
