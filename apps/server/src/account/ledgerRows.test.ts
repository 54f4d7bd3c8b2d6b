import type { Event } from '@truemark/core/vocabulary'
import { expect, it } from 'vitest'
import { ledgerRowsOf, postingsOf } from './ledgerRows.ts'

const own = 40
const real = { realm: 'real' } as const
const hands = { asker: 1, approver: 2 } as const
const option = {
  order: 3,
  holder: own,
  ...real,
  listing: 0,
  stake: 50n,
  gain: 40n,
  exitStamp: 1,
  exitTenths: 10,
} as const
const converted = {
  type: 'converted',
  ...real,
  quote: 1,
  conversion: 1,
  holder: own,
  source: 0,
  target: 1,
  sourceAmount: 100n,
  targetAmount: 9n,
  fee: 1n,
  feeRate: 1,
  spreadRate: 1,
  sourceIndex: 0,
  targetIndex: 1,
} as const

function linesOf(event: Event) {
  const fact = { seq: 1, time: 5, place: 0, event }
  return ledgerRowsOf(postingsOf([fact]), new Map()).entries.filter(({ holder }) => holder === own)
}

it.each<readonly [string, Event, readonly string[]]>([
  [
    'what two operators enter',
    { type: 'manuallyEntered', entry: 1, holder: own, kind: 'deposit', currency: 0, amount: 5n, ...hands },
    ['treasury'],
  ],
  ['a won option', { type: 'optionSettled', ...option, outcome: 'win' }, ['held', 'options']],
  ['both legs of an exchange, and its fee', converted, ['exchange', 'exchange', 'fees']],
  ['an investment', { type: 'investVoided', order: 6, holder: own, product: 1, currency: 0, amount: 5n }, ['finance']],
])('names who stands on the other side of %s', (_, event, others) => {
  expect(linesOf(event).map(({ other }) => other)).toEqual(others)
})

it('leads each income of a day to its own order, two of the same amount too, and keeps the day that it is for', () => {
  const part = { holder: own, currency: 1, rate: 1, published: true, amount: 7n }
  const lines = [
    { ...part, order: 4 },
    { ...part, order: 5 },
    { ...part, order: 6, amount: 8n },
  ]
  const rows = linesOf({ type: 'miningPaid', ...real, day: 20_000, lines })
  expect(rows.map(({ refKind, ref }) => `${refKind} ${ref}`)).toEqual(['mining 4', 'mining 5', 'mining 6'])
  expect(rows.every(({ incomeDay, other }) => incomeDay === 20_000 && other === 'finance')).toBe(true)
})
