import { beforeEach, describe, expect, it } from 'vitest'
import { OptionFixture } from '../testing/optionFixture.ts'
import { evolveOption, noteSample } from './evolve.ts'
import { admit, keyOf, type OptionOrder } from './order.ts'

const start = 1_700_000_000_000
const terms = { direction: 'up', stake: 50n, seconds: 60, rate: 800_000_000, gain: 40n, tie: 'stake_returned' } as const
const waiting = { entryStamp: 0, entryTenths: 0, entrySources: 0, entryKind: 'live' } as const
const entered = { entryStamp: start, entryTenths: 100, entrySources: 4 } as const
const expiry = start + 60_000
const key = { realm: 'real', listing: 0, kind: 'live', expiry } as const
let fixture: OptionFixture

beforeEach(() => {
  fixture = new OptionFixture()
})

function admitted(id: number, more: Partial<OptionOrder> = {}): OptionOrder {
  const of = { holder: 40, realm: 'real', listing: 0 } as const
  const order = { id, ...of, ...terms, acceptedAt: start, ...waiting, group: null, ...more }
  admit(fixture.state.option, order)
  return order
}

function sampled(stamp: number, ...listings: readonly number[]): void {
  const samples = listings.map((listing) => ({ listing, sources: 4, fresh: true }))
  for (const listing of listings) fixture.state.venue.lastSamples[listing] = stamp % 1_000
  noteSample(fixture.state.option, fixture.state.venue, { stamp, kind: 'live', samples })
}

const taken = (event: Parameters<typeof evolveOption>[2], now = start) =>
  evolveOption(fixture.state.option, fixture.state.venue, event, now)

const exitOf = (listing = 0) => fixture.state.option.expiries.get(keyOf({ ...key, listing }))?.exit

describe('an exit that is missing', () => {
  it('knows since when, and when its market came back: at once where a later second was seen', () => {
    admitted(1, entered)
    taken({ type: 'optionExitMissing', ...key }, expiry + 9)
    expect(exitOf()).toEqual({ state: 'missing', since: expiry + 9, recoveredAt: 0 })
    admitted(2, { ...entered, listing: 1 })
    sampled(expiry, 1)
    taken({ type: 'optionExitMissing', ...key, listing: 1 }, expiry + 9)
    expect(exitOf(1)).toEqual({ state: 'missing', since: expiry + 9, recoveredAt: 0 })
    admitted(3, { ...entered, listing: 2 })
    sampled(expiry + 1, 2)
    taken({ type: 'optionExitMissing', ...key, listing: 2 }, expiry + 9)
    expect(exitOf(2)).toEqual({ state: 'missing', since: expiry + 9, recoveredAt: expiry + 1 })
  })

  it('comes back with the first second of its own market', () => {
    for (const listing of [0, 1]) {
      admitted(listing + 1, { ...entered, listing })
      taken({ type: 'optionExitMissing', ...key, listing }, expiry)
    }
    sampled(expiry + 5_000, 1)
    expect([exitOf(0), exitOf(1)]).toMatchObject([{ recoveredAt: 0 }, { recoveredAt: expiry + 5_000 }])
    sampled(expiry + 6_000, 0, 1)
    expect([exitOf(0), exitOf(1)]).toMatchObject([{ recoveredAt: expiry + 6_000 }, { recoveredAt: expiry + 5_000 }])
  })

  it('is known once it is rebuilt, at its own moment, or lost', () => {
    for (const listing of [0, 1]) {
      admitted(listing + 1, { ...entered, listing })
      taken({ type: 'optionExitMissing', ...key, listing }, expiry)
    }
    taken({ type: 'optionExitRebuilt', ...key, indexTenths: 77, trades: [] })
    taken({ type: 'optionExitLost', ...key, listing: 1 })
    expect(exitOf(0)).toEqual({ state: 'known', stamp: expiry, indexTenths: 77 })
    expect(exitOf(1)).toEqual({ state: 'lost' })
    expect(fixture.state.option.missing.size).toBe(0)
  })
})

describe('what was seen of a market', () => {
  it('is its last two seconds, the newest first', () => {
    for (const stamp of [start, start + 1_000, start + 2_003]) sampled(stamp, 0)
    const second = { sources: 4, kind: 'live', fresh: true }
    expect(fixture.state.option.seen.get(0)).toEqual([
      { stamp: start + 2_003, indexTenths: 3, ...second },
      { stamp: start + 1_000, indexTenths: 0, ...second },
    ])
    expect(fixture.state.option.seen.has(1)).toBe(false)
  })
})

describe('options that enter', () => {
  it('are those between the first and the last, and expire from then on', () => {
    const orders = [1, 2, 3, 4].map((id) => admitted(id))
    const second = { stamp: start + 2_000, indexTenths: 55, sources: 3, kind: 'simulated' } as const
    taken({ type: 'optionsEntered', realm: 'real', listing: 0, first: 2, last: 3, ...second })
    const entry = { entryStamp: start + 2_000, entryTenths: 55, entrySources: 3, entryKind: 'simulated' }
    expect(orders).toMatchObject([waiting, entry, entry, waiting])
    expect([...(fixture.state.option.waiting.real.get(0)?.keys() ?? [])]).toEqual([1, 4])
    expect(orders[1]?.group).toBe(orders[2]?.group)
    expect([orders[0]?.group, orders[1]?.group?.expiry]).toEqual([null, start + 62_000])
  })

  it('are numbered one on from the last that was placed', () => {
    const id = fixture.opened(fixture.better(40), 'up')
    expect([id, fixture.state.option.nextOrder]).toEqual([1, 2])
    expect(fixture.state.option.orders.get(1)).toMatchObject({ ...waiting, acceptedAt: fixture.now, group: null })
  })
})
