import { describe, expect, it } from 'vitest'
import { OkxFeed } from './okx.ts'
import { feedAll, hasRecordings, readRecording, recordedListing, type RecordedFrame } from './recordedFrames.ts'
import { readFields, readList } from './reading.ts'

const btc = recordedListing('okx', 'BTCUSDT', 'BTC-USDT', 'USDT')
const books = (action: string, data: object) => ({
  arg: { channel: 'books', instId: 'BTC-USDT' },
  action,
  data: [{ ts: '1000', checksum: 0, ...data }],
})
const bids = [['100', '1', '0', '1']]
const asks = [['101', '2', '0', '1']]

function openFeed(): OkxFeed {
  const feed = new OkxFeed({ listings: [btc] })
  feed.open()
  return feed
}

describe('OkxFeed', () => {
  it('subscribes each product on its own', () => {
    const { commands } = new OkxFeed().open()
    expect(commands).toHaveLength(10)
    expect(commands[0]).toEqual({
      type: 'send',
      text: '{"op":"subscribe","args":[{"channel":"books","instId":"BTC-USDT"},{"channel":"trades","instId":"BTC-USDT"}]}',
    })
  })

  it('follows prevSeqId, ignores what is replayed, and withdraws at a gap', () => {
    const feed = openFeed()
    expect(feed.feedFrame(books('snapshot', { bids, asks, seqId: 10, prevSeqId: -1 }), 1_000).events).toMatchObject([
      { type: 'top', bid: 100_000_000_000_000n, ask: 101_000_000_000_000n },
    ])
    const change = books('update', { bids: [['100.5', '1', '0', '1']], asks: [], seqId: 15, prevSeqId: 10 })
    expect(feed.feedFrame(change, 1_001).events).toMatchObject([{ type: 'top', bid: 100_500_000_000_000n }])
    expect(feed.feedFrame(change, 1_002)).toEqual({ events: [], commands: [] })
    expect(feed.feedFrame(books('snapshot', { bids, asks, seqId: 10, prevSeqId: -1 }), 1_003).events).toEqual([])
    const quiet = books('update', { bids: [], asks: [], seqId: 15, prevSeqId: 15 })
    expect(feed.feedFrame(quiet, 1_004)).toEqual({ events: [], commands: [] })
    const later = books('update', { bids: [], asks: [], seqId: 30, prevSeqId: 22 })
    expect(feed.feedFrame(later, 1_005)).toMatchObject({
      events: [{ type: 'refused', reason: 'gap', withdrawn: true }],
      commands: [{ type: 'resync', symbol: 'BTCUSDT' }],
    })
    const [fetch] = feed.resync('BTCUSDT').commands
    expect(fetch).toMatchObject({ type: 'fetch', url: expect.stringContaining('/api/v5/market/books?instId=BTC-USDT') })
    const body = { code: '0', data: [{ bids, asks, ts: '1005', seqId: 25 }] }
    expect(feed.feedSnapshot('BTCUSDT', body, 1_006).events).toMatchObject([{ type: 'top' }])
  })

  it('follows the venue through a reset of its numbers', () => {
    const feed = openFeed()
    feed.feedFrame(books('snapshot', { bids, asks, seqId: 10, prevSeqId: -1 }), 1_000)
    feed.feedFrame(books('update', { bids: [], asks: [], seqId: 3, prevSeqId: 10 }), 1_001)
    const next = books('update', { bids: [['100.5', '1', '0', '1']], asks: [], seqId: 5, prevSeqId: 3 })
    expect(feed.feedFrame(next, 1_002).events).toMatchObject([{ type: 'top', bid: 100_500_000_000_000n }])
  })

  it('starts from REST where the stream sends no snapshot', () => {
    const feed = openFeed()
    const first = books('update', { bids: [['100.5', '1', '0', '1']], asks: [], seqId: 15, prevSeqId: 10 })
    expect(feed.feedFrame(first, 1_000)).toEqual({ events: [], commands: [{ type: 'resync', symbol: 'BTCUSDT' }] })
    const body = { code: '0', data: [{ bids, asks, ts: '1000', seqId: '12' }] }
    const step = feed.feedSnapshot('BTCUSDT', body, 1_001)
    expect(step.events).toMatchObject([{ type: 'top', bid: 100_500_000_000_000n }])
  })

  it('takes an empty snapshot for none', () => {
    const feed = openFeed()
    expect(feed.feedFrame(books('snapshot', { bids: [], asks: [], seqId: 20, prevSeqId: -1 }), 1_000)).toEqual({
      events: [],
      commands: [],
    })
    feed.feedFrame(books('update', { bids: [['100.5', '1', '0', '1']], asks: [], seqId: 15, prevSeqId: 10 }), 1_001)
    const step = feed.feedSnapshot('BTCUSDT', { code: '0', data: [{ bids, asks, seqId: '12' }] }, 1_002)
    expect(step.events).toMatchObject([{ type: 'top', bid: 100_500_000_000_000n }])
  })

  it('subscribes anew where REST gives a snapshot without its number', () => {
    const feed = openFeed()
    feed.feedFrame(books('update', { bids: [], asks: [], seqId: 15, prevSeqId: 10 }), 1_000)
    const step = feed.feedSnapshot('BTCUSDT', { code: '0', data: [{ bids, asks, ts: '1' }] }, 1_001)
    expect(step).toMatchObject({ events: [{ reason: 'malformed', withdrawn: true }], commands: [{ type: 'resync' }] })
    expect(feed.resync('BTCUSDT').commands.map(({ type }) => type)).toEqual(['send', 'send'])
    const streamed = books('snapshot', { bids, asks, seqId: 30, prevSeqId: -1 })
    expect(feed.feedFrame(streamed, 1_002).events).toMatchObject([{ type: 'top' }])
  })

  it('says so when the venue refuses a subscription', () => {
    const error = { event: 'error', code: '60018', msg: 'no such instrument' }
    expect(openFeed().feedFrame(error, 1).events).toMatchObject([{ reason: 'unsubscribed', withdrawn: false }])
  })
})

