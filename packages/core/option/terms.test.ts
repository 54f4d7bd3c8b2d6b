import { describe, expect, it } from 'vitest'
import { optionTerms } from '../testing/optionFixture.ts'
import { houseHolder } from '../ledger/holders.ts'
import type { OptionEvent } from './event.ts'
import { optionMoves } from './moves.ts'
import { directions, optionTermsHold, outcomeOf, outcomes, tieRules, type OptionTerms } from './terms.ts'

const one = { seconds: 60, rate: 800_000_000 }
const hold = (terms: Partial<OptionTerms>) => optionTermsHold({ ...optionTerms, ...terms })

describe('the terms of options', () => {
  it('hold up to their bounds, and not a unit beyond', () => {
    const durations = (count: number) => Array.from({ length: count }, (_, at) => ({ ...one, seconds: 1 + at }))
    expect([hold({ durations: durations(12) }), hold({ durations: durations(13) })]).toEqual([true, false])
    for (const edge of [{ seconds: 1 }, { seconds: 86_400 }, { rate: 1 }, { rate: 1_000_000_000 }]) {
      expect(hold({ durations: [{ ...one, ...edge }] })).toBe(true)
    }
    const most = 2n ** 52n
    expect(hold({ stakeMin: 1n, stakeMax: 1n, exposureMax: 0n, poolDebtMax: 0n })).toBe(true)
    expect(hold({ stakeMax: most, exposureMax: most, poolDebtMax: most })).toBe(true)
    for (const name of ['stakeMax', 'exposureMax', 'poolDebtMax']) expect(hold({ [name]: most + 1n })).toBe(false)
  })

  it('hold only if each duration does', () => {
    for (const wrong of [{ seconds: 0 }, { seconds: 86_401 }, { rate: 0 }, { rate: 1_000_000_001 }]) {
      expect(hold({ durations: [one, { ...one, seconds: 120, ...wrong }] })).toBe(false)
    }
  })

  it('bear the same words and outcomes for ever', () => {
    expect([outcomes, directions, tieRules]).toEqual([['win', 'loss', 'tie'], ['up', 'down'], ['stake_returned']])
    for (const [direction, exits] of [
      ['up', ['loss', 'tie', 'win']],
      ['down', ['win', 'tie', 'loss']],
    ] as const) {
      expect([99, 100, 101].map((exit) => outcomeOf(direction, 100, exit))).toEqual(exits)
    }
  })
})

describe('the moves of an option', () => {
  const of = { order: 1, holder: 32, realm: 'demo', listing: 0, stake: 100n } as const
  const terms = { direction: 'up', seconds: 60, rate: 1, tie: 'stake_returned' } as const
  const held = { kind: 'hold', holder: 32, account: 'option', currency: 0, hold: 'option_stake' }
  const paid = { kind: 'entry', currency: 0, category: 'options_close' }
  const pool = houseHolder('demo', 'optionPool')
  const settled = { type: 'optionSettled', ...of, gain: 80n, exitStamp: 1, exitTenths: 1 } as const

  it.each<[string, OptionEvent, unknown[]]>([
    [
      'placed',
      { type: 'optionPlaced', ...of, ...terms, gain: 80n },
      [{ ...held, amount: 100n, category: 'options_order' }],
    ],
    [
      'void',
      { type: 'optionVoided', ...of, reason: 'no_exit' },
      [{ ...held, amount: -100n, category: 'options_order' }],
    ],
    ['tied', { ...settled, outcome: 'tie' }, [{ ...held, amount: -100n, category: 'options_close' }]],
    [
      'won',
      { ...settled, outcome: 'win' },
      [
        { ...held, amount: -100n, category: 'options_close' },
        { ...paid, holder: 32, account: 'option', amount: 80n },
        { ...paid, holder: pool, account: 'coin', amount: -80n },
      ],
    ],
    [
      'lost',
      { ...settled, outcome: 'loss' },
      [
        { ...held, amount: -100n, category: 'options_close' },
        { ...paid, holder: 32, account: 'option', amount: -100n },
        { ...paid, holder: pool, account: 'coin', amount: 100n },
      ],
    ],
  ])('that is %s are between its holder and the pool', (_, event, moves) => {
    expect(optionMoves(event)).toEqual(moves)
  })
})
