import { decode, encode } from '@truemark/core/codec/codec'
import { answerCodec } from '@truemark/core/answer'
import { fillsPerTickMax } from '@truemark/core/book/budget'
import { tickStepsMax } from '@truemark/core/record'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { envelopeCodec, type Command } from '@truemark/core/vocabulary'
import { describe, expect, it } from 'vitest'
import { eventsCodec, makeExchange } from './exchangeMachine.ts'

const start = 1_700_000_000_000
const many = 1_000_000_000_000
const ladder = {
  levels: 3,
  halfSpreadRate: 200_000,
  gapRate: 100_000,
  levelQuantity: many,
  refillPerSecond: many,
  positionMax: many,
}
const ordersOfHolder = 200

/** A market that so many resting buys wait in, and how it is told a price. */
function waiting(orders: number, bytesMax?: number) {
  const machine = makeExchange(null, bytesMax)
  let now = start
  const run = (command: Command) => {
    const executed = machine.execute(encode(envelopeCodec, { key: null, command }), now)
    if (executed.kind !== 'accepted') throw new Error(`${command.type} was refused`)
    return executed
  }
  const tick = (indexTenths: number) => {
    now += 250
    const quote = { listing: 0, time: now, indexTenths, dispersionTenths: 0, sources: 3, kind: 'simulated' } as const
    const { events, answer } = run({ type: 'quote', ...quote })
    const told = decode(answerCodec, answer)
    const facts = events.length === 0 ? [] : decode(eventsCodec, events)
    return { bytes: events.length, fills: facts.length, more: told.type === 'tick' && told.more }
  }
  run({ type: 'listCurrency', code: 'USDT', scale: 6 })
  run({ type: 'listCurrency', code: 'BTC', scale: 8 })
  run({ type: 'listSymbol', terms: { ...btcTerms, quantityMax: many, ladder } })
  tick(6_000_000)
  const terms = { symbol: 'BTCUSDT', side: 'buy', kind: 'limit', timeInForce: 'GTC', budget: 0n, fault: '' } as const
  for (let holder = 32; (holder - 32) * ordersOfHolder < orders; holder += 1) {
    run({ type: 'openHolder', holder, realm: 'demo', country: 'CH' })
    for (let at = 0; at < ordersOfHolder; at += 1) {
      run({ type: 'placeSpotOrder', holder, ...terms, price: 590_000, quantity: 2 })
    }
  }
  return { tick }
}

const total = (parts: readonly { readonly fills: number }[]) => parts.reduce((sum, { fills }) => sum + fills, 0)

describe('one command', () => {
  it('writes no more than its bound of bytes and one step, however much a tick sets off, and the next do the rest', () => {
    const bytesMax = 100_000
    const orders = 8 * fillsPerTickMax
    const { tick } = waiting(orders, bytesMax)
    const parts = [tick(5_800_000)]
    while (parts.at(-1)?.more === true) parts.push(tick(5_800_000))
    expect(total(parts)).toBe(orders)
    expect(parts.length).toBeGreaterThan(2)
    const bytesOfStep = Math.max(...parts.map(({ bytes, fills }) => (bytes / Math.max(fills, 1)) * fillsPerTickMax))
    for (const { bytes } of parts) expect(bytes).toBeLessThan(bytesMax + 1.1 * bytesOfStep)
    expect(tick(5_800_000)).toEqual({ bytes: 0, fills: 0, more: false })
  })

  it('does no more steps than its bound of them, in a row of no more than 4 MiB', () => {
    const { tick } = waiting((tickStepsMax + 1) * fillsPerTickMax)
    const first = tick(5_800_000)
    expect(first).toMatchObject({ fills: tickStepsMax * fillsPerTickMax, more: true })
    expect(first.bytes).toBeLessThan(4 * 1024 * 1024)
    expect(tick(5_800_000)).toMatchObject({ fills: fillsPerTickMax })
  })
})
