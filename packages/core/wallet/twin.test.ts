import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { evolve } from '../exchange.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { Fixture } from '../testing/exchangeFixture.ts'
import { openForReal } from '../testing/walletRun.ts'
import { NaiveWallet } from '../testing/naiveWallet.ts'
import { eventCodec, type Command } from '../vocabulary.ts'

const holders = [40, 41, 42]
const holder = fc.constantFrom(...holders)
const amount = fc.oneof(
  fc.bigInt({ min: -1n, max: 2_000n }),
  fc.bigInt({ min: 9_000_000n, max: 11_000_000n }),
  fc.bigInt({ min: 1n, max: 1_100_000_000n }),
)
const act = fc.oneof(
  fc.record({ act: fc.constant('deposit' as const), holder, amount }),
  fc.record({ act: fc.constant('withdraw' as const), holder, amount, all: fc.boolean() }),
  fc.record({
    act: fc.constant('decide' as const),
    holder,
    kind: fc.constantFrom('deposit' as const, 'withdrawal' as const),
    state: fc.constantFrom(
      'approved' as const,
      'errored' as const,
      'completed' as const,
      'paid' as const,
      'rejected' as const,
      'canceled' as const,
    ),
    amount,
    older: fc.nat({ max: 2 }),
  }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 50_000_000 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function begin(): Fixture {
  const fixture = new Fixture()
  openForReal(fixture)
  for (const one of holders) fixture.must({ type: 'openHolder', holder: one, realm: 'real', country: 'FR' })
  return fixture
}

interface Told {
  readonly command: Command
  readonly twin: (twin: NaiveWallet) => boolean
}

function decision(fixture: Fixture, one: Act & { act: 'decide' }): Told | null {
  const { kind, state, older, amount: received } = one
  const { nextDeposit, nextWithdrawal } = fixture.state.wallet
  const id = (kind === 'deposit' ? nextDeposit : nextWithdrawal) - 1 - older
  // each request is decided under its own holder, as the desk does
  const open = kind === 'deposit' ? fixture.state.wallet.deposits : fixture.state.wallet.withdrawals
  const own = [...open.values()].find((request) => ('deposit' in request ? request.deposit : request.withdrawal) === id)
  const by = { holder: own?.holder ?? one.holder, operator: 1 }
  if (kind === 'deposit') {
    if (state === 'canceled') {
      const twin = (it: NaiveWallet): boolean => it.decide(kind, id, state)
      return id < 1 ? null : { command: { type: 'cancelDeposit', holder: by.holder, deposit: id }, twin }
    }
    if (state !== 'completed' && state !== 'rejected') return null
    if (state === 'completed' && received <= 0n) return null
    if (id < 1) return null
    const twin = (it: NaiveWallet): boolean => it.decide(kind, id, state, state === 'completed' ? received : 0n)
    const two = { holder: by.holder, deposit: id, asker: 1, approver: 2, alone: false }
    return state === 'completed'
      ? { command: { type: 'creditDeposit', ...two, received }, twin }
      : {
          command: { type: 'decideDeposit', ...by, deposit: id, received: 0n, reason: 'not_received', fault: '' },
          twin,
        }
  }
  if (state === 'completed' || id < 1) return null
  const twin = (it: NaiveWallet): boolean => it.decide(kind, id, state)
  if (state === 'canceled') {
    return { command: { type: 'cancelWithdrawal', holder: by.holder, withdrawal: id }, twin }
  }
  const acts = { approved: 'approve', errored: 'fail', paid: 'pay', rejected: 'reject' } as const
  const reason = state === 'rejected' ? 'legal_order' : ''
  return { command: { type: 'decideWithdrawal', ...by, withdrawal: id, act: acts[state], reason }, twin }
}

function told(fixture: Fixture, one: Act): Told | null {
  if (one.act === 'wait') {
    fixture.now += one.ms
    return null
  }
  if (one.act === 'decide') return decision(fixture, one)
  const fields = { holder: one.holder, currency: 'USDT', claim: 1, fault: '' } as const
  const { now } = fixture
  if (one.act === 'deposit') {
    const command = { type: 'submitDeposit', ...fields, amount: one.amount } as const
    return { command, twin: (it) => it.deposit(one.holder, one.amount, now) }
  }
  const wanted = one.all ? fixture.available(one.holder, 0) : one.amount
  const command = { type: 'submitWithdrawal', ...fields, amount: wanted, method: 'address' } as const
  return { command, twin: (it) => it.withdraw(one.holder, wanted, now) }
}

function check(fixture: Fixture, twin: NaiveWallet): void {
  for (const one of holders) {
    expect(fixture.state.venue.ledger.posted(one, 'coin', 0)).toBe(twin.posted(one))
    expect(fixture.frozen(one, 0)).toBe(twin.frozen(one))
  }
  for (const { posted, frozen, held } of sums(fixture.state).sums) {
    expect(posted).toBe(0n)
    expect(frozen).toBe(held)
  }
}

it('the wallet does what its naive twin does, and its events alone give the same state', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 80 }), (acts) => {
      const fixture = begin()
      const twin = new NaiveWallet()
      let replica = decodeState(encodeState(fixture.state))
      for (const one of acts) {
        const next = told(fixture, one)
        const sample = { type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples: [] } as const
        const before = encodeState(fixture.state)
        const outcome = fixture.run(next?.command ?? sample)
        if (next) expect([next.command, outcome.ok]).toEqual([next.command, next.twin(twin)])
        if (!outcome.ok) expect(encodeState(fixture.state)).toEqual(before)
        for (const event of outcome.ok ? outcome.events : []) {
          evolve(replica, decode(eventCodec, encode(eventCodec, event)), fixture.now)
        }
        expect(encodeState(replica)).toEqual(encodeState(fixture.state))
        expect(replica.wallet.agenda.nextDue).toBe(fixture.state.wallet.agenda.nextDue)
        replica = decodeState(encodeState(replica))
        check(fixture, twin)
      }
    }),
    { numRuns: 400 },
  )
}, 120_000)
