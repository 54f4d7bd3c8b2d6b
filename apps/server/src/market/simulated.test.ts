import { describe, expect, it } from 'vitest'
import { type Candle, CandleBuilder } from './candles.ts'
import type { MarketEvent } from './events.ts'
import { type Interval, bucketStart, dayMillis, intervalMillis, intervals, minuteMillis } from './intervals.ts'
import { IndexTicks } from './indexTicks.ts'
import { Simulation, simulatedSources, startSimulation } from './simulated.ts'
import { historyStart } from './simulatedHistory.ts'
import { firstSymbols } from './symbols.ts'

const now = Date.UTC(2026, 10, 27, 14, 23, 31, 700)
const few = firstSymbols.slice(0, 3)

function history(seed = 7) {
  const candles = new Map(few.map((spec) => [spec.code, [] as { interval: Interval; candle: Candle }[]]))
  const simulation = startSimulation(few, seed, now, (code, interval, candle) => {
    candles.get(code)?.push({ interval, candle })
  })
  return { simulation, of: (code: string) => candles.get(code) ?? [] }
}

function run(simulation: Simulation, until: number): MarketEvent[] {
  const events: MarketEvent[] = []
  simulation.advance(
    until,
    (event) => events.push(event),
    () => undefined,
  )
  return events
}

describe('the generated year', () => {
  const { simulation, of } = history()

  it('covers a year without a gap, up to the last full minute, and ends at each level', () => {
    for (const spec of few) {
      const all = of(spec.code)
      expect(all[0]?.candle.openTime).toBe(historyStart(now))
      const gaps = all.filter(({ interval, candle }, place) => {
        const next = all[place + 1]?.candle
        return next !== undefined && next.openTime !== candle.openTime + intervalMillis[interval]
      })
      expect(gaps).toEqual([])
      const last = all.at(-1)
      expect(last?.interval).toBe('1m')
      expect(last?.candle.openTime).toBe(bucketStart('1m', now) - minuteMillis)
      expect(last?.candle.close).toBe(Math.round(spec.simulation.price * 1e8))
    }
    expect(simulation.time).toBe(bucketStart('1m', now))
  })

  it('fills every interval, rolled up from the same path', () => {
    const counts = new Map<Interval, number>()
    const builder = new CandleBuilder((interval) => counts.set(interval, (counts.get(interval) ?? 0) + 1))
    for (const { interval, candle } of of('BTCUSDT')) builder.enter(interval, candle)
    for (const interval of intervals.slice(0, 5)) expect(counts.get(interval)).toBeGreaterThan(1_000)
    expect(counts.get('1D')).toBeGreaterThan(364)
    expect(counts.get('1W')).toBeGreaterThan(51)
  })

  it('is the same for the same seed and another for another', () => {
    expect(history().of('ETHUSDT')).toEqual(of('ETHUSDT'))
    expect(history(8).of('ETHUSDT')).not.toEqual(of('ETHUSDT'))
  })

  it('moves as much in a year as its volatility says, and together with BTC', () => {
    const dailyReturns = (code: string) => {
      const days = new Map<number, number>()
      for (const { candle } of of(code)) days.set(bucketStart('1D', candle.openTime), Math.log(candle.close))
      const logs = [...days.values()]
      return logs.slice(1).map((log, place) => log - (logs[place] ?? log))
    }
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
    const [btc, eth] = [dailyReturns('BTCUSDT'), dailyReturns('ETHUSDT')]
    const yearly = Math.sqrt((dot(btc, btc) / btc.length) * 365)
    expect(yearly).toBeGreaterThan(0.35)
    expect(yearly).toBeLessThan(0.75)
    expect(dot(btc, eth) / Math.sqrt(dot(btc, btc) * dot(eth, eth))).toBeGreaterThan(0.65)
  })
})

