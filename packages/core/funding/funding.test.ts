import { describe, expect, it } from 'vitest'
import { accountOf, admitPosition } from '../derivative/keep.ts'
import { evolve } from '../exchange.ts'
import { movesOf } from '../moves.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Event } from '../vocabulary.ts'
import type { FundingEvent, FundingPaid } from './event.ts'
import { fundingEveryMs } from './premium.ts'

const start = 1_000_000
/** 2023-11-14 22:13:20 UTC: the next stamp is midnight. */
const midnight = Date.UTC(2023, 10, 15)

/** A fixture whose clock samples, as the market's does each second. */
class Clock extends MarginFixture {
  /** One sample; gives what followed from it. */
  sample(stamp: number, indexTenths = start, fresh = true): Event[] {
    this.now = Math.max(this.now, stamp)
    if (fresh) this.tick(indexTenths)
    const events: Event[] = []
    for (;;) {
      const outcome = this.run({
        type: 'sampleIndex',
        stamp,
        kind: 'simulated',
        samples: fresh ? [{ listing: 0, indexTenths, sources: 4, fresh: true }] : [],
      })
      if (!outcome.ok) throw new Error(outcome.rejection.reason)
      events.push(...outcome.events)
      if (outcome.answer.type !== 'tick' || !outcome.answer.more) return events
    }
  }
}

function paid(events: readonly Event[]): FundingPaid[] {
  return events.filter((event): event is FundingPaid => event.type === 'fundingPaid')
}

function ratesSet(events: readonly Event[]): (FundingEvent & { type: 'fundingSet' })[] {
  return events.filter((event): event is FundingEvent & { type: 'fundingSet' } => event.type === 'fundingSet')
}

function begin(): Clock {
  const clock = new Clock()
  clock.tick(start)
  clock.sample(clock.now)
  return clock
}

