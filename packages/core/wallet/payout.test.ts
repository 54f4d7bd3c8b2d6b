import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { encodeState } from '../snapshot.ts'
import type { Command, Event } from '../vocabulary.ts'
import {
  act,
  balanced,
  cancel,
  day,
  funded,
  holder,
  release,
  report,
  settle,
  usdt,
  withdraw,
} from '../testing/walletRun.ts'
import type { Fixture } from '../testing/exchangeFixture.ts'
import { withdrawalReasons } from './command.ts'
import { machinesToday } from './wallet.ts'

const refused = (fixture: Fixture, command: Command): string => {
  const before = encodeState(fixture.state)
  const outcome = fixture.run(command)
  expect(encodeState(fixture.state)).toEqual(before)
  return outcome.ok ? 'done' : outcome.rejection.reason
}

/** With a withdrawal that operator 1 has approved. */
function approved(amount = 500n * usdt): Fixture {
  const fixture = funded(30_000n * usdt)
  fixture.must(withdraw(amount))
  fixture.must(act(1, 'approve'))
  return fixture
}

function ordered(amount = 500n * usdt): Fixture {
  const fixture = approved(amount)
  fixture.must(release(1))
  return fixture
}

const outside = (fixture: Fixture): bigint =>
  fixture.state.venue.ledger.posted(houseHolder('real', 'external'), 'coin', 0)

