import { beforeEach, describe, expect, it } from 'vitest'
import {
  admit,
  createOptionState,
  dismiss,
  exposureOn,
  keyOf,
  openOption,
  openOptionCount,
  openOptionsOf,
  setExit,
  type OptionOrder,
  type OptionState,
} from './order.ts'

const start = 1_700_000_000_000
const real = { realm: 'real', listing: 0 } as const
const terms = { direction: 'up', stake: 50n, seconds: 60, rate: 800_000_000, gain: 40n, tie: 'stake_returned' } as const
const waiting = { entryStamp: 0, entryTenths: 0, entrySources: 0, entryKind: 'live' } as const
const entered = { entryStamp: start, entryTenths: 100, entrySources: 4 } as const
const expiry = start + 60_000
const key = { ...real, kind: 'live', expiry } as const
let option: OptionState

function admitted(id: number, more: Partial<OptionOrder> = {}): OptionOrder {
  const order = { id, holder: 40, ...real, ...terms, acceptedAt: start, ...waiting, group: null, ...more }
  admit(option, order)
  return order
}

beforeEach(() => {
  option = createOptionState()
})

describe('what the pool would pay', () => {
  it('is the gain of all that are open, in all and by listing and direction', () => {
    expect(exposureOn(option, 'real', 0, 'up')).toBe(0n)
    admitted(1)
    expect([exposureOn(option, 'real', 0, 'up'), exposureOn(option, 'real', 0, 'down')]).toEqual([40n, 0n])
    admitted(2, { direction: 'down', gain: 7n })
    admitted(3, { listing: 1, direction: 'down', gain: 5n })
    admitted(4, { gain: 2n })
    admitted(5, { realm: 'demo', gain: 1n })
    const by = (listing: number) => [
      exposureOn(option, 'real', listing, 'up'),
      exposureOn(option, 'real', listing, 'down'),
    ]
    expect([by(0), by(1)]).toEqual([
      [42n, 7n],
      [0n, 5n],
    ])
    expect([option.exposure.real.sum, option.exposure.demo.sum]).toEqual([54n, 1n])
    for (const id of [1, 2, 3]) dismiss(option, id)
    expect([by(0), by(1)]).toEqual([
      [2n, 0n],
      [0n, 0n],
    ])
    expect(option.exposure.real.sum).toBe(2n)
  })
})

describe('what a holder has open', () => {
  it('is counted, the oldest first, and forgotten with the last', () => {
    expect([openOptionCount(option, 40), openOptionsOf(option, 40)]).toEqual([0, []])
    admitted(2)
    admitted(3, entered)
    admitted(4, { holder: 41 })
    expect([openOptionCount(option, 40), openOptionCount(option, 41)]).toEqual([2, 1])
    expect(openOptionsOf(option, 40).map(({ id }) => id)).toEqual([2, 3])
    dismiss(option, 2)
    expect([openOptionCount(option, 40), option.byHolder.has(40)]).toEqual([1, true])
    dismiss(option, 3)
    expect([openOptionCount(option, 40), option.byHolder.has(40)]).toEqual([0, false])
    expect(() => openOption(option, 3)).toThrow('option 3 is not open')
    expect(() => dismiss(option, 3)).toThrow('option 3 is not open')
  })
})

describe('options that expire together', () => {
  it('are due at their moment until all of them are done or have an exit', () => {
    const one = admitted(1, entered)
    const other = admitted(2, { ...entered, listing: 1 })
    admitted(3, entered)
    expect(option.agenda.nextDue).toBe(expiry)
    expect([one.group?.members.size, other.group?.members.size, option.ahead.size]).toEqual([2, 1, 1])
    dismiss(option, 1)
    expect([option.agenda.nextDue, option.expiries.size]).toEqual([expiry, 2])
    dismiss(option, 3)
    expect([option.agenda.nextDue, option.expiries.size, option.ahead.size]).toEqual([expiry, 1, 1])
    dismiss(option, 2)
    expect([option.agenda.nextDue, option.expiries.size, option.ahead.size]).toEqual([Infinity, 0, 0])
  })

  it('with an exit are due no more, and the others of their moment still are', () => {
    admitted(1, entered)
    admitted(2, { ...entered, listing: 1 })
    admitted(3, { ...entered, listing: 2 })
    setExit(option, key, { state: 'known', stamp: expiry, indexTenths: 101 })
    const together = () => option.ahead.get(expiry)?.together.map(({ listing }) => listing)
    expect([option.agenda.nextDue, together()]).toEqual([expiry, [1, 2]])
    expect([...option.decided.keys()]).toEqual([keyOf(key)])
    dismiss(option, 1)
    expect([option.decided.size, option.expiries.size, together()]).toEqual([0, 2, [1, 2]])
    setExit(option, { ...key, listing: 1 }, { state: 'missing', since: expiry, recoveredAt: 0 })
    expect([option.missing.size, together()]).toEqual([1, [2]])
    setExit(option, { ...key, listing: 1 }, { state: 'known', stamp: expiry, indexTenths: 101 })
    expect([option.missing.size, option.decided.size, together()]).toEqual([0, 1, [2]])
    setExit(option, { ...key, listing: 2 }, { state: 'lost' })
    expect([option.agenda.nextDue, option.ahead.size, option.decided.size]).toEqual([Infinity, 0, 2])
    for (const id of [2, 3]) dismiss(option, id)
    expect([option.decided.size, option.expiries.size]).toEqual([0, 0])
    expect(() => setExit(option, key, { state: 'lost' })).toThrow('nothing expires')
  })

  it('do not count one that has not entered', () => {
    admitted(1)
    expect([option.expiries.size, option.waiting.real.get(0)?.size]).toEqual([0, 1])
    dismiss(option, 1)
    expect([option.expiries.size, option.waiting.real.get(0)?.size]).toEqual([0, 0])
  })
})
