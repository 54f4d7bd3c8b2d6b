import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../codec/codec.ts'
import { evolve } from '../exchange.ts'
import { houseHolder } from '../ledger/holders.ts'
import { movesOf } from '../moves.ts'
import { sums } from '../query.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import type { State } from '../state.ts'
import { OptionFixture, optionTerms } from '../testing/optionFixture.ts'
import { envelopeCodec, eventCodec, type Command, type Event } from '../vocabulary.ts'

const holders = [32, 33, 34, 35]

const placing = fc.record({
  act: fc.constant('place' as const),
  who: fc.nat(3),
  up: fc.boolean(),
  stake: fc.integer({ min: 9, max: 400 }),
  seconds: fc.constantFrom(1, 3, 5, 60),
})
const second = fc.record({
  act: fc.constant('second' as const),
  after: fc.constantFrom(1_000, 1_000, 1_000, 1_000, 2_000, 3_000, 20_000, 700_000),
  by: fc.integer({ min: -2, max: 2 }),
  fresh: fc.constantFrom(true, true, true, false),
  absent: fc.constantFrom(false, false, false, false, true),
  kind: fc.constantFrom('live' as const, 'live' as const, 'simulated' as const),
})
const resetting = fc.record({ act: fc.constant('reset' as const), who: fc.nat(3) })
const rebuilding = fc.record({ act: fc.constant('rebuild' as const), cents: fc.integer({ min: -3, max: 3 }) })
const configuring = fc.record({ act: fc.constant('configure' as const), on: fc.boolean() })
const act = fc.oneof(
  { weight: 8, arbitrary: placing },
  { weight: 14, arbitrary: second },
  { weight: 1, arbitrary: resetting },
  { weight: 2, arbitrary: rebuilding },
  { weight: 1, arbitrary: configuring },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const acts = fc.array(act, { minLength: 1, maxLength: 60 })

const durations = [1, 3, 5, 60].map((seconds) => ({ seconds, rate: 800_000_000 + seconds }))
const terms = { ...optionTerms, durations }

/** Runs acts on an exchange whose users have the ids that `names` gives them, and gives each command's events. */
class Run extends OptionFixture {
  #index = 1_000_000

  constructor(readonly names: readonly number[]) {
    super(terms)
    for (const holder of [...names].sort((a, b) => a - b)) this.better(holder)
  }

  commandOf(act: Act): Command | null {
    switch (act.act) {
      case 'place':
        this.quote(this.#index)
        return {
          type: 'placeOption',
          holder: this.names[act.who],
          symbol: 'BTCUSDT',
          direction: act.up ? 'up' : 'down',
          seconds: act.seconds,
          stake: BigInt(act.stake) * 1_000_003n,
          rateShown: null,
          fault: '',
        }
      case 'second': {
        this.now += act.after
        this.#index += act.by
        const samples = act.absent ? [] : [{ listing: 0, indexTenths: this.#index, sources: 4, fresh: act.fresh }]
        return { type: 'sampleIndex', stamp: this.now - (this.now % 1_000), kind: act.kind, samples }
      }
      case 'reset':
        return { type: 'resetDemo', holder: this.names[act.who] }
      case 'rebuild': {
        const expiry = [...this.state.option.missing.values()][0]?.expiry
        if (expiry === undefined) return null
        const price = 10_000n * 10n ** 12n + BigInt(act.cents) * 10n ** 10n
        const trades = ['a', 'b'].map((source) => ({ source, trade: '7', time: expiry - 5, price }))
        return { type: 'rebuildOptionExit', listing: 0, expiry, trades }
      }
      case 'configure':
        return { type: 'configureOption', listing: 0, terms: { ...terms, on: act.on } }
    }
  }

  step(act: Act): { ok: boolean; events: readonly Event[] } {
    this.now += 7
    const command = this.commandOf(act)
    if (!command) return { ok: true, events: [] }
    const sent = decode(envelopeCodec, encode(envelopeCodec, { key: null, command })).command
    const outcome = this.run(sent)
    return { ok: outcome.ok, events: outcome.ok ? outcome.events : [] }
  }
}

function checkInvariants(state: State): void {
  for (const sum of sums(state).sums) {
    expect(sum.posted).toBe(0n)
    expect(sum.frozen).toBe(sum.held)
  }
  let gains = 0n
  for (const { gain } of state.option.orders.values()) gains += gain
  expect(state.option.exposure.demo.sum).toBe(gains)
  for (const holder of holders) expect(state.venue.ledger.available(holder, 'option', 0) >= 0n).toBe(true)
  const placed = [...state.option.expiries.values()].flatMap(({ members }) => [...members.keys()])
  const waits = [...state.option.waiting.demo.values()].flatMap((queue) => [...queue.keys()])
  expect([...placed, ...waits].sort((a, b) => a - b)).toEqual([...state.option.orders.keys()].sort((a, b) => a - b))
}

describe('any sequence of options', () => {
  it('keeps the books right; its events alone, and a restart anywhere, give the same state', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run(holders)
        let replica = decodeState(encodeState(run.state))
        list.forEach((one, at) => {
          for (const event of run.step(one).events) {
            evolve(replica, decode(eventCodec, encode(eventCodec, event)), run.now)
          }
          checkInvariants(run.state)
          expect(encodeState(replica)).toEqual(encodeState(run.state))
          if (at % 5 === 0) replica = decodeState(encodeState(replica))
        })
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same events whether the engine was restarted before each command or never', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run(holders)
        const again = new Run(holders)
        for (const one of list) {
          const { venue } = again.state
          const restored = decodeState(encodeState(again.state))
          restored.venue.marks.set(0, venue.marks.of(0))
          Object.assign(again, { state: restored })
          expect(again.step(one)).toEqual(run.step(one))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('ends each option once: what its stake came to is what the pool gave or took', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const run = new Run(holders)
        const ends = new Map<number, number>()
        let pool = 0n
        for (const one of list) {
          for (const event of run.step(one).events) {
            if (event.type === 'optionSettled' || event.type === 'optionVoided') {
              ends.set(event.order, (ends.get(event.order) ?? 0) + 1)
            }
            if (event.type === 'optionSettled' && event.outcome !== 'tie') {
              pool += event.outcome === 'win' ? -event.gain : event.stake
            }
            let sum = 0n
            for (const move of movesOf(event)) if (move.kind === 'entry') sum += move.amount
            expect(sum).toBe(0n)
          }
        }
        expect(run.state.venue.ledger.posted(houseHolder('demo', 'optionPool'), 'coin', 0)).toBe(pool)
        expect([...ends.values()].every((count) => count === 1)).toBe(true)
        expect(ends.size + run.state.option.orders.size).toBe(run.state.option.nextOrder - 1)
      }),
      { numRuns: 60 },
    )
  })

  it('changes nobody’s result when the users change names, arrivals kept', () => {
    const ways = fc.tuple(acts, fc.shuffledSubarray(holders, { minLength: 4, maxLength: 4 }))
    fc.assert(
      fc.property(ways, ([list, names]) => {
        const run = new Run(holders)
        const other = new Run(names)
        for (const one of list) expect(other.step(one).ok).toBe(run.step(one).ok)
        holders.forEach((holder, who) => {
          for (const account of ['coin', 'option'] as const) {
            expect(other.state.venue.ledger.posted(names[who], account, 0)).toBe(
              run.state.venue.ledger.posted(holder, account, 0),
            )
          }
        })
      }),
      { numRuns: 60 },
    )
  })
})