describe('a payout by a machine', () => {
  it('is made of what is approved, by an address, on no legal ground kept back, and once', () => {
    const fixture = funded(30_000n * usdt)
    expect(refused(fixture, release(1))).toBe('withdrawal_unknown')
    fixture.must(withdraw(500n * usdt))
    expect(refused(fixture, release(1))).toBe('withdrawal_not_approved')
    fixture.must(act(1, 'approve'))
    fixture.must(act(1, 'fail'))
    expect(refused(fixture, release(1))).toBe('withdrawal_not_approved')
    fixture.must(act(1, 'reject', 2))
    fixture.must(withdraw(500n * usdt, { method: 'card' }))
    fixture.must(act(2, 'approve'))
    expect(refused(fixture, release(2))).toBe('payout_by_people')
    fixture.must(act(2, 'reject', 2))
    fixture.must(withdraw(500n * usdt))
    fixture.must(act(3, 'approve'))
    const frozen = { type: 'suspendHolder', holder, kind: 'freeze', ground: 'court_order', claim: 5 } as const
    fixture.must({ ...frozen, durationMs: 60_000, asker: 1, approver: 2, basis: 'confirmed' })
    expect(refused(fixture, release(3))).toBe('account_frozen')
    fixture.must({ type: 'releaseHolder', holder, kind: 'freeze', operator: 1 })
    fixture.must(release(3))
    expect(refused(fixture, release(3))).toBe('payout_running')
    expect(balanced(fixture)).toBe(true)
  })

  it('needs of a large one the second person that its payment by hand needs', () => {
    const fixture = approved(12_000n * usdt)
    expect(refused(fixture, release(1, 0))).toBe('second_person_needed')
    expect(refused(fixture, release(1, 1))).toBe('second_person_needed')
    fixture.must(release(1, 2))
  })

  it('stays within what machines may pay at once, and in a day over all accounts', () => {
    const fixture = approved(500n * usdt)
    expect(fixture.run(release(1, 1, { orderMax: 499n * usdt }))).toMatchObject({
      rejection: { reason: 'payout_limit', detail: { left: '499' } },
    })
    expect(fixture.run(release(1, 1, { dayMax: 0n }))).toMatchObject({
      rejection: { reason: 'payout_limit', detail: { left: '0' } },
    })
    fixture.must(release(1, 1, { orderMax: 500n * usdt, dayMax: 500n * usdt }))
    fixture.must(report(1, 'paid'))
    fixture.must(withdraw(10n * usdt))
    fixture.must(act(2, 'approve'))
    expect(refused(fixture, release(2, 1, { dayMax: 509n * usdt }))).toBe('payout_limit')
    fixture.must(release(2, 1, { dayMax: 510n * usdt }))
    expect(machinesToday(fixture.state.wallet, fixture.now)).toBe(510n * usdt)
    fixture.must(report(2, 'unsent'))
    for (const [dayMax, left] of [
      [500n * usdt + 1n, '0.000001'],
      [400n * usdt, '0'],
    ] as const) {
      const outcome = fixture.run(release(2, 1, { dayMax }))
      expect(outcome).toMatchObject({ rejection: { reason: 'payout_limit', detail: { left } } })
    }
    fixture.must(release(2, 1, { dayMax: 510n * usdt }))
    // what was never sent counts no more; on the next day nothing of this one does
    fixture.must(report(3, 'unsent'))
    expect(machinesToday(fixture.state.wallet, fixture.now)).toBe(500n * usdt)
    expect(machinesToday(fixture.state.wallet, fixture.now + day)).toBe(0n)
  })

  it('is in no person’s hands while it runs', () => {
    const fixture = ordered()
    for (const said of ['sent', 'lost'] as const) {
      for (const what of ['approve', 'pay', 'fail', 'reject', 'reject_alone'] as const) {
        expect(refused(fixture, act(1, what, 2))).toBe('payout_running')
      }
      expect(refused(fixture, cancel(1))).toBe('withdrawal_in_payment')
      fixture.must(report(1, said))
    }
  })

  it('pays what a person pays, by the same fact', () => {
    const byHand = approved()
    const before = outside(byHand)
    const hand = byHand.must(act(1, 'pay'))
    const byMachine = ordered()
    byMachine.must(report(1, 'sent'))
    const machine = byMachine.must(report(1, 'paid'))
    expect(machine).toEqual(hand.map((event) => ({ ...event, operator: 0 })))
    expect(outside(byMachine)).toBe(outside(byHand))
    expect(outside(byMachine)).not.toBe(before)
    expect(refused(byMachine, report(1, 'paid'))).toBe('payout_done')
    expect(refused(byMachine, report(1, 'unsent', 'payee_invalid'))).toBe('payout_done')
    for (const unknown of [0, 2]) expect(refused(byMachine, report(unknown, 'paid'))).toBe('payout_unknown')
    expect(balanced(byMachine)).toBe(true)
  })

  it('gives back what was certainly never sent, and nothing that was sent or that nobody knows of', () => {
    const fixture = ordered()
    const [back] = fixture.must(report(1, 'unsent', 'payee_invalid'))
    expect(back).toMatchObject({ type: 'withdrawalClosed', outcome: 'rejected', reason: 'payee_invalid', operator: 0 })
    expect(fixture.frozen(holder, 0)).toBe(0n)
    fixture.must(withdraw(500n * usdt))
    fixture.must(act(2, 'approve'))
    fixture.must(release(2))
    fixture.must(report(2, 'unsent', '', 7))
    // people have it again, and may do with it what they could
    fixture.must(release(2))
    for (const said of ['sent', 'lost'] as const) {
      fixture.must(report(3, said))
      expect(refused(fixture, report(3, 'unsent', 'payee_invalid'))).toBe('payout_running')
      expect(refused(fixture, report(3, 'unsent'))).toBe('payout_running')
    }
    expect(fixture.frozen(holder, 0)).toBe(500n * usdt)
  })

  it('says the same twice without a fact, and is found again after it was lost', () => {
    const fixture = ordered()
    for (const said of ['sent', 'lost', 'sent'] as const) {
      expect(fixture.must(report(1, said))).toHaveLength(1)
      expect(fixture.must(report(1, said))).toHaveLength(0)
    }
    expect(refused(fixture, report(1, 'paid', 'payee_invalid'))).toBe('field_malformed')
    fixture.must(report(1, 'paid'))
  })

  it('is settled by two people once it is lost, and by one where there is declared to be no other', () => {
    for (const reason of ['', 'network_unavailable'] as const) {
      const fixture = ordered()
      const before = outside(fixture)
      fixture.must(report(1, 'sent'))
      expect(refused(fixture, settle(1, reason))).toBe('payout_running')
      fixture.must(report(1, 'lost'))
      for (const [asker, approver] of [
        [0, 2],
        [1, 0],
        [1, 1],
      ] as const) {
        expect(refused(fixture, { ...settle(1, reason, approver), asker } as Command)).toBe('second_person_needed')
      }
      const alone = reason === ''
      const [end] = fixture.must(alone ? settle(1, reason, 1, true) : settle(1, reason))
      const outcome = reason === '' ? 'paid' : 'rejected'
      expect(end).toMatchObject({ type: 'withdrawalClosed', outcome, reason, operator: alone ? 1 : 2 })
      expect(outside(fixture) === before).toBe(reason !== '')
      expect(fixture.frozen(holder, 0)).toBe(0n)
      expect(refused(fixture, settle(1, reason))).toBe('payout_done')
      expect(balanced(fixture)).toBe(true)
    }
  })
})

