import { describe, expect, it } from 'vitest'
import { parseDecimal, parseSignedDecimal } from '../money/decimal.ts'
import { OptionFixture, optionTerms } from '../testing/optionFixture.ts'
import { casesOf, figureOf, readsAll, wordOf, type PublicCase } from '../testing/publicCases.ts'
import type { Event } from '../vocabulary.ts'

/** Public cases of binary options. Their exit is the last candle's close, ours the last sample of (T − 2 s, T]: fed as that. */
const binary = casesOf('binary_option')

const outcomes = ['win', 'lose', 'tie'] as const
const ours = { win: 'win', lose: 'loss', tie: 'tie' } as const

const usdt = (value: unknown): bigint => {
  const amount = parseSignedDecimal(figureOf(value), 6)
  if (amount === null) throw new Error(`no amount: ${figureOf(value)}`)
  return amount
}

// a tenth of the fixture's tick is a hundredth of a USDT
function tenths(value: unknown): number {
  const price = parseDecimal(figureOf(value).replace(/(\.\d\d)0+$/, '$1'), 2)
  if (price === null) throw new Error(`no price: ${figureOf(value)}`)
  return Number(price)
}

/** What a stake comes to: the change of the account and the outcome, entry and exit in tenths of a tick. */
function settle(inputs: PublicCase['inputs'], minutes: number, entry: number, exit: number) {
  const rate = Number(parseDecimal(figureOf(inputs['payout_percent']), 7))
  const fixture = new OptionFixture({ ...optionTerms, durations: [{ seconds: 60 * minutes, rate }] })
  fixture.better(32)
  const [before] = fixture.stands(32)
  const direction = wordOf(inputs['direction'] ?? 'up', ['up', 'down'])
  fixture.opened(32, direction, usdt(inputs['stake']), 60 * minutes)
  const events: Event[] = [...fixture.sample(entry, 2_000), ...fixture.sample(exit, 60_000 * minutes)]
  const settled = events.find((event) => event.type === 'optionSettled')
  return { change: fixture.stands(32)[0] - before, outcome: settled?.outcome }
}

/** A case that names its outcome alone: an exit that brings it about. */
function byOutcome({ inputs, expected }: PublicCase): void {
  readsAll(inputs, ['outcome', 'payout_percent', 'stake', 'direction'])
  readsAll(expected, ['credited', 'profit'])
  const outcome = wordOf(inputs['outcome'], outcomes)
  const rises = { win: 1, lose: -1, tie: 0 }[outcome] * (inputs['direction'] === 'down' ? -1 : 1)
  const found = settle(inputs, 1, 1_000_000, 1_000_000 + rises)
  expect(found.outcome).toBe(ours[outcome])
  expect(found.change).toBe(usdt(expected['profit'] ?? '0'))
  expect(found.change + usdt(inputs['stake'])).toBe(usdt(expected['credited']))
}

/** A case of recorded prices: for each expiry its close, and what that makes of the option. */
function byPrices({ inputs, expected }: PublicCase): void {
  readsAll(inputs, [
    'close_price_rule',
    'direction',
    'entry_price',
    'entry_time',
    'expiries_min',
    'file',
    'payout_percent',
    'stake',
  ])
  readsAll(expected, ['close', 'outcome'])
  const [closes, results] = [expected['close'], expected['outcome']] as [unknown[], unknown[]]
  const expiries = inputs['expiries_min'] as number[]
  expect([closes.length, results.length]).toEqual([expiries.length, expiries.length])
  const found = expiries.map(
    (minutes, at) => settle(inputs, minutes, tenths(inputs['entry_price']), tenths(closes[at])).outcome,
  )
  expect(found).toEqual(results.map((result) => ours[wordOf(result, outcomes)]))
}

describe('cases of binary options', () => {
  it.each([
    ['win', '175', '75'],
    ['lose', '0', '-100'],
    ['tie', '100', '0'],
  ])('a %s credits %s of a stake of 100 at 75 %', (outcome, credited, profit) => {
    const inputs = { stake: '100', payout_percent: '75', outcome }
    for (const direction of ['up', 'down']) {
      byOutcome({ id: '', group: '', inputs: { ...inputs, direction }, expected: { credited, profit } })
    }
  })
})

describe.skipIf(binary.length === 0)('public binary option cases (shared/data/vectors)', () => {
  it.each(binary)('%s', (_, one) => (one.inputs['outcome'] === undefined ? byPrices(one) : byOutcome(one)))
})
