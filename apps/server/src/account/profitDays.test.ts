import { describe, expect, it } from 'vitest'
import { flowValue, profitDays, valueBy, worthNow } from './profitDays.ts'

const today = 20_000
// a coin of eight decimals at 2 USDT now, at 3 when yesterday ended; prices have twelve decimals
const price = (usdt: bigint) => usdt * 10n ** 12n
const now = [{ currency: 1, scale: 8, price: price(2n) }]
const kept = new Map([[`${today} 1`, price(3n)]])
const valueOf = valueBy({ today, now, kept, scaleOf: () => 8 })

describe('what an amount was worth on a day', () => {
  it('is by the price with which the day ended, and today by that of now, rounded down', () => {
    expect(valueOf(today, 1, 100_000_000n)).toBe(2_000_000n)
    expect(valueOf(today - 1, 1, 100_000_000n)).toBe(3_000_000n)
    expect([valueOf(today, 1, 99n), valueOf(today, 1, -1n)]).toEqual([1n, -1n])
    expect([valueOf(today, 0, 7n), valueOf(today - 9, 0, -7n)]).toEqual([7n, -7n])
  })

  it('is not known without a price, and of nothing it is nothing', () => {
    expect([valueOf(today - 2, 1, 1n), valueOf(today, 2, 1n)]).toEqual([null, null])
    expect([valueOf(today - 2, 1, 0n), valueBy({ today, now: null, kept, scaleOf: () => 8 })(today, 1, 5n)]).toEqual([
      0n,
      null,
    ])
  })
})

describe('profit by day', () => {
  const text = (units: bigint): string => units.toString()
  const days = (
    profits: Parameters<typeof profitDays>[0]['profits'],
    holding: readonly (readonly [number, bigint])[] = [],
  ) =>
    profitDays({ first: today - 2, today, holding: new Map(holding), profits, valueOf, text }).map(
      ({ day, products, total }) =>
        `${day}: ${products.map(({ product, amount }) => `${product} ${amount}`).join(', ')} = ${total}`,
    )

  it('is the newest first, each product that had some, and their sum', () => {
    const profits = [
      { day: today, product: 'option', currency: 0, amount: 40n },
      { day: today, product: 'contract', currency: 0, amount: -15n },
      { day: today, product: 'option', currency: 0, amount: 2n },
      { day: today - 1, product: 'mining', currency: 1, amount: 100_000_000n },
      { day: today - 1, product: 'mining', currency: 0, amount: 1n },
    ] as const
    expect(
      days(profits, [
        [today, 3n],
        [today - 1, -1n],
        [today - 2, 0n],
      ]),
    ).toEqual([
      '2024-10-04: holding 3, contract -15, option 42 = 30',
      '2024-10-03: holding -1, mining 3000001 = 3000000',
      '2024-10-02: holding 0 = 0',
    ])
  })

  it('is not known where a part of it is not', () => {
    const coin = { day: today - 2, product: 'mining', currency: 1, amount: 5n } as const
    const known = { day: today - 2, product: 'mining', currency: 0, amount: 5n } as const
    const of = [
      [today, 3n],
      [today - 2, 3n],
    ] as const
    const unknown = '2024-10-02: holding 3, mining null = null'
    expect(days([coin, known], of)).toEqual(['2024-10-04: holding 3 = 3', '2024-10-03: holding null = null', unknown])
    expect(days([known, coin, known], of)[2]).toBe(unknown)
  })
})

it('what came in and left is that between two openings, or not known', () => {
  const flow = (after: number, currency: number, amount: bigint) => ({ after, currency, amount })
  const flows = [flow(0, 0, 5n), flow(1, 0, 7n), flow(1, 1, 100_000_000n), flow(1, 0, -3n), flow(2, 9, 1n)]
  const by = (place: number) => flowValue(flows, place, today, valueOf)
  expect([by(0), by(1), by(2), by(3)]).toEqual([5n, 2_000_004n, null, 0n])
})

it('what coins are worth now is not known while a price is not, and nothing for one that has no market', () => {
  const coins = new Map([
    [0, 5n],
    [1, 100_000_000n],
    [2, 9n],
  ])
  expect(worthNow(coins, now, (currency, amount) => valueOf(today, currency, amount))).toBe(2_000_005n)
  const unknown = valueBy({ today, now: null, kept, scaleOf: () => 8 })
  const worth = (of: ReadonlyMap<number, bigint>) =>
    worthNow(of, null, (currency, amount) => unknown(today, currency, amount))
  // no loss of all coins
  expect(worth(coins)).toBeNull()
  expect([worth(new Map([[0, 5n]])), worth(new Map())]).toEqual([5n, 0n])
})
