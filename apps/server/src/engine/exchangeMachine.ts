import { answerCodec, queryCodec, rejectionCodec, replyCodec } from '@truemark/core/answer'
import { Reader } from '@truemark/core/codec/bytes'
import { decode, encode, list } from '@truemark/core/codec/codec'
import { evolve, execute } from '@truemark/core/exchange'
import type { Outcome } from '@truemark/core/outcome'
import { type Event, envelopeCodec, eventCodec } from '@truemark/core/vocabulary'
import { sentKeyCodec } from '@truemark/core/keys'
import { query } from '@truemark/core/query'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { createState } from '@truemark/core/state'
import type { Executed, Machine } from './machine.ts'

/** The events of one accepted command, as they stand in a journal row's frame. */
export const eventsCodec = list(eventCodec)

/** How often one tick may go on where its work reached its bound; what is left then waits for the next tick. */
const tickStepsMax = 64

/** The exchange of `core` as a machine that speaks bytes: envelopes, queries, and the codecs of their answers. */
export function makeExchange(bytes: Uint8Array | null): Machine {
  const state = bytes === null ? createState() : decodeState(bytes)
  return {
    execute: (command, now, wall = now) => {
      const envelope = decode(envelopeCodec, command)
      let outcome = execute(state, envelope, now, wall)
      const events: Event[] = outcome.ok ? [...outcome.events] : []
      for (let step = 1; step < tickStepsMax && goesOn(outcome); step += 1) {
        outcome = execute(state, envelope, now, wall)
        if (outcome.ok) events.push(...outcome.events)
      }
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

function executed(outcome: Outcome, events: readonly Event[], keyed: Uint8Array | null): Executed {
  if (!outcome.ok) {
    const { reason, detail = {} } = outcome.rejection
    const details = Object.entries(detail).map(([name, value]) => ({ name, value }))
    return { kind: 'rejected', rejection: encode(rejectionCodec, { reason, detail: details }) }
  }
  return {
    kind: 'accepted',
    events: events.length === 0 ? noBytes : encode(eventsCodec, events),
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
