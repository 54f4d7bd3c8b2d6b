import { expect, it } from 'vitest'
import { WealthFixture } from './testing/wealthFixture.ts'
import { saleEndOf } from './invest/terms.ts'
import { holderRow } from './ledger/holders.ts'
import { owedIn } from './owed.ts'

const one = (holder: number, currency: number, amount: bigint) => ({ holder, realm: 'real', currency, amount })

it('is what accounts hold and what is put into products, of who has nothing else too', () => {
  const fixture = new WealthFixture()
  const first = fixture.saver(40, 7_000_000n, 100_000_000n)
  const second = fixture.saver(41, 0n, 30_000_000n)
  fixture.saver(42, 1n, 0n)
  const all = [one(40, 0, 7_000_000n), one(40, 1, 100_000_000n), one(41, 1, 30_000_000n), one(42, 0, 1n)]
  const owed = () =>
    owedIn(fixture.state).toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder) || a.currency - b.currency)
  expect(owed()).toEqual(all)
  const terms = fixture.investTerms()
  const product = fixture.published(terms)
  fixture.bought(first, product, 4)
  fixture.bought(second, product, 3)
  expect(fixture.available(second, 1)).toBe(0n)
  expect(saleEndOf(terms)).toBeGreaterThan(fixture.now)
  expect(owed()).toEqual(all)
})

it('is of no books that do not add up', () => {
  const fixture = new WealthFixture()
  fixture.saver(40)
  const { ledger } = fixture.state.venue
  ledger.restore(40, 'coin', 0, { posted: ledger.posted(40, 'coin', 0) + 1n, frozen: 0n })
  expect(() => owedIn(fixture.state)).toThrow('do not sum to zero')
})
