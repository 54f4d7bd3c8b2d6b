import { describe, expect, it } from 'vitest'
import { Reader, Writer } from '../codec/bytes.ts'
import { btcTerms, Fixture } from '../testing/exchangeFixture.ts'
import type { SpotEvent } from './event.ts'
import { placedOf, readPlaced, writePlaced, type Placed } from './placed.ts'

const market = { kind: 'market' } as const

// a step of bitcoin costs a unit of USDT a tick; the taker pays three thousandths of what it receives
function two(): Fixture {
  const fixture = new Fixture({ ...btcTerms, feeRateTaker: 3_000_000 })
  for (const holder of [40, 41]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 900_000_000n)
  }
  return fixture
}

function factsOf(fixture: Fixture, ...ask: Parameters<Fixture['place']>): readonly SpotEvent[] {
  const outcome = fixture.place(...ask)
  if (!outcome.ok) throw new Error(outcome.rejection.reason)
  return outcome.events.filter((event) => event.type.startsWith('spot')) as SpotEvent[]
}

function writtenAndRead(facts: readonly SpotEvent[]): Placed {
  const writer = new Writer(8)
  writePlaced(writer, facts)
  const reader = new Reader(writer.finish())
  const read = readPlaced(reader)
  expect(reader.done).toBe(true)
  return read
}

/** What the facts say of the order, which its bytes say too. */
function placed(fixture: Fixture, ...ask: Parameters<Fixture['place']>): Placed | null {
  const facts = factsOf(fixture, ...ask)
  const found = placedOf(facts)
  expect(writtenAndRead(facts)).toEqual(found)
  return found
}

const rates = { listing: 0, feeRateMaker: 1_000_000, feeRateTaker: 3_000_000 } as const
const nothing = { filled: 0, quoteFilled: 0, feePaid: 0 } as const

describe('what became of an order within its own command', () => {
  it('is that it rests, with what it took before at the prices of its makers', () => {
    const fixture = two()
    const sell = { side: 'sell', kind: 'limit', timeInForce: 'GTC', budget: 0, ...rates } as const
    expect(placed(fixture, 41, 'sell', 100_000, 1_000)).toEqual({
      order: 1,
      ...sell,
      price: 100_000,
      quantity: 1_000,
      ...nothing,
      status: 'new',
      reason: null,
    })
    expect(placed(fixture, 41, 'sell', 100_010, 500, { timeInForce: 'POST_ONLY' })).toMatchObject({
      order: 2,
      timeInForce: 'POST_ONLY',
      ...nothing,
      status: 'new',
    })
    // 0.015 bitcoin, of which three thousandths
    expect(placed(fixture, 40, 'buy', 100_020, 2_000)).toEqual({
      order: 3,
      ...sell,
      side: 'buy',
      price: 100_020,
      quantity: 2_000,
      filled: 1_500,
      quoteFilled: 100_000_000 + 50_005_000,
      feePaid: 4_500,
      status: 'new',
      reason: null,
    })
  })

  it('is that it was filled, or why the rest of it was not', () => {
    const fixture = two()
    placed(fixture, 41, 'sell', 100_000, 1_000)
    expect(placed(fixture, 40, 'buy', 100_000, 400)).toMatchObject({
      filled: 400,
      status: 'filled',
      reason: 'filled',
    })
    expect(placed(fixture, 40, 'buy', 0, 0, { ...market, budget: 10_050_000n })).toMatchObject({
      kind: 'market',
      price: 0,
      quantity: 0,
      budget: 10_050_000,
      filled: 100,
      quoteFilled: 10_000_000,
      status: 'filled',
      reason: 'budget_spent',
    })
    const rest = placed(fixture, 40, 'buy', 100_000, 900, { timeInForce: 'IOC' })
    expect(rest).toMatchObject({ timeInForce: 'IOC', filled: 500, status: 'canceled', reason: 'immediate_or_cancel' })
    expect(placed(fixture, 40, 'buy', 100_000, 900, { timeInForce: 'FOK' })).toMatchObject({
      timeInForce: 'FOK',
      ...nothing,
      status: 'canceled',
      reason: 'fill_or_kill',
    })
  })

  it('is nothing where the facts are no order’s', () => {
    const fixture = two()
    const [first, ...rest] = factsOf(fixture, 40, 'buy', 90_000, 1_000)
    expect(placedOf([])).toBe(null)
    expect(rest).toEqual([])
    const canceled = fixture.must({ type: 'cancelSpotOrder', holder: 40, order: 1 }) as readonly SpotEvent[]
    expect(placedOf(canceled)).toBe(null)
    expect(placedOf([...canceled, first])).toBe(null)
    const writer = new Writer()
    writePlaced(writer, canceled)
    expect(writer.length).toBe(0)
  })
})
