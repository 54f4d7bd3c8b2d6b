import { Fixture, btcTerms } from '@truemark/core/testing/exchangeFixture'
import type { OptionEvidence } from '@truemark/protocol/routes/evidence'
import { expect, it } from 'vitest'
import { ToldSeconds } from './toldSeconds.ts'

const stamp = 1_800_000_000_000
const said = (source: string, price: string) => ({ source, price, quote: 'USDT' as const, time: stamp - 10 })
const second = {
  time: stamp,
  index: '10000',
  sources: [said('a', '9995'), said('b', '10000'), said('c', '10005')],
  rate: null,
}

function option(sources: OptionEvidence['sources'], heard?: OptionEvidence['entry_heard']): OptionEvidence {
  return {
    kind: 'option',
    id: 'x',
    symbol: 'BTCUSDT',
    realm: 'demo',
    simulated: true,
    method: 1,
    type: 'up',
    trade_mode: 60,
    payout_rate: '0.8',
    tie_rule: 'stake_returned',
    accepted: stamp - 3_000,
    status: 'open',
    outcome: null,
    reason: null,
    entry: null,
    entry_samples: [],
    expiration: null,
    exit_price: null,
    closed: null,
    exit: null,
    index_decimals: 2,
    journal: null,
    sources,
    ...(heard === undefined ? {} : { entry_heard: heard }),
  }
}

/** What is told of a journal whose one second three sources gave, once its facts have passed. */
function toldOf(sources: OptionEvidence['sources'], isSourced = true): string | null {
  const fixture = new Fixture(btcTerms)
  const told = new ToldSeconds()
  told.note(option(sources))
  fixture.now = stamp
  const { state } = fixture
  const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 3, fresh: true }]
  fixture.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
  const parts = [999_500n, 500n, 500n].map((sum, venue) => ({ venue, dollar: false, sum: 2n * sum, age: 10 }))
  const sample = { listing: 0, decimals: 2, rate: null, parts }
  const venues = ['a', 'b', 'c']
  const event = { type: 'sourcesSampled', stamp, kind: 'simulated', venues, samples: [sample] } as const
  return (isSourced ? told.fault(event, state) : null) ?? told.endFault()
}

it('holds what an option’s signed document says of sources against the row that recorded them', () => {
  expect(toldOf([second])).toBeNull()
  expect(toldOf([])).toBeNull()
  const [first, ...rest] = second.sources
  if (first === undefined) throw new Error('no source')
  for (const other of [
    { ...second, index: '10000.01' },
    { ...second, sources: rest },
    { ...second, sources: [{ ...first, price: '9994' }, ...rest] },
    { ...second, sources: [{ ...first, source: 'd' }, ...rest] },
    { ...second, sources: [{ ...first, time: stamp - 11 }, ...rest] },
    { ...second, rate: { ...said('d', '1'), quote: 'USD' as const } },
  ])
    expect(toldOf([other])).toMatch(/^evidence tells of the sources of BTCUSDT 1800000000000 \{.*, they said \{/)
  const unrecorded = 'evidence tells of the sources of BTCUSDT 1800000000000, which no row recorded'
  expect(toldOf([second], false)).toBe(unrecorded)
})

/** What is told of a second whose sources were heard so long (ms) before it, and which is recorded as fresh or not. */
function freshOf(fresh: boolean, ages: readonly number[], told?: OptionEvidence['entry_heard']): string | null {
  const fixture = new Fixture(btcTerms)
  const seconds = new ToldSeconds()
  seconds.note(option([], told))
  fixture.now = stamp
  const { state } = fixture
  const samples = [{ listing: 0, change: 0, sources: ages.length, fresh }]
  const parts = ages.map((_, venue) => ({ venue, dollar: false, sum: 10n, age: 10 }))
  const sources = ages.map((age, at) => ({ venue: `v${at}`, age }))
  const sample = { listing: 0, decimals: 2, rate: null, parts }
  const venues = sources.map(({ venue }) => venue)
  return (
    seconds.fault({ type: 'indexSampled', stamp, kind: 'live', samples }, state) ??
    seconds.fault({ type: 'sourcesSampled', stamp, kind: 'live', venues, samples: [sample] }, state) ??
    seconds.fault({ type: 'heardSampled', stamp, kind: 'live', sources }, state) ??
    seconds.endFault()
  )
}

it('holds what a second counts as against when its sources were heard, and what is told of that', () => {
  expect(freshOf(true, [1_000, -5])).toBeNull()
  expect(freshOf(false, [1_001, 0])).toBeNull()
  expect(freshOf(false, [1_000, 0])).toBe(
    `BTCUSDT ${stamp} is recorded as not fresh, which its sources do not bear out`,
  )
  expect(freshOf(true, [1_001])).toBe(`BTCUSDT ${stamp} is recorded as fresh, which its sources do not bear out`)
  const told = (heard: number) => [{ time: stamp, sources: [{ source: 'v0', heard }] }]
  expect(freshOf(true, [100], told(stamp - 100))).toBeNull()
  expect(freshOf(true, [100], told(stamp - 101))).toContain('evidence tells of when the sources of BTCUSDT')
  const elsewhere = [{ time: stamp + 1_000, sources: [] }]
  expect(freshOf(true, [100], elsewhere)).toBe(
    `evidence tells of when the sources of BTCUSDT ${stamp + 1_000} were heard, which no row recorded`,
  )
})
