import type { Command, Event } from '../vocabulary.ts'
import { Fixture } from './exchangeFixture.ts'

/** What places one that waits. */
export type PlaceConditional = Command & { type: 'placeSpotConditional' }

/** Two holders of the demo. */
export const demo = 33
export const other = 34
/** In ticks. */
export const index = 1_000_000

/** A demo holder with 100 000 USDT and 10 BTC at an index of 100 000.0. */
function opened(): Fixture {
  const fixture = new Fixture()
  for (const holder of [demo, other]) {
    fixture.demo(holder)
    fixture.give(holder, 1, 1_000_000_000n)
  }
  return fixture
}

/** A stop limit that sells, or as a test says. */
export function asks(more: Partial<PlaceConditional> = {}): PlaceConditional {
  return {
    type: 'placeSpotConditional',
    holder: demo,
    symbol: 'BTCUSDT',
    side: 'sell',
    kind: 'limit',
    passing: 'fall',
    trigger: 990_000,
    price: 985_000,
    quantity: 100_000,
    budget: 0n,
    fault: '',
    ...more,
  }
}

/** The number of one that must be taken. */
export function waits(fixture: Fixture, more: Partial<PlaceConditional> = {}): number {
  const [event] = fixture.must(asks(more))
  if (event?.type !== 'spotConditionalPlaced') throw new Error('it does not wait')
  return event.order
}

/** What happened, in order. */
export const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type)
/** The numbers of those whose price came, in order. */
export const firedIn = (events: readonly Event[]): number[] =>
  events.flatMap((event) =>
    event.type === 'spotConditionalTriggered' || event.type === 'spotTrailingTriggered' ? event.order : [],
  )

/** The index in ticks, as a quote in tenths of one. */
export const tick = (fixture: Fixture, ticks: number): readonly Event[] => {
  fixture.now += 100
  return fixture.quote(10 * ticks)
}

/** A second's sample of the index, in ticks. */
export const sample = (fixture: Fixture, ticks: number): readonly Event[] => {
  fixture.now += 1_000
  const stamp = Math.floor(fixture.now / 1_000) * 1_000
  const samples = [{ listing: 0, indexTenths: 10 * ticks, sources: 4, fresh: true }]
  return fixture.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
}

/** The same once a tick has said that index. */
export function opening(): Fixture {
  const fixture = opened()
  tick(fixture, index)
  return fixture
}
