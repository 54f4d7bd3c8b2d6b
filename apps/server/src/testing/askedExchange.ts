import { encodeState } from '@truemark/core/snapshot'
import type { State } from '@truemark/core/state'
import { createExchange, type Exchange, makeExchange } from '../engine/door.ts'

/** The exchange of a state, by its own bytes and at one moment (UTC ms): it answers questions, and takes no commands. */
export function askedExchange(state: State, now: number): Exchange {
  const machine = makeExchange(encodeState(state))
  const engine = {
    submit: () => Promise.reject(new Error('it is only asked')),
    query: (_source: unknown, ask: Uint8Array) =>
      Promise.resolve({ kind: 'accepted', answer: machine.query(ask, now), seq: 0 } as const),
  }
  return createExchange(engine, () => Promise.resolve(null))
}
