import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OptionFixture, optionTerms } from '../testing/optionFixture.ts'
import type { Event } from '../vocabulary.ts'

/** Public cases of binary options, restated in our terms; the folder is not part of the repository. */
const folder = new URL('../../../../shared/data/', import.meta.url)
const file = new URL('vectors/trading.json', folder)

interface Case {
  readonly id: string
  readonly group: string
  readonly inputs: {
    readonly stake: string
    readonly payout_percent: string
    readonly outcome?: 'win' | 'lose'
    readonly entry_price?: string
    readonly expiries_min?: readonly number[]
  }
  readonly expected: {
    readonly credited?: string
    readonly profit?: string
    readonly close?: readonly string[]
    readonly outcome?: readonly ('win' | 'lose')[]
  }
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const binary = cases.filter(({ group }) => group === 'binary_option')

// Their exit is the close of the last whole minute, ours the last sample of (T − 2 s, T]: fed as that sample.
const usdt = (text: string): bigint => BigInt(text) * 1_000_000n
const tenths = (text: string): number => Number(text.replace('.', '').slice(0, -6))

/** What a stake comes to: the change of the account and the outcome, entry and exit in tenths of a tick. */
function settle(inputs: Case['inputs'], minutes: number, entry: number, exit: number) {
  const durations = [{ seconds: 60 * minutes, rate: Number(inputs.payout_percent) * 10_000_000 }]
  const fixture = new OptionFixture({ ...optionTerms, durations })
  fixture.better(32)
  const [before] = fixture.stands(32)
  fixture.opened(32, 'up', usdt(inputs.stake), 60 * minutes)
  const events: Event[] = [...fixture.sample(entry, 2_000), ...fixture.sample(exit, 60_000 * minutes)]
  const settled = events.find((event) => event.type === 'optionSettled')
  return { change: fixture.stands(32)[0] - before, outcome: settled?.outcome }
}

describe.skipIf(binary.length === 0)('public binary option cases (shared/data/vectors)', () => {
  it.each(binary.map((one) => [one.id, one] as const))('%s', (_, { inputs, expected }) => {
    if (inputs.outcome) {
      const { change } = settle(inputs, 1, 1_000_000, inputs.outcome === 'win' ? 1_000_001 : 999_999)
      expect(change).toBe(usdt(expected.profit ?? '0'))
      expect(change + usdt(inputs.stake)).toBe(usdt(expected.credited ?? '0'))
      return
    }
    inputs.expiries_min?.forEach((minutes, at) => {
      const exit = tenths(expected.close?.[at] ?? '')
      const { outcome } = settle(inputs, minutes, tenths(inputs.entry_price ?? ''), exit)
      expect(outcome).toBe(expected.outcome?.[at] === 'win' ? 'win' : 'loss')
    })
  })

  it('are all stated: none is a vendor’s other rule', () => {
    expect(binary.map(({ id }) => id)).toEqual(['BIN-01', 'BIN-02', 'BIN-04'])
  })
})
