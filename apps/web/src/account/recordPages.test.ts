import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { expect, it } from 'vitest'
import { withNewest, type RecordPages } from './recordPages.ts'

const line = (number: number): LedgerRecord => ({
  id: `r${number}`,
  type: 'coin',
  amount: '1',
  currency: 'USDT',
  date: number,
  category: 'spot_buy',
  isDeposit: true,
  from: 'market',
  to: 'coin',
  reference: '',
  reason: '',
  income_day: null,
  balance: '1',
  cause: null,
})
const page = (numbers: readonly number[], cursor: string | null) => ({ items: numbers.map(line), cursor })
const idsOf = ({ pages }: RecordPages) => pages.map(({ items }) => items.map(({ id }) => id).join(' '))

const known: RecordPages = { pages: [page([6, 5], 'a'), page([4, 3], null)], pageParams: ['', 'a'] }

it('puts the lines that have come in front, and fetches no other page anew', () => {
  const now = withNewest(known, page([8, 7, 6], 'b'))
  expect(idsOf(now)).toEqual(['r8 r7 r6 r5', 'r4 r3'])
  expect(now.pages.map(({ cursor }) => cursor)).toEqual(['a', null])
  expect(now.pageParams).toEqual(['', 'a'])
})

it('leaves a list alone that has nothing new', () => {
  expect(withNewest(known, page([6, 5], 'a'))).toBe(known)
})

it('begins anew where more has come than one page holds, and where nothing was there', () => {
  const fresh = page([20, 19], 'c')
  expect(withNewest(known, fresh)).toEqual({ pages: [fresh], pageParams: [''] })
  expect(withNewest({ pages: [page([], null)], pageParams: [''] }, fresh).pages).toEqual([fresh])
})
