import { describe, expect, it } from 'vitest'
import { execute } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { OptionFixture, optionTerms } from '../testing/optionFixture.ts'
import type { Event } from '../vocabulary.ts'
import type { Direction } from './terms.ts'

const K = 100_000_000n
const gain = 80_000_000n
const start = 50_000_000_000n
const at = 1_000_000

function ended(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'optionSettled') return [`${event.order} ${event.outcome}`]
    return event.type === 'optionVoided' ? [`${event.order} ${event.reason}`] : []
  })
}

function fixtureWith(...holders: number[]): OptionFixture {
  const fixture = new OptionFixture()
  for (const holder of holders) fixture.better(holder)
  return fixture
}

/** Places an option and lets it enter at `at`; its expiry is 62 s after now. */
function entered(fixture: OptionFixture, holder: number, direction: Direction): number {
  const order = fixture.opened(holder, direction)
  fixture.pass(2, at)
  expect(fixture.state.option.orders.get(order)?.entryTenths).toBe(at)
  return order
}

describe('an option', () => {
  it('holds its stake when it is taken, and enters on the first fresh sample at least 2 s later', () => {
    const fixture = fixtureWith(32)
    fixture.now += 300
    const order = fixture.opened(32, 'up')
    const acceptedAt = fixture.now
    expect(fixture.stands(32)).toEqual([start - K, K])
    fixture.sample(at + 1, 700)
    fixture.sample(at + 2)
    expect(fixture.state.option.orders.get(order)?.entryStamp).toBe(0)
    fixture.sample(at + 3, 1_000, { fresh: false })
    expect(fixture.state.option.orders.get(order)?.entryStamp).toBe(0)
    fixture.sample(at + 4)
    expect(fixture.state.option.orders.get(order)).toMatchObject({ entryTenths: at + 4, acceptedAt })
    expect(fixture.state.option.orders.get(order)?.entryStamp).toBe(acceptedAt - 300 + 4_000)
  })

  it('is void where no fresh sample comes within 5 s', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    expect(ended(fixture.pass(4, at, { fresh: false }))).toEqual([])
    expect(ended(fixture.pass(1, at, { fresh: false }))).toEqual(['1 no_entry'])
    expect(fixture.stands(32)).toEqual([start, 0n])
  })

  it('enters at the very end of its five seconds, and is void a moment later', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    fixture.pass(4, at, { fresh: false })
    expect(fixture.sample(at).map(({ type }) => type)).toEqual(['indexSampled', 'optionsEntered'])
    fixture.now += 1
    fixture.opened(32, 'up')
    fixture.now += 3_999
    fixture.sample(at, 0, { fresh: false })
    expect(ended(fixture.sample(at, 2_000))).toEqual(['2 no_entry'])
  })

  it.each([
    ['up', 1, 'win', gain],
    ['up', -1, 'loss', -K],
    ['up', 0, 'tie', 0n],
    ['down', -1, 'win', gain],
    ['down', 1, 'loss', -K],
    ['down', 0, 'tie', 0n],
  ] as const)('%s, moved by %i tenths of a tick: %s', (direction, by, outcome, change) => {
    const fixture = fixtureWith(32)
    entered(fixture, 32, direction)
    expect(ended(fixture.pass(59, at + 500))).toEqual([])
    expect(fixture.stands(32)).toEqual([start - K, K])
    expect(ended(fixture.sample(at + by))).toEqual([`1 ${outcome}`])
    expect(fixture.stands(32)).toEqual([start + change, 0n])
    expect(fixture.state.venue.ledger.posted(houseHolder('demo', 'optionPool'), 'coin', 0)).toBe(-change)
    expect(fixture.state.option.orders.size).toBe(0)
    expect(fixture.state.option.expiries.size).toBe(0)
  })

  it('exits on the last sample of (T − 2 s, T]: that of the second before counts, an older one does not', () => {
    const fixture = fixtureWith(32, 33)
    entered(fixture, 32, 'up')
    fixture.pass(58, at)
    fixture.sample(at + 7)
    expect(ended(fixture.sample(at - 7, 1_000, { absent: true }))).toEqual(['1 win'])
    entered(fixture, 33, 'up')
    fixture.pass(58, at + 7)
    expect(ended(fixture.sample(at, 2_000, { absent: true }))).toEqual(['2 no_exit'])
    expect(fixture.stands(33)).toEqual([start, 0n])
  })

  it('gives opposite options on one sample complementary results', () => {
    const fixture = fixtureWith(32, 33)
    fixture.opened(32, 'up')
    fixture.opened(33, 'down')
    fixture.pass(2, at)
    fixture.pass(59, at)
    expect(ended(fixture.sample(at + 1))).toEqual(['1 win', '2 loss'])
  })

  it('keeps its terms when the operator sets others', () => {
    const fixture = fixtureWith(32)
    entered(fixture, 32, 'up')
    const durations = [{ seconds: 60, rate: 100_000_000 }]
    fixture.must({ type: 'configureOption', listing: 0, terms: { ...optionTerms, on: false, durations } })
    fixture.pass(59, at)
    fixture.sample(at + 1)
    expect(fixture.stands(32)).toEqual([start + gain, 0n])
  })

  it('is freed by a demo reset, and the account stands as it began', () => {
    const fixture = fixtureWith(32)
    entered(fixture, 32, 'up')
    fixture.opened(32, 'down')
    expect(ended(fixture.must({ type: 'resetDemo', holder: 32 }))).toEqual(['1 demo_reset', '2 demo_reset'])
    expect(fixture.available(32, 0)).toBe(100_000_000_000n)
    fixture.pass(70, at)
    expect(sums(fixture.state).sums.every(({ posted, frozen, held }) => posted === 0n && frozen === held)).toBe(true)
  })

  it('of a real account enters on a live sample of three sources alone', () => {
    const fixture = new OptionFixture()
    fixture.must({ type: 'openHolder', holder: 40, realm: 'real', country: 'FR' })
    fixture.must({ type: 'setStanding', holder: 40, disabled: false, realName: 'approved', country: 'FR' })
    fixture.must({ type: 'switchProduct', country: 'FR', product: 'option', on: true })
    fixture.state.venue.ledger.apply([
      { kind: 'entry', holder: 0, account: 'coin', currency: 0, amount: -K, category: 'deposit' },
      { kind: 'entry', holder: 40, account: 'option', currency: 0, amount: K, category: 'deposit' },
    ])
    const quote = { type: 'quote', listing: 0, indexTenths: at, dispersionTenths: 0, kind: 'live' } as const
    fixture.must({ ...quote, time: fixture.now, sources: 3 })
    fixture.opened(40, 'up', 10_000_000n)
    fixture.pass(2, at, { kind: 'live', sources: 2 })
    fixture.pass(1, at, { kind: 'simulated', sources: 4 })
    expect(fixture.state.option.orders.get(1)?.entryStamp).toBe(0)
    fixture.pass(1, at, { kind: 'live', sources: 3 })
    expect(fixture.state.option.orders.get(1)?.entryStamp).toBe(fixture.now)
  })
})

