import { describe, expect, it } from 'vitest'
import { bracketOf, initialOf, isLiquidatable, makeBrackets, type BracketTerms } from './brackets.ts'

const one = 1_000_000_000
const first: BracketTerms = { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 125 }
const second: BracketTerms = { floor: 50_000n, maintenanceRate: 5_000_000, multipleMax: 100 }

describe('a scale of brackets', () => {
  it('is continuous at each floor: the cumulative amounts add up', () => {
    const third = { floor: 250_000n, maintenanceRate: 10_000_000, multipleMax: 100 }
    expect(makeBrackets([first, second, third])).toEqual([
      { ...first, cumulative: 0n },
      // 50 000 at a thousandth more, then 250 000 at five thousandths more
      { ...second, cumulative: 50n },
      { ...third, cumulative: 1_300n },
    ])
  })

  it('may have one bracket, of the least and of the largest rate, at a multiple of 1', () => {
    for (const maintenanceRate of [1, one - 1]) {
      expect(makeBrackets([{ floor: 0n, maintenanceRate, multipleMax: 1 }])).toHaveLength(1)
    }
  })

  it.each<[string, BracketTerms[]]>([
    ['no bracket', []],
    ['a first floor above 0', [{ ...first, floor: 1n }]],
    ['a first floor below 0', [{ ...first, floor: -1n }]],
    ['a rate of 0', [{ ...first, maintenanceRate: 0 }]],
    ['a rate below 0', [{ ...first, maintenanceRate: -1 }]],
    ['a rate of 1', [{ ...first, maintenanceRate: one }]],
    ['a rate above 1 later on', [first, { ...second, maintenanceRate: one + 1 }]],
    ['a multiple below 1', [{ ...first, multipleMax: 0 }]],
    ['a floor that stays', [first, { ...second, floor: 0n }]],
    ['a floor that falls', [first, second, { ...second, floor: 49_000n, maintenanceRate: 6_000_000 }]],
    ['a rate that stays', [first, { ...second, maintenanceRate: 4_000_000 }]],
    ['a rate that falls', [first, { ...second, maintenanceRate: 3_000_000 }]],
    ['a multiple that rises', [first, { ...second, multipleMax: 126 }]],
    ['a cumulative amount that is not whole', [first, { ...second, floor: 50_500n }]],
  ])('refuses %s', (_, terms) => {
    expect(makeBrackets(terms)).toBeNull()
  })

  it('takes a multiple that stays', () => {
    expect(makeBrackets([first, { ...second, multipleMax: 125 }])).toHaveLength(2)
  })

  it('puts a notional at a floor into the bracket below it', () => {
    const brackets = makeBrackets([first, second]) ?? []
    const found = [0n, 50_000n, 50_001n, 10n ** 12n].map((notional) => bracketOf(brackets, notional).maintenanceRate)
    expect(found).toEqual([4_000_000, 4_000_000, 5_000_000, 5_000_000])
  })
})

describe('margins', () => {
  it('rounds the initial margin up', () => {
    expect([initialOf(100n, 3), initialOf(99n, 3), initialOf(100n, 1)]).toEqual([34n, 33n, 100n])
  })

  it('liquidates below what is kept and not at it, and nothing that keeps nothing', () => {
    expect([isLiquidatable(9n, 10n), isLiquidatable(10n, 10n), isLiquidatable(-1n, 0n)]).toEqual([true, false, false])
    expect([isLiquidatable(0n, 1n), isLiquidatable(1n, 1n)]).toEqual([true, false])
  })
})
