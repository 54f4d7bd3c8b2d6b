import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../money/decimal.ts'
import { query, sums } from '../query.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'

/** Binance's BTCUSDT of 19 to 25 February 2021, minute by minute: a fall of 20 % in two days lies in it. */
const file = new URL('../../../../shared/data/market/BTCUSDT_1m_2021-02-19_7d.csv', import.meta.url)
const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(1) : []

/** The marks of the recorded minutes, four a minute in an order that fits, in tenths of a tick of 0.01. */
function recordedMarks(): number[] {
  return lines.flatMap((line) => {
    const [open, high, low, close] = line
      .split(',')
      .slice(1, 5)
      .map((text) => Number(parseDecimal(text, 8)) / 100_000)
    return close >= open ? [open, low, high, close] : [open, high, low, close]
  })
}

interface Open {
  readonly id: number
  readonly side: 'buy' | 'sell'
  /** The liquidation price as it is shown, at 10⁻⁴ of a tick. */
  readonly shown: bigint
}

/** A fresh ticket of 20×, and the liquidation price that its owner sees. */
function opened(fixture: MarginFixture, holder: number, side: 'buy' | 'sell'): Open {
  const id = fixture.ticket(holder, side, 100, 20)
  const reply = query(fixture.state, { type: 'contractOrder', holder, order: id }, fixture.now)
  const shown = reply.type === 'contractOrder' ? reply.order?.liquidationFine : null
  if (!shown) throw new Error('no liquidation price is shown')
  return { id, side, shown }
}

function liquidatedIn(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'liquidationStarted' ? [event.position] : []))
}

describe.skipIf(lines.length === 0)('the recorded minutes of February 2021 (../shared/data is needed)', () => {
  const listing = { priceDecimals: 2, quantityDecimals: 4, priceMax: 100_000_000 }

  it('liquidate 20× tickets on the first tick beyond the price that was shown, and no other', () => {
    const fixture = new MarginFixture({ ladder: { ...closeLadder, halfSpreadRate: 20_000 } }, listing, 10_000_000n)
    const open = new Map<number, Open>()
    const marks = recordedMarks()
    let holder = 40
    let liquidated = 0
    for (const [at, mark] of marks.entries()) {
      const events = fixture.tick(mark)
      const fine = BigInt(mark) * 1_000n
      const expected = [...open.values()].filter(({ side, shown }) => (side === 'buy' ? fine < shown : fine > shown))
      expect(liquidatedIn(events).toSorted((a, b) => a - b)).toEqual(expected.map(({ id }) => id))
      for (const { id } of expected) {
        expect(fixture.position(id)).toBeUndefined()
        open.delete(id)
        liquidated++
      }
      // a long and a short every five hours
      if (at % 1_200 !== 0) continue
      for (const side of ['buy', 'sell'] as const) {
        const found = opened(fixture, fixture.trader(holder++, 20_000), side)
        open.set(found.id, found)
      }
    }
    expect(liquidated).toBeGreaterThan(40)
    expect(open.size).toBeGreaterThan(5)
    for (const { posted, frozen, held } of sums(fixture.state).sums) {
      expect(posted).toBe(0n)
      expect(frozen).toBe(held)
    }
  }, 120_000)

  it('fill a stop-loss in a gap where the book stands after it', () => {
    const fixture = new MarginFixture({ ladder: { ...closeLadder, halfSpreadRate: 20_000 } }, listing, 10_000_000n)
    const marks = recordedMarks()
    let largest = 1
    for (let at = 1; at < marks.length; at++) {
      if (marks[at] / marks[at - 1] < marks[largest] / marks[largest - 1]) largest = at
    }
    const [before, after] = [marks[largest - 1], marks[largest]]
    fixture.tick(before)
    const holder = fixture.trader(40, 20_000)
    const stopLoss = Math.floor(before / 10) - 1
    const id = fixture.ticket(holder, 'buy', 100, 5, { stopLoss })
    const events = fixture.tick(after)
    const trade = events.find((event) => event.type === 'derivativeTraded')
    if (trade?.type !== 'derivativeTraded') throw new Error('no trade')
    expect(events.find((event) => event.type === 'positionTriggered')).toMatchObject({ position: id, price: stopLoss })
    const bid = Math.floor((after - Math.ceil((after * 2) / 100_000)) / 10)
    expect(trade.price).toBe(bid)
    expect(trade.price).toBeLessThan(stopLoss)
  })
})
