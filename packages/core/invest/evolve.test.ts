import { beforeEach, expect, it } from 'vitest'
import { sourcesMin } from '../book/mark.ts'
import { evolve } from '../exchange.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { saleEndOf, windowMs } from './terms.ts'
import { answerInvest } from './view.ts'

const saver = 40
let fixture: WealthFixture

beforeEach(() => {
  fixture = new WealthFixture()
  fixture.saver(saver)
})

function products(): [number, number, number][] {
  return [...fixture.state.invest.products.values()].map(({ id, sold, running }) => [id, sold, running])
}

it('a product counts what was sold of it and what runs, from nothing on', () => {
  const product = fixture.published(fixture.investTerms())
  expect(products()).toEqual([[product, 0, 0]])
  fixture.bought(saver, product, 3)
  fixture.bought(saver, product, 2)
  expect(products()).toEqual([[product, 5, 2]])
  const ask = { type: 'investProducts', realm: 'real' } as const
  expect(answerInvest(fixture.state.invest, ask)).toMatchObject({ products: [{ product, sold: 5, running: 2 }] })
  expect(answerInvest(fixture.state.invest, { ...ask, realm: 'demo' })).toMatchObject({ products: [] })
})

it('a product is forgotten with the next one that is published, once its sale is over and nothing of it runs', () => {
  const week = fixture.investTerms()
  const old = fixture.published(week)
  const bought = fixture.published(fixture.investTerms())
  fixture.bought(saver, bought, 1)
  fixture.now = saleEndOf(week) - 1
  const second = fixture.published(fixture.investTerms({ days: 1 }))
  expect(products().map(([id]) => id)).toEqual([old, bought, second])
  fixture.now = saleEndOf(week)
  const third = fixture.published(fixture.investTerms({ days: 1 }))
  expect(products().map(([id]) => id)).toEqual([bought, second, third])
  fixture.sampleAll(week.maturity - windowMs, week.maturity, 5_500_000)
  expect(products().find(([id]) => id === bought)).toEqual([bought, 1, 0])
  const fourth = fixture.published(fixture.investTerms())
  expect(products().map(([id]) => id)).toEqual([fourth])
})

it('a window counts samples of just enough sources, and remembers the first and the last of them', () => {
  const terms = fixture.investTerms()
  fixture.bought(saver, fixture.published(terms), 1)
  const from = terms.maturity - windowMs
  const sources = sourcesMin.real
  fixture.sampleAt(from + 1_000, 5_000_000, { sources: sources - 1 })
  expect(fixture.state.invest.windows[0]).toMatchObject({ samples: 0, first: 0, last: 0, sum: 0n })
  fixture.sampleAt(from + 2_000, 5_000_000, { sources })
  fixture.sampleAt(from + 3_000, 5_000_001, { sources })
  const counted = { samples: 2, first: from + 2_000, last: from + 3_000, sum: 10_000_001n }
  expect(fixture.state.invest.windows[0]).toMatchObject(counted)
  const [promise] = [answerInvest(fixture.state.invest, { type: 'investPromises' })]
  const payouts = { orders: 1, coin: 10_070_000n, usdt: 6_042_000_000n }
  expect(promise).toMatchObject({ maturities: [{ maturity: terms.maturity, listing: 0, ...payouts }] })
})

it('a product that there is not cannot be closed', () => {
  expect(() => evolve(fixture.state, { type: 'investClosed', product: 9 }, fixture.now)).toThrow('no product 9')
})
