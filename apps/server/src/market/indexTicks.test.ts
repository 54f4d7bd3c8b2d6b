import { describe, expect, it } from 'vitest'
import type { SourceTop } from '@truemark/core/market/indexPrice'
import { IndexTicks, freshness } from './indexTicks.ts'

const one = 10n ** 12n

function at(heard: number, ...prices: number[]): SourceTop[] {
  return prices.map((price, place) => ({
    source: String(place),
    quote: 'USDT',
    bid: BigInt(price) * one,
    ask: BigInt(price) * one,
    heard,
  }))
}

function ticks() {
  const own = new IndexTicks({ priceDecimals: 0, jumpPermille: 100 })
  return (time: number, ...prices: number[]) => {
    const result = own.next(at(time, ...prices), null, time)
    return result.ok ? result.tick.indexTenths / 10 : result.reason
  }
}

describe('IndexTicks', () => {
  it('refuses a tick whose time is not after the last one (T033)', () => {
    const next = ticks()
    expect([next(1, 100), next(1, 101), next(0, 102), next(2, 103)]).toEqual([
      100,
      'time_not_after',
      'time_not_after',
      103,
    ])
  })

  it('believes a jump of up to a tenth at once, a longer one of one source after three ticks', () => {
    const next = ticks()
    expect([next(1, 100), next(2, 110), next(3, 99)]).toEqual([100, 110, 99])
    expect([next(4, 120), next(5, 121), next(6, 122)]).toEqual(['jump_unconfirmed', 'jump_unconfirmed', 122])
  })

  it('starts counting anew when a tick comes back, or jumps the other way', () => {
    const next = ticks()
    const refused = 'jump_unconfirmed'
    expect([next(1, 100), next(2, 120), next(3, 120), next(4, 100)]).toEqual([100, refused, refused, 100])
    expect([next(5, 120), next(6, 120), next(7, 80), next(8, 120)]).toEqual([refused, refused, refused, refused])
  })

  it('counts the same evidence once', () => {
    const own = new IndexTicks({ priceDecimals: 0, jumpPermille: 100 })
    own.next(at(1, 100), null, 1)
    for (let look = 0; look < 5; look++) expect(own.next(at(2, 120), null, 10 + look).ok).toBe(false)
    expect(own.last?.time).toBe(1)
  })

  it('believes a second source at once', () => {
    const next = ticks()
    expect([next(1, 100, 100), next(2, 120, 121)]).toEqual([100, 120.5])
  })

  it('halts when one of two jumps alone (T032)', () => {
    const next = ticks()
    expect([next(1, 100, 100), next(2, 120, 100)]).toEqual([100, 'sources_disagree'])
  })
})

describe('freshness', () => {
  it.each([
    [0, 'fresh'],
    [1_000, 'fresh'],
    [1_001, 'aged'],
    [5_000, 'aged'],
    [5_001, 'stale'],
    [60_000, 'stale'],
    [60_001, 'closed'],
  ])('at %s ms is %s', (age, state) => expect(freshness(age)).toBe(state))
})
