import { describe, expect, it } from 'vitest'
import type { Budget } from '../book/budget.ts'
import { absorbLadders, senseLadders } from '../derivative/tick.ts'
import { evolve } from '../exchange.ts'
import type { HolderId } from '../ledger/holders.ts'
import { sense } from '../spot/tick.ts'
import { closeLadder, MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import { afterCrossing } from './steps.ts'

const start = 1_000_000

/** Two markets whose ticks fire when a test says so, with as many fills as it says. */
class Fired extends MarginFixture {
  constructor() {
    super({ ladder: { ...closeLadder, levelQuantity: 1_000_000 } })
    this.list('ETH')
    for (const listing of [0, 1]) this.tick(start, listing)
  }

  halt(listing: number): void {
    const terms = { ...this.state.venue.listings[listing], halt: 'halted' } as const
    this.must({ type: 'configureListing', listing, terms })
  }

  /** A second passes and both markets hear a mark; nothing fires yet. */
  hear(indexTenths: number): void {
    const { derivative, venue } = this.state
    this.now += 1_000
    const quote = { type: 'quote', time: this.now, indexTenths, dispersionTenths: 0, sources: 4 } as const
    for (const listing of [0, 1]) {
      sense(venue, { ...quote, listing, kind: 'simulated' }, this.now)
      senseLadders(derivative, venue, listing, this.now)
    }
  }

  /** What the tick fires, and whether it says that it has to go on. */
  fire(listing: number, budget: Budget): { events: Event[]; more: boolean } {
    const { derivative, venue, watch } = this.state
    const events: Event[] = []
    let goesOn = false
    const tick = { state: derivative, venue, listing, budget, now: this.now }
    for (const step of afterCrossing(tick, watch)) {
      goesOn ||= step.more
      for (const event of step.events) {
        evolve(this.state, event, this.now)
        if (event.type === 'derivativeTraded') absorbLadders(derivative, event)
        events.push(event)
      }
    }
    return { events, more: goesOn }
  }

  /** Where the last whole tick ended. */
  ended(listing: number): number {
    return this.state.watch.previous(this.state.venue, 'demo', listing)
  }

  /** Long of both markets at 50 times, with so little beside it that three per cent end it. */
  cross(holder: number): void {
    this.trader(holder, 1_000)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) this.setPerpetual(holder, 'cross', 50, symbol)
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) this.perpetual(holder, 'buy', 1_000, { symbol })
  }
}

function startedBy(events: readonly Event[]): HolderId[] {
  return events.flatMap((event) => (event.type === 'liquidationStarted' ? [event.holder] : []))
}

describe('what a tick fires', () => {
  it('ends at its mark where all of it was done, and says nothing more', () => {
    const fixture = new Fired()
    fixture.ticket(fixture.trader(40, 1_000), 'buy', 10, 5, { stopLoss: 99_000 })
    fixture.hear(980_000)
    const { events, more } = fixture.fire(0, { fills: 100 })
    expect(events.map(({ type }) => type)).toContain('positionTriggered')
    expect(more).toBe(false)
    expect(fixture.ended(0)).toBe(980_000)
  })

  it('ends where the fills do: the tick goes on from where the last one ended', () => {
    const fixture = new Fired()
    for (const holder of [40, 41]) fixture.ticket(fixture.trader(holder, 1_000), 'buy', 10, 5, { stopLoss: 99_000 })
    fixture.hear(980_000)
    const budget = { fills: 1 }
    const first = fixture.fire(0, budget)
    expect([budget.fills, first.more]).toEqual([0, true])
    expect(fixture.ended(0)).toBe(start)
    const then = fixture.fire(0, { fills: 2 })
    expect(then.more).toBe(false)
    expect(fixture.ended(0)).toBe(980_000)
    expect(fixture.state.derivative.positions.size).toBe(0)
  })

  it('is nothing of a market without contracts, or without a mark', () => {
    const fixture = new Fired()
    expect(fixture.fire(7, { fills: 100 })).toEqual({ events: [], more: false })
    Object.assign(fixture.state.venue.marks.of(0), { indexTenths: 0 })
    expect(fixture.fire(0, { fills: 100 })).toEqual({ events: [], more: false })
  })

  it('is no stop and no ticket of a mark that does not decide, which ends no tick, but the cross accounts that it leads below', () => {
    const fixture = new Fired()
    fixture.cross(40)
    const id = fixture.ticket(fixture.trader(41, 1_000), 'buy', 10, 20, { symbol: 'ETHUSDT', stopLoss: 99_000 })
    fixture.hear(start)
    fixture.fire(1, { fills: 100 })
    fixture.halt(1)
    fixture.hear(940_000)
    const { events, more } = fixture.fire(1, { fills: 100 })
    expect(startedBy(events)).toEqual([40])
    expect(events.some(({ type }) => type === 'positionTriggered')).toBe(false)
    expect(more).toBe(false)
    expect(fixture.position(id)?.lots).toBe(10)
    expect(fixture.ended(1)).toBe(start)
  })

  it('leaves the accounts behind the last fill to the next command, in their order', () => {
    const fixture = new Fired()
    for (const holder of [40, 41, 42]) fixture.cross(holder)
    fixture.hear(940_000)
    const first = fixture.fire(0, { fills: 1 })
    expect(startedBy(first.events)).toEqual([40])
    expect(first.more).toBe(true)
    const then = fixture.fire(0, { fills: 100 })
    expect(startedBy(then.events).filter((holder) => holder !== 40)).toEqual([41, 42])
    expect(then.more).toBe(false)
  })
})
