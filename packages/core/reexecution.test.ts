import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualPace } from './book/round.ts'
import { decode, encode } from './codec/codec.ts'
import { factsCodec, record } from './record.ts'
import { executeAgain } from './reexecution.ts'
import { decodeState, encodeState } from './snapshot.ts'
import { createState, type State } from './state.ts'
import { acts, EverythingRun, type Step } from './testing/everythingRun.ts'
import { envelopeCodec, type Command, type Event } from './vocabulary.ts'

const holders = [4_211, 97, 1_033, 40, 2_600, 513, 77, 3_001, 35, 1_790]
const runs = Number(process.env['REEXECUTION_RUNS'] ?? 3)

/** Executes a step's command again, as a journal keeps it: its key stands in the facts. */
function again(state: State, { now, envelope, facts }: Step) {
  if (!envelope) throw new Error('a restart is no command')
  return executeAgain(state, encode(envelopeCodec, { ...envelope, key: null }), facts, now)
}

const written = (steps: readonly Step[]): Step[] => steps.filter(({ facts }) => facts.length > 0)

/** Executes what steps wrote on a state, all of it; gives the state's bytes after them. */
function replayed(state: State, steps: readonly Step[], pace = usualPace): Uint8Array {
  state.venue.round.pace = pace
  for (const step of written(steps)) {
    const found = again(state, step)
    if (found.kind !== 'executed') expect({ found, step: step.envelope }).toEqual({})
  }
  return encodeState(state)
}

const quoted = { listing: 0, indexTenths: 1_000_000, dispersionTenths: 0, sources: 4, kind: 'live' } as const
const bid = {
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 99_000,
  quantity: 3_000,
  budget: 0n,
  fault: '',
} as const

describe('the commands of a journal, executed again', () => {
  it.each([
    ['as it runs', usualPace],
    ['by steps of a single holder', { holders: 1, orders: 1 }],
  ])(
    'give the facts that it bears, to the byte, from the start and from each restart, %s',
    { timeout: 300_000 },
    (_, pace) => {
      fc.assert(
        fc.property(acts(300), (list) => {
          const run = new EverythingRun(holders, pace)
          const snapshots: { readonly bytes: Uint8Array; readonly at: number }[] = []
          for (const act of list) {
            if (act.kind === 'restart') snapshots.push({ bytes: encodeState(run.state), at: run.steps.length })
            run.do(act)
          }
          const end = encodeState(run.state)
          expect(replayed(createState(), run.steps, pace)).toEqual(end)
          for (const { bytes, at } of snapshots)
            expect(replayed(decodeState(bytes), run.steps.slice(at), pace)).toEqual(end)
        }),
        { numRuns: runs, endOnFailure: true },
      )
    },
  )

  it('begin a round from its first holder where a start came in the middle of one', () => {
    const pace = { holders: 1, orders: 1 }
    const run = new EverythingRun(holders, pace)
    const steps = [...run.steps]
    const ask = (command: Command): void => {
      const envelope = { key: null, command }
      steps.push({ now: run.now, envelope, ...record(run.state, envelope, run.now) })
    }
    const seconds = (count: number): void => {
      for (let at = 0; at < count; at++) {
        run.now = (Math.floor(run.now / 1_000) + 1) * 1_000
        const samples = [{ listing: 0, indexTenths: 1_000_000, sources: 4, fresh: true }]
        ask({ type: 'sampleIndex', stamp: run.now, kind: 'live', samples })
      }
    }
    seconds(30)
    ask({ type: 'quote', ...quoted, time: run.now })
    for (const holder of holders) ask({ type: 'placeSpotOrder', holder, ...bid })
    const resting = run.state.spot.orders.size
    expect(resting).toBeGreaterThan(3)
    ask({ type: 'switchProduct', country: 'FR', product: 'spot', on: false })
    seconds(2)
    const left = run.state.spot.orders.size
    run.state = decodeState(encodeState(run.state))
    run.state.venue.round.pace = pace
    ask({ type: 'tellRealMoney', unmet: [] })
    seconds(1)
    // the first one is asked again, of whom nothing is left
    expect(run.state.spot.orders.size).toBe(left)
    seconds(12)
    expect(run.state.spot.orders.size).toBeLessThan(left)
    expect(replayed(createState(), steps, pace)).toEqual(encodeState(run.state))
  })

  it('are told apart from those that do not bear what they read, which are only evolved', () => {
    const run = new EverythingRun(holders)
    const [first, ...others] = written(run.steps)
    if (!first) throw new Error('nothing was written')
    const bare = decode(factsCodec, first.facts).filter((event) => event.type !== 'executionBegan')
    const state = createState()
    const steps = [{ ...first, facts: encode(factsCodec, bare) }, ...others]
    expect(steps.map((step) => again(state, step).kind)).toEqual(
      steps.map((step) => (decode(factsCodec, step.facts).some(isBegin) ? 'executed' : 'evolved')),
    )
    expect(encodeState(state)).toEqual(encodeState(run.state))
  })

  it('of other rules are only evolved', () => {
    const run = new EverythingRun(holders)
    const state = createState()
    const kinds = written(run.steps).map((step) => {
      const events = decode(factsCodec, step.facts).map((event) =>
        isBegin(event) ? { ...event, rules: 2 ** 20 } : event,
      )
      return again(state, { ...step, facts: encode(factsCodec, events) }).kind
    })
    expect(new Set(kinds)).toEqual(new Set(['evolved']))
    expect(encodeState(state)).toEqual(encodeState(run.state))
  })
})

const isBegin = (event: Event): boolean => event.type === 'executionBegan'
