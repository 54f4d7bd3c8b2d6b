import { describe, expect, it } from 'vitest'
import { createVenue } from '../book/venue.ts'
import { execute } from '../exchange.ts'
import { OptionFixture } from '../testing/optionFixture.ts'
import type { OptionEvent } from './event.ts'
import { evolveOption } from './evolve.ts'
import { admit, createOptionState, keyOf, setExit, type OptionOrder, type OptionState, type Seen } from './order.ts'
import { exitSample, optionStepMax, rebuildUntil, sampleOptions } from './sample.ts'

const start = 1_000_000
const minute = 60_000

/** An option that was taken at the start; where it has entered, it expires a minute after that. */
function order(id: number, more: Partial<OptionOrder> = {}): OptionOrder {
  const amounts = { stake: 0n, gain: 0n, rate: 1, seconds: 60, tie: 'stake_returned' } as const
  const entry = { entryStamp: 0, entryTenths: 0, entrySources: 0, entryKind: 'live', group: null } as const
  const of = { id, holder: 32, realm: 'demo', listing: 0, direction: 'up' } as const
  return { ...of, ...amounts, acceptedAt: start, ...entry, ...more }
}

const entered = { entryStamp: start, entryTenths: 100 }
const seen = (stamp: number, more: Partial<Seen> = {}): Seen => {
  return { stamp, indexTenths: 101, sources: 4, kind: 'live', fresh: true, ...more }
}

function stateOf(orders: readonly OptionOrder[]): OptionState {
  const option = createOptionState()
  for (const one of orders) admit(option, one)
  return option
}

/** Lets a sample's moment come; gives each step, evolved. */
function come(option: OptionState, stamp: number): { events: readonly OptionEvent[]; more: boolean }[] {
  const venue = createVenue()
  venue.ledger.openCurrency(0)
  venue.ledger.openHolder(40)
  const steps: { events: readonly OptionEvent[]; more: boolean }[] = []
  for (const step of sampleOptions(option, stamp)) {
    steps.push(step)
    for (const event of step.events) evolveOption(option, venue, event, stamp)
  }
  return steps
}

const count = (steps: ReturnType<typeof come>) => steps.map(({ events, more }) => [events.length, more])
const orders = (from: number, to: number, more: Partial<OptionOrder> = {}) =>
  Array.from({ length: to - from }, (_, at) => order(from + at, more))

describe('a sample', () => {
  it('on which nothing follows is no step', () => {
    expect(come(createOptionState(), start)).toEqual([])
    const waits = stateOf([order(1)])
    waits.seen.set(0, [seen(start + 1_000)])
    expect(come(waits, start + 1_000)).toEqual([])
  })

  it('lets options enter by their listing, whichever was asked for first', () => {
    const option = stateOf([
      order(1, { listing: 3 }),
      order(2, { listing: 0 }),
      order(3, { listing: 3, realm: 'real' }),
    ])
    const stamp = start + 2_000
    for (const listing of [0, 3]) option.seen.set(listing, [seen(stamp)])
    const [step] = come(option, stamp)
    expect(step.more).toBe(false)
    const of = (listing: number, realm: string, id: number) => ({ listing, realm, first: id, last: id })
    expect(step.events).toMatchObject([of(3, 'real', 3), of(0, 'demo', 2), of(3, 'demo', 1)])
  })

  it('voids what waited in vain by age, over all listings', () => {
    const option = stateOf([order(1, { listing: 1 }), order(2), order(3, { listing: 1 }), order(4, { realm: 'real' })])
    const [step] = come(option, start + 5_001)
    const voids = step.events.map((event) => event.type === 'optionVoided' && [event.order, event.reason])
    expect(voids).toEqual([1, 2, 3, 4].map((id) => [id, 'no_entry']))
  })

  it('fixes exits of one moment by listing, then by realm and kind of price', () => {
    const all = [
      order(1, { ...entered, listing: 2 }),
      order(2, { ...entered, listing: 1, realm: 'real' }),
      order(3, { ...entered, listing: 1, entryKind: 'simulated' }),
      order(4, { ...entered, listing: 1 }),
      order(5, { ...entered, listing: 0, realm: 'real' }),
    ]
    const steps = [all, all.toReversed()].map((each) => come(stateOf(each), start + minute)[0])
    expect(steps[1]).toEqual(steps[0])
    const exits = steps[0].events.map(
      (event) => 'kind' in event && [event.type, event.listing, event.realm, event.kind],
    )
    expect(exits).toEqual([
      ['optionExitMissing', 0, 'real', 'live'],
      ['optionExitMissing', 1, 'demo', 'live'],
      ['optionExitLost', 1, 'demo', 'simulated'],
      ['optionExitMissing', 1, 'real', 'live'],
      ['optionExitMissing', 2, 'demo', 'live'],
    ])
  })
})