describe('Simulation', () => {
  const generated = history().simulation.state()
  const atEnd = () => new Simulation(few, generated)

  it('ticks four times a second per symbol at four venues, from where the history ends', () => {
    const simulation = atEnd()
    const tops = run(simulation, simulation.time + 10_000).filter((event) => event.type === 'top')
    expect(tops).toHaveLength(10 * 4 * few.length * simulatedSources.length)
    const first = tops.find((top) => top.symbol === 'BTCUSDT')
    expect(Math.abs(Number(first?.bid ?? 0n) / 1e12 - 90_000)).toBeLessThan(100)
    expect(tops.every((top) => top.bid > 0n && top.bid < top.ask)).toBe(true)
  })

  it('keeps prices on the tick, quantities on the step, and trades within their minute and in order', () => {
    const simulation = atEnd()
    const until = simulation.time + 120_000
    const trades = run(simulation, until).filter((event) => event.type === 'trade' && event.symbol === 'BTCUSDT')
    expect(trades.length).toBeGreaterThan(60)
    let last = 0
    for (const trade of trades) {
      if (trade.type !== 'trade') continue
      expect(trade.price % 10n ** 11n).toBe(0n)
      expect(trade.quantity % 10n ** 7n).toBe(0n)
      expect(trade.quantity).toBeGreaterThan(0n)
      expect(trade.time).toBeGreaterThanOrEqual(last)
      expect(bucketStart('1m', trade.time)).toBe(bucketStart('1m', trade.received - 1))
      last = trade.time
    }
  })

  it('makes an index that never halts', () => {
    const simulation = atEnd()
    const ticks = new IndexTicks({ priceDecimals: 1, jumpPermille: 100 })
    const tops = new Map<string, MarketEvent & { type: 'top' }>()
    let accepted = 0
    for (const event of run(simulation, simulation.time + 60_000)) {
      if (event.type !== 'top' || event.symbol !== 'BTCUSDT') continue
      tops.set(event.source, event)
      if (event.source !== simulatedSources[3]) continue
      const sources = [...tops.values()].map((top) => ({ ...top, heard: top.received }))
      const result = ticks.next(sources, null, event.received)
      expect(result).toMatchObject({ ok: true, tick: { sources: 4, time: event.received } })
      accepted++
    }
    expect(accepted).toBe(240)
  })

  it('goes on with the same path from its kept state, however the calls are cut', () => {
    const whole = atEnd()
    const cut = atEnd()
    const until = whole.time + 30_000
    const expected = run(whole, until)
    const got = run(cut, cut.time + 7_300)
    const kept: unknown = JSON.parse(JSON.stringify(cut.state()))
    expect(kept).toEqual(cut.state())
    const restored = new Simulation(few, cut.state())
    got.push(...run(restored, until))
    expect(got).toEqual(expected)
    expect(restored.state()).toEqual(whole.state())
  })

  it.each([5 * minuteMillis, 40 * 24 * 60 * minuteMillis + 12_345, 200 * dayMillis])(
    'fills %s ms of down time without a gap or a leap',
    (gap) => {
      const simulation = atEnd()
      run(simulation, simulation.time + 10_250)
      const before = simulation.state().path.logPrices[0] ?? 0
      const bars: { interval: Interval; candle: Candle }[] = []
      const events: MarketEvent[] = []
      const until = simulation.time + gap
      simulation.advance(
        until,
        (event) => events.push(event),
        (code, interval, candle) => {
          if (code === 'BTCUSDT') bars.push({ interval, candle })
        },
      )
      expect(simulation.time).toBe(Math.floor(until / 250) * 250)
      expect(bars[0]?.candle.openTime).toBe(bucketStart('1m', now) + minuteMillis)
      const last = bars.at(-1)
      expect((last?.candle.openTime ?? 0) + minuteMillis).toBe(bucketStart('1m', until))
      expect(Math.abs(Math.log((bars[0]?.candle.open ?? 0) / 1e8) - before)).toBeLessThan(0.01)
    },
  )

  it('begins a symbol that is listed later at its own level, and makes the minute of that again as it was', () => {
    const simulation = atEnd()
    const [, , , fourth] = firstSymbols
    if (fourth === undefined) throw new Error('no fourth symbol')
    const begun = simulation.time
    const before = run(simulation, begun + 7_300)
    simulation.join(fourth)
    simulation.join(fourth)
    const after = run(simulation, begun + 50_000)
    const own = after.filter((event) => event.type === 'top' && event.symbol === fourth.code)
    expect(own).toHaveLength(4 * 4 * 42.75)
    const [first] = own
    if (first?.type !== 'top') throw new Error('no book')
    expect(Math.abs(Math.log(Number(first.bid) / 1e12 / fourth.simulation.price))).toBeLessThan(0.01)
    // a crash in that minute: what was kept is its start, and the restart knows four symbols
    const kept = simulation.minuteState
    expect(kept.path.time).toBe(begun)
    const again = new Simulation([...few, fourth], kept)
    again.join(fourth)
    expect(run(again, begun + 50_000)).toEqual([...before, ...after])
    expect(again.state()).toEqual(simulation.state())
    run(simulation, begun + 70_000)
    expect(simulation.minuteState).toMatchObject({ codes: [...few, fourth].map(({ code }) => code), joining: [] })
  })

  it('refuses a state of other symbols', () => {
    expect(() => new Simulation(firstSymbols.slice(1), generated)).toThrow(RangeError)
  })

  it('generates the year of ten symbols within a bounded time', () => {
    const before = process.cpuUsage()
    let candles = 0
    startSimulation(firstSymbols, 1, now, () => candles++)
    expect(candles).toBeGreaterThan(70_000)
    // Of the processor, since the machine may be busy with other tests.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
  })
})
