import { describe, expect, it } from 'vitest'
import { drawFlow, operation } from './mixedFlow.ts'

const terms = { operations: 20_000, live: 2_000, holders: 500, holderMin: 32, priceStart: 600_000, seed: 7 }

describe('the mixed flow', () => {
  const flow = drawFlow(terms)

  it('is 60 % orders that rest, 30 % cancels and 10 % orders that trade', () => {
    const kinds = [...flow.kind.subarray(flow.filling)]
    const share = (wanted: number) => kinds.filter((kind) => kind === wanted).length / terms.operations
    expect(share(operation.add)).toBeCloseTo(0.6, 1)
    expect(share(operation.cancel)).toBeCloseTo(0.3, 1)
    expect(share(operation.take)).toBeCloseTo(0.1, 1)
  })

  it('keeps the book about as full as it was asked to', () => {
    const open = new Set<number>()
    const left = new Map<number, number>()
    for (let at = 0; at < flow.length; at += 1) {
      const order = flow.order[at] ?? 0
      if (flow.kind[at] === operation.add) {
        open.add(order)
        left.set(order, flow.quantity[at] ?? 0)
      } else if (flow.kind[at] === operation.cancel) {
        // only what is open is cancelled
        expect(open.delete(order)).toBe(true)
      }
    }
    const added = [...left.values()].reduce((sum, quantity) => sum + quantity, 0)
    expect(flow.trades.quantity).toBeLessThan(added)
    expect(flow.trades.count).toBeGreaterThan(terms.operations / 10)
  })

  it('numbers orders without a gap', () => {
    let next = 1
    for (let at = 0; at < flow.length; at += 1) {
      if (flow.kind[at] !== operation.cancel) expect(flow.order[at]).toBe(next++)
    }
  })

  it('is the same for the same seed and another for another', () => {
    expect(drawFlow(terms).trades).toEqual(flow.trades)
    expect(drawFlow({ ...terms, seed: 8 }).trades.hash).not.toBe(flow.trades.hash)
  })
})
