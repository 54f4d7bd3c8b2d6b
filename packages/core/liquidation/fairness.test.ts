import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { crossFigures, figuresAt, ownEquity } from '../derivative/account.ts'
import { evolve } from '../exchange.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { eventCodec, type Command, type Event } from '../vocabulary.ts'

const start = 1_000_000
const users = [40, 41, 42, 43]

const who = fc.integer({ min: 0, max: users.length - 1 })
const side = fc.constantFrom('buy' as const, 'sell' as const)
const multiple = fc.constantFrom(2, 10, 20, 50, 100)
const lots = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 100, max: 3_000 }) },
  fc.integer({ min: 1, max: 20_000 }),
)
const offset = fc.integer({ min: -1_950, max: 1_950 })
const target = fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: null, freq: 2 })

const acts = {
  ticket: fc.record({
    act: fc.constant('ticket' as const),
    who,
    side,
    lots,
    multiple,
    offset: fc.option(offset, { nil: null }),
    stop: target,
    take: target,
  }),
  perpetual: fc.record({
    act: fc.constant('perpetual' as const),
    who,
    side,
    lots,
    offset: fc.option(offset, { nil: null }),
    reduceOnly: fc.constantFrom(false, false, false, true),
    stop: target,
    take: target,
  }),
  close: fc.record({ act: fc.constant('close' as const), which: fc.nat(), lots: fc.integer({ min: 0, max: 500 }) }),
  cancel: fc.record({ act: fc.constant('cancel' as const), who }),
  tick: fc.record({
    act: fc.constant('tick' as const),
    change: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -4_000, max: 4_000 }) },
      fc.integer({ min: -90_000, max: 90_000 }),
    ),
  }),
  wait: fc.record({ act: fc.constant('wait' as const), ms: fc.constantFrom(500, 900, 2_000, 7_000) }),
  sample: fc.record({ act: fc.constant('sample' as const), hours: fc.constantFrom(0, 0, 3) }),
}
type Acts = typeof acts
type Act = { [K in keyof Acts]: Acts[K] extends fc.Arbitrary<infer T> ? T : never }[keyof Acts]

const all = fc.oneof(
  { weight: 4, arbitrary: acts.ticket },
  { weight: 4, arbitrary: acts.perpetual },
  { weight: 2, arbitrary: acts.close },
  { weight: 1, arbitrary: acts.cancel },
  { weight: 6, arbitrary: acts.tick },
  { weight: 1, arbitrary: acts.wait },
  { weight: 1, arbitrary: acts.sample },
)

/** A market of a few users that is driven by acts; `names` says which holder plays which user. */
class Market extends MarginFixture {
  mark = start
  readonly names: readonly number[]

  constructor(names: readonly number[], insurance = 1_000n) {
    super(
      {
        ladder: {
          levels: 3,
          halfSpreadRate: 100_000,
          gapRate: 200_000,
          levelQuantity: 3_000,
          refillPerSecond: 3_000,
          positionMax: 100_000,
        },
      },
      {},
      insurance,
    )
    this.names = names
    this.tick(start)
    // the order of arrival is that of the users, whichever holders play them
    for (const holder of names) {
      this.trader(holder, 2_000)
      const mode = users.indexOf(40 + names.indexOf(holder)) % 2 === 0 ? 'cross' : 'isolated'
      this.setPerpetual(holder, mode, 20)
    }
  }

