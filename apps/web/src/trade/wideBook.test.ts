import { describe, expect, it } from 'vitest'
import { readBookSettings } from './bookSettings.ts'
import { bookSteps, gathered } from './bookSteps.ts'
import { deepRows } from './deepRows.ts'
import { depthPoints } from './depthPoints.ts'

const asks = [
  { price: '90000.1', amount: '0.1' },
  { price: '90000.9', amount: '0.2' },
  { price: '90001', amount: '0.3' },
  { price: '90001.1', amount: '0.4' },
]
const bids = [
  { price: '89999.9', amount: '0.5' },
  { price: '89999', amount: '0.5' },
  { price: '89998.9', amount: '1' },
]

describe('steps of a book', () => {
  it('begin at the tick, grow by tens, and end where too few levels would be left', () => {
    expect(bookSteps(1, '90000').map(({ text }) => text)).toEqual(['0.1', '1', '10', '100'])
    expect(bookSteps(1, '90000').map(({ decimals }) => decimals)).toEqual([1, 0, 0, 0])
    expect(bookSteps(5, '0.12345').map(({ text }) => text)).toEqual(['0.00001', '0.0001'])
    expect(bookSteps(2, undefined).map(({ text }) => text)).toEqual(['0.01'])
  })

  it('gather asks upwards and bids downwards, and lose no amount', () => {
    const whole = { text: '1', decimals: 0 }
    expect(gathered(asks, 'ask', whole, 1)).toEqual([
      { price: '90001', amount: '0.6' },
      { price: '90002', amount: '0.4' },
    ])
    expect(gathered(bids, 'bid', whole, 1)).toEqual([
      { price: '89999', amount: '1' },
      { price: '89998', amount: '1' },
    ])
    expect(gathered(asks, 'ask', { text: '0.1', decimals: 1 }, 1)).toEqual(asks)
  })
})

it('a row says what all up to it costs, and on average', () => {
  const rows = deepRows(
    [
      { price: '100', amount: '1' },
      { price: '103', amount: '2' },
    ],
    [],
  )
  expect(rows.asks.map(({ total, worth, average }) => [total, worth, average])).toEqual([
    ['1', '100', '100'],
    ['3', '306', '102'],
  ])
})

describe('the points of the depth', () => {
  it('run from the lowest bid to the highest ask, each with what lies between it and the middle', () => {
    const points = depthPoints(asks, bids)
    expect(points?.levels.map(({ price, total }) => [price, total])).toEqual([
      ['89998.9', '2'],
      ['89999', '1'],
      ['89999.9', '0.5'],
      ['90000.1', '0.1'],
      ['90000.9', '0.3'],
      ['90001', '0.6'],
      ['90001.1', '1'],
    ])
    expect(points?.levels.at(0)?.height).toBe(1)
    expect(points?.levels.map(({ x }) => x)).toEqual((points?.levels ?? []).map(({ x }) => x).toSorted((a, b) => a - b))
    expect(points?.middle).toBe(90_000)
  })

  it('are none of one side alone', () => {
    expect(depthPoints(asks, [])).toBeNull()
  })
})

it('a kept step that is none stands at the tick', () => {
  expect(readBookSettings({ step: 2 })).toEqual({ step: 2 })
  for (const kept of [null, { step: -1 }, { step: 9 }, { step: '1' }])
    expect(readBookSettings(kept)).toEqual({ step: 0 })
})
