import { describe, expect, it } from 'vitest'
import { alternate, median, quantile, spend } from './statistics.ts'

describe('quantiles', () => {
  it('are values that were there', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.99)).toBe(10)
    expect(quantile([5], 0.99)).toBe(5)
    expect(median([])).toBeNaN()
  })
})

describe('alternate', () => {
  it('takes turns and leaves the first round out', async () => {
    const order: string[] = []
    const way = (name: string) => () => {
      order.push(name)
      return Promise.resolve({ wall: order.length, cpu: 0 })
    }
    const spent = await alternate(3, { ours: way('ours'), peer: way('peer') })
    expect(order).toEqual(['ours', 'peer', 'ours', 'peer', 'ours', 'peer', 'ours', 'peer'])
    expect(spent.ours.map(({ wall }) => wall)).toEqual([3, 5, 7])
    expect(spent.peer).toHaveLength(3)
  })

  it('refuses an even number of rounds', async () => {
    await expect(alternate(2, {})).rejects.toThrow(RangeError)
  })
})

describe('spend', () => {
  it('counts wall time while nothing is reckoned, and no processor time', async () => {
    const { wall, cpu } = await spend(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(wall).toBeGreaterThan(0.045)
    expect(cpu).toBeLessThan(wall + 0.05)
  })
})
