import { describe, expect, it } from 'vitest'
import { dayMs } from '../money/units.ts'
import { createPoolState } from '../pool/pool.ts'
import type { MiningEvent } from './event.ts'
import { dueLines, miningSteps } from './pay.ts'
import {
  admit,
  createMiningState,
  dismiss,
  notePaid,
  runningOrder,
  type MiningOrder,
  type MiningState,
} from './state.ts'
import { type MiningTerms } from './terms.ts'

const pool = createPoolState()
const range = { rateMin: 1_000_000, rateMax: 3_000_000, redemptionRate: 0 } as const
const bounds = { minimum: 0n, maximum: 10n ** 9n, capacity: 10n ** 12n } as const
const terms: MiningTerms = { realm: 'real', currency: 1, days: 3, ...range, ...bounds, text: 1, digest: 'd' }

/** An order of 10 000 units that earns from day 10 on. */
function order(id: number, more: Partial<MiningOrder> = {}): MiningOrder {
  const of = { id, holder: 40, realm: 'real', product: 1, version: 1, currency: 1, amount: 10_000n } as const
  return { ...of, ...range, days: 3, firstDay: 10, openedAt: 0, daysPaid: 0, paid: 0n, ...more }
}

function stateOf(orders: readonly MiningOrder[]): MiningState {
  const mining = createMiningState()
  // of day 11 a rate is published, and one of day 12 beyond what was promised
  const rates = new Map([
    [11, 2_000_000],
    [12, 9_000_000],
  ])
  mining.products.set(1, { id: 1, version: 1, terms, on: true, rates, locked: 0n })
  for (const one of orders) admit(mining, pool, one)
  return mining
}

/** Lets a moment come; gives each step, with its lines noted and its orders gone. */
function come(mining: MiningState, stamp: number): { events: readonly MiningEvent[]; more: boolean }[] {
  const steps: { events: readonly MiningEvent[]; more: boolean }[] = []
  for (const step of miningSteps(mining, stamp)) {
    steps.push(step)
    for (const event of step.events) {
      if (event.type === 'miningDone') dismiss(mining, pool, event.order)
      else if (event.type === 'miningPaid')
        for (const line of event.lines) notePaid(mining, pool, runningOrder(mining, line.order), line.amount)
    }
  }
  return steps
}

const line = (id: number, rate: number, published: boolean) => {
  const amount = BigInt(rate) / 100_000n
  return { order: id, holder: 40, currency: 1, rate, published, amount }
}
const paid = (day: number, ...lines: unknown[]) => ({ type: 'miningPaid', realm: 'real', day, lines })

describe('the income of a day', () => {
  it('is by the published rate within what was promised, else by the lowest, and ends with the last day', () => {
    const steps = come(stateOf([order(1)]), 20 * dayMs)
    expect(steps.map(({ events }) => events)).toEqual([
      [paid(10, line(1, 1_000_000, false))],
      [paid(11, line(1, 2_000_000, true))],
      [paid(12, line(1, 3_000_000, true)), { type: 'miningDone', order: 1, holder: 40, currency: 1, amount: 10_000n }],
    ])
    expect(steps.map(({ more }) => more)).toEqual([false, false, false])
  })

  it('is paid when the day has ended, not before', () => {
    const mining = stateOf([order(1)])
    expect(come(mining, 11 * dayMs - 1)).toEqual([])
    expect(come(mining, 11 * dayMs)).toHaveLength(1)
  })

  it('is of one realm in one event, in the order of the orders', () => {
    const realms = ['real', 'real', 'demo', 'real', 'demo', 'demo'] as const
    const mining = stateOf(realms.map((realm, at) => order(1 + at, { realm })))
    const lines = come(mining, 11 * dayMs).map(({ events }) =>
      events.map((event) => event.type === 'miningPaid' && [event.realm, event.lines.map((one) => one.order)]),
    )
    expect(lines).toEqual([[['real', [1, 2]]], [['demo', [3]]], [['real', [4]]], [['demo', [5, 6]]]])
  })

  it('that is due to one order is each ended day of its own, unpaid', () => {
    const one = order(1, { daysPaid: 1 })
    const mining = stateOf([one])
    const second = paid(11, line(1, 2_000_000, true))
    const third = paid(12, line(1, 3_000_000, true))
    const due = (now: number) => dueLines(mining, one, now)
    expect([due(12 * dayMs - 1), due(12 * dayMs), due(13 * dayMs), due(20 * dayMs)]).toEqual([
      [],
      [second],
      [second, third],
      [second, third],
    ])
  })
})

describe('one command', () => {
  it('pays 400 orders in an event, and 64 events', () => {
    const many = stateOf(Array.from({ length: 401 }, (_, at) => order(1 + at)))
    const counts = come(many, 11 * dayMs).map(
      ({ events: [event] }) => event.type === 'miningPaid' && event.lines.length,
    )
    expect(counts).toEqual([400, 1])
    const long = stateOf([order(1, { days: 200 })])
    const count = (days: number) => come(long, (10 + days) * dayMs).map(({ more }) => more)
    expect(count(66)).toEqual([...Array<boolean>(63).fill(false), true])
    expect(count(66)).toEqual([false, false])
    // whether as many as may be are all is known by the next command
    expect(count(66 + 64).at(-1)).toBe(true)
    expect(count(66 + 64)).toEqual([])
  })
})
