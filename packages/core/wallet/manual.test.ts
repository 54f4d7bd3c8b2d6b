import { describe, expect, it } from 'vitest'
import { houseHolder, type HolderId } from '../ledger/holders.ts'
import { amountMax } from '../money/units.ts'
import { balanced, holder, ready } from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import type { Command } from '../vocabulary.ts'

const people = { asker: 1, approver: 2 } as const
const entry = { currency: 0, amount: 50n, ...people } as const
const credit = { type: 'enterManually', holder, kind: 'deposit', ...entry } as const
const debit = { ...credit, kind: 'withdrawal' } as const
const fund = { type: 'moveHouse', realm: 'real', from: 'external', to: 'treasury', ...entry } as const

/** Brings a holder, or an account of the house, so much from outside. */
function bring({ state }: Fixture, to: HolderId, amount: bigint): void {
  const one = { kind: 'entry', account: 'coin', currency: 0, category: 'deposit' } as const
  state.venue.ledger.apply([
    { ...one, holder: 0, amount: -amount },
    { ...one, holder: to, amount },
  ])
}

function refusedOf(fixture: Fixture, command: Command, ...more: readonly object[]): string[] {
  return more.map((one) => fixture.refused({ ...command, ...one } as Command))
}

/** A holder and a treasury that have fifty units each. */
function rich(): Fixture {
  const fixture = ready()
  bring(fixture, holder, 50n)
  bring(fixture, houseHolder('real', 'treasury'), 50n)
  return fixture
}

const wrong = [
  { asker: 0 },
  { approver: 0 },
  { approver: 1 },
  { currency: 9 },
  { amount: 0n },
  { amount: -1n },
  { amount: amountMax + 1n },
] as const
const why = [
  ...Array.from({ length: 3 }, () => 'second_person_needed'),
  'currency_unknown',
  ...Array.from({ length: 3 }, () => 'amount_invalid'),
]

describe('an entry by hand', () => {
  it('has two people, a currency that is there, and an amount', () => {
    const fixture = rich()
    expect(refusedOf(fixture, credit, ...wrong)).toEqual(why)
    expect(refusedOf(fixture, debit, ...wrong)).toEqual(why)
    expect(fixture.refused({ ...debit, holder: 99 })).toBe('holder_unknown')
    fixture.demo(32)
    expect(fixture.refused({ ...debit, holder: 32, asker: 0 })).toBe('realm_forbidden')
  })

  it('takes from the treasury or the holder what is there, to the unit', () => {
    const fixture = rich()
    expect(fixture.refused({ ...credit, amount: 51n })).toBe('balance_insufficient')
    expect(fixture.refused({ ...debit, amount: 51n })).toBe('balance_insufficient')
    const { type: _, ...said } = credit
    expect(fixture.must(credit)).toEqual([{ type: 'manuallyEntered', entry: 1, ...said }])
    expect(fixture.available(holder, 0)).toBe(100n)
    expect(fixture.must({ ...debit, amount: 100n })).toEqual([
      { type: 'manuallyEntered', entry: 2, ...said, kind: 'withdrawal', amount: 100n },
    ])
    expect([fixture.available(holder, 0), fixture.available(9, 0)]).toEqual([0n, 100n])
    fixture.must({ ...credit, amount: 1n })
    expect(balanced(fixture)).toBe(true)
  })

  it('of as much as an amount may be is refused for what is not there alone', () => {
    const fixture = rich()
    expect(fixture.refused({ ...credit, amount: amountMax })).toBe('balance_insufficient')
    bring(fixture, houseHolder('real', 'treasury'), amountMax)
    fixture.must({ ...credit, amount: amountMax })
  })

  it('brings money in under the conditions of real money alone, and takes it under any, of the disabled too', () => {
    const fixture = rich()
    fixture.must({ type: 'setStanding', holder, disabled: true, realName: 'missing', country: 'FR' })
    fixture.must({ type: 'tellRealMoney', unmet: ['rules_published'] })
    expect(fixture.refused({ ...credit, amount: 51n })).toBe('real_money_closed')
    fixture.must(debit)
    fixture.must({ type: 'tellRealMoney', unmet: [] })
    fixture.must(credit)
  })
})

describe('a move within the house', () => {
  it('has two people, a currency that is there, an amount, and two accounts that are nobody’s sum', () => {
    const fixture = rich()
    expect(refusedOf(fixture, fund, ...wrong)).toEqual(why)
    const accounts = [
      { to: 'external' },
      { to: 'clearing' },
      { to: 'rounding' },
      { from: 'clearing' },
      { from: 'rounding' },
    ]
    expect(new Set(refusedOf(fixture, fund, ...accounts))).toEqual(new Set(['account_invalid']))
  })

  it('takes what is there of an account that stays above zero, and any amount of one that need not', () => {
    const fixture = rich()
    const back = { ...fund, from: 'treasury', to: 'fees' } as const
    expect(fixture.refused({ ...back, amount: 51n })).toBe('balance_insufficient')
    const { type: _, ...said } = back
    expect(fixture.must(back)).toEqual([{ type: 'houseMoved', entry: 1, ...said }])
    expect([fixture.available(houseHolder('real', 'treasury'), 0), fixture.available(1, 0)]).toEqual([0n, 50n])
    fixture.must({ ...fund, amount: amountMax })
    expect(fixture.available(houseHolder('real', 'treasury'), 0)).toBe(amountMax)
    expect(balanced(fixture)).toBe(true)
  })

  it('of play money is the server’s own, and of two people where it is an operator’s', () => {
    const fixture = ready()
    const own = { asker: 0, approver: 0 } as const
    expect(fixture.refused({ ...fund, ...own })).toBe('second_person_needed')
    const demo = { ...fund, realm: 'demo' } as const
    const one = [{ asker: 0 }, { approver: 0 }, { approver: 1 }]
    expect(new Set(refusedOf(fixture, demo, ...one))).toEqual(new Set(['second_person_needed']))
    expect(fixture.must({ ...demo, ...own })).toMatchObject([{ type: 'houseMoved', realm: 'demo', ...own }])
    expect(fixture.refused({ ...demo, ...own, amount: 0n })).toBe('amount_invalid')
    fixture.must(demo)
    expect(fixture.available(houseHolder('demo', 'treasury'), 0)).toBe(100n)
    expect(fixture.available(houseHolder('real', 'treasury'), 0)).toBe(0n)
  })
})
