import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { BinanceFeed } from './binance.ts'
import {
  feedAll,
  hasRecordings,
  readRecordedBody,
  readRecording,
  recordedListing,
  type RecordedFrame,
} from './recordedFrames.ts'
import { readFields, readInteger } from './reading.ts'
import type { FeedStep, SourceEvent } from './source.ts'

const nkn = recordedListing('binance', 'NKNUSDT', 'NKNUSDT', 'USDT')
const depth = (U: number, u: number, b: string[][], a: string[][]) => ({
  stream: 'nknusdt@depth@100ms',
  data: { e: 'depthUpdate', E: 1_000, s: 'NKNUSDT', U, u, b, a },
})
const snapshot = {
  lastUpdateId: 10,
  bids: [
    ['0.35', '5'],
    ['0.34', '6'],
  ],
  asks: [['0.36', '7']],
}

function openFeed(): BinanceFeed {
  const feed = new BinanceFeed({ listings: [nkn] })
  feed.open()
  return feed
}

function liveFeed(): BinanceFeed {
  const feed = openFeed()
  feed.feedFrame(depth(11, 12, [['0.351', '1']], []), 1_000)
  feed.feedSnapshot('NKNUSDT', snapshot, 1_001)
  return feed
}

function ofType<T extends SourceEvent['type']>(step: FeedStep, type: T): Extract<SourceEvent, { type: T }>[] {
  return step.events.filter((event): event is Extract<SourceEvent, { type: T }> => event.type === type)
}

