import { afterEach, describe, expect, it } from 'vitest'
import { candleSources } from './candlePages.ts'
import { hasRecordings, readRecordedText } from './recordedFrames.ts'
import { readFields, readJson, readList, readPositive, readText } from './reading.ts'
import { SourceRest } from './rest.ts'
import { RestGate } from './restGate.ts'
import { machineClock, type FeedClock } from './source.ts'
import { type Handler, type Venue, startVenue } from './testing/venue.ts'
import { tradeSources } from './tradePages.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A real HTTP server in the venues' place; gives a `fetch` that goes there whatever the host. */
async function venue(handler: Handler): Promise<Venue> {
  const started = await startVenue(handler)
  cleanups.push(() => started.close())
  return started
}

/** The clock at a given time, whose waits are over at once but counted. */
function swiftClock(start: number): FeedClock & { waited: number[] } {
  const waited: number[] = []
  let now = start
  return {
    waited,
    now: () => now,
    after(ms, callback) {
      // Time limits (5 s here) stay real: nothing under test should reach them.
      if (ms === 5_000) return machineClock.after(ms, callback)
      waited.push(ms)
      now += ms
      return machineClock.after(0, callback)
    },
  }
}

const minute = 60_000
const noon = Date.UTC(2026, 0, 1, 12)

function restOn(fetcher: typeof fetch, clock: FeedClock = swiftClock(noon)): SourceRest {
  const rest = new SourceRest({ clock, random: () => 0, fetch: fetcher })
  cleanups.push(() => rest.stop())
  return rest
}

const kline = (time: number) => [time, '100', '110', '90', '105', '2', time + minute - 1, '205', 3, '1', '100', '0']

