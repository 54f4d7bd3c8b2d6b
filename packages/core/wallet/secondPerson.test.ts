import { describe, expect, it } from 'vitest'
import { decodeState, encodeState } from '../snapshot.ts'
import {
  act,
  balanced,
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
import type { Command } from '../vocabulary.ts'

describe('a deposit', () => {
  it('of a large sum, of many in a day, or of more than was said is credited by two people', () => {
    const fixture = ready('approved')
    fixture.must(deposit(100n * usdt))
    expect(fixture.refused(complete(1, 100n * usdt + 1n))).toBe('second_person_needed')
    expect(fixture.refused(credit(1, 101n * usdt, 1))).toBe('second_person_needed')
    expect(fixture.refused(credit(1, 101n * usdt, 0))).toBe('second_person_needed')
    expect(fixture.refused(credit(1, 0n))).toBe('amount_invalid')
    fixture.must(credit(1, 101n * usdt))
    expect(fixture.refused(credit(1, 101n * usdt))).toBe('deposit_done')
    fixture.must(deposit(9_899n * usdt))
    expect(fixture.refused(complete(2, 9_899n * usdt))).toBe('second_person_needed')
    // of what came less than the threshold is left
    fixture.must(complete(2, 9_898n * usdt))
    fixture.must(deposit(10n * usdt))
    expect(fixture.refused(complete(3, 10n * usdt))).toBe('second_person_needed')
    const restored = decodeState(encodeState(fixture.state))
    expect(restored.wallet.usage).toEqual(fixture.state.wallet.usage)
    fixture.now += day
    fixture.must(complete(3, 10n * usdt))
    // where there is declared to be no other, one person is both
    fixture.must(deposit(20_000n * usdt))
    fixture.must(credit(4, 20_000n * usdt, 1, true))
    expect(balanced(fixture)).toBe(true)
  })
})

describe('a withdrawal', () => {
  it('of many in a day is paid by two people once they come to a large one', () => {
    const fixture = funded(100_000n * usdt)
    const pay = (id: number, amount: bigint): void => {
      fixture.must(withdraw(amount))
      fixture.must(act(id, 'approve'))
    }
    pay(1, 9_999n * usdt)
    fixture.must(act(1, 'pay'))
    pay(2, 10n * usdt)
    expect(fixture.refused(act(2, 'pay'))).toBe('second_person_needed')
    fixture.must(act(2, 'pay', 2))
    pay(3, 9_999n * usdt)
    fixture.now += day
    fixture.must(act(3, 'pay'))
  })

  it('of a large sum, once its payout began, is given back by another than who said last how it stands', () => {
    for (const large of [true, false]) {
      const fixture = funded(100_000n * usdt)
      const begin = (id: number): void => {
        fixture.must(withdraw(large ? 10_000n * usdt : 100n * usdt))
        fixture.must(act(id, 'approve', 1))
      }
      const alone = (command: Command): void => {
        if (large) expect(fixture.refused(command)).toBe('second_person_needed')
        else fixture.must(command)
      }
      fixture.must(withdraw(10_000n * usdt))
      fixture.must(act(1, 'reject', 1))
      begin(2)
      alone(act(2, 'reject', 1))
      if (large) fixture.must(act(2, 'reject', 2))
      begin(3)
      fixture.must(act(3, 'fail', 2))
      const restored = decodeState(encodeState(fixture.state))
      expect(restored.wallet.failedBy).toEqual(new Map([[holder, 2]]))
      alone(act(3, 'reject', 2))
      if (large) fixture.must(act(3, 'reject', 1))
      expect(fixture.state.wallet.failedBy.size).toBe(0)
      begin(4)
      fixture.must(act(4, 'reject_alone', 1))
      expect(fixture.available(holder, 0)).toBe(100_000n * usdt)
      expect(balanced(fixture)).toBe(true)
    }
  })
})