describe('BinanceFeed', () => {
  it('subscribes all streams in one message and asks for a snapshot once the first diff came', () => {
    const feed = new BinanceFeed()
    const sends = feed.open().commands
    expect(sends).toHaveLength(1)
    expect(JSON.stringify(sends[0])).toContain('btcusdt@depth@100ms')
    const first = feed.feedFrame(depth(1, 2, [], []), 0)
    expect(first.commands).toEqual([])
    const nknFeed = openFeed()
    expect(nknFeed.feedFrame(depth(1, 2, [], []), 0).commands).toEqual([{ type: 'resync', symbol: 'NKNUSDT' }])
    expect(nknFeed.feedFrame(depth(3, 4, [], []), 0).commands).toEqual([])
    const [command] = nknFeed.resync('NKNUSDT').commands
    expect(command).toMatchObject({ type: 'fetch', symbol: 'NKNUSDT' })
    expect(JSON.stringify(command)).toContain('/api/v3/depth?symbol=NKNUSDT&limit=1000')
  })

  it('tells nothing before the snapshot, then the top with the waiting diffs applied', () => {
    const feed = openFeed()
    expect(feed.feedFrame(depth(11, 12, [['0.351', '1']], []), 1_000).events).toEqual([])
    const step = feed.feedSnapshot('NKNUSDT', snapshot, 1_001)
    expect(step.events).toEqual([
      {
        type: 'top',
        source: 'binance',
        symbol: 'NKNUSDT',
        quote: 'USDT',
        bid: 351_000_000_000n,
        ask: 360_000_000_000n,
        bidSize: 1_000_000_000_000n,
        askSize: 7_000_000_000_000n,
        time: 1_000,
        received: 1_001,
      },
    ])
  })

  it('asks again when the snapshot is older than the first diff that waits', () => {
    const feed = openFeed()
    feed.feedFrame(depth(15, 16, [], []), 1_000)
    const step = feed.feedSnapshot('NKNUSDT', snapshot, 1_001)
    expect(step).toEqual({ events: [], commands: [{ type: 'resync', symbol: 'NKNUSDT' }] })
    const newer = feed.feedSnapshot('NKNUSDT', { ...snapshot, lastUpdateId: 15 }, 1_002)
    expect(ofType(newer, 'top')).toHaveLength(1)
  })

  it('has a fresh start when the top leaves what the snapshot showed', () => {
    const feed = openFeed()
    feed.feedFrame(depth(11, 12, [], []), 1_000)
    // 1 000 bids from 0.9999 down to 0.9000, the most that a snapshot shows: the venue may have more below.
    const bids = Array.from({ length: 1_000 }, (_, at) => [`0.${String(9_999 - at).padStart(4, '0')}`, '1'])
    feed.feedSnapshot('NKNUSDT', { lastUpdateId: 10, bids, asks: [['1.1', '7']] }, 1_001)
    const lower = bids.slice(0, -1).map(([price]) => [price ?? '', '0'])
    expect(ofType(feed.feedFrame(depth(13, 13, lower, []), 1_002), 'top')).toHaveLength(1)
    const beyond = feed.feedFrame(
      depth(
        14,
        14,
        [
          ['0.9000', '0'],
          ['0.8999', '1'],
        ],
        [],
      ),
      1_003,
    )
    expect(beyond.events).toMatchObject([{ type: 'refused', reason: 'outrun', withdrawn: true }])
  })

  it('keeps no more of what waits for a snapshot than a bounded number of levels', () => {
    setFlagsFromString('--expose_gc')
    const collect: unknown = runInNewContext('gc')
    const heap = (): number => {
      if (typeof collect === 'function') collect()
      return process.memoryUsage().heapUsed
    }
    const feed = openFeed()
    const before = heap()
    for (let at = 1; at <= 60; at += 1) {
      const levels = Array.from({ length: 40_000 }, (_, price) => [`${price}.${at}`, `${at}.5`])
      feed.feedFrame(depth(at, at, levels, []), 1_000 + at)
    }
    expect((heap() - before) / 2 ** 20).toBeLessThan(60)
  })

  it('tells nothing by a fetched snapshot alone, and subscribes anew where the stream is silent', () => {
    const feed = openFeed()
    expect(feed.resync('NKNUSDT').commands.map(({ type }) => type)).toEqual(['send', 'fetch'])
    expect(feed.feedSnapshot('NKNUSDT', snapshot, 1_000).events).toEqual([])
    expect(ofType(feed.feedFrame(depth(11, 12, [['0.351', '1']], []), 1_001), 'top')).toHaveLength(1)
    expect(feed.resync('NKNUSDT').commands.map(({ type }) => type)).toEqual(['fetch'])
  })

  it('ignores diffs that a venue replays', () => {
    const feed = liveFeed()
    const before = feed.counts('NKNUSDT')
    expect(feed.feedFrame(depth(11, 12, [['0.355', '1']], []), 1_002)).toEqual({ events: [], commands: [] })
    expect(feed.counts('NKNUSDT')).toEqual({ applied: before.applied, old: before.old + 1 })
  })

  it.each([
    ['a bid ×1000', [['351', '1']], [], 'crossed'],
    ['a bid at the ask', [['0.36', '1']], [], 'crossed'],
    ['a price 0', [['0', '1']], [], 'bad-number'],
    ['a negative price', [['-0.35', '1']], [], 'bad-number'],
    ['NaN', [['NaN', '1']], [], 'bad-number'],
    ['a broken exponent', [['3.5e', '1']], [], 'bad-number'],
    ['a negative size', [['0.352', '-1']], [], 'bad-number'],
    ['a JSON number', [[0.352 as unknown as string, '1']], [], 'bad-number'],
    ['an ask ÷1000', [], [['0.00036', '1']], 'crossed'],
    [
      'both sides ×1000',
      [['351', '1']],
      [
        ['0.36', '0'],
        ['360', '1'],
      ],
      'jump',
    ],
    ['no ask left', [], [['0.36', '0']], 'one-sided'],
  ])('withdraws the book on %s and asks for a fresh one', (_, bids, asks, reason) => {
    const step = liveFeed().feedFrame(depth(13, 14, bids, asks), 1_002)
    expect(step).toEqual({
      events: [{ type: 'refused', source: 'binance', symbol: 'NKNUSDT', reason, withdrawn: true, received: 1_002 }],
      commands: [{ type: 'resync', symbol: 'NKNUSDT' }],
    })
  })

  it.each([
    ['0', '1', 'bad-number'],
    ['-0.35', '1', 'bad-number'],
    ['NaN', '1', 'bad-number'],
    ['0.35', '0', 'bad-number'],
    ['355', '1', 'jump'],
    ['0.000355', '1', 'jump'],
  ])('refuses a trade of price %s and quantity %s', (p, q, reason) => {
    const data = { e: 'aggTrade', s: 'NKNUSDT', a: 7, p, q, T: 1_002, m: false }
    const step = liveFeed().feedFrame({ stream: 'nknusdt@aggTrade', data }, 1_002)
    expect(step.events).toMatchObject([{ type: 'refused', reason, withdrawn: false }])
  })

  it('resynchronises where the venue begins to count anew, and where a check finds that its book has moved on in silence', () => {
    const feed = liveFeed()
    const last = feed.saidAt('NKNUSDT') ?? 0
    const low = (u: number) => depth(u, u, [['0.352', '1']], [])
    const steps = [1, 2, 3, 4].map((u) => feed.feedFrame(low(u), last + 100 + u))
    expect(steps.slice(0, 3).flatMap(({ events }) => events)).toEqual([])
    expect(steps[3]?.events).toMatchObject([{ type: 'refused', reason: 'gap', withdrawn: true }])
    const quiet = liveFeed()
    const at = (quiet.saidAt('NKNUSDT') ?? 0) + 1_500
    const number = 12
    expect(quiet.feedCheck('NKNUSDT', { lastUpdateId: number }, at).events).toEqual([])
    expect(quiet.feedCheck('NKNUSDT', { lastUpdateId: number + 3 }, at + 1_000).events).toEqual([])
    expect(quiet.feedCheck('NKNUSDT', { lastUpdateId: number + 3 }, at + 2_000).events).toMatchObject([
      { type: 'refused', reason: 'gap', withdrawn: true },
    ])
  })

  it('tells each trade once, the taker selling where the buyer is the maker, and tells of missing ones', () => {
    const feed = liveFeed()
    const trade = (a: number) => ({ data: { e: 'aggTrade', s: 'NKNUSDT', a, p: '0.355', q: '2', T: 1_002, m: true } })
    const first = feed.feedFrame(trade(7), 1_002)
    expect(first.events).toMatchObject([{ type: 'trade', side: 'sell', id: '7', price: 355_000_000_000n }])
    expect(feed.feedFrame(trade(7), 1_002).events).toEqual([])
    expect(feed.feedFrame(trade(6), 1_002).events).toEqual([])
    expect(feed.feedFrame(trade(9), 1_003).events).toMatchObject([{ reason: 'gap', withdrawn: false }, { id: '9' }])
    feed.open()
    expect(feed.feedFrame(trade(7), 1_004).events).toEqual([])
    expect(feed.feedFrame(trade(9), 1_004).events).toEqual([])
    expect(feed.feedFrame(trade(10), 1_004).events).toMatchObject([{ id: '10' }])
  })
})

