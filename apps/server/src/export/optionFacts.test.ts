import {
  admit,
  createOptionState,
  keyOf,
  type OptionOrder,
  type OptionState,
  type Seen,
  setExit,
} from '@truemark/core/option/order'
import { rebuildUntil } from '@truemark/core/option/sample'
import { entryDelayMs, entryWithinMs, optionSourcesMinReal } from '@truemark/core/option/terms'
import { createState, type State } from '@truemark/core/state'
import { Fixture } from '@truemark/core/testing/exchangeFixture'
import { optionTerms } from '@truemark/core/testing/optionFixture'
import type { Event } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { type Moment, optionFault } from './optionFacts.ts'

const acceptedAt = 1_700_000_000_000
const real = { realm: 'real', listing: 0 } as const
const second: Seen = {
  stamp: acceptedAt + entryDelayMs,
  indexTenths: 100,
  sources: optionSourcesMinReal,
  kind: 'live',
  fresh: true,
}

function order(id: number, more: Partial<OptionOrder> = {}): OptionOrder {
  const terms = {
    direction: 'up',
    stake: 50n,
    seconds: 60,
    rate: 800_000_000,
    gain: 40n,
    tie: 'stake_returned',
  } as const
  const entry = { entryStamp: 0, entryTenths: 0, entrySources: 0, entryKind: 'live' } as const
  return { id, holder: 40, ...real, ...terms, acceptedAt, ...entry, group: null, ...more }
}

/** A state with options and with the seconds that were seen of their market. */
function stateOf(orders: readonly OptionOrder[], seen: readonly Seen[] = []): State {
  const state = createState()
  const option: OptionState = createOptionState()
  for (const one of orders) admit(option, one)
  option.seen.set(0, seen)
  return { ...state, option }
}

const moment = (now: number, seconds: readonly Seen[] = []): Moment => ({ now, seconds: new Map([[0, seconds]]) })

function entered(sample: Seen, of: Partial<Extract<Event, { type: 'optionsEntered' }>> = {}): Event {
  const { stamp, indexTenths, sources, kind } = sample
  return { type: 'optionsEntered', ...real, first: 1, last: 1, stamp, indexTenths, sources, kind, ...of }
}

describe('the second on which options enter', () => {
  const fault = (sample: Seen, realm: 'real' | 'demo') =>
    optionFault(stateOf([order(1, { realm })], [sample]), entered(sample, { realm }), moment(second.stamp))

  it.each<[string, Partial<Seen>, boolean, boolean]>([
    ['is one of enough live sources', {}, true, true],
    ['is none that is not fresh', { fresh: false }, false, false],
    ['is on the demo also one of fewer', { sources: optionSourcesMinReal - 1 }, false, true],
    ['is on the demo also a simulated one', { kind: 'simulated' }, false, true],
  ])('%s', (_, more, ofReal, ofDemo) => {
    const wrong = 'the entry of options 1 to 1: the second may not be an entry'
    expect(fault({ ...second, ...more }, 'real')).toBe(ofReal ? null : wrong)
    expect(fault({ ...second, ...more }, 'demo')).toBe(ofDemo ? null : wrong)
  })

  it.each([
    [entryDelayMs - 1, false],
    [entryDelayMs, true],
    [entryWithinMs, true],
    [entryWithinMs + 1, false],
  ])('is %d ms after the order within the time that is set: %s', (after, isIn) => {
    const sample = { ...second, stamp: acceptedAt + after }
    const found = optionFault(stateOf([order(1)], [sample]), entered(sample), moment(sample.stamp))
    expect(found).toBe(isIn ? null : 'the entry of options 1 to 1: option 1 may not enter')
  })

  it('leaves none out that may enter', () => {
    const state = stateOf([order(1), order(2), order(3)], [second])
    expect(optionFault(state, entered(second, { first: 1, last: 3 }), moment(second.stamp))).toBeNull()
    for (const [first, last, left] of [
      [1, 2, 3],
      [2, 3, 1],
    ] as const) {
      const found = optionFault(state, entered(second, { first, last }), moment(second.stamp))
      expect(found).toBe(`the entry of options ${first} to ${last}: option ${left} is left out`)
    }
  })
})

