import { describe, expect, it } from 'vitest'
import { CoinbaseFeed } from './coinbase.ts'
import { feedAll, hasRecordings, readRecording, recordedListing } from './recordedFrames.ts'
import { readFields, readJson } from './reading.ts'

const skl = recordedListing('coinbase', 'SKLUSDT', 'SKL-USD', 'USD')
const received = Date.parse('2021-04-17T16:43:37.500Z')
const snapshot = { type: 'snapshot', product_id: 'SKL-USD', bids: [['0.79', '5']], asks: [['0.80', '6']] }
const update = (time: string, ...changes: string[][]) => ({ type: 'l2update', product_id: 'SKL-USD', changes, time })

function openFeed(): CoinbaseFeed {
  const feed = new CoinbaseFeed({ listings: [skl] })
  feed.open()
  return feed
}

describe('CoinbaseFeed', () => {
  it('subscribes each product to the public channels', () => {
    expect(openFeed().open().commands).toEqual([
      {
        type: 'send',
        text: '{"type":"subscribe","product_ids":["SKL-USD"],"channels":["level2_batch","matches","ticker","heartbeat"]}',
      },
    ])
  })

  it('takes an update stamped in year 1 at its receipt, and goes on after it', () => {
    const feed = openFeed()
    feed.feedFrame(snapshot, received)
    const odd = feed.feedFrame(update('0001-01-01T00:00:00.000000Z', ['buy', '0.791', '1']), received)
    expect(odd.events).toMatchObject([{ type: 'top', bid: 791_000_000_000n, time: received }])
    const next = feed.feedFrame(update('2021-04-17T16:43:37.400Z', ['buy', '0.792', '1']), received)
    expect(next.events).toMatchObject([{ type: 'top', bid: 792_000_000_000n, time: received - 100 }])
  })

  it('FC-66 takes an update and a match of the 61st second with the time of their receipt', () => {
    const feed = openFeed()
    feed.feedFrame(snapshot, received)
    const time = '2016-12-31T23:59:60.5Z'
    const odd = feed.feedFrame(update(time, ['buy', '0.791', '1']), received + 700)
    expect(odd.events).toMatchObject([{ type: 'top', bid: 791_000_000_000n, time: received + 700 }])
    const match = { type: 'match', product_id: 'SKL-USD', trade_id: '7', side: 'buy', size: '2', price: '0.79', time }
    expect(feed.feedFrame(match, received + 700).events).toMatchObject([{ type: 'trade', time: received + 700 }])
  })

  it('drops the book where a ticker has contradicted it for over half a second, as after a lost update', () => {
    const feed = openFeed()
    const ticker = (bid: string, ask: string) => ({
      type: 'ticker',
      product_id: 'SKL-USD',
      best_bid: bid,
      best_ask: ask,
    })
    feed.feedFrame(snapshot, received)
    expect(feed.feedFrame(ticker('0.75', '0.7504'), received + 100).events).toEqual([])
    expect(feed.feedFrame(ticker('0.75', '0.7504'), received + 550).events).toEqual([])
    expect(feed.feedFrame(ticker('0.75', '0.7504'), received + 650).events).toMatchObject([
      { type: 'refused', reason: 'contradicted', withdrawn: true },
    ])
  })

  it('confirms a quiet book by a heartbeat whose count stands, and by none that counts on', () => {
    const feed = openFeed()
    const beat = (sequence: number) => ({ type: 'heartbeat', product_id: 'SKL-USD', sequence, last_trade_id: 1 })
    feed.feedFrame(snapshot, received)
    expect(feed.feedFrame(beat(5), received + 1_000).events).toEqual([])
    expect(feed.feedFrame(beat(5), received + 2_000).events).toMatchObject([
      { type: 'top', received: received + 2_000 },
    ])
    expect(feed.feedFrame(beat(9), received + 3_000).events).toEqual([])
    expect(feed.saidAt('SKLUSDT')).toBe(received + 2_000)
  })

  it('takes its book anew every half minute', () => {
    const feed = openFeed()
    feed.feedFrame(snapshot, received)
    const at = received + 30_000
    const step = feed.feedFrame({ type: 'heartbeat', product_id: 'SKL-USD', sequence: 5 }, at)
    expect(step.commands.map((command) => command.type === 'send' && JSON.parse(command.text).type)).toEqual([
      'unsubscribe',
      'subscribe',
    ])
    expect(feed.feedFrame({ type: 'heartbeat', product_id: 'SKL-USD', sequence: 5 }, at + 1_000).commands).toEqual([])
  })

  it('drops the book on an update that is dated before the last: repeated late, or out of order', () => {
    const feed = openFeed()
    feed.feedFrame(snapshot, received)
    feed.feedFrame(update('2021-04-17T16:43:37.400Z', ['buy', '0.792', '1']), received)
    const old = feed.feedFrame(update('2021-04-17T16:43:30.000Z', ['buy', '0.792', '0']), received)
    expect(old.events).toMatchObject([{ type: 'refused', reason: 'gap', withdrawn: true }])
    expect(old.commands).toEqual([{ type: 'resync', symbol: 'SKLUSDT' }])
  })

  it('ignores updates between a withdrawal and the new snapshot', () => {
    const feed = openFeed()
    feed.feedFrame(snapshot, received)
    const crossed = feed.feedFrame(update('2021-04-17T16:43:37.400Z', ['buy', '0.81', '1']), received)
    expect(crossed.events).toMatchObject([{ type: 'refused', reason: 'crossed', withdrawn: true }])
    expect(crossed.commands).toEqual([{ type: 'resync', symbol: 'SKLUSDT' }])
    expect(feed.resync('SKLUSDT').commands).toHaveLength(2)
    const between = feed.feedFrame(update('2021-04-17T16:43:37.450Z', ['buy', '0.795', '1']), received)
    expect(between).toEqual({ events: [], commands: [] })
    expect(feed.feedFrame(snapshot, received).events).toMatchObject([{ type: 'top', bid: 790_000_000_000n }])
  })

  it('takes the taker’s side to be the other one than the maker’s', () => {
    const match = (side: string, trade_id: number) => {
      const time = '2021-04-17T16:43:37.400Z'
      return readJson(
        JSON.stringify({ type: 'match', product_id: 'SKL-USD', trade_id, side, size: '2', price: '0.79', time }),
      )
    }
    const feed = openFeed()
    expect(feed.feedFrame(match('buy', 7), received).events).toMatchObject([{ type: 'trade', side: 'sell', id: '7' }])
    expect(feed.feedFrame(match('sell', 8), received).events).toMatchObject([{ type: 'trade', side: 'buy', id: '8' }])
    expect(feed.feedFrame(match('', 9), received).events).toMatchObject([{ type: 'refused', reason: 'malformed' }])
  })

  it('tells USDT-USD as a rate', () => {
    const listing = recordedListing('coinbase', 'USDTUSD', 'USDT-USD', 'USD')
    const feed = new CoinbaseFeed({ listings: [listing] })
    expect(JSON.stringify(feed.open().commands)).not.toContain('matches')
    const book = { type: 'snapshot', product_id: 'USDT-USD', bids: [['0.9997', '5']], asks: [['0.9998', '6']] }
    expect(feed.feedFrame(book, 5).events).toEqual([
      { type: 'rate', source: 'coinbase', bid: 999_700_000_000n, ask: 999_800_000_000n, time: 5, received: 5 },
    ])
  })
})

describe.skipIf(!hasRecordings)('CoinbaseFeed on the recorded SKL-USD (skipped without ../shared/data)', () => {
  it('applies 683 updates and tells 7 trades of 37924.5 in all', () => {
    const frames = readRecording('coinbase_SKL-USD_level2_matches_ticker.jsonl')
    expect(frames.filter(({ frame }) => readFields(frame)?.['type'] === 'l2update')).toHaveLength(683)
    const { events, commands } = feedAll(openFeed(), frames)
    expect(events.filter(({ type }) => type === 'refused')).toEqual([])
    expect(commands).toEqual([])
    const trades = events.filter((event) => event.type === 'trade')
    expect(trades).toHaveLength(7)
    expect(trades.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(37_924_500_000_000_000n)
    const tops = events.filter((event) => event.type === 'top')
    expect(tops.length).toBeGreaterThan(10)
    for (const { bid, ask, time, received: at } of tops) {
      expect(bid).toBeLessThan(ask)
      expect(Math.abs(time - at)).toBeLessThan(60_000)
    }
  })
})
