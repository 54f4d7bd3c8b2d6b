import { describe, expect, it } from 'vitest'
import { makeListing } from '../book/listing.ts'
import { createVenue } from '../book/venue.ts'
import { btcTerms } from '../testing/exchangeFixture.ts'
import type { TradeEvidence } from './command.ts'
import { admit, createOptionState, setExit } from './order.ts'
import { priceFromTrades, rebuildExit } from './rebuild.ts'

const moment = 1_700_000_000_000
// a price in ticks of 0.1 at 12 decimals: a tenth of a tick is 10¹⁰
const tenth = 10n ** 10n
const listing = { priceDecimals: 1 }

function trade(source: string, price: bigint, time = moment): TradeEvidence {
  return { source, trade: '1', time, price }
}

/** Trades at so many tenths of a tick, each of a source of its own. */
function at(...tenths: readonly (number | bigint)[]): TradeEvidence[] {
  return tenths.map((each, place) => trade(`source ${String(place).padStart(2, '0')}`, BigInt(each) * tenth))
}

const tenthsOf = (trades: readonly TradeEvidence[]) => priceFromTrades(trades, moment, listing)?.indexTenths ?? null

describe('the price of public trades', () => {
  it('is of trades within ten seconds of the moment, to either side, and to the millisecond', () => {
    const of = (time: number) => tenthsOf([trade('a', 500n * tenth, time), trade('b', 500n * tenth)])
    expect([-10_001, -10_000, 10_000, 10_001].map((off) => of(moment + off))).toEqual([null, 500, 500, null])
  })

  it('is of prices above nothing and below 10¹² units of the quote', () => {
    expect(tenthsOf(at(0, 0))).toBeNull()
    // an unknown one counts for all, and the least price there is counts for itself
    expect(tenthsOf(at(0, 700, 700))).toBeNull()
    expect(tenthsOf([trade('a', 1n), ...at(700, 700)])).toBe(700)
    const most = 10n ** 24n
    const two = (price: bigint) => [trade('a', price), trade('b', price)]
    expect(tenthsOf(two(most))).toBeNull()
    expect(tenthsOf(two(most - 1n))).toBe(10 ** 14)
    // half a tenth of a tick is none, and more than half is one
    expect(tenthsOf(two(tenth / 2n))).toBeNull()
    expect(tenthsOf(two(tenth / 2n + 1n))).toBe(1)
  })

  it('has to be one that a number holds exactly', () => {
    const of = (price: bigint) => priceFromTrades([trade('a', price), trade('b', price)], moment, { priceDecimals: 11 })
    expect(of(2n ** 53n - 1n)?.indexTenths).toBe(Number.MAX_SAFE_INTEGER)
    expect(of(2n ** 53n)).toBeNull()
  })

  it('is of sixteen trades at most, and of one of each source', () => {
    expect(tenthsOf(at(...Array<number>(16).fill(700)))).toBe(700)
    expect(tenthsOf(at(...Array<number>(17).fill(700)))).toBeNull()
    expect(tenthsOf([...at(700, 700), trade('source 01', 700n * tenth)])).toBeNull()
  })

  it('is of two that agree to a thousandth of the lower one, and not to a unit more', () => {
    const lowest = 1_000_000n * tenth
    const two = (price: bigint) => tenthsOf([trade('a', price), trade('b', lowest)])
    expect(two(1_001_000n * tenth)).toBe(1_000_500)
    expect(two(1_001_000n * tenth + 1n)).toBeNull()
    expect(tenthsOf(at(700))).toBeNull()
    expect(tenthsOf([])).toBeNull()
  })

  it('is of more than half of all', () => {
    expect(tenthsOf(at(1_000, 1_000, 2_000, 3_000))).toBeNull()
    expect(tenthsOf(at(1_000, 1_000, 2_000))).toBe(1_000)
    expect(tenthsOf(at(3_000, 2_000, 2_000, 2_000, 1_000))).toBe(2_000)
  })

  it('is the mean of those that agree, half-even, whichever is named first', () => {
    expect(tenthsOf(at(1_000_001, 1_000_000))).toBe(1_000_000)
    expect(tenthsOf(at(1_000_001, 1_000_002))).toBe(1_000_002)
    expect(tenthsOf(at(1_000_001, 1_000_000, 1_000_001))).toBe(1_000_001)
  })

  it('is of the lower group where two are as large, and names its trades by price and then by source', () => {
    expect(tenthsOf(at(1_001_500, 1_000_000, 1_000_800))).toBe(1_000_400)
    const [b, a, low] = [trade('b', 700n * tenth), trade('a', 700n * tenth), trade('c', 700n * tenth - 1n)]
    for (const trades of [
      [b, a, low],
      [a, b, low],
      [low, b, a],
    ]) {
      expect(priceFromTrades(trades, moment, listing)?.trades).toEqual([low, a, b])
    }
  })
})

describe('an exit that is missing', () => {
  const entry = { entryStamp: moment, entryTenths: 100, entrySources: 0, entryKind: 'live', group: null } as const
  const amounts = { stake: 0n, gain: 0n, rate: 1, seconds: 60, tie: 'stake_returned' } as const
  const of = { holder: 32, direction: 'up', acceptedAt: moment, ...entry, ...amounts } as const
  const expiry = moment + 60_000

  function missing() {
    const option = createOptionState()
    admit(option, { ...of, id: 1, realm: 'demo', listing: 0 })
    admit(option, { ...of, id: 2, realm: 'real', listing: 0 })
    admit(option, { ...of, id: 3, realm: 'real', listing: 1 })
    admit(option, { ...of, id: 4, realm: 'real', listing: 0, entryStamp: moment + 1_000 })
    let recoveredAt = 0
    for (const one of option.expiries.values()) {
      setExit(option, one, { state: 'missing', since: expiry, recoveredAt })
      recoveredAt ||= expiry
    }
    return option
  }

  const venue = createVenue()
  const currencies = [6, 8].map((scale, id) => ({ id, code: `C${id}`, scale }))
  for (const id of [0, 1]) {
    const one = makeListing(id, btcTerms, currencies)
    if (one) venue.listings.push(one)
  }
  const trades = ['a', 'b'].map((source) => trade(source, 777n * tenth, expiry))
  const rebuild = (now: number, command: { listing?: number; expiry?: number } = {}) =>
    rebuildExit(missing(), venue, { type: 'rebuildOptionExit', listing: 0, expiry, trades, ...command }, now)

  it('is rebuilt in each realm of its own listing and moment, until its last millisecond', () => {
    const told = (now: number) => {
      const outcome = rebuild(now)
      return outcome.ok
        ? outcome.value.map((event) => 'realm' in event && [event.type, event.realm])
        : outcome.rejection.reason
    }
    const demo = ['optionExitRebuilt', 'demo']
    expect(told(expiry + 600_000)).toEqual([demo, ['optionExitRebuilt', 'real']])
    expect(told(expiry + 600_001)).toEqual([demo])
    expect(told(expiry + 3_600_000)).toEqual([demo])
    expect(told(expiry + 3_600_001)).toBe('price_invalid')
  })

  it('of another listing or moment is none', () => {
    for (const other of [{ listing: 2 }, { expiry: expiry + 1 }]) {
      expect(rebuild(expiry, other)).toMatchObject({ rejection: { reason: 'order_unknown' } })
    }
  })
})
