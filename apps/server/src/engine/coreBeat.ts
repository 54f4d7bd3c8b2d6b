import { type Of, oneOf, struct, text, u53 } from '@truemark/core/codec/codec'
import type { EngineState } from './engine.ts'

/** The states of an engine, as a beat tells them. */
const states = ['running', 'resolving', 'read-only', 'ended'] as const satisfies readonly EngineState[]

/** Four times a second the core says who it is and how far: what a gateway missed it knows by that. */
export const coreBeatCodec = struct({
  /** Who the core is on the bus. */
  core: text,
  epoch: u53,
  state: oneOf(states),
  /** The journal's last row, and how far the read models are (their engine time in UTC ms). */
  seq: u53,
  projectedSeq: u53,
  projectedTime: u53,
})
export type CoreBeat = Of<typeof coreBeatCodec>

/** The subjects of the engine's line. */
export const engineSubjects = {
  /** From gateways, each under its own name. */
  ask: 'ask',
  /** To one gateway, under its name. */
  reply: 'reply',
  rows: 'rows',
  beat: 'beat',
  /** A gateway that begins asks for a beat at once. */
  hello: 'hello',
} as const

export const beatEveryMs = 250
