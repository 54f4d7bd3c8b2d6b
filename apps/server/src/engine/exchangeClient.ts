import type { HolderId } from '@truemark/core/ledger/holders'
import { type Answer, type Query, type Reply as QueryReply } from '@truemark/core/answer'
import { answerCodec, queryCodec, rejectionCodec, replyCodec } from '@truemark/core/answer'
import { fieldIn } from '@truemark/core/book/checks'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec, keyHolderOf } from '@truemark/core/vocabulary'
import { type Key, isSameBody } from '@truemark/core/keyBytes'
import { type Reason, isReason } from '@truemark/protocol/errors'
import { noteDone, noteReplayed } from '../platform/replayed.ts'
import type { Reads } from './reads.ts'
import type { CommandKept, EngineRefusal, Reply } from './reply.ts'
import type { Source } from './intake.ts'

/** What a command came to: its answer and the journal row it is known to be in, or why nothing happened. */
export type Executed =
  | { readonly ok: true; readonly answer: Answer; readonly seq: number }
  | {
      readonly ok: false
      readonly reason: Reason
      readonly params: Readonly<Record<string, string>>
      readonly seq: number
    }

/** The exchange as the slices see it: typed commands and questions, answered after their batch's commit. */
export interface Exchange {
  command(source: Source, command: Command, key?: Key | null): Promise<Executed>
  /** Throws where the engine does not answer; a question changes nothing and may be asked again. */
  ask<T extends Query['type']>(source: Source, query: Query & { type: T }): Promise<QueryReply & { type: T }>
}

interface Engine {
  submit(source: Source, command: Uint8Array): Promise<Reply>
  query(source: Source, query: Uint8Array): Promise<Reply>
}

/** The source of what the house itself does: the market, the clock, the operator, and identity's bookkeeping. */
export const house: Source = { kind: 'house' }

const refusalReasons: Readonly<Record<EngineRefusal, Reason>> = {
  server_busy: 'server_busy',
  engine_fault: 'server_error',
  not_committed: 'server_busy',
  outcome_unknown: 'outcome_unknown',
  engine_stopping: 'server_busy',
}

/** What the table of used keys says of one; `behind` where it does not yet hold the journal's row `seq`. */
export type FindUsedKey = (
  holder: HolderId,
  key: Key,
  seq: number,
) => Promise<{ readonly digest: string; readonly answer: Uint8Array } | null | 'behind'>

/** A key that was answered before: the row of its command is among the journal's up to `seq`. */
export interface AnsweredBefore {
  readonly holder: HolderId
  readonly key: Key
  readonly seq: number
}

/** Hears where a command that was asked for stands in the journal, before its asker hears that it does. */
export interface KeptNotes {
  readonly kept: (asker: object, kept: CommandKept & { readonly seq: number }) => void
  /** Its answer is given once more: the command stands where its key was used. */
  readonly again: (asker: object, before: AnsweredBefore) => void
}

/** Who hears what the engine answered. */
export interface Hearers {
  /** Whose command it is reads no history from before it. */
  readonly reads?: Pick<Reads, 'note'>
  readonly notes?: KeptNotes
}

/** Speaks to an engine in the core's own words. */
export function createExchange(engine: Engine, findUsedKey: FindUsedKey, { reads, notes }: Hearers = {}): Exchange {
  const again = (asker: object, before: AnsweredBefore): void => {
    noteReplayed(asker)
    notes?.again(asker, before)
  }
  const submit = async (source: Source, command: Command, key: Key | null): Promise<Executed> => {
    const reply = await engine.submit(source, encode(envelopeCodec, { key, command }))
    if (reply.kind !== 'refused' && 'holder' in command) reads?.note(command.holder, reply.seq)
    const asker = source.kind === 'holder' ? source.asker : undefined
    if (reply.kind === 'accepted' && asker !== undefined) {
      const { kept, seq } = reply
      if (kept !== undefined) {
        noteDone(asker)
        notes?.kept(asker, { ...kept, seq })
        // what is accepted under a key is written, unless it was before
      } else if (key !== null) again(asker, { holder: keyHolderOf(command), key, seq })
    }
    return withField(command, executedOf(reply))
  }
  return {
    command: async (source, command, key = null) => {
      const executed = await submit(source, command, key)
      if (executed.ok || executed.reason !== 'key_expired' || key === null) return executed
      const { seq } = executed
      const refusal = { ok: false, seq, params: {} } as const
      const used = await findUsedKey(keyHolderOf(command), key, seq)
      // it may have been done: nobody may take this for a refusal
      if (used === 'behind') return { ...refusal, reason: source.kind === 'holder' ? 'server_busy' : 'outcome_unknown' }
      if (used !== null) {
        if (!isSameBody(used.digest, key.digest)) return { ...refusal, reason: 'key_reused' }
        if (source.kind === 'holder' && source.asker !== undefined)
          again(source.asker, { holder: keyHolderOf(command), key, seq })
        return { ok: true, answer: decode(answerCodec, used.answer), seq }
      }
      const { at } = executed.params
      if (at === undefined) return { ...refusal, reason: 'key_expired' }
      // surely new: the table holds all that was used up to the moment of the engine's word
      const anew = await submit(source, command, { ...key, asked: Number(at) })
      return anew.ok || anew.reason !== 'key_expired' ? anew : { ...refusal, reason: 'server_busy' }
    },
    ask: async (source, query) => {
      const reply = await engine.query(source, encode(queryCodec, query))
      if (reply.kind !== 'accepted') throw new Error(`the engine did not answer a question about ${query.type}`)
      const answer = decode(replyCodec, reply.answer)
      if (!isReplyTo(answer, query.type)) throw new Error(`the engine answered ${query.type} with ${answer.type}`)
      return answer
    },
  }
}

function executedOf(reply: Reply): Executed {
  if (reply.kind === 'accepted') return { ok: true, answer: decode(answerCodec, reply.answer), seq: reply.seq }
  if (reply.kind === 'refused') return { ok: false, reason: refusalReasons[reply.reason], params: {}, seq: 0 }
  const { reason, detail } = decode(rejectionCodec, reply.rejection)
  const params = Object.fromEntries(detail.map(({ name, value }) => [name, value]))
  return { ok: false, reason: isReason(reason) ? reason : 'server_error', params, seq: reply.seq }
}

// which field a malformed one is: the engine passes the reason on, and the command still knows the name
function withField(command: Command, executed: Executed): Executed {
  if (executed.ok || executed.reason !== 'field_malformed' || !('fault' in command)) return executed
  const field = fieldIn(command.fault)
  return field === null ? executed : { ...executed, params: { ...executed.params, field } }
}

function isReplyTo<T extends Query['type']>(reply: QueryReply, type: T): reply is QueryReply & { type: T } {
  return reply.type === type
}
