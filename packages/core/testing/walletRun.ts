import type { PayoutWord, WithdrawalAct, WithdrawalReason } from '../wallet/command.ts'
import { sums } from '../query.ts'
import type { Command } from '../vocabulary.ts'
import { Fixture } from './exchangeFixture.ts'

export const usdt = 1_000_000n
export const holder = 40
export const day = 86_400_000

type Level = 'missing' | 'approved' | 'advanced'

/** Lets real money in: a country that is on, and live prices at 100 000 that go on being said as time goes on. */
export function openForReal(fixture: Fixture): void {
  fixture.must({ type: 'switchProduct', country: 'FR', product: 'spot', on: true })
  sayLive(fixture)
  fixture.goesOn = true
}

/** A live tick at an index in tenths of a tick. */
export function sayLive(fixture: Fixture, indexTenths = 1_000_000, sources = 4): void {
  const quote = { listing: 0, time: fixture.now, indexTenths, dispersionTenths: 0, sources, kind: 'live' } as const
  fixture.must({ type: 'quote', ...quote })
}

export function ready(realName: Level = 'missing'): Fixture {
  const fixture = new Fixture()
  openForReal(fixture)
  fixture.must({ type: 'openHolder', holder, realm: 'real', country: 'FR' })
  fixture.must({ type: 'setStanding', holder, disabled: false, realName, country: 'FR' })
  return fixture
}

export const deposit = (amount: bigint, more: object = {}): Command => ({
  type: 'submitDeposit',
  holder,
  currency: 'USDT',
  amount,
  claim: 7,
  fault: '',
  ...more,
})
export const complete = (id: number, received: bigint): Command => ({
  type: 'decideDeposit',
  holder,
  deposit: id,
  received,
  reason: '',
  operator: 1,
  fault: '',
})
export const credit = (id: number, received: bigint, approver = 2, alone = false): Command => ({
  type: 'creditDeposit',
  holder,
  deposit: id,
  received,
  asker: 1,
  approver,
  alone,
})
export const seen = (received: bigint, more: object = {}): Command => ({
  type: 'creditSeen',
  holder,
  deposit: 0,
  currency: 'USDT',
  received,
  claim: 9,
  asker: 0,
  approver: 0,
  alone: false,
  ...more,
})
export const withdraw = (amount: bigint, more: object = {}): Command => ({
  type: 'submitWithdrawal',
  holder,
  currency: 'USDT',
  amount,
  method: 'address',
  claim: 8,
  fault: '',
  ...more,
})
export const cancel = (withdrawal: number): Command => ({ type: 'cancelWithdrawal', holder, withdrawal })
export const act = (withdrawal: number, what: WithdrawalAct, operator = 1): Command => ({
  type: 'decideWithdrawal',
  holder,
  withdrawal,
  act: what,
  reason: what.startsWith('reject') ? 'payee_invalid' : '',
  operator,
})

export const release = (withdrawal: number, operator = 1, more: object = {}): Command => ({
  type: 'releaseWithdrawal',
  holder,
  withdrawal,
  operator,
  orderMax: 50_000n * usdt,
  dayMax: 90_000n * usdt,
  ...more,
})
export const report = (payout: number, said: PayoutWord, reason: WithdrawalReason = '', operator = 0): Command => ({
  type: 'reportPayout',
  holder,
  payout,
  said,
  reason,
  operator,
})
export const settle = (payout: number, reason: WithdrawalReason = '', approver = 2, alone = false): Command => ({
  type: 'settlePayout',
  holder,
  payout,
  reason,
  asker: 1,
  approver,
  alone,
})

export function funded(amount: bigint, realName: Level = 'approved'): Fixture {
  const fixture = ready(realName)
  fixture.must(deposit(amount))
  fixture.must(credit(1, amount))
  return fixture
}

export function balanced(fixture: Fixture): boolean {
  return sums(fixture.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)
}
