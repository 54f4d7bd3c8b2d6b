import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancel, day, funded, holder, usdt, withdraw } from '../testing/walletRun.ts'
import { resetHoldMs } from './command.ts'

const reset = { type: 'holdWithdrawals', holder } as const

describe('a reset of what guards an account', () => {
  it('holds what is asked for from then on, and lets go on what was asked for before', () => {
    const fixture = funded(1_000n * usdt)
    fixture.must(withdraw(100n * usdt))
    fixture.must(reset)
    fixture.must(cancel(1))
    expect(fixture.refused(withdraw(100n * usdt))).toBe('withdrawals_held')
    expect(fixture.refused({ type: 'holdWithdrawals', holder: 99 })).toBe('holder_unknown')
  })

  it('holds until a day after the last of several, whatever is tried meanwhile, across a restart, and no longer', () => {
    const step = fc.record({
      pass: fc.nat({ max: day }),
      act: fc.constantFrom('reset', 'ask', 'ask', 'restart'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const fixture = funded(1_000n * usdt)
        let until = 0
        let number = 0
        for (const { pass, act } of steps) {
          fixture.now += pass + 1
          if (act === 'reset') {
            fixture.must(reset)
            until = fixture.now + resetHoldMs
          } else if (act === 'restart') {
            fixture.restart()
          } else if (fixture.now < until) {
            expect(fixture.refused(withdraw(20n * usdt))).toBe('withdrawals_held')
          } else {
            fixture.must(withdraw(20n * usdt))
            number += 1
            fixture.must(cancel(number))
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