  commandOf(act: Act): Command | null {
    const ticks = Math.floor(this.mark / 10)
    if (act.act === 'ticket' || act.act === 'perpetual') {
      const holder = this.names[act.who]
      const up = act.side === 'buy' ? 1 : -1
      const common = {
        holder,
        symbol: 'BTCUSDT',
        side: act.side,
        kind: act.offset === null ? 'market' : 'limit',
        timeInForce: 'GTC',
        price: act.offset === null ? 0 : ticks + act.offset,
        lots: act.lots,
        stopLoss: act.stop === null ? null : ticks - up * (2_000 + act.stop),
        takeProfit: act.take === null ? null : ticks + up * (2_000 + act.take),
        fault: '',
      } as const
      if (act.act === 'ticket') return { type: 'placeContractOrder', multiple: act.multiple, ...common }
      const { reduceOnly } = act
      const targets = reduceOnly ? { stopLoss: null, takeProfit: null } : {}
      return { type: 'placePerpetualOrder', reduceOnly, ...common, ...targets }
    }
    if (act.act === 'close') {
      const open = [...this.state.derivative.positions.values()]
      const position = open[act.which % Math.max(1, open.length)]
      if (!position) return null
      const { id, holder, kind } = position
      if (kind === 'ticket') return { type: 'closeContract', holder, order: id, lots: act.lots, fault: '' }
      return { type: 'closePerpetual', holder, position: id, lots: act.lots, fault: '' }
    }
    if (act.act === 'cancel') {
      return { type: 'cancelAllContractOrders', holder: this.names[act.who], symbol: '' }
    }
    return null
  }

  /** Does one act; gives its events, or none where it was refused. */
  do(act: Act): readonly Event[] {
    this.now += 1
    if (act.act === 'tick') {
      this.mark = Math.max(200_000, this.mark + act.change)
      return this.tick(this.mark)
    }
    if (act.act === 'wait') {
      this.now += act.ms
      return []
    }
    if (act.act === 'sample') {
      this.now += act.hours * 3_600_000
      const stamp = Math.ceil(this.now / 1_000) * 1_000
      this.now = stamp
      const samples = [{ listing: 0, indexTenths: this.mark, sources: 4, fresh: true }]
      return this.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
    }
    const command = this.commandOf(act)
    const outcome = command ? this.run(command) : null
    return outcome?.ok ? outcome.events : []
  }
}

function check({ state }: Market): void {
  for (const { posted, frozen, held } of sums(state).sums) {
    expect(posted).toBe(0n)
    expect(frozen).toBe(held)
  }
  for (const holder of users) expect(state.venue.ledger.available(holder, 'contract', 0) >= 0n).toBe(true)
}

// what a tick leaves behind it: nothing below its maintenance
function checkTick({ state, now }: Market): void {
  const { derivative, venue } = state
  const { indexTenths } = venue.marks.of(0)
  for (const position of derivative.positions.values()) {
    if (position.kind === 'cross') continue
    const { maintenance } = figuresAt(derivative, position, indexTenths)
    expect(ownEquity(derivative, position, indexTenths) >= maintenance).toBe(true)
  }
  for (const account of derivative.accounts.values()) {
    if (account.crossCount === 0) continue
    const { net, maintenance } = crossFigures(derivative, venue, account.holder, now)
    expect(net >= maintenance).toBe(true)
  }
}