describe('the sample of an exit', () => {
  it('is the newest of the two seconds to it, of the kind of price at which the option entered', () => {
    const both = [seen(start), seen(start - 1_000)]
    expect(exitSample(both, start, 'live')).toBe(both[0])
    expect(exitSample(both, start - 1, 'live')).toBe(both[1])
    expect(exitSample(both, start + 1_999, 'live')).toBe(both[0])
    expect(exitSample(both, start + 2_000, 'live')).toBeUndefined()
    expect(exitSample(both, start, 'simulated')).toBeUndefined()
    expect(exitSample(both, start - 1_001, 'live')).toBeUndefined()
    expect(exitSample(undefined, start, 'live')).toBeUndefined()
  })

  it('that is missing may be rebuilt for ten minutes of its market, or an hour without it', () => {
    const option = stateOf([order(1, entered)])
    const expiry = [...option.expiries.values()][0]
    expect(rebuildUntil(expiry)).toBe(start + minute + 3_600_000)
    setExit(option, expiry, { state: 'missing', since: start, recoveredAt: 0 })
    expect(rebuildUntil(expiry)).toBe(start + 3_600_000)
    expiry.exit = { state: 'missing', since: start, recoveredAt: 1 }
    expect(rebuildUntil(expiry)).toBe(600_001)
  })
})

describe('one command', () => {
  it('settles 2 000 steps of work, their exits among them, and says whether any is left', () => {
    const together = orders(1, optionStepMax - 2, entered)
    const apart = order(optionStepMax, { ...entered, listing: 1 })
    const settledAt = start + minute
    const whole = stateOf([...together, apart])
    for (const listing of [0, 1]) whole.seen.set(listing, [seen(settledAt)])
    // two exits, 1 997 options and another one
    expect(count(come(whole, settledAt))).toEqual([
      [2, false],
      [1_997, false],
      [1, true],
    ])
    expect(come(whole, settledAt)).toEqual([])
    const over = stateOf(orders(1, optionStepMax + 2, entered))
    over.seen.set(0, [seen(settledAt)])
    expect(count(come(over, settledAt))).toEqual([
      [1, false],
      [1_999, true],
    ])
    expect(count(come(over, settledAt))).toEqual([[2, false]])
  })

  it('voids 2 000 that waited in vain, the oldest of them', () => {
    const option = stateOf(orders(1, optionStepMax + 2))
    expect(count(come(option, start + 5_001))).toEqual([[2_000, true]])
    expect([...option.orders.keys()]).toEqual([2_001])
    expect(count(come(option, start + 5_001))).toEqual([[1, false]])
  })

  it('gives up 2 000 exits', () => {
    const option = stateOf(orders(1, optionStepMax + 2).map((one) => ({ ...one, ...entered, listing: one.id })))
    for (const expiry of option.expiries.values()) {
      setExit(option, expiry, { state: 'missing', since: start, recoveredAt: 0 })
    }
    const [lost] = come(option, start + 3_600_001)
    expect([lost.events.length, lost.more]).toEqual([2_000, false])
    expect(lost.events[0]).toMatchObject({ type: 'optionExitLost', listing: 1 })
    expect([...option.missing.keys()]).toEqual([
      keyOf({ realm: 'demo', listing: 2_001, kind: 'live', expiry: start + minute }),
    ])
  })

  it('is told that nothing is left where options only entered', () => {
    const fixture = new OptionFixture()
    fixture.better(32)
    fixture.opened(32, 'up')
    fixture.now += 2_000
    const samples = [{ listing: 0, indexTenths: 100, sources: 4, fresh: true }]
    const command = { type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples } as const
    const outcome = execute(fixture.state, { key: null, command }, fixture.now)
    expect(outcome).toMatchObject({ answer: { type: 'tick', more: false }, events: [{}, { type: 'optionsEntered' }] })
  })
})
