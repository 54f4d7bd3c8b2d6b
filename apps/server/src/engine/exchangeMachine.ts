import { answerCodec, queryCodec, rejectionCodec, replyCodec } from '@truemark/core/answer'
import { intBytesMax, Reader, Writer } from '@truemark/core/codec/bytes'
import { decode, encode, list } from '@truemark/core/codec/codec'
import { evolve, execute } from '@truemark/core/exchange'
import type { Outcome } from '@truemark/core/outcome'
import { type Envelope, envelopeCodec, eventCodec } from '@truemark/core/vocabulary'
import { sentKeyCodec } from '@truemark/core/keyBytes'
import { query } from '@truemark/core/query'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { createState, type State } from '@truemark/core/state'
import type { Executed, Machine } from './machine.ts'

/** The events of one accepted command, as they stand in a journal row's frame. */
export const eventsCodec = list(eventCodec)

/** How often one tick may go on where its work reached its bound, and from how many bytes of facts on it does not. */
export const tickStepsMax = 64
const tickBytesMax = 4 * 1024 * 1024

/**
 * The exchange of `core` as a machine that speaks bytes: envelopes, queries, and the codecs of their answers. What a tick
 * leaves behind at its bounds, of which one is `bytesMax`, waits for the next one.
 */
export function makeExchange(bytes: Uint8Array | null, bytesMax = tickBytesMax): Machine {
  const [one = 0, other = 0] = crypto.getRandomValues(new Int32Array(2))
  const secret = [one, other] as const
  const state = bytes === null ? createState(secret) : decodeState(bytes, secret)
  return {
    execute: (command, now, wall = now) => {
      const envelope = decode(envelopeCodec, command)
      const outcome = execute(state, envelope, now, wall)
      if (goesOn(outcome)) return executed(...tickOn(state, envelope, outcome, now, bytesMax), null)
      const events = outcome.ok && outcome.events.length > 0 ? encode(eventsCodec, outcome.events) : noBytes
      return executed(outcome, events, envelope.key === null ? null : command)
    },
    evolve: (frame, now) => {
      for (const event of decode(eventsCodec, frame)) evolve(state, event, now)
    },
    query: (ask, now) => encode(replyCodec, query(state, decode(queryCodec, ask), now)),
    encodeState: () => encodeState(state),
  }
}

function goesOn(outcome: Outcome): boolean {
  return outcome.ok && outcome.answer.type === 'tick' && outcome.answer.more
}

// a tick whose work reached its bound, step by step as one command: what came of the last, and the facts of all
function tickOn(state: State, tick: Envelope, first: Outcome, now: number, bytesMax: number): [Outcome, Uint8Array] {
  const facts = new Writer()
  let count = 0
  let outcome = first
  for (let step = 1; ; step += 1) {
    if (!outcome.ok) break
    for (const event of outcome.events) eventCodec.write(facts, event)
    count += outcome.events.length
    if (step === tickStepsMax || facts.length >= bytesMax || !goesOn(outcome)) break
    outcome = execute(state, tick, now)
  }
  if (count === 0) return [outcome, noBytes]
  const row = new Writer(facts.length + intBytesMax)
  row.u53(count)
  row.raw(facts.finish())
  return [outcome, row.finish()]
}

function executed(outcome: Outcome, events: Uint8Array, keyed: Uint8Array | null): Executed {
  if (!outcome.ok) {
    const { reason, detail = {} } = outcome.rejection
    const details = Object.entries(detail).map(([name, value]) => ({ name, value }))
    return { kind: 'rejected', rejection: encode(rejectionCodec, { reason, detail: details }) }
  }
  return {
    kind: 'accepted',
    events,
    answer: outcome.repeated ?? encode(answerCodec, outcome.answer),
    ...(keyed === null ? {} : { kept: withoutKey(keyed) }),
  }
}

// the key stands in the fact that it was used: twice would cost more than the order itself
function withoutKey(command: Uint8Array): Uint8Array {
  const reader = new Reader(command)
  sentKeyCodec.read(reader)
  const kept = new Uint8Array(1 + command.length - reader.at)
  kept.set(command.subarray(reader.at), 1)
  return kept
}

const noBytes = new Uint8Array(0)