describe('whatever users and marks do', () => {
  it('the books stand, no account is below zero, and the events alone give the same state', () => {
    fc.assert(
      fc.property(fc.array(all, { minLength: 10, maxLength: 60 }), (list) => {
        const market = new Market(users)
        let replica = decodeState(encodeState(market.state))
        for (const [at, act] of list.entries()) {
          for (const event of market.do(act)) evolve(replica, decode(eventCodec, encode(eventCodec, event)), market.now)
          check(market)
          if (act.act === 'tick') checkTick(market)
          expect(encodeState(replica)).toEqual(encodeState(market.state))
          if (at % 9 === 0) replica = decodeState(encodeState(replica))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('a permutation of the users, with arrivals kept, changes nobody’s result', () => {
    fc.assert(
      fc.property(
        fc.array(all, { minLength: 10, maxLength: 50 }),
        fc.shuffledSubarray(users, { minLength: 4 }),
        (list, names) => {
          const [one, other] = [new Market(users), new Market(names)]
          for (const act of list) {
            const events = one.do(act)
            const renamed = JSON.stringify(events, (key, value: unknown) => {
              if (typeof value === 'bigint') return `${value}n`
              return key === 'holder' && typeof value === 'number' && value >= 40 ? names[users.indexOf(value)] : value
            })
            const theirs = JSON.stringify(other.do(act), (_, value: unknown) =>
              typeof value === 'bigint' ? `${value}n` : value,
            )
            expect(theirs).toBe(renamed)
          }
          users.forEach((holder, at) => expect(other.worth(names[at])).toBe(one.worth(holder)))
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('after a restart', () => {
  it('a tick fires the same, in the same order', () => {
    const change = fc.integer({ min: -60_000, max: 60_000 })
    fc.assert(
      fc.property(fc.array(all, { minLength: 10, maxLength: 50 }), change, (list, by) => {
        const market = new Market(users)
        for (const act of list) market.do(act)
        // what fires now has fired, and the house's levels have come back
        for (let at = 0; at < 3; at++) {
          market.now += 5_000
          market.tick(market.mark)
        }
        market.do({ act: 'sample', hours: 0 })
        const restored = new Market(users)
        Object.assign(restored, { state: decodeState(encodeState(market.state)), now: market.now })
        const mark = Math.max(200_000, market.mark + by)
        expect(restored.tick(mark)).toEqual(market.tick(mark))
        expect(encodeState(restored.state)).toEqual(encodeState(market.state))
        expect(restored.tick(market.mark)).toEqual(market.tick(market.mark))
      }),
      { numRuns: 60 },
    )
  })
})

describe('two who act together', () => {
  // what all that they have is worth at the mark; a position on its own margin is never worth less than nothing
  function together(market: Market): bigint {
    const { derivative } = market.state
    let sum = 0n
    for (const holder of users) {
      sum += market.worth(holder)
      for (const { side: held, lots: open, cost } of derivative.accounts.get(holder)?.positions.values() ?? []) {
        const value = BigInt(open) * BigInt(market.mark) * 10n
        sum += held === 'long' ? value - cost : cost - value
      }
    }
    return sum
  }

  it('gain nothing against the house by trading off the mark or by splitting, while nothing gaps', () => {
    const quiet = fc.oneof(
      { weight: 5, arbitrary: acts.ticket },
      { weight: 5, arbitrary: acts.perpetual },
      { weight: 3, arbitrary: acts.close },
      { weight: 1, arbitrary: acts.cancel },
    )
    fc.assert(
      fc.property(fc.array(quiet, { minLength: 5, maxLength: 60 }), (list) => {
        const market = new Market(users)
        const before = together(market)
        for (const act of list) {
          market.do(act)
          expect(together(market) <= before).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  // their lots of both sides against each other: what is left of them moves with the mark, for anybody
  function netLots({ state }: Market): bigint {
    let net = 0n
    for (const position of state.derivative.positions.values()) {
      net += BigInt(position.side === 'long' ? position.lots : -position.lots)
    }
    return net
  }

  // what the fund pays for margins below zero, the house where the fund is empty, and what funding moves
  function paidTo(events: readonly Event[]): bigint {
    let paid = 0n
    for (const event of events) {
      if (event.type === 'positionTakenOver') paid += (event.insurance > 0n ? event.insurance : 0n) + event.uncovered
      else if (event.type === 'fundingPaid') paid += event.lines.reduce((sum, { amount }) => sum + amount, 0n)
    }
    return paid
  }

  it('gain by straddling a gap no more than it led a margin of theirs below zero', () => {
    fc.assert(
      fc.property(fc.array(all, { minLength: 10, maxLength: 60 }), (list) => {
        const market = new Market(users, 100_000n)
        for (const act of list) {
          const before = market.mark
          const had = together(market)
          const net = netLots(market)
          const events = market.do(act)
          const moved = net * BigInt(market.mark - before) * 10n
          expect(together(market) <= had + moved + paidTo(events)).toBe(true)
          for (const event of events) {
            if (event.type !== 'positionTakenOver' || event.insurance <= 0n) continue
            // the mark alone did it: what the fund pays is less than what the position lost in this one tick
            const lost = BigInt(event.lots) * BigInt(Math.abs(market.mark - before)) * 10n
            expect(act.act).toBe('tick')
            expect(event.insurance < lost).toBe(true)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})