describe.skipIf(!hasRecordings)('OkxFeed on the recorded BTC-USDT (skipped without ../shared/data)', () => {
  const isBook = ({ frame }: RecordedFrame) => {
    const fields = readFields(frame)
    return fields?.['action'] !== undefined && readFields(fields['arg'])?.['channel'] === 'books'
  }

  it('matches all 98 checksums', () => {
    const frames = readRecording('okx_BTC-USDT_books_trades_tickers.jsonl')
    expect(frames.filter(isBook)).toHaveLength(98)
    const feed = openFeed()
    const step = feedAll(feed, frames)
    expect(step.events.filter(({ type }) => type === 'refused')).toEqual([])
    expect(step.commands).toEqual([])
    expect(feed.counts('BTCUSDT')).toEqual({ applied: 97, old: 0 })
    expect(step.events.filter(({ type }) => type === 'trade')).toHaveLength(69)
  })

  it('finds a corrupted level by its checksum, withdraws the book and subscribes anew', () => {
    const frames = readRecording('okx_BTC-USDT_books_trades_tickers.jsonl')
    const corrupted = structuredClone(frames)
    const victim = readFields(corrupted.filter(isBook)[40]?.frame)
    const level = readList(readList(readFields(readList(victim?.['data'])?.[0])?.['bids'])?.[0])
    expect(Array.isArray(level)).toBe(true)
    if (Array.isArray(level)) level[1] = '9.99'
    const feed = openFeed()
    const step = feedAll(feed, corrupted)
    const refused = step.events.findIndex((event) => event.type === 'refused')
    expect(step.events[refused]).toMatchObject({ reason: 'checksum', withdrawn: true })
    expect(step.events.slice(refused).filter(({ type }) => type === 'top')).toEqual([])
    expect(step.commands).toEqual([{ type: 'resync', symbol: 'BTCUSDT' }])
    expect(feed.resync('BTCUSDT').commands.map((command) => JSON.stringify(command))).toMatchObject([
      expect.stringContaining('unsubscribe'),
      expect.stringContaining('subscribe'),
    ])
    const snapshot = frames.find(isBook)
    expect(feed.feedFrame(snapshot?.frame, snapshot?.received ?? 0).events).toMatchObject([{ type: 'top' }])
  })
})
