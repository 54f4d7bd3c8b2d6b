import { existsSync, readFileSync } from 'node:fs'
import { formatDecimal } from '@truemark/core/money/decimal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candle, CandleBuilder, type ReferenceTrade, joinCandles, priceScale, volumeScale } from './candles.ts'
import { type Interval, bucketStart, dayMillis, intervalMillis, intervals, minuteMillis } from './intervals.ts'
import { parseRecorded } from './recorded.ts'

const recordedFolder = new URL('../../../../../shared/data/market/', import.meta.url)
const recorded = describe.skipIf(!existsSync(recordedFolder))

function read(file: string): Candle[] {
  return parseRecorded(readFileSync(new URL(file, recordedFolder), 'utf8'), 'recorded')
}

function build(work: (builder: CandleBuilder) => void) {
  const finished = new Map<Interval, Candle[]>(intervals.map((interval) => [interval, []]))
  const builder = new CandleBuilder((interval, candle) => finished.get(interval)?.push(candle))
  work(builder)
  return { builder, of: (interval: Interval) => finished.get(interval) ?? [] }
}

function trade(time: number, price: number, quantity = 1n): ReferenceTrade {
  return { time, price, quantity, source: 'test' }
}

const start = Date.UTC(2026, 0, 5)

recorded('recorded files (skipped where ../shared/data is absent)', () => {
  it("rolls an hour of recorded minutes up to the exchange's own hour, to the digit (KLN-01)", () => {
    const { of } = build((builder) => builder.fill(read('BTCUSDT_1m_2020-08-23_1h.csv')))
    const [own] = read('BTCUSDT_1h_2020-08-23.csv')
    const [hour] = of('1h')
    expect(hour).toMatchObject({
      open: own?.open,
      high: own?.high,
      low: own?.low,
      close: own?.close,
      volume: own?.volume,
    })
    expect(formatDecimal(hour?.close ?? 0, priceScale)).toBe('11645.21')
    expect(formatDecimal(hour?.volume ?? 0n, volumeScale)).toBe('2018.427323')
  })

  it.each([
    ['BTCUSD_1m_sparse_bequant_2021-07-02.csv', 83, 276],
    ['ETHDAI_1m_sparse_bequant_2021.csv', null, null],
    ['ETHEURS_1m_sparse_bequant_2021.csv', null, null],
  ])('fills the holes of %s with flat candles at the prior close (FC-19)', (file, breaks, longest) => {
    const rows = read(file)
    const gaps = rows.slice(1).map((row, place) => (row.openTime - (rows[place]?.openTime ?? 0)) / minuteMillis)
    if (breaks !== null) expect(gaps.filter((gap) => gap > 1)).toHaveLength(breaks)
    if (longest !== null) expect(Math.max(...gaps)).toBe(longest)
    const minutes = build((builder) => builder.fill(rows)).of('1m')
    const known = new Map(rows.map((row) => [row.openTime, row]))
    const wrong = minutes.filter((minute, place) => {
      const before = minutes[place - 1]
      if (before !== undefined && minute.openTime !== before.openTime + minuteMillis) return true
      const row = known.get(minute.openTime)
      if (row !== undefined) return minute.close !== row.close || minute.volume !== row.volume
      const prices = [minute.open, minute.high, minute.low, minute.close]
      return minute.volume !== 0n || prices.some((price) => price !== before?.close)
    })
    expect(wrong).toEqual([])
    expect(minutes.filter((minute) => minute.volume > 0n)).toHaveLength(rows.length)
    expect(minutes.every((minute) => minute.low > 0)).toBe(true)
  })

  it('keeps the volume of seven recorded days through every interval', () => {
    const rows = read('BTCUSDT_1m_2021-02-19_7d.csv')
    const { of } = build((builder) => builder.fill(rows))
    const sum = (candles: readonly Candle[]) => candles.reduce((total, candle) => total + candle.volume, 0n)
    const total = sum(rows)
    for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1D'] as const) {
      expect(of(interval)).toHaveLength((rows.length * minuteMillis) / intervalMillis[interval])
      expect(sum(of(interval))).toBe(total)
    }
    // The file starts on a Friday: the one Monday in it ends one week, of three days.
    expect(of('1W').map((week) => new Date(week.openTime).getUTCDay())).toEqual([1])
  })
})

