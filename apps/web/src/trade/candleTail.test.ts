import type { Kline } from '@truemark/protocol/routes/market'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleTail, latestOfEach, type CandleTail } from './candleTail.ts'

function candle(time: number, close: string): Kline {
  const figures = { open: '1', close, high: '1', low: '1', volume: '0', turnover: '0' }
  return {
    code: 'BTCUSDT',
    time,
    ...figures,
    id: '',
    interval: '1m',
    data_complete: false,
    source: '',
    simulated: false,
  }
}

test('of versions of several candles the last of each is drawn, in order', () => {
  const latest = latestOfEach([candle(60, '1'), candle(60, '2'), candle(120, '3'), candle(120, '4')])
  expect(latest.map((each) => [each.time, each.close])).toEqual([
    [60, '2'],
    [120, '4'],
  ])
})

const pageMax = 3

/** A market, a chart that takes what a real one takes, and the tail between them. */
class Rig {
  readonly market: Kline[] = [candle(0, 'a')]
  readonly chart: Kline[] = []
  isHeard = true
  hasHistory = true
  retry: (() => void) | null = null
  tail: CandleTail = this.#begin()

  #begin(): CandleTail {
    this.chart.splice(0, this.chart.length, ...this.market)
    return candleTail(this.market.slice(), {
      from: async (time) => {
        await Promise.resolve()
        if (!this.hasHistory) throw new Error('no answer')
        return this.market.filter((each) => each.time >= time).slice(0, pageMax)
      },
      draw: (next) => {
        const last = this.chart.at(-1)?.time ?? -1
        if (next.time === last) this.chart[this.chart.length - 1] = next
        else if (next.time > last) this.chart.push(next)
      },
      reload: () => {
        this.tail.stop()
        this.tail = this.#begin()
      },
      later: (run) => {
        this.retry = run
        return () => (this.retry = null)
      },
    })
  }

  trade(close: string, opens: boolean): void {
    const last = this.market.at(-1)?.time ?? 0
    const next = candle(opens ? last + 60 : last, close)
    if (opens) this.market.push(next)
    else this.market[this.market.length - 1] = next
    if (this.isHeard) this.tail.take([next])
  }

  /** A version of the last but one that comes late. */
  late(close: string): void {
    const at = this.market.length - 2
    const old = this.market[at]
    if (old === undefined) return
    const next = candle(old.time, close)
    this.market[at] = next
    if (this.isHeard) this.tail.take([next])
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('trade', 'trade', 'trade', 'open', 'open', 'hide', 'show', 'wait', 'late'),
    close: fc.constantFrom('b', 'c', 'd', 'e'),
  }),
  { maxLength: 40 },
)

test('after a hidden page the chart is the market’s, without a hole and each candle in its last version', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const rig = new Rig()
      for (const { what, close } of list) {
        if (what === 'trade' || what === 'open') rig.trade(close, what === 'open')
        else if (what === 'late' && rig.isHeard) rig.late(close)
        else if (what === 'hide') rig.isHeard = false
        else if (what === 'show') {
          rig.isHeard = true
          rig.tail.catchUp()
        } else await settled()
      }
      rig.isHeard = true
      rig.tail.catchUp()
      await settled()
      expect(rig.chart).toEqual(rig.market)
    }),
    { numRuns: 600 },
  )
})

test('nothing newer is drawn over a hole for which no history comes; it is asked for again', async () => {
  const rig = new Rig()
  rig.isHeard = false
  for (let bar = 0; bar < 8; bar += 1) rig.trade('b', true)
  rig.isHeard = true
  rig.hasHistory = false
  rig.tail.catchUp()
  rig.trade('c', true)
  await settled()
  expect(rig.chart).toHaveLength(1)
  rig.hasHistory = true
  rig.retry?.()
  await settled()
  expect(rig.chart).toEqual(rig.market)
})
