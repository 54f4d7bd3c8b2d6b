import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { KrakenFeed } from './kraken.ts'
import { feedAll, hasRecordings, readRecording, recordedListing } from './recordedFrames.ts'
import { readFields, readJson, readList } from './reading.ts'

const chf = recordedListing('kraken', 'BTCCHF', 'XBT/CHF', 'USD')
const btc = recordedListing('kraken', 'BTCUSDT', 'BTC/USDT', 'USDT')

function openFeed(listing = btc, dialect: 1 | 2 = 2): KrakenFeed {
  const feed = new KrakenFeed({ listings: [listing], dialect })
  feed.open()
  return feed
}

// As the socket writes it: prices are JSON numbers at full precision, whose zeros count.
const v2 = (type: string, bids: string, asks: string, checksum: number) =>
  readJson(
    `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USDT","bids":[${bids}],"asks":[${asks}],` +
      `"checksum":${checksum},"timestamp":"1970-01-01T00:00:01.500000Z"}]}`,
  )
const level = (price: string, qty: string) => `{"price":${price},"qty":${qty}}`

describe('KrakenFeed, version 2', () => {
  it('subscribes books and trades in two messages and resubscribes one book', () => {
    const { commands } = new KrakenFeed().open()
    const texts = commands.map((command) => (command.type === 'send' ? readJson(command.text) : null))
    expect(texts).toMatchObject([
      { method: 'subscribe', params: { channel: 'book', depth: '100' } },
      { method: 'subscribe', params: { channel: 'trade', snapshot: false } },
    ])
    expect(JSON.stringify(texts[0])).toContain('USDT/USD')
    expect(JSON.stringify(texts[1])).not.toContain('USDT/USD')
    // its book and, since nothing of it has come so far, its trades
    expect(new KrakenFeed().resync('BTCUSDT').commands).toHaveLength(3)
  })

  it('proves the checksum over the texts with their zeros, though a number may have lost them', () => {
    const first = crc32('452852' + '100000' + '452835' + '10000000')
    const feed = openFeed()
    const snapshot = v2('snapshot', level('45283.5', '0.10000000'), level('45285.2', '0.00100000'), first)
    expect(feed.feedFrame(snapshot, 2_000).events).toMatchObject([
      { type: 'top', bid: 45_283_500_000_000_000n, askSize: 1_000_000_000n, time: 1_500 },
    ])
    // 45284 is 45284.0 and 0.2 is 0.20000000 at this product's precision.
    const second = crc32('452852' + '100000' + '452840' + '20000000' + '452835' + '10000000')
    const change = v2('update', level('45284', '0.2'), '', second)
    expect(feed.feedFrame(change, 2_001).events).toMatchObject([{ type: 'top', bid: 45_284_000_000_000_000n }])
  })

  it('withdraws a book whose checksum differs, and takes no change until the next snapshot', () => {
    const good = crc32('101' + '1' + '100' + '1')
    const feed = openFeed()
    expect(feed.feedFrame(v2('snapshot', level('100', '1'), level('101', '1'), good), 1).events).toHaveLength(1)
    const step = feed.feedFrame(v2('update', level('99', '1'), '', good), 2)
    expect(step).toMatchObject({
      events: [{ type: 'refused', reason: 'checksum', withdrawn: true }],
      commands: [{ type: 'resync', symbol: 'BTCUSDT' }],
    })
    expect(feed.feedFrame(v2('update', level('99', '1'), '', good), 3)).toEqual({ events: [], commands: [] })
    expect(feed.feedFrame(v2('snapshot', level('100', '1'), level('101', '1'), good), 4).events).toHaveLength(1)
  })

  it('tells trades once', () => {
    const trade = readJson(
      '{"channel":"trade","type":"update","data":[{"symbol":"BTC/USDT","side":"sell","price":45283.5,"qty":0.10,' +
        '"ord_type":"market","trade_id":4665906,"timestamp":"1970-01-01T00:00:01.708706Z"}]}',
    )
    const feed = openFeed()
    expect(feed.feedFrame(trade, 2_000).events).toMatchObject([
      { type: 'trade', side: 'sell', id: '4665906', quantity: 100_000_000_000n, time: 1_708 },
    ])
    expect(feed.feedFrame(trade, 2_001).events).toEqual([])
  })

  it('says nothing of pongs, heartbeats and acknowledgements, and names a refused subscription', () => {
    const feed = openFeed()
    for (const text of ['{"method":"pong"}', '{"channel":"heartbeat"}', '{"method":"subscribe","success":true}']) {
      expect(feed.feedFrame(readJson(text), 1)).toEqual({ events: [], commands: [] })
    }
    const refused = readJson('{"method":"subscribe","success":false,"symbol":"BTC/USDT","error":"not supported"}')
    expect(feed.feedFrame(refused, 1).events).toMatchObject([{ symbol: 'BTCUSDT', reason: 'unsubscribed' }])
  })
})