describe('CandleBuilder', () => {
  it('puts trades at any second of a minute into one candle (FC-17)', () => {
    const { builder } = build((own) => {
      own.trade(trade(start + 7_000, 100))
      own.trade(trade(start + 31_000, 90, 2n))
    })
    expect(builder.forming('1m')).toEqual({
      openTime: start,
      open: 100,
      high: 100,
      low: 90,
      close: 90,
      volume: 3n,
      turnover: 280n,
      source: 'test',
    })
  })

  it('opens the next candle on the boundary, without waiting for a trade (FC-19)', () => {
    const { builder, of } = build((own) => {
      own.trade(trade(start + 1, 100))
      own.advance(start + minuteMillis)
    })
    expect(of('1m')).toHaveLength(1)
    expect(builder.forming('1m')).toMatchObject({ openTime: start + minuteMillis, open: 100, close: 100, volume: 0n })
  })

  it('has nothing, not a price of zero, before the first trade', () => {
    const { builder, of } = build((own) => own.advance(start))
    expect(of('1m')).toEqual([])
    expect(intervals.map((interval) => builder.forming(interval))).toEqual(intervals.map(() => null))
  })

  it('never rewrites a finished candle when old trades come again (T033)', () => {
    const { builder, of } = build((own) => {
      own.trade(trade(start, 100))
      own.trade(trade(start + minuteMillis, 101))
      expect(own.trade(trade(start + 59_999, 500))).toBe(false)
      own.advance(start + 2 * minuteMillis)
      own.fill([{ ...of1(start), high: 999 }])
    })
    expect(of('1m').map((candle) => candle.high)).toEqual([100, 101])
    expect(builder.lateTrades).toBe(1)
  })

  it.each([
    ['autumn, 25 local hours', Date.UTC(2025, 10, 2, 4), Date.UTC(2025, 10, 3, 5), 25],
    ['spring, 23 local hours', Date.UTC(2025, 2, 9, 5), Date.UTC(2025, 2, 10, 4), 23],
  ])('counts hours in UTC over a local change of clocks: %s (FC-13)', (_name, from, to, hours) => {
    const { of } = build((own) => {
      own.trade(trade(from, 100))
      own.advance(to)
    })
    const times = of('1h').map((hour) => hour.openTime)
    expect(times).toEqual(Array.from({ length: hours }, (_, hour) => from + hour * intervalMillis['1h']))
    expect(of('1D').every((day) => day.openTime % dayMillis === 0)).toBe(true)
  })

  it('refuses a minute of price zero, a body outside its shadows, and a time off the boundary', () => {
    for (const wrong of [{ low: 0 }, { high: 99 }, { openTime: start + 1 }, { volume: -1n }]) {
      expect(() => build((own) => own.fill([{ ...of1(start), ...wrong }]))).toThrow(RangeError)
    }
  })

  it('does not join an old bucket to a new one over a gap that is too long to fill', () => {
    const { builder, of } = build((own) => {
      own.trade(trade(start, 100))
      own.advance(start + 100 * dayMillis + 1)
    })
    expect(builder.openMinute).toBe(start + 100 * dayMillis)
    expect(of('1W').every((week, place, all) => week.openTime > (all[place - 1]?.openTime ?? 0))).toBe(true)
  })

  it('gives what a plain grouping of the trades gives, for every interval, forming ones included', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 3 * 3_600_000 })),
      price: fc.integer({ min: 1, max: 1_000 }),
      quantity: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 10 * dayMillis }),
        (steps, shift) => {
          let time = start + shift
          const trades = steps.map(({ wait, price, quantity }) => trade((time += wait), price, quantity))
          const { builder, of } = build((own) => trades.forEach((one) => own.trade(one)))
          for (const interval of intervals) {
            const all = [...of(interval), builder.forming(interval)]
            expect(all).toEqual(grouped(interval, trades))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('goes on after a restart as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 * 24 * 60 }), (cut) => {
        const all = Array.from({ length: cut + 7 }, (_, minute) =>
          trade(start + minute * minuteMillis, 100 + ((minute * 37) % 11), BigInt(minute + 1)),
        )
        const whole = build((own) => all.forEach((one) => own.trade(one)))
        const first = build((own) => all.slice(0, cut).forEach((one) => own.trade(one)))
        first.builder.advance(start + cut * minuteMillis)
        const second = build((own) => {
          own.resume(new Map(intervals.map((interval) => [interval, first.of(interval)])))
          all.slice(cut).forEach((one) => own.trade(one))
        })
        for (const interval of intervals) {
          expect(second.builder.forming(interval)).toEqual(whole.builder.forming(interval))
          expect([...first.of(interval), ...second.of(interval)]).toEqual(whole.of(interval))
        }
      }),
      { numRuns: 15 },
    )
  })
})

function of1(openTime: number): Candle {
  return { openTime, open: 100, high: 100, low: 100, close: 100, volume: 1n, turnover: 100n, source: 'test' }
}

/** The slow twin: every minute from first to last, then a join of those in each bucket. */
function grouped(interval: Interval, trades: readonly ReferenceTrade[]): Candle[] {
  const first = bucketStart('1m', trades[0]?.time ?? 0)
  const last = trades.at(-1)?.time ?? 0
  const buckets = new Map<number, Candle>()
  let close = 0
  for (let minute = first; minute <= last; minute += minuteMillis) {
    const own = trades.filter((one) => one.time >= minute && one.time < minute + minuteMillis)
    const prices = own.length === 0 ? [close] : own.map((one) => one.price)
    close = prices.at(-1) ?? close
    const candle: Candle = {
      openTime: minute,
      open: prices[0] ?? close,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close,
      volume: own.reduce((sum, one) => sum + one.quantity, 0n),
      turnover: own.reduce((sum, one) => sum + one.quantity * BigInt(one.price), 0n),
      source: 'test',
    }
    const open = bucketStart(interval, minute)
    buckets.set(open, joinCandles(open, buckets.get(open) ?? null, candle))
  }
  return [...buckets.values()]
}
