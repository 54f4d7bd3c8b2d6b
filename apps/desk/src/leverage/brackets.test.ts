import { describe, expect, it } from 'vitest'
import {
  bracketDrafts,
  bracketFaults,
  bracketsOf,
  faultKey,
  isStricter,
  multiplesOf,
  nextBracket,
  sameBrackets,
  type BracketDraft,
} from './brackets.ts'

const drafts = bracketDrafts({
  brackets: [
    { floor: '0', maintenance_rate: '0.004', cumulative: '0', multiple_max: 100 },
    { floor: '50000', maintenance_rate: '0.005', cumulative: '50', multiple_max: 50 },
  ],
})

function changed(at: number, over: Partial<BracketDraft>): readonly BracketDraft[] {
  return drafts.map((draft, place) => (place === at ? { ...draft, ...over } : draft))
}

function faultsOf(list: readonly BracketDraft[]): Record<string, string> {
  return Object.fromEntries(bracketFaults(list))
}

describe('brackets', () => {
  it('are read in percent and written back as shares', () => {
    expect(drafts.map(({ rate }) => rate)).toEqual(['0.4', '0.5'])
    expect(faultsOf(drafts)).toEqual({})
    expect(bracketsOf(drafts)).toEqual([
      { floor: '0', maintenance_rate: '0.004', multiple_max: 100 },
      { floor: '50000', maintenance_rate: '0.005', multiple_max: 50 },
    ])
    expect(sameBrackets(drafts, changed(1, { rate: '0.50' }))).toBe(true)
    expect(sameBrackets(drafts, changed(1, { rate: '0.51' }))).toBe(false)
  })

  it.each([
    [0, { floor: '10' }, 'floor', 'first'],
    [1, { floor: '0' }, 'floor', 'floor'],
    [1, { floor: '' }, 'floor', 'floor'],
    [1, { rate: '0.4' }, 'rate', 'rate'],
    [0, { rate: '0' }, 'rate', 'rate'],
    [1, { multiple: '101' }, 'multiple', 'multiple'],
    [0, { multiple: '0' }, 'multiple', 'multiple'],
    [0, { multiple: '1001' }, 'multiple', 'multiple'],
    [1, { rate: '2' }, 'multiple', 'margin'],
    [1, { floor: '0.000001' }, 'floor', 'whole'],
  ] as const)('bracket %i with %o has a fault', (at, over, field, fault) => {
    expect(faultsOf(changed(at, over))).toMatchObject({ [faultKey(at, field)]: fault })
  })

  it('a new one is empty, with a key of its own', () => {
    expect(nextBracket(drafts)).toEqual({ key: 2, floor: '', rate: '', multiple: '' })
    expect(nextBracket([]).key).toBe(0)
  })

  it('tells whether some position has to keep more', () => {
    expect(isStricter(drafts, drafts)).toBe(false)
    expect(isStricter(drafts, changed(0, { rate: '0.41' }))).toBe(true)
    expect(isStricter(drafts, changed(1, { rate: '0.6' }))).toBe(true)
    expect(isStricter(drafts, changed(0, { rate: '0.3' }))).toBe(false)
    expect(isStricter(drafts, changed(1, { floor: '60000' }))).toBe(false)
    expect(isStricter(drafts, changed(1, { rate: '0.2' }))).toBe(null)
  })
})

it('multiples are whole, rising and at most a thousand', () => {
  expect(multiplesOf('1, 2;5 10、20')).toEqual([1, 2, 5, 10, 20])
  for (const text of [
    '',
    '1.5',
    '2, 1',
    '2, 2',
    '0',
    '1001',
    'a',
    Array.from({ length: 21 }, (_, at) => at + 1).join(),
  ]) {
    expect(multiplesOf(text)).toBe(null)
  }
})