describe('funding', () => {
  it('is paid once at a stamp by all that is open, and opposite positions pay and receive the same', () => {
    const clock = begin()
    const [long, short] = [clock.trader(40, 50_000), clock.trader(41, 50_000)]
    clock.setPerpetual(long, 'cross', 10)
    clock.setPerpetual(short, 'isolated', 10)
    clock.perpetual(long, 'buy', 1_000)
    clock.perpetual(short, 'sell', 1_000)
    const ticket = clock.ticket(long, 'buy', 500, 5)
    const before = { long: clock.worth(long), short: clock.worth(short), house: clock.house('liquidity') }
    const margin = clock.position(ticket)?.margin ?? 0n
    clock.sample(midnight - 1_000)
    const events = clock.sample(midnight)
    // no premium: F = 0.01 % of 10 and 5 lots of 0.1 at 10 000.0
    expect(ratesSet(events)).toMatchObject([
      {
        stamp: midnight,
        rates: [
          { realm: 'real', rate: 0 },
          { realm: 'demo', rate: 100_000 },
        ],
      },
    ])
    expect(clock.worth(long)).toBe(before.long - 1_000_000n - 500_000n)
    expect(clock.worth(short)).toBe(before.short + 1_000_000n)
    expect(clock.house('liquidity')).toBe(before.house + 500_000n)
    expect(clock.position(ticket)).toMatchObject({ margin: margin - 500_000n, funding: -500_000n })
    expect(paid(clock.sample(midnight + 1_000))).toEqual([])
    expect(paid(clock.sample(midnight + 60_000))).toEqual([])
    expect(clock.worth(long)).toBe(before.long - 1_500_000n)
  })

  it('is paid once also where the engine was down over the stamp, with the samples up to it', () => {
    const clock = begin()
    const long = clock.trader(40, 50_000)
    clock.setPerpetual(long, 'cross', 10)
    clock.perpetual(long, 'buy', 1_000)
    clock.sample(midnight - 3_000, 1_010_000)
    const before = clock.worth(long)
    const restored = new Clock()
    Object.assign(restored, { state: decodeState(encodeState(clock.state)), now: clock.now })
    // 20 hours later: two stamps have passed, and the price is another
    const events = restored.sample(midnight + 12 * 3_600_000, 2_000_000)
    expect(ratesSet(events).map(({ stamp, rates }) => [stamp, rates[1]?.rate])).toEqual([
      [midnight, 100_000],
      [midnight + fundingEveryMs, 0],
    ])
    expect(paid(events)).toMatchObject([{ stamp: midnight, markTenths: 1_010_000, done: true }])
    expect(restored.worth(long)).toBe(before - 1_010_000n)
    expect(paid(restored.sample(midnight + 12 * 3_600_000 + 1_000, 2_000_000))).toEqual([])
  })

  it('is 0 where nothing was sampled', () => {
    const clock = begin()
    const long = clock.trader(40, 50_000)
    clock.setPerpetual(long, 'cross', 10)
    clock.perpetual(long, 'buy', 1_000)
    clock.sample(midnight)
    for (let hour = 1; hour <= 8; hour++) {
      const events = clock.sample(midnight + hour * 3_600_000, start, false)
      expect(paid(events)).toEqual([])
      if (hour === 8) expect(ratesSet(events)).toMatchObject([{ rates: [{ rate: 0 }, { rate: 0, samples: 0 }] }])
    }
  })

  it('never takes more than there is: the insurance fund pays the rest', () => {
    const clock = begin()
    const long = clock.trader(40, 10_000)
    clock.setPerpetual(long, 'isolated', 100)
    clock.perpetual(long, 'buy', 100)
    const position = [...clock.state.derivative.positions.values()][0]
    // all but 0.05 USDT of its margin goes back to what is available, as a loss of its own would leave it
    const taken = position.margin - 50_000n
    clock.state.venue.ledger.apply([
      {
        kind: 'hold',
        holder: long,
        account: 'contract',
        currency: 0,
        amount: -taken,
        hold: 'isolated_margin',
        category: 'single_contract_close',
      },
    ])
    position.margin -= taken
    const before = { fund: clock.house('insurance'), house: clock.house('liquidity'), worth: clock.worth(long) }
    clock.state.funding.settledTo = midnight - fundingEveryMs
    clock.state.funding.due.push({
      realm: 'demo',
      listing: 0,
      premiumRate: 0,
      samples: 1,
      rate: 100_000,
      markTenths: start,
      stamp: midnight - 1,
      through: 0,
      changed: new Map(),
    })
    const events = clock.sample(midnight - 2_000, start, false)
    expect(paid(events)).toMatchObject([{ insurance: 50_000n, liquidity: 100_000n, lines: [{ amount: -50_000n }] }])
    expect(clock.worth(long)).toBe(before.worth - 50_000n)
    expect(clock.house('insurance')).toBe(before.fund - 50_000n)
    expect(clock.house('liquidity')).toBe(before.house + 100_000n)
  })

  it('follows the mean premium, within twice the taker fee', () => {
    const clock = begin()
    const running = clock.state.funding.sums.demo[0]
    expect(running?.count).toBeGreaterThan(0)
    clock.state.funding.sums.demo[0] = { sum: 3_000_000, count: 3 }
    expect(ratesSet(clock.sample(midnight, start, false))).toMatchObject([
      { rates: [{}, { premiumRate: 1_000_000, samples: 3, rate: 500_000 }] },
    ])
    clock.state.funding.sums.demo[0] = { sum: -30_000_000, count: 3 }
    expect(ratesSet(clock.sample(midnight + fundingEveryMs, start, false))).toMatchObject([
      { rates: [{}, { premiumRate: -10_000_000, rate: -1_000_000 }] },
    ])
  })

  it('is paid in bounded events, to each position once', () => {
    const clock = begin()
    const { derivative, venue } = clock.state
    const count = 1_000
    const cost = 10_000_000n
    for (let at = 0; at < count; at++) {
      const holder = 100 + at
      clock.trader(holder, 100)
      const hold = { kind: 'hold', holder, account: 'contract', currency: 0, hold: 'isolated_margin' } as const
      venue.ledger.apply([{ ...hold, amount: cost, category: 'contract_order' }])
      admitPosition(derivative, accountOf(derivative, venue, holder), {
        id: derivative.nextOrder++,
        holder,
        listing: 0,
        kind: 'ticket',
        side: at % 2 === 0 ? 'long' : 'short',
        lots: 1,
        cost,
        margin: cost,
        multiple: 1,
        bracketVersion: 1,
        stopLoss: 0,
        takeProfit: 0,
        triggered: 'none',
        feePaid: 0n,
        realised: 0n,
        funding: 0n,
        lotsClosed: 0,
        proceeds: 0n,
        openedAt: clock.now,
        updatedAt: clock.now,
        origin: null,
      })
    }
    const house = clock.house('liquidity')
    const events = paid(clock.sample(midnight))
    expect(events.map(({ lines, done }) => [lines.length, done])).toEqual([
      [400, false],
      [400, false],
      [200, true],
    ])
    const positions = [...derivative.positions.values()]
    // 0.01 % of 10 USDT
    expect(positions.every(({ side, funding }) => funding === (side === 'long' ? -1_000n : 1_000n))).toBe(true)
    expect(clock.house('liquidity')).toBe(house)
    expect(clock.state.funding.due).toEqual([])
  })

  it('stands in the snapshot, half paid, and every event’s moves sum to zero', () => {
    const clock = begin()
    for (let holder = 40; holder < 46; holder++) {
      clock.trader(holder, 50_000)
      clock.setPerpetual(holder, 'cross', 10)
      clock.perpetual(holder, holder % 2 === 0 ? 'buy' : 'sell', 100 * (holder - 39))
    }
    const events = clock.sample(midnight)
    for (const event of paid(events)) {
      const total = movesOf(event).reduce((sum, move) => sum + (move.kind === 'entry' ? move.amount : 0n), 0n)
      expect(total).toBe(0n)
    }
    for (const { posted, frozen, held } of sums(clock.state).sums) {
      expect(posted).toBe(0n)
      expect(frozen).toBe(held)
    }
    const again = decodeState(encodeState(clock.state))
    expect(encodeState(again)).toEqual(encodeState(clock.state))
    expect(again.funding.settledTo).toBe(midnight)
  })

  it('is paid by the lots of the stamp, however they change before the turn of their position comes', () => {
    const clock = begin()
    const [closes, reduces, adds, flips, late] = [40, 41, 42, 43, 44].map((holder) => clock.trader(holder, 50_000))
    for (const holder of [closes, reduces, adds, flips, late]) clock.setPerpetual(holder, 'cross', 10)
    clock.perpetual(closes, 'buy', 1_000)
    clock.perpetual(reduces, 'sell', 1_000)
    clock.perpetual(adds, 'sell', 100)
    clock.perpetual(flips, 'buy', 200)
    const ticket = clock.ticket(closes, 'buy', 300, 5)
    clock.now = midnight
    const rate = { realm: 'demo', listing: 0, premiumRate: 0, samples: 1, rate: 100_000, markTenths: start } as const
    // many others are paid first
    evolve(clock.state, { type: 'fundingSet', stamp: midnight, rates: [rate] }, midnight)
    clock.tick(start)
    clock.perpetual(closes, 'sell', 1_000)
    clock.must({ type: 'closeContract', holder: closes, order: ticket, lots: 0, fault: '' })
    clock.perpetual(reduces, 'buy', 900)
    clock.perpetual(adds, 'sell', 5_000)
    clock.perpetual(flips, 'sell', 400)
    clock.perpetual(late, 'sell', 1_000)
    const before = [closes, reduces, adds, flips, late].map((holder) => clock.worth(holder))
    const bytes = encodeState(clock.state)
    const back = decodeState(bytes)
    expect(encodeState(back)).toEqual(bytes)
    const events = clock.sample(midnight + 1_000)
    for (const event of events) evolve(back, event, clock.now)
    expect(encodeState(back)).toEqual(encodeState(clock.state))
    // 0.01 % of 10 000, 10 000, 1 000 and 2 000 USDT, and of the ticket's 3 000
    const changes = [closes, reduces, adds, flips, late].map((holder, at) => clock.worth(holder) - before[at])
    expect(changes).toEqual([-1_300_000n, 1_000_000n, 100_000n, -200_000n, 0n])
    expect(clock.account(reduces).perpetual.get(0)).toMatchObject({ funding: 1_000_000n, updatedAt: clock.now })
    for (const { posted, frozen, held } of sums(clock.state).sums) {
      expect(posted).toBe(0n)
      expect(frozen).toBe(held)
    }
  })
})
