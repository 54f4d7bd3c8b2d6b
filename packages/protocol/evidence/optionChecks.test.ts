import type { OptionEvidence } from '../routes/evidence.ts'
import { expect, it } from 'vitest'
import { optionChecks, sourceChecks } from './optionChecks.ts'
import { resultChecks } from './verify.ts'

const accepted = 1_000_000_000_100
const second = (offset: number) => 1_000_000_000_000 + 1_000 * offset
const sample = (offset: number, price: string, fresh = true) => ({ time: second(offset), price, sources: 4, fresh })

const option: OptionEvidence = {
  kind: 'option',
  id: 'x',
  symbol: 'BTCUSDT',
  realm: 'demo',
  simulated: true,
  journal: null,
  method: 1,
  index_decimals: 2,
  type: 'up',
  trade_mode: 60,
  payout_rate: '0.8',
  tie_rule: 'stake_returned',
  accepted,
  status: 'closed',
  outcome: 'win',
  reason: null,
  entry: { time: second(4), price: '100.5', sources: 4 },
  entry_samples: [sample(2, '100.1'), sample(3, '100.2', false), sample(4, '100.50'), sample(5, '100.9')],
  expiration: second(64),
  exit_price: '101',
  closed: second(64) + 3,
  exit: {
    symbol: 'BTCUSDT',
    expiration_time: second(64),
    state: 'sampled',
    price: '101',
    sample_time: second(64),
    sources: 4,
    trades: [],
    samples: [sample(63, '100.8'), sample(64, '101'), sample(65, '99')],
    simulated: true,
  },
}

const failing = (change: Partial<OptionEvidence>) =>
  optionChecks({ ...option, ...change })
    .filter(({ holds }) => holds === false)
    .map(({ name }) => name)

it('reckons a settled option anew', () => {
  expect(optionChecks(option)).toEqual([
    { name: 'entry', holds: true },
    { name: 'expiry', holds: true },
    { name: 'exit', holds: true },
    { name: 'outcome', holds: true },
  ])
})

it('sees an entry, an expiry, an exit or an outcome that is another than the rule gives', () => {
  expect(failing({ entry: { time: second(5), price: '100.9', sources: 4 } })).toEqual(['entry', 'expiry'])
  expect(failing({ entry: { time: second(4), price: '100.4', sources: 4 } })).toEqual(['entry'])
  expect(failing({ expiration: second(65) })).toContain('expiry')
  expect(failing({ exit_price: '100.8' })).toEqual(['exit'])
  expect(failing({ outcome: 'loss' })).toEqual(['outcome'])
  expect(failing({ type: 'down' })).toEqual(['outcome'])
})

it('tells what it cannot know', () => {
  expect(optionChecks({ ...option, status: 'open', entry: null, exit: null, outcome: null })).toEqual([])
  const empty = { ...option, status: 'expired', entry: null, exit: null, outcome: null } as const
  const early = option.entry_samples.slice(0, 2)
  expect(optionChecks({ ...empty, reason: 'no_entry', entry_samples: early })).toEqual([{ name: 'void', holds: true }])
  expect(optionChecks({ ...empty, reason: 'no_entry' })).toEqual([{ name: 'void', holds: false }])
})

it('takes the mean of public trades where no second was recorded', () => {
  const trade = (price: string) => ({ source: 'a', trade: '1', time: second(64), price })
  const rebuilt = (price: string) => ({
    exit_price: price,
    exit: {
      ...(option.exit ?? fail()),
      state: 'rebuilt' as const,
      samples: [],
      trades: [trade('100.9'), trade('101.1')],
    },
  })
  expect(failing(rebuilt('101'))).toEqual([])
  expect(failing(rebuilt('101.02'))).toEqual(['exit'])
})

function fail(): never {
  throw new Error('no exit')
}

it('reckons the seconds that decided from what their sources said, and says where they do not lead there', () => {
  const said = (source: string, price: string, time: number) => ({ source, price, quote: 'USDT' as const, time })
  const sourced = (offset: number, index: string, prices: readonly [string, string]) => {
    const sources = prices.map((price, at) => said(['binance', 'okx'][at] ?? '', price, second(offset) - 100))
    return { time: second(offset), index, sources, rate: null }
  }
  const whole = [sourced(4, '100.5', ['100.4', '100.6']), sourced(64, '101', ['100.9', '101.1'])]
  const holds = (sources: typeof whole, change: Partial<OptionEvidence> = {}) =>
    sourceChecks({ ...option, ...change }, sources).map((check) => check.holds)
  expect(holds(whole)).toEqual([true])
  expect(holds([])).toEqual([null])
  expect(holds(whole.slice(0, 1))).toEqual([null])
  expect(holds([sourced(4, '100.5', ['100.4', '100.7']), sourced(64, '101', ['100.9', '101.1'])])).toEqual([false])
  // what the sources gave is not what it was settled on
  expect(holds(whole, { exit_price: '101.2' })).toEqual([false])
  expect(holds(whole, { entry: null, exit: null })).toEqual([])
})

it('goes by the sources that were signed, and by those beside a document of before', () => {
  const second4 = { time: second(4), index: '100.5', sources: [], rate: null }
  const sourcesHold = (signed: Partial<OptionEvidence>) =>
    resultChecks({ ...option, ...signed }, { reckoning: null, sources: [second4] }, () => new Uint8Array())
      .filter(({ name }) => name === 'sources')
      .map(({ holds }) => holds)
  // what stands beside gives no index
  expect(sourcesHold({})).toEqual([false])
  expect(sourcesHold({ sources: [] })).toEqual([null])
})

it('sees a second that is called fresh or not, which its sources do not bear out', () => {
  const heard = (offset: number, ...ages: (number | null)[]) => ({
    time: second(offset),
    sources: ages.map((age, at) => ({ source: `s${at}`, heard: age === null ? null : second(offset) - age })),
  })
  const told = [heard(2, 1_001, 0), heard(3, 0, null), heard(4, 1_000, 0), heard(5, 5_000)]
  const freshOf = (change: Partial<OptionEvidence>) =>
    optionChecks({ ...option, ...change }).find(({ name }) => name === 'fresh')?.holds
  // the second second is too early, and the fifth after the entry, which is the fourth
  expect(freshOf({ entry_heard: told })).toBe(true)
  expect(freshOf({})).toBeUndefined()
  expect(freshOf({ entry_heard: told.slice(2) })).toBe(null)
  expect(freshOf({ entry_heard: [heard(3, 0, 1_000), ...told.slice(2)] })).toBe(false)
  const ended = {
    status: 'expired',
    entry: null,
    exit: null,
    expiration: null,
    exit_price: null,
    outcome: null,
  } as const
  const unfresh = [2, 3, 4, 5].map((offset) => sample(offset, '100', false))
  const none = { ...ended, reason: 'no_entry' as const, entry_samples: unfresh }
  const late = [2, 3, 4, 5].map((offset) => heard(offset, 0, 1_200))
  expect(failing({ ...none, entry_heard: late })).toEqual([])
  expect(failing({ ...none, entry_heard: [...late.slice(0, 3), heard(5, 0, 900)] })).toEqual(['fresh'])
})