describe('fetchCandles', () => {
  it('reads pages in order, once each, without the minute that still runs', async () => {
    const asked: string[] = []
    const { fetch } = await venue((_, response, url) => {
      const [from, to] = [Number(url.searchParams.get('startTime')), Number(url.searchParams.get('endTime'))]
      asked.push(`${url.pathname} ${url.searchParams.get('symbol')} ${from} ${to}`)
      const rows = []
      for (let time = from; time <= to; time += minute) rows.push(kline(time))
      response.end(JSON.stringify(rows))
    })
    const from = noon - 1_500 * minute
    const answer = await restOn(fetch).fetchCandles('binance', 'BTCUSDT', from, noon + minute)
    expect(asked).toEqual([
      `/api/v3/klines BTCUSDT ${from} ${from + 1_000 * minute - 1}`,
      `/api/v3/klines BTCUSDT ${from + 1_000 * minute} ${noon - 1}`,
    ])
    expect(answer.ok && answer.rows).toHaveLength(1_500)
    expect(answer.ok && answer.rows[0]).toEqual({
      time: from,
      open: 100_000_000_000_000n,
      high: 110_000_000_000_000n,
      low: 90_000_000_000_000n,
      close: 105_000_000_000_000n,
      volume: 2_000_000_000_000n,
      turnover: 205_000_000_000_000n,
      turnoverExact: true,
    })
  })

  it('refuses unsound rows and says how many', async () => {
    const from = noon - 10 * minute
    const { fetch } = await venue((_, response) => {
      const rows = [
        kline(from),
        // Open, high, low, close: a high below the open, a low above the open, a low above the close.
        [from + minute, '100', '99', '90', '95', '2', 0, '205'],
        [from + minute, '100', '110', '101', '105', '2', 0, '205'],
        [from + minute, '108', '110', '106', '105', '2', 0, '205'],
        [from + 2 * minute, '1e', '110', '90', '105', '2', 0, '205'],
        [from + 3 * minute, '0', '110', '90', '105', '2', 0, '205'],
        [from + 3 * minute, '100', '110', '90', '105', '-2', 0, '205'],
        kline(from + 4 * minute + 1),
      ]
      response.end(JSON.stringify(rows))
    })
    const answer = await restOn(fetch).fetchCandles('binance', 'BTCUSDT', from, noon)
    expect(answer).toMatchObject({ ok: true, refusedCount: 7, rows: [{ time: from }] })
  })

  it('says what it cannot do', async () => {
    const rest = restOn((await venue((_, response) => response.end('[]'))).fetch)
    expect(await rest.fetchCandles('coinbase', 'TRXUSDT', 0, noon)).toEqual({ ok: false, failure: 'unlisted' })
    expect(await rest.fetchCandles('binance', 'BTCUSDT', 0, noon)).toEqual({ ok: false, failure: 'too-long' })
    const odd = restOn((await venue((_, response) => response.end('{"error":["EGeneral:Too many requests"]}'))).fetch)
    expect(await odd.fetchCandles('kraken', 'BTCUSDT', noon - minute, noon)).toEqual({
      ok: false,
      failure: 'malformed',
    })
  })

  it('reads Coinbase’s bare numbers exactly, and marks the turnover as derived', () => {
    const page = candleSources.coinbase.read(readJson('[[1700000040,36999.99,37001.01,37000,37000.10,0.12345678]]'))
    expect(page).toEqual({
      refusedCount: 0,
      rows: [
        {
          time: 1_700_000_040_000,
          open: 37_000_000_000_000_000n,
          high: 37_001_010_000_000_000n,
          low: 36_999_990_000_000_000n,
          close: 37_000_100_000_000_000n,
          volume: 123_456_780_000n,
          // 0.12345678 × (36999.99 + 37001.01 + 37000 + 37000.10) / 4
          turnover: 4_567_934_810_614_500n,
          turnoverExact: false,
        },
      ],
    })
    expect(candleSources.coinbase.url('BTC-USD', noon, noon + 300 * minute)).toContain(
      'start=2026-01-01T12:00:00.000Z&end=2026-01-01T16:59:00.000Z',
    )
  })

  it('asks Kraken for no more than it keeps, and multiplies its weighted price', async () => {
    const asked: string[] = []
    const { fetch } = await venue((_, response, url) => {
      asked.push(url.search)
      const rows = [[(noon - minute) / 1000, '100.0', '110.0', '90.0', '105.0', '101.5', '2.00000000', 7]]
      response.end(JSON.stringify({ error: [], result: { XBTUSDT: rows, last: 1 } }))
    })
    const answer = await restOn(fetch).fetchCandles('kraken', 'BTCUSDT', noon - 2_000 * minute, noon)
    expect(asked).toEqual([`?pair=XBTUSDT&interval=1&since=${(noon - 720 * minute) / 1000 - 1}`])
    expect(answer).toMatchObject({ ok: true, rows: [{ turnover: 203_000_000_000_000n, turnoverExact: false }] })
  })

  it.skipIf(!hasRecordings)('gives the rows of the recorded payloads (skipped without ../shared/data)', () => {
    const recorded = readList(readFields(readJson(readRecordedText('hummingbot_candles.json')))?.['venues']) ?? []
    const ours = [
      ['binance_spot', candleSources.binance],
      ['binance_perpetual', candleSources.binance],
      ['okx_spot', candleSources.okx],
    ] as const
    for (const [name, source] of ours) {
      const fields = recorded.map(readFields).find((candidate) => candidate?.['venue'] === name)
      const page = source.read(fields?.['rest_raw'])
      const expected = (readList(fields?.['expected_rows']) ?? []).map((row) => {
        const [seconds, open, high, low, close, volume, turnover] = readList(row) ?? []
        const values = { open, high, low, close, volume, turnover }
        const exact = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, readPositive(value)]))
        return { time: Number(readText(seconds)) * 1000, ...exact, turnoverExact: true }
      })
      expect(expected).toHaveLength(4)
      expect(page, name).toEqual({ rows: expected, refusedCount: 0 })
    }
  })
})

