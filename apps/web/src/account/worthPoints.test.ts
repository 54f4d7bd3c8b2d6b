import type { Assets } from '@truemark/protocol/routes/account'
import { expect, it } from 'vitest'
import { withNow } from './worthPoints.ts'

const hour = 3_600_000
const point = (time: number, total: string) => ({ time, total, coin: total, contract: '0', option: '0', invested: '0' })
const history = { step: 'hour', from: 0, to: 5 * hour } as const
const assets = (time: number): Assets => ({
  realm: 'demo',
  total_value: '12',
  values: { coin: '12', contract: '0', option: '0', invested: '0' },
  invested: [],
  balances: [],
  simulated: true,
  seq: 1,
  time,
})

it('ends with what stands now, and joins no moments between which one is missing', () => {
  const course = withNow({ ...history, points: [point(hour, '10'), point(2 * hour, '11')] }, assets(5 * hour))
  expect(course.values).toEqual([
    { time: hour, value: '10' },
    { time: 2 * hour, value: '11' },
    { time: 5 * hour, value: '12' },
  ])
  expect(course).toMatchObject({ from: hour, to: 5 * hour, gapMs: 5_400_000 })
  expect(withNow({ ...history, points: [point(hour, '10')] }, assets(hour)).values).toHaveLength(1)
  expect(withNow({ ...history, points: [] }, null).values).toEqual([])
})
