import { answerCodec, queryCodec, rejectionCodec, replyCodec } from '@truemark/core/answer'
import { Reader } from '@truemark/core/codec/bytes'
import { decode, encode, list } from '@truemark/core/codec/codec'
import { evolve } from '@truemark/core/exchange'
import type { Outcome } from '@truemark/core/outcome'
import { envelopeCodec, eventCodec } from '@truemark/core/vocabulary'
import { sentKeyCodec } from '@truemark/core/keyBytes'
import { query } from '@truemark/core/query'
import { record, tickBytesMax } from '@truemark/core/record'
import { type Difference, executeAgain } from '@truemark/core/reexecution'
import { decodeState, encodeState } from '@truemark/core/snapshot'
import { createState, type State } from '@truemark/core/state'
import type { Executed, Machine } from './machine.ts'

/** The events of one accepted command, as they stand in a journal row's frame. */
export const eventsCodec = list(eventCodec)

/**
 * The exchange of `core` as a machine that speaks bytes: envelopes, queries, and the codecs of their answers. What a tick
 * leaves behind at its bounds, of which one is `bytesMax`, waits for the next one.
 */
export function makeExchange(bytes: Uint8Array | null, bytesMax = tickBytesMax): Machine {
  const [one = 0, other = 0] = crypto.getRandomValues(new Int32Array(2))
  const secret = [one, other] as const
  return exchangeOn(bytes === null ? createState(secret) : decodeState(bytes, secret), bytesMax)
}

/** The same machine over a state that its maker goes on to look at; nobody else may change it. */
export function exchangeOn(state: State, bytesMax = tickBytesMax): Machine {
  return {
    execute: (command, now, wall = now) => {
      const envelope = decode(envelopeCodec, command)
      const { outcome, facts } = record(state, envelope, now, wall, bytesMax)
      return executed(outcome, facts, envelope.key === null ? null : command)
    },
    executeAgain: (command, facts, now) => {
      const again = executeAgain(state, command, facts, now, bytesMax)
      return again.kind === 'differs' ? { differs: differenceText(again.difference) } : again.kind
    },
    evolve: (frame, now) => {
      for (const event of decode(eventsCodec, frame)) evolve(state, event, now)
    },
    query: (ask, now) => encode(replyCodec, query(state, decode(queryCodec, ask), now)),
    encodeState: () => encodeState(state),
  }
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

function differenceText({ command, at, written, made, refusal }: Difference): string {
  const told = refusal === null ? textOf(made) : `a refusal: ${refusal}`
  return `${command.type} wrote as fact ${at + 1} ${textOf(written)}, and executed again it gives ${told}`
}

function textOf(fact: Difference['made']): string {
  if (fact === null) return 'nothing'
  return JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