const entry = { entryStamp: acceptedAt + 3_000, entryTenths: 100, entrySources: 4 } as const
const expiry = entry.entryStamp + 60_000
const key = { ...real, kind: 'live', expiry } as const

describe('an option that is placed', () => {
  const placed = (more: object = {}): Event => {
    const { id, acceptedAt: _, group: _group, ...terms } = order(1)
    const { entryStamp: _stamp, entryTenths: _tenths, entrySources: _sources, entryKind: _kind, ...said } = terms
    return { type: 'optionPlaced', order: id, ...said, ...more }
  }
  const fault = (more: object = {}) => {
    const state = stateOf([])
    state.option.terms.set(0, optionTerms)
    return optionFault(state, placed(more), moment(acceptedAt))
  }

  it('is by the terms of its market: a duration that is offered, at its rate, with what that wins', () => {
    // 50 at 0.8
    expect(fault()).toBeNull()
    expect(fault({ seconds: 180, rate: 820_000_000, gain: 41n })).toBeNull()
    expect(fault({ gain: 41n })).toBe('option 1, gain: it says 41, the rules give 40')
    expect(fault({ rate: 820_000_000 })).toBe('option 1, rate: it says 820000000, the rules give 800000000')
    expect(fault({ tie: 'loss' })).toBe('option 1, tie: it says loss, the rules give stake_returned')
    expect(fault({ seconds: 61 })).toBe('option 1, seconds: it is not offered')
    expect(fault({ listing: 1 })).toBe('option 1, seconds: it is not offered')
  })
})

describe('an exit', () => {
  const seen: Seen = { ...second, stamp: expiry - 1_000, indexTenths: 105 }
  const where = `the exit of options at ${expiry}`
  const { stamp, indexTenths, sources } = seen
  const fixed = { type: 'optionExitFixed', ...key, stamp, indexTenths, sources } as const
  const missing = { type: 'optionExitMissing', ...key } as const
  const fault = (event: Event, seconds: readonly Seen[], now = expiry) =>
    optionFault(stateOf([order(1, entry)], seconds), event, moment(now))

  it('is the second that was seen, once its moment is there', () => {
    expect(fault(fixed, [seen])).toBeNull()
    expect(fault(fixed, [seen], expiry - 1)).toBe(`${where}, expiry: it was still ahead`)
    expect(fault(fixed, [])).toBe(`${where}: there is no second`)
    expect(fault({ ...fixed, indexTenths: 106 }, [seen])).toBe(`${where}, indexTenths: it says 106, the rules give 105`)
    expect(fault({ ...fixed, stamp: expiry }, [seen])).toBe(
      `${where}, stamp: it says ${expiry}, the rules give ${stamp}`,
    )
  })

  it('is missing where there is no second', () => {
    expect(fault(missing, [])).toBeNull()
    expect(fault(missing, [seen])).toBe(`${where}: there is a second`)
    expect(fault(missing, [], expiry - 1)).toBe(`${where}, expiry: it was still ahead`)
  })

  it('is rebuilt from trades that agree', () => {
    const { state } = new Fixture()
    // 10.5 USDT at a tick of 0.1
    const trades = ['a', 'b'].map((source) => ({ source, trade: '1', time: expiry, price: 10_500_000_000_000n }))
    const rebuilt = { type: 'optionExitRebuilt', ...key, indexTenths: 1_050, trades } as const
    const rebuiltFault = (more: object = {}) => optionFault(state, { ...rebuilt, ...more }, moment(expiry))
    expect(rebuiltFault()).toBeNull()
    expect(rebuiltFault({ indexTenths: 1_051 })).toBe(`${where}, indexTenths: it says 1051, the rules give 1050`)
    expect(rebuiltFault({ trades: trades.slice(1) })).toBe(`${where}, trades: they do not agree`)
    expect(rebuiltFault({ listing: 1 })).toBe(`${where}, trades: they do not agree`)
  })
})