describe('a restart', () => {
  it('over which an option is open settles it on the sample at its expiry', () => {
    const fixture = fixtureWith(32)
    entered(fixture, 32, 'up')
    fixture.pass(20, at)
    const restored = new OptionFixture()
    Object.assign(restored, { state: decodeState(encodeState(fixture.state)), now: fixture.now })
    restored.now += 20_000
    restored.pass(19, at)
    expect(ended(restored.sample(at + 3))).toEqual(['1 win'])
    expect(encodeState(decodeState(encodeState(restored.state)))).toEqual(encodeState(restored.state))
  })

  it('settles what fell due meanwhile in the order in which it was due', () => {
    const fixture = fixtureWith(32, 33)
    const first = entered(fixture, 33, 'up')
    fixture.pass(10, at)
    const second = entered(fixture, 32, 'up')
    fixture.pass(20, at)
    const third = fixture.opened(32, 'down')
    const events = fixture.sample(at, 600_000)
    expect(ended(events)).toEqual([`${third} no_entry`, `${first} no_exit`, `${second} no_exit`])
    expect(fixture.stands(32)).toEqual([start, 0n])
  })

  it('of live prices leaves the exit to be rebuilt, within ten minutes of recovery', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    fixture.pass(2, at, { kind: 'live' })
    const expiry = fixture.now + 60_000
    const late = fixture.sample(at, 300_000, { kind: 'live' })
    expect(late.map(({ type }) => type)).toEqual(['indexSampled', 'optionExitMissing'])
    expect(fixture.stands(32)).toEqual([start - K, K])
    const trade = (source: string, price: bigint, time = expiry - 40) => ({ source, trade: '1', time, price })
    const one = 10_000n * 10n ** 12n
    const rebuild = { type: 'rebuildOptionExit', listing: 0, expiry } as const
    expect(fixture.refused({ ...rebuild, trades: [trade('a', one)] })).toBe('price_invalid')
    expect(fixture.refused({ ...rebuild, trades: [trade('a', one), trade('b', one + one / 900n)] })).toBe(
      'price_invalid',
    )
    expect(fixture.refused({ ...rebuild, trades: [trade('a', one), trade('a', one)] })).toBe('price_invalid')
    expect(fixture.refused({ ...rebuild, trades: [trade('a', one), trade('b', one, expiry + 10_001)] })).toBe(
      'price_invalid',
    )
    expect(fixture.refused({ ...rebuild, expiry: expiry + 1, trades: [] })).toBe('order_unknown')
    const trades = [trade('a', one + 10n ** 11n), trade('b', one + 2n * 10n ** 11n), trade('c', one + one / 900n)]
    expect(fixture.must({ ...rebuild, trades })).toMatchObject([
      { type: 'optionExitRebuilt', indexTenths: at + 15, trades: trades.slice(0, 2) },
    ])
    expect(ended(fixture.sample(at - 50, 1_000, { kind: 'live' }))).toEqual(['1 win'])
  })

  it('whose missing exit nobody rebuilds voids after ten minutes', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    fixture.pass(2, at, { kind: 'live' })
    fixture.sample(at, 300_000, { kind: 'live', absent: true })
    expect(ended(fixture.sample(at, 400_000, { kind: 'live' }))).toEqual([])
    expect(ended(fixture.sample(at, 600_000, { kind: 'live' }))).toEqual([])
    expect(ended(fixture.sample(at, 1_000, { kind: 'live' }))).toEqual(['1 no_exit'])
  })

  it('whose market does not come back within an hour voids too', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    fixture.pass(2, at, { kind: 'live' })
    const none = { kind: 'live', absent: true } as const
    expect(ended(fixture.sample(at, 60_000, none))).toEqual([])
    expect(ended(fixture.sample(at, 3_600_000, none))).toEqual([])
    expect(ended(fixture.sample(at, 1_000, none))).toEqual(['1 no_exit'])
  })

  it('can still be rebuilt after hours of downtime whose first seconds lack the symbol', () => {
    const fixture = fixtureWith(32)
    fixture.opened(32, 'up')
    fixture.pass(2, at, { kind: 'live' })
    const expiry = fixture.now + 60_000
    const none = { kind: 'live', absent: true } as const
    // two hours pass with nothing at all
    expect(ended(fixture.sample(at, 7_200_000, none))).toEqual([])
    // whatever is known of it outlives another restart
    const bytes = encodeState(fixture.state)
    expect(encodeState(decodeState(bytes))).toEqual(bytes)
    expect(ended(fixture.sample(at, 1_000, none))).toEqual([])
    expect(ended(fixture.sample(at, 60_000, { kind: 'live' }))).toEqual([])
    const trade = (source: string) => ({ source, trade: '7', time: expiry, price: 10_001n * 10n ** 12n })
    const trades = [trade('okx'), trade('kraken')]
    fixture.must({ type: 'rebuildOptionExit', listing: 0, expiry, trades })
    expect(ended(fixture.sample(at, 1_000, { kind: 'live' }))).toEqual(['1 win'])
  })
})

describe('many at once', () => {
  it('go on in further commands of the same second, and in the next second at most', () => {
    const fixture = fixtureWith(...Array.from({ length: 30 }, (_, n) => 32 + n))
    for (let n = 0; n < 3_000; n++) fixture.opened(32 + (n % 30), n % 2 ? 'up' : 'down', 10_000_000n)
    fixture.pass(61, at)
    fixture.now += 1_000
    const samples = [{ listing: 0, indexTenths: at + 1, sources: 4, fresh: true }]
    const envelope = {
      key: null,
      command: { type: 'sampleIndex', stamp: fixture.now, kind: 'simulated', samples } as const,
    }
    const first = execute(fixture.state, envelope, fixture.now)
    expect(first).toMatchObject({ ok: true, answer: { type: 'tick', more: true } })
    const second = execute(fixture.state, envelope, fixture.now)
    expect(second).toMatchObject({ ok: true, answer: { type: 'tick', more: false } })
    expect(first.ok && second.ok && ended([...first.events, ...second.events])).toEqual(
      Array.from({ length: 3_000 }, (_, n) => `${n + 1} ${n % 2 ? 'win' : 'loss'}`),
    )
  })
})
