import { reconnectDelayMs } from '@truemark/protocol/client'
import { describe, expect, test } from 'vitest'
import {
  createSocketState,
  isQuiet,
  stepSocket,
  type SocketEffect,
  type SocketInput,
  type SocketState,
} from './socketMachine.ts'

const times = { heartbeatMs: 10_000, silenceMs: 25_000, quietMs: 5_000, connectMs: 10_000, backoffMs: reconnectDelayMs }

function run(state: SocketState, inputs: readonly (readonly [number, SocketInput])[], random = 0) {
  const effects: SocketEffect[] = []
  for (const [now, input] of inputs) {
    const step = stepSocket(state, input, { now, random, times })
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const open = run(createSocketState(true), [
  [0, { type: 'start' }],
  [5, { type: 'opened' }],
]).state

describe('the live connection', () => {
  test('connects once it is wanted and visible', () => {
    expect(run(createSocketState(true), [[0, { type: 'start' }]]).effects).toEqual([{ type: 'connect' }])
    const hiddenFirst = run(createSocketState(false), [
      [0, { type: 'start' }],
      [9, { type: 'show' }],
    ])
    expect(hiddenFirst.effects).toEqual([{ type: 'connect' }])
  })

  test('subscribes a channel once however many want it, and drops it with the last', () => {
    const { effects } = run(open, [
      [6, { type: 'subscribe', channel: 'BTCUSDT_Obook' }],
      [7, { type: 'subscribe', channel: 'BTCUSDT_Obook' }],
      [8, { type: 'unsubscribe', channel: 'BTCUSDT_Obook' }],
      [9, { type: 'unsubscribe', channel: 'BTCUSDT_Obook' }],
      [9, { type: 'unsubscribe', channel: 'BTCUSDT_Obook' }],
    ])
    expect(effects).toEqual([
      { type: 'subscribe', channels: ['BTCUSDT_Obook'] },
      { type: 'unsubscribe', channels: ['BTCUSDT_Obook'] },
    ])
  })

  test('subscribes everything once again after a reconnect, and asks for state anew', () => {
    const { effects } = run(open, [
      [6, { type: 'subscribe', channel: 'A_24H' }],
      [6, { type: 'subscribe', channel: 'B_24H' }],
      [10, { type: 'lost' }],
      [1_010, { type: 'tick' }],
      [1_020, { type: 'opened' }],
    ])
    expect(effects.slice(2)).toEqual([
      { type: 'connect' },
      { type: 'subscribe', channels: ['A_24H', 'B_24H'] },
      { type: 'resync' },
    ])
  })

  test('beats each 10 s and is dead after 25 s of silence', () => {
    const { state, effects } = run(open, [
      [10_004, { type: 'tick' }],
      [10_005, { type: 'tick' }],
      [11_005, { type: 'tick' }],
      [20_005, { type: 'tick' }],
      [25_004, { type: 'tick' }],
      [25_005, { type: 'tick' }],
    ])
    expect(effects).toEqual([{ type: 'beat' }, { type: 'beat' }, { type: 'close' }])
    expect(state.link).toEqual({ at: 'waiting', dueAt: 26_005 })
  })

  test('is quiet five seconds after the last word, where something is followed and seen', () => {
    const quiet = (state: SocketState, now: number) => isQuiet(state, { now, times })
    const follows = run(open, [
      [3_000, { type: 'subscribe', channel: 'A_24H' }],
      [3_100, { type: 'heard' }],
    ]).state
    expect(quiet(follows, 8_099)).toBe(false)
    expect(quiet(follows, 8_100)).toBe(true)
    expect(quiet(run(follows, [[8_200, { type: 'heard' }]]).state, 8_200)).toBe(false)
    // nobody beats for those who follow nothing, and a page that is hidden hears of no price
    expect(quiet(open, 20_000)).toBe(false)
    const hidden = run(follows, [[4_000, { type: 'hide' }]]).state
    expect(quiet(hidden, 20_000)).toBe(false)
    const shown = run(hidden, [[20_000, { type: 'show' }]]).state
    expect(quiet(shown, 24_999)).toBe(false)
    expect(quiet(shown, 25_000)).toBe(true)
    const later = run(open, [[9_000, { type: 'subscribe', channel: 'A_24H' }]]).state
    expect(quiet(later, 9_001)).toBe(false)
    // nor is one that does not come about a live one
    const asked = run(createSocketState(true), [
      [0, { type: 'subscribe', channel: 'A_24H' }],
      [100, { type: 'start' }],
    ]).state
    expect([quiet(asked, 5_099), quiet(asked, 5_100)]).toEqual([false, true])
    // a link that is taken for dead is being made again, and no longer quiet
    expect(quiet(run(follows, [[28_100, { type: 'tick' }]]).state, 28_100)).toBe(false)
  })

  test('a link that speaks is not dead', () => {
    expect(
      run(open, [
        [24_000, { type: 'heard' }],
        [26_000, { type: 'tick' }],
      ]).state.link.at,
    ).toBe('open')
  })

  test('waits longer each time until something was heard', () => {
    const waits: number[] = []
    let state = open
    let now = 0
    for (let turn = 0; turn < 7; turn += 1) {
      state = run(state, [[now, { type: 'lost' }]], 0.5).state
      if (state.link.at !== 'waiting') throw new Error('not waiting')
      waits.push(state.link.dueAt - now)
      now = state.link.dueAt
      state = run(state, [
        [now, { type: 'tick' }],
        [now, { type: 'opened' }],
      ]).state
    }
    expect(waits).toEqual([0, 1, 2, 3, 4, 5, 6].map((attempt) => reconnectDelayMs(attempt, 0.5)))
    const calm = run(state, [
      [now, { type: 'heard' }],
      [now, { type: 'lost' }],
    ]).state
    expect(calm.link).toEqual({ at: 'waiting', dueAt: now + reconnectDelayMs(0, 0) })
  })

  test('a hidden page drops its channels, does not reconnect, and takes up again when shown', () => {
    const hidden = run(open, [
      [6, { type: 'subscribe', channel: 'A_24H' }],
      [7, { type: 'hide' }],
    ])
    expect(hidden.effects.at(-1)).toEqual({ type: 'unsubscribe', channels: ['A_24H'] })
    expect(run(hidden.state, [[8, { type: 'show' }]]).effects).toEqual([
      { type: 'subscribe', channels: ['A_24H'] },
      { type: 'resync' },
    ])
    const lostMeanwhile = run(hidden.state, [
      [8, { type: 'lost' }],
      [60_000, { type: 'tick' }],
    ])
    expect(lostMeanwhile.effects).toEqual([])
    expect(run(lostMeanwhile.state, [[61_000, { type: 'show' }]]).effects).toEqual([{ type: 'connect' }])
    const asleep = run(hidden.state, [[90_000, { type: 'show' }]])
    expect(asleep.effects).toEqual([{ type: 'close' }, { type: 'connect' }])
  })

  test('gives up a connect that takes too long, and stops when told', () => {
    const slow = run(createSocketState(true), [
      [0, { type: 'start' }],
      [10_000, { type: 'tick' }],
    ])
    expect(slow.effects).toEqual([{ type: 'connect' }, { type: 'close' }])
    expect(
      run(open, [
        [9, { type: 'stop' }],
        [99_999, { type: 'tick' }],
      ]).effects,
    ).toEqual([{ type: 'close' }])
  })

  test('holds at most 300 channels', () => {
    let state = open
    for (let n = 0; n < 300; n += 1) state = run(state, [[9, { type: 'subscribe', channel: `S${n}_24H` }]]).state
    expect(() => run(state, [[9, { type: 'subscribe', channel: 'one more' }]])).toThrow(RangeError)
  })
})
