import { expect, it } from 'vitest'
import { compare, heldAt } from './ownRecords.ts'

const line = (date: number, balance: string, other = 'market') => ({ date, from: other, to: 'coin', balance })

it('reads what an account held at a moment off its newest line before it', () => {
  const lines = [line(30, '9'), line(20, '7'), line(10, '5')]
  expect(heldAt(lines, 25)).toEqual(['7'])
  expect(heldAt(lines, 9)).toEqual([])
  expect(heldAt(lines, 30)).toEqual(['9', '7'])
})

it('takes no line against what is held for a movement', () => {
  expect(heldAt([line(20, '1', 'held'), line(10, '5')], 25)).toEqual(['5'])
})

it('knows that lines of the very millisecond may stand on both sides of it', () => {
  expect(heldAt([line(20, '3'), line(20, '2'), line(10, '1')], 20)).toEqual(['3', '2', '1'])
})

it('holds the proof against the accounts together, and sees what is missing', () => {
  const accounts = [['5.5'], [], ['2', '1']]
  expect(compare('USDT', '7.5', accounts)).toMatchObject({ holds: true, recorded: '7.5', beyond: '0' })
  expect(compare('USDT', '6.5', accounts)).toMatchObject({ holds: true, recorded: '6.5', beyond: '0' })
  expect(compare('USDT', '10', accounts)).toMatchObject({ holds: true, recorded: '7.5', beyond: '2.5' })
  expect(compare('USDT', '6.499999', accounts)).toMatchObject({ holds: false, recorded: '7.5' })
  expect(compare('USDT', null, accounts)).toMatchObject({ holds: false, recorded: '7.5' })
  expect(compare('BTC', null, [[], [], []])).toMatchObject({ holds: true, recorded: '0' })
})