describe('KrakenFeed, version 1', () => {
  it('reads a change whose sides come in one body or in two', () => {
    const two = [1, { a: [['101', '0', '1.5']] }, { b: [['100', '2', '1.5']], c: '0' }, 'book-10', 'XBT/CHF']
    const one = [1, { a: [['101', '0', '1.5']], b: [['100', '2', '1.5']], c: '0' }, 'book-10', 'XBT/CHF']
    const snapshot = [
      1,
      {
        as: [
          ['101', '1', '1.5'],
          ['102', '1', '1.5'],
        ],
        bs: [['100', '1', '1.5']],
      },
      'book-10',
      'XBT/CHF',
    ]
    const right = String(crc32('1021' + '1002'))
    for (const change of [two, one]) {
      const feed = openFeed(chf, 1)
      feed.feedFrame(snapshot, 1_500)
      const text = JSON.stringify(change).replace('"c":"0"', `"c":"${right}"`)
      expect(feed.feedFrame(JSON.parse(text), 1_500).events).toMatchObject([
        { type: 'top', ask: 102_000_000_000_000n, bidSize: 2_000_000_000_000n },
      ])
    }
  })

  it('keeps no more levels than subscribed', () => {
    const levels = (from: number, by: number) =>
      Array.from({ length: 10 }, (_, at) => [`${from + at * by}`, '1', '1.5'])
    const feed = openFeed(chf, 1)
    feed.feedFrame([1, { as: levels(200, 1), bs: levels(100, -1) }, 'book-10', 'XBT/CHF'], 1_500)
    // The eleventh bid pushes 91 out for good: when it goes itself, nine bids are left, not ten.
    feed.feedFrame([1, { b: [['101', '1', '1.5']] }, 'book-10', 'XBT/CHF'], 1_500)
    const asks = Array.from({ length: 10 }, (_, at) => `${200 + at}1`).join('')
    const bids = Array.from({ length: 9 }, (_, at) => `${100 - at}1`).join('')
    const c = String(crc32(asks + bids))
    const step = feed.feedFrame([1, { b: [['101', '0', '1.5']], c }, 'book-10', 'XBT/CHF'], 1_500)
    expect(step.events).toMatchObject([{ type: 'top', bid: 100_000_000_000_000n }])
  })
})

describe.skipIf(!hasRecordings)('KrakenFeed on the recorded frames (skipped without ../shared/data)', () => {
  it('matches 289 of 289 checksums of XBT/CHF', () => {
    const frames = readRecording('kraken_XBT-CHF_book1000.jsonl')
    const checksums = frames.filter(({ frame }) => readFields(readList(frame)?.[1])?.['c'] !== undefined)
    expect(checksums).toHaveLength(289)
    const { events, commands } = feedAll(openFeed(chf, 1), frames)
    expect(events.filter(({ type }) => type === 'refused')).toEqual([])
    expect(commands).toEqual([])
    expect(events.filter(({ type }) => type === 'top').length).toBeGreaterThan(5)
  })

  it('finds a corrupted level by its checksum', () => {
    const frames = structuredClone(readRecording('kraken_XBT-CHF_book1000.jsonl'))
    const best = readList(readList(readFields(readList(frames[0]?.frame)?.[1])?.['as'])?.[0])
    if (Array.isArray(best)) best[1] = '0.15000001'
    const { events, commands } = feedAll(openFeed(chf, 1), frames)
    expect(events.filter(({ type }) => type === 'refused')).toMatchObject([{ reason: 'checksum', withdrawn: true }])
    expect(commands).toEqual([{ type: 'resync', symbol: 'BTCCHF' }])
  })

  it('tells the recorded trades and is silent about the rest', () => {
    const frames = readRecording('kraken_trades_tickers.jsonl')
    const pairs = new Set(frames.map(({ frame }) => readList(frame)?.at(-1)).filter((pair) => typeof pair === 'string'))
    const listings = [...pairs].map((pair) => recordedListing('kraken', pair, pair, 'USD'))
    const { events } = feedAll(new KrakenFeed({ listings, dialect: 1 }), frames)
    const told = frames.flatMap(({ frame }) =>
      readList(frame)?.at(-2) === 'trade' ? (readList(readList(frame)?.[1]) ?? []) : [],
    )
    expect(events).toHaveLength(told.length)
    expect(events).toHaveLength(10)
    expect(events[0]).toMatchObject({
      type: 'trade',
      side: 'sell',
      price: 354_110_000_000_000n,
      time: 1_618_678_142_557,
    })
  })
})