describe('fetchTrades', () => {
  it('walks Binance forward by id until the window is passed', async () => {
    const all = Array.from({ length: 2_600 }, (_, at) => ({
      a: at,
      p: '100',
      q: '1',
      T: noon - 5_000 + at * 4,
      m: at % 2 > 0,
    }))
    const { fetch } = await venue((_, response, url) => {
      const from = Number(url.searchParams.get('startTime') ?? 0)
      const id = Number(url.searchParams.get('fromId') ?? 0)
      response.end(JSON.stringify(all.filter(({ a, T }) => T >= from && a >= id).slice(0, 1_000)))
    })
    const answer = await restOn(fetch).fetchTrades('binance', 'BTCUSDT', noon, 4_000)
    expect(answer.ok && answer.rows).toHaveLength(2_001)
    expect(answer.ok && answer.rows[0]).toEqual({
      id: '250',
      price: 100_000_000_000_000n,
      quantity: 1_000_000_000_000n,
      side: 'buy',
      time: noon - 4_000,
    })
  })

  it('walks OKX backward', async () => {
    const all = Array.from({ length: 250 }, (_, at) => ({
      tradeId: `${at}`,
      px: '100',
      sz: '1',
      side: 'sell',
      ts: `${noon + at}`,
    }))
    const { fetch } = await venue((_, response, url) => {
      const after = Number(url.searchParams.get('after'))
      const byId = url.searchParams.get('type') === '1'
      const older = all.filter(({ tradeId, ts }) => Number(byId ? tradeId : ts) < after)
      response.end(JSON.stringify({ code: '0', data: older.toReversed().slice(0, 100) }))
    })
    const answer = await restOn(fetch).fetchTrades('okx', 'BTCUSDT', noon + 120, 110)
    expect(answer.ok && answer.rows).toHaveLength(221)
  })

  it('reads Kraken’s and Coinbase’s forms', () => {
    const kraken = '{"error":[],"result":{"XBTUSDT":[["100.5","0.01",1700000040.1234567,"b","l","",77]],"last":"1"}}'
    expect(tradeSources.kraken.read(readJson(kraken))).toMatchObject([
      { id: '77', side: 'buy', time: 1_700_000_040_123 },
    ])
    const coinbase = '[{"time":"2023-11-14T22:14:00.123456Z","trade_id":74,"price":"10.5","size":"0.01","side":"sell"}]'
    expect(tradeSources.coinbase.read(readJson(coinbase))).toMatchObject([
      { id: '74', side: 'buy', time: 1_700_000_040_123 },
    ])
  })

  it('gives nothing rather than a part', async () => {
    const sick = await venue((_, response) => response.end('[{"a":1,"p":"NaN","q":"1","T":1,"m":true}]'))
    expect(await restOn(sick.fetch).fetchTrades('binance', 'BTCUSDT', noon, 10)).toEqual({
      ok: false,
      failure: 'malformed',
    })
    const endless = await venue((_, response, url) => {
      const id = Number(url.searchParams.get('fromId') ?? 0)
      const rows = Array.from({ length: 1_000 }, (_row, at) => ({ a: id + at, p: '1', q: '1', T: noon, m: true }))
      response.end(JSON.stringify(rows))
    })
    expect(await restOn(endless.fetch).fetchTrades('binance', 'BTCUSDT', noon, 10)).toEqual({
      ok: false,
      failure: 'incomplete',
    })
  })
})

describe('RestGate', () => {
  const gateOn = (fetcher: typeof fetch, clock: FeedClock, timeout = 5_000) =>
    new RestGate({ spacing: 100, clock, random: () => 0, fetch: fetcher, timeout })

  it('spaces calls, retries what may pass, and waits when it is told to', async () => {
    const statuses = [503, 429, 200]
    const { fetch, base } = await venue((_, response) => {
      response.writeHead(statuses.shift() ?? 200, { 'retry-after': '20' }).end('{"a":1.50}')
    })
    const clock = swiftClock(noon)
    expect(await gateOn(fetch, clock).get(base)).toEqual({ ok: true, body: { a: '1.50' } })
    expect(clock.waited[0]).toBe(500)
    expect(clock.waited.some((ms) => ms >= 18_000)).toBe(true)
  })

  it('does not retry a refusal', async () => {
    let count = 0
    const { fetch, base } = await venue((_, response) => {
      count += 1
      response.writeHead(404).end()
    })
    expect(await gateOn(fetch, swiftClock(noon)).get(base)).toEqual({ ok: false, failure: 'refused' })
    expect(count).toBe(1)
  })

  it('bounds the body, the time and the queue', async () => {
    const large = await venue((_, response) => response.end(`"${'x'.repeat(9 * 1024 * 1024)}"`))
    expect(await gateOn(large.fetch, machineClock).get(large.base)).toEqual({ ok: false, failure: 'too-large' })
    const silent = await venue(() => undefined)
    expect(await gateOn(silent.fetch, machineClock, 50).get(silent.base, 1)).toEqual({ ok: false, failure: 'timeout' })
    const gate = gateOn(silent.fetch, machineClock)
    const calls = Array.from({ length: 257 }, () => gate.get(silent.base))
    expect(await calls.at(-1)).toEqual({ ok: false, failure: 'overloaded' })
    gate.stop()
    const answers = await Promise.all(calls.slice(0, 256))
    expect(answers.every((answer) => !answer.ok && answer.failure === 'stopped')).toBe(true)
  })
})