describe.skipIf(!hasRecordings)('BinanceFeed on the recorded NKNUSDT (skipped without ../shared/data)', () => {
  const isDepth = ({ frame }: RecordedFrame) => readFields(readFields(frame)?.['data'])?.['e'] === 'depthUpdate'
  const firstId = ({ frame }: RecordedFrame) => readInteger(readFields(readFields(frame)?.['data'])?.['U'])

  function replay(frames: readonly RecordedFrame[], feed: BinanceFeed): FeedStep {
    const { body, received } = readRecordedBody('binance_NKNUSDT_depth_rest.json')
    const before = feedAll(
      feed,
      frames.filter((frame) => frame.received <= received),
    )
    const stitched = feed.feedSnapshot('NKNUSDT', body, received)
    const after = feedAll(
      feed,
      frames.filter((frame) => frame.received > received),
    )
    return {
      events: [...before.events, ...stitched.events, ...after.events],
      commands: [...before.commands, ...stitched.commands, ...after.commands],
    }
  }

  it('drops one old diff, applies 149 without a gap, the first with U 499869753', () => {
    const frames = readRecording('binance_NKNUSDT_depth_bookTicker_kline_aggTrade.jsonl')
    const feed = openFeed()
    const step = replay(frames, feed)
    expect(feed.counts('NKNUSDT')).toEqual({ applied: 149, old: 1 })
    expect(ofType(step, 'refused')).toEqual([])
    expect(ofType(step, 'trade')).toHaveLength(1)
    const diffs = frames.filter(isDepth)
    expect(diffs.map(firstId).indexOf(499_869_753)).toBe(1)
  })

  it('agrees with the exchange’s own best bid and ask at each update number that both name', () => {
    const frames = readRecording('binance_NKNUSDT_depth_bookTicker_kline_aggTrade.jsonl')
    const tickers = new Map<number, unknown[]>()
    for (const { frame } of frames) {
      const fields = readFields(frame)
      const data = readFields(fields?.['data'])
      const u = readInteger(data?.['u'])
      if (fields?.['stream'] === 'nknusdt@bookTicker' && u !== null) tickers.set(u, [data?.['b'], data?.['a']])
    }
    const { body, received } = readRecordedBody('binance_NKNUSDT_depth_rest.json')
    const feed = openFeed()
    let [top, compared] = [['', ''], 0]
    const note = (step: FeedStep) => {
      const last = ofType(step, 'top').at(-1)
      if (last) top = [fixed8(last.bid), fixed8(last.ask)]
    }
    let stitched = false
    for (const recorded of frames) {
      if (!stitched && recorded.received > received) {
        note(feed.feedSnapshot('NKNUSDT', body, received))
        stitched = true
      }
      note(feed.feedFrame(recorded.frame, recorded.received))
      const u = isDepth(recorded) ? readInteger(readFields(readFields(recorded.frame)?.['data'])?.['u']) : null
      const ticker = u === null ? undefined : tickers.get(u)
      if (!ticker) continue
      expect(top).toEqual(ticker)
      compared += 1
    }
    expect(compared).toBeGreaterThan(5)
  })

  it('finds a dropped diff at the next one, and tells no top of the stale book (FC-27)', () => {
    const all = readRecording('binance_NKNUSDT_depth_bookTicker_kline_aggTrade.jsonl').filter(isDepth)
    const frames = all.filter((_, at) => at !== 50)
    const feed = openFeed()
    const step = replay(frames, feed)
    expect(feed.counts('NKNUSDT').applied).toBe(49)
    const withdrawnAt = step.events.findIndex((event) => event.type === 'refused')
    expect(step.events[withdrawnAt]).toMatchObject({ reason: 'gap', withdrawn: true, received: all[51]?.received })
    expect(step.events.slice(withdrawnAt + 1)).toEqual([])
    expect(step.commands.filter(({ type }) => type === 'resync')).toHaveLength(2)
  })
})

function fixed8(value: bigint): string {
  const digits = (value / 10_000n).toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
