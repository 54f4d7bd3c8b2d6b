import { expect, it } from 'vitest'
import { runningOf } from './running.ts'

const row = (key: string, nextAt: number | null) => ({
  key,
  title: key,
  to: '/lockming/records',
  nextAt,
  amount: '1',
  currency: 'USDT',
})

it('puts the soonest event first, whichever product it is of, and what has none last', () => {
  const rows = runningOf({ mining: [row('a', 30), row('b', null)], invest: [row('c', 10)], ieo: [row('d', 20)] })
  expect(rows.map(({ key, product }) => `${key} ${product}`)).toEqual(['c invest', 'd ieo', 'a mining', 'b mining'])
})
