import { flows } from '@truemark/core/ledger/flows'
import { dayMs } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { dayFacts, daySumsOf } from './houseDay.store.ts'

const day = 20_000
const time = day * dayMs + 5
const closed = { type: 'depositClosed', deposit: 1, holder: 40, currency: 0, reason: '', operator: 1 } as const
const deposit = (received: bigint) => ({
  event: { ...closed, outcome: 'completed', received } as unknown as Event,
  time,
})
const paid = {
  event: {
    type: 'withdrawalClosed',
    withdrawal: 1,
    holder: 40,
    currency: 0,
    amount: 500n,
    fee: 20n,
    outcome: 'paid',
    reason: '',
    operator: 1,
  } as unknown as Event,
  time: time + dayMs,
}

describe('the sums of a day', () => {
  it('are read from every fact that posts fees, and from what crosses the border', () => {
    const posting = flows.filter(({ other }) => other.includes('fees')).flatMap(({ facts }) => facts)
    expect(new Set<string>(dayFacts)).toEqual(new Set([...posting, 'depositClosed', 'withdrawalClosed']))
  })

  it('keep days, what comes in, what goes out and what is taken for it apart', () => {
    expect(daySumsOf([deposit(100n), deposit(7n), paid])).toEqual([
      { realm: 'real', day, flow: 'deposit', currency: 0, amount: 107n },
      { realm: 'real', day: day + 1, flow: 'withdrawal', currency: 0, amount: 480n },
      { realm: 'real', day: day + 1, flow: 'fees', currency: 0, amount: 20n },
    ])
  })

  it('count nothing of a deposit that brought nothing', () => {
    expect(daySumsOf([deposit(0n)])).toEqual([])
  })
})
