import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BinanceFeed } from './binance.ts'
import { CoinbaseFeed } from './coinbase.ts'
import { KrakenFeed } from './kraken.ts'
import { OkxFeed } from './okx.ts'
import { recordedListing } from './recordedFrames.ts'
import { readJson } from './reading.ts'
import type { Feed, FeedStep, SourceId } from './source.ts'

const listing = (source: SourceId, code: string) => recordedListing(source, 'BTCUSDT', code, 'USDT')

const number = fc.oneof(
  fc.constantFrom('0', '-1', 'NaN', '1e308', '', '99', '100', '101', '100000', '0.1', '0.0000000000001', '٣'),
  fc.nat({ max: 200 }).map(String),
  fc.double(),
  fc.constant(null),
)
// Mostly a book that could be: else nearly every frame is refused, and little is tried.
const side = (from: number) => {
  const sound = fc.tuple(
    fc.integer({ min: from, max: from + 9 }).map(String),
    fc.integer({ min: 0, max: 3 }).map(String),
  )
  const odd = fc.array(number, { minLength: 1, maxLength: 3 })
  const level = fc.oneof({ weight: 60, arbitrary: sound }, { weight: 1, arbitrary: odd })
  return fc.array(level, { minLength: 1, maxLength: 6 })
}
const bids = side(90)
const asks = side(101)
const integer = fc.oneof({ weight: 30, arbitrary: fc.integer({ min: -1, max: 9 }) }, { weight: 1, arbitrary: number })

const binanceFrame = fc.oneof(
  fc.record({
    e: fc.constant('depthUpdate'),
    s: fc.constant('BTCUSDT'),
    U: integer,
    u: integer,
    E: integer,
    b: bids,
    a: asks,
  }),
  fc.record({
    e: fc.constant('aggTrade'),
    s: fc.constant('BTCUSDT'),
    a: integer,
    p: number,
    q: number,
    T: integer,
    m: fc.boolean(),
  }),
)
const coinbaseChange = fc.oneof(
  bids.map(([level]) => ['buy', ...(level ?? [])]),
  asks.map(([level]) => ['sell', ...(level ?? [])]),
)
const coinbaseFrame = fc.oneof(
  fc.record({ type: fc.constant('snapshot'), product_id: fc.constant('BTC-USD'), bids, asks }),
  fc.record({
    type: fc.constant('l2update'),
    product_id: fc.constant('BTC-USD'),
    changes: fc.array(coinbaseChange),
    time: number,
  }),
  fc.record({
    type: fc.constant('match'),
    product_id: fc.constant('BTC-USD'),
    trade_id: integer,
    price: number,
    size: number,
    side: fc.constant('buy'),
  }),
)
const krakenLevels = (texts: typeof bids) => texts.map((list) => list.map(([price, qty]) => ({ price, qty })))
const krakenBook = fc.record({
  symbol: fc.constant('BTC/USDT'),
  bids: krakenLevels(bids),
  asks: krakenLevels(asks),
  checksum: integer,
})
const krakenFrame = fc.oneof(
  fc.record({ channel: fc.constant('book'), type: fc.constantFrom('snapshot', 'update'), data: fc.tuple(krakenBook) }),
  fc.tuple(
    fc.nat(),
    fc.record({ as: asks, bs: bids }),
    fc.constantFrom('book-10', 'trade', 7),
    fc.constant('BTC/USDT'),
  ),
  fc.tuple(fc.nat(), fc.record({ a: asks, b: bids }), fc.constant('book-10'), fc.constant('BTC/USDT')),
)
const okxBook = fc.record({
  bids,
  asks,
  ts: integer,
  checksum: fc.constant(0),
  seqId: integer,
  prevSeqId: integer,
})
const okxFrame = fc.record({
  arg: fc.record({ channel: fc.constantFrom('books', 'trades'), instId: fc.constant('BTC-USDT') }),
  action: fc.constantFrom('snapshot', 'update'),
  data: fc.tuple(okxBook),
})
const snapshot = fc.record({ lastUpdateId: integer, bids, asks, data: fc.tuple(okxBook) })

const venues: [SourceId, () => Feed, fc.Arbitrary<unknown>][] = [
  [
    'binance',
    () => new BinanceFeed({ listings: [listing('binance', 'BTCUSDT')] }),
    binanceFrame.map((data) => ({ data })),
  ],
  ['coinbase', () => new CoinbaseFeed({ listings: [listing('coinbase', 'BTC-USD')] }), coinbaseFrame],
  ['kraken', () => new KrakenFeed({ listings: [listing('kraken', 'BTC/USDT')] }), krakenFrame],
  ['okx', () => new OkxFeed({ listings: [listing('okx', 'BTC-USDT')] }), okxFrame],
]

function check(step: FeedStep, feed: Feed, received: number): void {
  for (const event of step.events) {
    if (event.type === 'top') {
      expect(event.bid > 0n && event.bid < event.ask && event.bidSize > 0n && event.askSize > 0n).toBe(true)
      expect(Math.abs(event.time - received)).toBeLessThanOrEqual(300_000)
    }
    if (event.type === 'trade') expect(event.price > 0n && event.quantity > 0n).toBe(true)
  }
  // What was told last of a book is true: a withdrawn one is not live, one with a top is.
  const last = step.events.findLast(({ type }) => type === 'top' || type === 'refused')
  if (last?.type === 'top') expect(feed.isLive('BTCUSDT')).toBe(true)
  if (last?.type === 'refused' && last.withdrawn) expect(feed.isLive('BTCUSDT')).toBe(false)
  if (last?.type === 'refused' && last.withdrawn)
    expect(step.commands).toContainEqual({ type: 'resync', symbol: 'BTCUSDT' })
}

describe.each(venues)('the %s feed, whatever it is sent', (_, open, frame) => {
  it('never throws, and tells only sound tops of live books', () => {
    const anything = fc.oneof(
      { weight: 8, arbitrary: frame },
      { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
      { weight: 2, arbitrary: snapshot.map((body) => ({ snapshotBody: body })) },
    )
    let topCount = 0
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 25 }), (frames) => {
        const feed = open()
        feed.open()
        let received = 1_700_000_000_000
        for (const raw of frames) {
          received += 1
          const parsed = readJson(JSON.stringify(raw))
          const isBody = typeof raw === 'object' && raw !== null && 'snapshotBody' in raw
          const step = isBody
            ? feed.feedSnapshot('BTCUSDT', readJson(JSON.stringify(raw.snapshotBody)), received)
            : feed.feedFrame(parsed, received)
          topCount += step.events.filter(({ type }) => type === 'top').length
          check(step, feed, received)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a frame of more entries than any venue tells of at once', () => {
  const many = (entry: object) => Array.from({ length: 20_000 }, () => entry)
  it.each<[string, Feed, object]>([
    ['kraken', venues[2]?.[1]() ?? raise(), { channel: 'book', type: 'update', data: many({ symbol: 'BTC/USDT' }) }],
    ['kraken trades', venues[2]?.[1]() ?? raise(), { channel: 'trade', type: 'update', data: many({}) }],
    ['okx', venues[3]?.[1]() ?? raise(), { arg: { channel: 'books', instId: 'BTC-USDT' }, data: many({}) }],
  ])('%s: is refused as one', (_, feed, frame) => {
    feed.open()
    expect(feed.feedFrame(frame, 1_700_000_000_000).events).toHaveLength(1)
  })
})

function raise(): never {
  throw new Error('no such venue')
}