const step = fc.oneof(
  fc.record({ do: fc.constant('withdraw' as const), amount: fc.bigInt({ min: 1n, max: 2_000n }) }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({
    do: fc.constant('act' as const),
    act: fc.constantFrom('approve' as const, 'approve' as const, 'pay' as const, 'fail' as const, 'reject' as const),
    operator: fc.constantFrom(1, 2),
  }),
  fc.record({ do: fc.constant('release' as const), operator: fc.constantFrom(1, 2) }),
  fc.record({
    do: fc.constant('report' as const),
    said: fc.constantFrom('sent' as const, 'paid' as const, 'unsent' as const, 'lost' as const),
    reason: fc.constantFrom(...withdrawalReasons),
    back: fc.nat({ max: 2 }),
  }),
  fc.record({ do: fc.constant('settle' as const), reason: fc.constantFrom('' as const, 'legal_order' as const) }),
  fc.record({ do: fc.constant('freeze' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: day }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function commandOf(fixture: Fixture, one: Step): Command | null {
  const { nextPayout, nextWithdrawal } = fixture.state.wallet
  const last = nextWithdrawal - 1
  switch (one.do) {
    case 'withdraw':
      return withdraw(one.amount * usdt)
    case 'cancel':
      return cancel(last)
    case 'act':
      return act(last, one.act, one.operator)
    case 'release':
      return release(last, one.operator, { dayMax: 3_000n * usdt })
    case 'report':
      return report(nextPayout - 1 - one.back, one.said, one.reason)
    case 'settle':
      return settle(nextPayout - 1, one.reason)
    case 'freeze': {
      const frozen = { holder, kind: 'freeze' } as const
      if (!one.on) return { type: 'releaseHolder', ...frozen, operator: 1 }
      const long = { ground: 'court_order', claim: 5, durationMs: 86_400_000 } as const
      return { type: 'suspendHolder', ...frozen, ...long, asker: 1, approver: 2, basis: 'confirmed' }
    }
    default:
      return null
  }
}

/** What has become of each withdrawal and each payout, by the facts alone. */
class Ends {
  readonly ended = new Map<number, string>()
  readonly sent = new Set<number>()
  paid = 0n

  hear(event: Event, isMachine: boolean): void {
    if (event.type === 'payoutMoved') this.sent.add(event.withdrawal)
    if (event.type !== 'withdrawalClosed') return
    const { withdrawal, outcome } = event
    expect(this.ended.has(withdrawal)).toBe(false)
    this.ended.set(withdrawal, outcome)
    // what was ever sent no machine gives back
    if (isMachine && this.sent.has(withdrawal)) expect(outcome).toBe('paid')
    if (outcome === 'paid') this.paid += event.amount
  }
}

it('whatever is said and done in whatever order, nothing is paid twice, and nothing both paid and returned', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 90 }), (steps) => {
      const fixture = funded(30_000n * usdt)
      const ends = new Ends()
      for (const one of steps) {
        if (one.do === 'wait') fixture.now += one.ms
        if (one.do === 'restart') fixture.restart()
        const command = commandOf(fixture, one)
        const outcome = command === null ? null : fixture.run(command)
        for (const event of outcome?.ok ? outcome.events : []) ends.hear(event, command?.type === 'reportPayout')
        expect(balanced(fixture)).toBe(true)
        expect(machinesToday(fixture.state.wallet, fixture.now) <= 3_000n * usdt).toBe(true)
        expect(fixture.available(holder, 0) + fixture.frozen(holder, 0)).toBe(30_000n * usdt - ends.paid)
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)