describe('an exit that is given up', () => {
  const lost = (state: State, now: number, kind: 'live' | 'simulated' = 'live') =>
    optionFault(state, { type: 'optionExitLost', ...key, kind }, moment(now))
  const refused = (why: string) => `the exit of options at ${expiry}: ${why}`

  it('may be rebuilt until the last moment for it', () => {
    const state = stateOf([order(1, entry)])
    setExit(state.option, key, { state: 'missing', since: expiry, recoveredAt: 0 })
    const together = state.option.expiries.get(keyOf(key))
    if (together === undefined) throw new Error('nothing expires')
    const until = rebuildUntil(together)
    expect(lost(state, until)).toBe(refused('it may still be rebuilt'))
    expect(lost(state, until + 1)).toBeNull()
  })

  it('is at once that of prices which nobody can rebuild, where no second was seen', () => {
    const simulated = { ...entry, entryKind: 'simulated' } as const
    const state = stateOf([order(1, simulated)])
    expect(lost(state, expiry, 'simulated')).toBeNull()
    expect(lost(state, expiry - 1, 'simulated')).toBe(refused('it is not lost'))
    const seen = stateOf([order(1, simulated)], [{ ...second, kind: 'simulated', stamp: expiry }])
    expect(lost(seen, expiry, 'simulated')).toBe(refused('it is not lost'))
    expect(lost(stateOf([order(1, entry)]), expiry)).toBe(refused('it is not lost'))
  })
})

it('an option is not settled before its exit is known', () => {
  const state = stateOf([order(1, entry)])
  const result = { holder: 40, stake: 50n, gain: 40n, exitStamp: expiry, exitTenths: 101 } as const
  const settled: Event = { type: 'optionSettled', order: 1, ...real, outcome: 'win', ...result }
  expect(optionFault(state, settled, moment(expiry))).toBe('option 1: it has no exit')
  setExit(state.option, key, { state: 'known', stamp: expiry, indexTenths: 101 })
  expect(optionFault(state, settled, moment(expiry))).toBeNull()
})

describe('an option that is void', () => {
  const voided = (reason: 'no_entry' | 'no_exit' | 'demo_reset', realm: 'real' | 'demo' = 'real'): Event => {
    return { type: 'optionVoided', order: 1, holder: 40, realm, listing: 0, stake: 50n, reason }
  }

  it('without an entry waited as long as it may, and could not enter', () => {
    const state = stateOf([order(1)])
    const end = acceptedAt + entryWithinMs
    const could = 'option 1, reason: it could enter'
    expect(optionFault(state, voided('no_entry'), moment(end))).toBeNull()
    expect(optionFault(state, voided('no_entry'), moment(end - 1))).toBe(could)
    expect(optionFault(state, voided('no_entry'), moment(end, [second]))).toBe(could)
    expect(optionFault(state, voided('no_entry'), moment(end, [{ ...second, fresh: false }]))).toBeNull()
    expect(optionFault(stateOf([order(1, entry)]), voided('no_entry'), moment(end))).toBe(could)
  })

  it('is one that is open, and is told as it was placed', () => {
    const end = moment(acceptedAt + entryWithinMs)
    expect(optionFault(stateOf([]), voided('no_entry'), end)).toBe('option 1: it is not open')
    const other = stateOf([order(1, { stake: 51n })])
    expect(optionFault(other, voided('no_entry'), end)).toBe('option 1, stake: it says 50, the rules give 51')
  })

  it('by a reset is one of the demo, and without an exit one whose exit is lost', () => {
    const demo = stateOf([order(1, { realm: 'demo' })])
    expect(optionFault(demo, voided('demo_reset', 'demo'), moment(acceptedAt))).toBeNull()
    const state = stateOf([order(1, entry)])
    expect(optionFault(state, voided('demo_reset'), moment(expiry))).toBe('option 1, reason: it is of a real account')
    expect(optionFault(state, voided('no_exit'), moment(expiry))).toBe('option 1, reason: its exit is not lost')
    setExit(state.option, key, { state: 'lost' })
    expect(optionFault(state, voided('no_exit'), moment(expiry))).toBeNull()
  })
})
