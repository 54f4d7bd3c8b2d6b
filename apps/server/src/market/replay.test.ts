import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Candle, CandleBuilder } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { minuteMillis, weekMillis } from './intervals.ts'
import { parseRecorded } from './recorded.ts'
import { referencePrice, referenceQuantity } from './referencePrice.ts'
import { Replay } from './replay.ts'

const start = Date.UTC(2026, 10, 23)
const rows = `open_time_ms,open,high,low,close,volume
${start},100.5,103,99.25,102,12.34567891
${start + minuteMillis},102,102,90,91.5,0.00000003
${start + 3 * minuteMillis},91.5,95,91.5,95,7`
const recording = { code: 'BTCUSDT', priceDecimals: 2, minutes: parseRecorded(rows, 'recorded') }

/** Plays [from, to) and builds the minutes of what was played. */
function play(own: typeof recording, from: number, to: number): { events: MarketEvent[]; minutes: Candle[] } {
  const events: MarketEvent[] = []
  const minutes: Candle[] = []
  const builder = new CandleBuilder((interval, candle) => interval === '1m' && minutes.push(candle))
  const replay = new Replay([own], from - 1)
  for (let now = from; now < to; now += 1_000) {
    replay.advance(now, (event) => {
      events.push(event)
      if (event.type !== 'trade') return
      const price = referencePrice(event.price, 'USDT', null) ?? 0
      const quantity = referenceQuantity(event.quantity)
      builder.trade({ time: event.time, price, quantity, source: 'recorded' })
    })
  }
  replay.advance(to - 1, (event) => events.push(event))
  builder.advance(to)
  return { events, minutes }
}

describe('Replay', () => {
  it('makes of each recorded minute ticks whose candle is that minute', () => {
    const { minutes } = play(recording, start, start + 4 * minuteMillis + 1_000)
    for (const row of recording.minutes.filter((own) => own.volume >= 4n)) {
      const { open, high, low, close, openTime } = row
      const played = minutes.find((candle) => candle.openTime === openTime)
      expect(played).toMatchObject({ open, high, low, close })
    }
    expect(minutes.find((candle) => candle.openTime === start)?.volume).toBe(1_234_567_891n)
  })

  it('goes open, low, high, close in a minute that rose, and open, high, low, close in one that fell', () => {
    const { events } = play(recording, start, start + 2 * minuteMillis)
    const prices = (minute: number) =>
      events
        .filter((event) => event.type === 'top' && Math.floor((event.time - start) / minuteMillis) === minute)
        .map((event) => (event.type === 'top' ? Number(event.bid / 10n ** 10n) : 0))
    expect(prices(0)).toHaveLength(240)
    expect([0, 80, 160, 239].map((place) => prices(0)[place])).toEqual([10_050, 9_925, 10_300, 10_200])
    expect([0, 80, 160, 239].map((place) => prices(1)[place])).toEqual([10_200, 10_200, 9_000, 9_150])
    expect(Math.min(...prices(0))).toBe(9_925)
  })

  it('ticks on without trades where no minute was recorded', () => {
    const { events } = play(recording, start + 2 * minuteMillis, start + 3 * minuteMillis)
    expect(events).toHaveLength(240)
    expect(events.every((event) => event.type === 'top' && event.bid === 91_500_000_000_000n)).toBe(true)
  })

  it('repeats a short recording, shifted by whole weeks', () => {
    const once = play(recording, start, start + 4 * minuteMillis).events
    const again = play(recording, start + 4 * minuteMillis, start + 8 * minuteMillis).events
    const later = play(recording, start + 3 * weekMillis, start + 3 * weekMillis + 4 * minuteMillis).events
    const prices = (events: MarketEvent[]) => events.map((event) => (event.type === 'top' ? event.bid : null))
    expect(prices(again)).toEqual(prices(once))
    expect(prices(later)).toEqual(prices(once))
  })

  it('does not make up the ticks of a long pause', () => {
    const replay = new Replay([recording], start)
    let ticks = 0
    replay.advance(start + weekMillis + 10_000, () => ticks++)
    expect(ticks).toBeLessThan(2 * 2 * 240)
  })

  it('refuses a recording without minutes', () => {
    expect(() => new Replay([{ ...recording, minutes: [] }], start)).toThrow(RangeError)
  })

  const week = new URL('../../../../../shared/data/market/BTCUSDT_1m_2021-02-19_7d.csv', import.meta.url)
  it.skipIf(!existsSync(week))(
    'plays seven recorded days now, minute for minute (skipped without ../shared/data)',
    () => {
      const minutes = parseRecorded(readFileSync(week, 'utf8'), 'recorded')
      const own = { code: 'BTCUSDT', priceDecimals: 1, minutes }
      const first = minutes[0]?.openTime ?? 0
      const shift = 300 * weekMillis
      const from = first + shift + 5_000 * minuteMillis
      const played = play(own, from, from + 10 * minuteMillis).minutes.slice(0, 9)
      expect(played[0]?.openTime).toBe(from)
      played.forEach((candle, place) => {
        const { open, high, low, close, volume } = minutes[5_000 + place] ?? candle
        expect(candle).toMatchObject({ open, high, low, close, volume })
      })
      const history = [...new Replay([own], from).history('BTCUSDT', from)]
      expect(history.at(-1)?.close).toBe(minutes[4_999]?.close)
      expect(history.length).toBeGreaterThan(10_080)
    },
  )
})

describe('parseRecorded', () => {
  it.each([
    ['a price with an exponent', '1000000000000,1e3,1,1,1,1'],
    ['a price of zero', '1000000020000,0,0,0,0,1'],
    ['a missing column', '1000000020000,1,1,1,1'],
    ['a negative volume', '1000000020000,1,1,1,1,-1'],
    ['a low above the open', '1000000020000,1,2,1.5,2,1'],
    ['an old line', `${start},1,1,1,1,1\n${start},1,1,1,1,1`],
  ])('refuses %s', (_name, text) => expect(() => parseRecorded(text, 'x')).toThrow(RangeError))
})
