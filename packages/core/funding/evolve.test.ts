import { beforeEach, describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { DueFunding } from './state.ts'

const holder = 40
let fixture: MarginFixture
let position: number
let openedAt: number

beforeEach(() => {
  fixture = new MarginFixture()
  fixture.tick(1_000_000)
  fixture.trader(holder, 50_000)
  fixture.setPerpetual(holder, 'cross', 10)
  fixture.perpetual(holder, 'buy', 100)
  position = fixture.account(holder).perpetual.get(0)?.id ?? 0
  openedAt = fixture.now
  fixture.state.funding.settledTo = fixture.now
})

/** Lets a rate be due of the position's listing and realm, of the moment at which it was opened. */
function owe(part: Partial<DueFunding> = {}): DueFunding {
  const of = { realm: 'demo', listing: 0, premiumRate: 0, samples: 1, rate: 1, markTenths: 1_000_000 } as const
  const due = { ...of, stamp: openedAt, through: 0, changed: new Map(), ...part }
  fixture.state.funding.due.push(due)
  return due
}

const was = { holder, side: 'long', lots: 100 } as const

describe('what a position was when a rate was set', () => {
  it('is remembered before the first trade that changes it, and by no later one', () => {
    const due = owe()
    fixture.perpetual(holder, 'sell', 30)
    expect([...due.changed]).toEqual([[position, was]])
    fixture.perpetual(holder, 'buy', 50)
    fixture.perpetual(holder, 'sell', 120)
    expect([...due.changed]).toEqual([[position, was]])
  })

  it('is remembered before the house takes it over', () => {
    const due = owe()
    fixture.must({ type: 'resetDemo', holder })
    expect(fixture.position(position)).toBeUndefined()
    expect([...due.changed]).toEqual([[position, was]])
  })

  it('is remembered for every rate that it still has to pay, and for no other', () => {
    const owed = [owe(), owe({ stamp: openedAt + 1 }), owe({ through: position - 1 })]
    const others = [
      owe({ listing: 1 }),
      owe({ realm: 'real' }),
      owe({ listing: 1, realm: 'real' }),
      // it has paid already
      owe({ through: position }),
      owe({ through: position, stamp: openedAt + 1 }),
      // it was opened after the stamp
      owe({ stamp: openedAt - 1 }),
      owe({ stamp: openedAt - 1, listing: 1 }),
    ]
    fixture.perpetual(holder, 'sell', 30)
    expect(owed.map(({ changed }) => changed.get(position))).toEqual(owed.map(() => was))
    expect(others.map(({ changed }) => changed.size)).toEqual(others.map(() => 0))
  })
})

it('who pays has an account of contracts and perpetuals', () => {
  owe()
  const line = { position: 9, holder: 41, kind: 'cross', amount: 0n, marginChange: 0n, perpetualChange: 0n } as const
  const of = {
    stamp: openedAt,
    realm: 'demo',
    listing: 0,
    rate: 1,
    markTenths: 1,
    insurance: 0n,
    liquidity: 0n,
  } as const
  const paid = { type: 'fundingPaid', ...of, through: 9, done: true, lines: [line] } as const
  expect(() => evolve(fixture.state, paid, fixture.now)).toThrow('has no derivatives')
})
