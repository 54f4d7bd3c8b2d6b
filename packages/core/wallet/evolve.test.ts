import { describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { type HolderId, houseHolder } from '../ledger/holders.ts'
import {
  act,
  cancel,
  complete,
  credit,
  day,
  deposit,
  funded,
  holder,
  ready,
  usdt,
  withdraw,
} from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import type { WalletEvent } from './event.ts'
import { depositedOf, usageOf } from './wallet.ts'

const hands = { holder, currency: 0, asker: 1, approver: 2 } as const

function usage({ state, now }: Fixture) {
  return usageOf(state.wallet, holder, now)
}

function free({ state }: Fixture, currency = 0): bigint {
  return depositedOf(state.wallet, holder, currency)
}

/** Brings a holder or an account of the house so much from outside. */
function bring({ state }: Fixture, to: HolderId, currency: number, amount: bigint): void {
  const entry = { kind: 'entry', account: 'coin', currency, category: 'deposit' } as const
  state.venue.ledger.apply([
    { ...entry, holder: 0, amount: -amount },
    { ...entry, holder: to, amount },
  ])
}

const treasury = houseHolder('real', 'treasury')

function taken(fixture: Fixture, event: WalletEvent): void {
  evolve(fixture.state, event, fixture.now)
}

describe('what was moved today', () => {
  const nothing = { deposited: 0n, withdrawn: 0n, credited: 0n, paid: 0n }

  it('is forgotten once it is nothing of any kind, and kept as long as it is something of one', () => {
    const fixture = ready('approved')
    fixture.must(deposit(600n * usdt))
    expect(usage(fixture)).toEqual({ ...nothing, deposited: 600n * usdt })
    fixture.must({ type: 'cancelDeposit', holder, deposit: 1 })
    expect(fixture.state.wallet.usage.size).toBe(0)
    fixture.must(deposit(600n * usdt))
    fixture.must(credit(2, 500n * usdt))
    expect(usage(fixture)).toEqual({ ...nothing, deposited: 500n * usdt, credited: 500n * usdt })
  })

  it.each(['deposited', 'withdrawn', 'credited', 'paid'] as const)('is kept where all that there is was %s', (kind) => {
    const fixture = funded(1_000n * usdt)
    fixture.now += day
    const event = { holder, currency: 0, claim: 1, indexTenths: 0 } as const
    const said = { type: 'depositSubmitted', deposit: 2, amount: 1n, ...event } as const
    const asked = { amount: 9n, fee: 1n, feeRate: 0, method: 'address', free: 9n, deadline: fixture.now + day } as const
    const closed = { holder, currency: 0, amount: 9n, fee: 1n, reason: '', operator: 1 } as const
    const withdrawal = { type: 'withdrawalSubmitted', withdrawal: 1, ...event, ...asked } as const
    if (kind === 'deposited') taken(fixture, { ...said, worth: 1n })
    else if (kind === 'withdrawn') taken(fixture, { ...withdrawal, counted: 1n, worth: 9n })
    else if (kind === 'credited') {
      taken(fixture, { ...said, worth: 1n })
      const of = { deposit: 2, holder, currency: 0, reason: '', operator: 1 } as const
      fixture.now += day
      taken(fixture, { type: 'depositClosed', ...of, outcome: 'completed', received: 1n })
    } else {
      taken(fixture, { ...withdrawal, counted: 0n, worth: 1n })
      taken(fixture, { type: 'withdrawalClosed', withdrawal: 1, ...closed, outcome: 'paid' })
    }
    expect(usage(fixture)).toEqual({ ...nothing, [kind]: 1n })
    expect(fixture.state.wallet.usage.has(holder)).toBe(true)
  })

  it('is not less for what was said on an earlier day, and not more', () => {
    const fixture = ready()
    fixture.must(deposit(600n * usdt))
    fixture.now += day
    fixture.must(credit(1, 900n * usdt))
    expect(usage(fixture)).toEqual({ ...nothing, credited: 900n * usdt })
    fixture.must(deposit(1_000n * usdt))
  })

  it('begins anew with each day of UTC, and not before', () => {
    const fixture = ready('approved')
    fixture.now = Math.ceil(fixture.now / day) * day
    fixture.must(deposit(600n * usdt))
    fixture.must(complete(1, 600n * usdt))
    fixture.now += day - 1
    fixture.must(deposit(10n * usdt))
    expect(usage(fixture).deposited).toBe(610n * usdt)
    fixture.now += 1
    expect(usage(fixture)).toEqual(nothing)
  })
})

describe('what can be withdrawn beside every limit', () => {
  it('is what came less what left, never below nothing', () => {
    const fixture = funded(100n * usdt)
    expect(free(fixture)).toBe(100n * usdt)
    fixture.must(withdraw(40n * usdt))
    expect(free(fixture)).toBe(60n * usdt)
    fixture.must(cancel(1))
    expect(free(fixture)).toBe(100n * usdt)
    const next = fixture.state.wallet.nextEntry
    bring(fixture, treasury, 0, 100n * usdt)
    taken(fixture, { type: 'manuallyEntered', entry: next, kind: 'deposit', amount: 20n * usdt, ...hands })
    expect(free(fixture)).toBe(120n * usdt)
    expect(fixture.state.wallet.nextEntry).toBe(next + 1)
    taken(fixture, { type: 'manuallyEntered', entry: next + 1, kind: 'withdrawal', amount: 30n * usdt, ...hands })
    expect(free(fixture)).toBe(90n * usdt)
    bring(fixture, holder, 0, 50n * usdt)
    taken(fixture, { type: 'manuallyEntered', entry: next + 2, kind: 'withdrawal', amount: 91n * usdt, ...hands })
    expect(free(fixture)).toBe(0n)
    expect(fixture.state.wallet.deposited.has(holder)).toBe(false)
    taken(fixture, { type: 'manuallyEntered', entry: next + 3, kind: 'deposit', amount: 5n, ...hands })
    expect(free(fixture)).toBe(5n)
  })

  it('is forgotten by currency', () => {
    const fixture = funded(100n * usdt)
    const next = fixture.state.wallet.nextEntry
    bring(fixture, treasury, 1, 7n)
    const coin = { kind: 'deposit', currency: 1, amount: 7n } as const
    taken(fixture, { type: 'manuallyEntered', entry: next, ...hands, ...coin })
    taken(fixture, { type: 'manuallyEntered', entry: next + 1, ...hands, ...coin, kind: 'withdrawal' })
    expect([...(fixture.state.wallet.deposited.get(holder)?.keys() ?? [])]).toEqual([0])
    expect(free(fixture, 1)).toBe(0n)
  })
})

describe('a withdrawal that is open', () => {
  it('begins without an approval and without an escalation', () => {
    const fixture = funded(100n * usdt)
    fixture.must(withdraw(50n * usdt))
    const { now: submittedAt } = fixture
    const open = { state: 'pending', approvedBy: 0, escalatedAt: 0, submittedAt, updatedAt: submittedAt }
    expect(fixture.state.wallet.withdrawals.get(holder)).toMatchObject(open)
  })

  it('remembers who took it into payment, and who said that its payment failed', () => {
    const fixture = funded(100n * usdt)
    fixture.must(withdraw(50n * usdt))
    fixture.must(act(1, 'approve', 5))
    expect(fixture.state.wallet.withdrawals.get(holder)).toMatchObject({
      state: 'approved',
      approvedBy: 5,
      escalatedAt: 0,
    })
    expect(fixture.state.wallet.failedBy.size).toBe(0)
    fixture.must(act(1, 'fail', 6))
    expect(fixture.state.wallet.withdrawals.get(holder)).toMatchObject({ state: 'errored', approvedBy: 5 })
    expect(fixture.state.wallet.failedBy.get(holder)).toBe(6)
    fixture.must(act(1, 'pay', 7))
    expect(fixture.state.wallet.failedBy.size).toBe(0)
  })

  it('escalates once, with the time at which it did', () => {
    const fixture = funded(100n * usdt)
    fixture.must(withdraw(50n * usdt))
    fixture.now += day
    const { deadline = 0 } = fixture.state.wallet.withdrawals.get(holder) ?? {}
    taken(fixture, { type: 'withdrawalEscalated', withdrawal: 1, holder, deadline })
    const open = { escalatedAt: fixture.now, state: 'pending', updatedAt: fixture.now - day }
    expect(fixture.state.wallet.withdrawals.get(holder)).toMatchObject(open)
    expect(fixture.state.wallet.agenda.nextDue).toBe(Infinity)
  })
})

it('what the house moves within itself is numbered with the entries by hand', () => {
  const fixture = ready()
  const next = fixture.state.wallet.nextEntry
  const move = {
    realm: 'demo',
    from: 'external',
    to: 'treasury',
    currency: 0,
    amount: 5n,
    asker: 0,
    approver: 0,
  } as const
  taken(fixture, { type: 'houseMoved', entry: next, ...move })
  expect(fixture.state.wallet.nextEntry).toBe(next + 1)
  expect(fixture.state.wallet.heldUntil.size).toBe(0)
})

it('what is closed without being open is an error', () => {
  const fixture = ready()
  const closed = { deposit: 1, holder, currency: 0, received: 1n, reason: '', operator: 1 } as const
  expect(() => taken(fixture, { type: 'depositClosed', ...closed, outcome: 'completed' })).toThrow('nothing is open')
})
