import type { Event } from '@truemark/core/vocabulary'
import { decode, encode, list } from '@truemark/core/codec/codec'
import { eventCodec } from '@truemark/core/vocabulary'
import { queryCodec, replyCodec } from '@truemark/core/answer'
import { usedKeysIn } from '../account/door.ts'
import { Engine } from '../engine/engine.ts'
import type { Reply } from '../engine/reply.ts'
import { type Exchange, type KeptNotes, Reads, createExchange, house } from '../engine/door.ts'
import { makeExchange } from '../engine/exchangeMachine.ts'
import { splitFrames } from '../engine/frames.ts'
import type { Source } from '../engine/intake.ts'
import { Journal } from '../engine/journal.ts'
import { Projector } from '../engine/projector.ts'
import { restore } from '../engine/restore.ts'
import { Watermark } from '../engine/watermark.ts'
import type { Database } from '../platform/postgres/database.ts'
import { projections } from '../projections.ts'

/** The real engine, journal and projector in the test's own thread. */
export interface InlineEngine {
  readonly exchange: Exchange
  readonly watermark: Watermark
  readonly reads: Reads
  onCommitted(listener: (events: readonly Event[], seq: number, time: number) => void): void
  /** What all accounts come to, by realm and currency; each must be nothing. */
  imbalance(): Promise<string[]>
  stop(): Promise<void>
}

/** What the engine says, and makes good by itself, where a busy machine's database answers late or not at all. */
const ofDatabase =
  /^(the answer to the commit of row|the journal refused row \d+: canceling statement|row \d+ could not be|restoring failed|the projector failed and tries again: (timeout|Connection terminated|Query read timeout|canceling statement due to statement timeout))/

function failUnlessLate(message: string): void {
  if (!ofDatabase.test(message)) fail(message)
}

function fail(sentence: string): never {
  throw new Error(sentence)
}

/** Restores what the database holds and starts; `clock` stands for the machine's, which a test may move. */
export async function startInlineEngine(
  database: Database,
  clock: () => number = Date.now,
  notes?: KeptNotes,
  readPatience?: number,
): Promise<InlineEngine> {
  const journal = await Journal.open(database)
  const restored = await restore(journal.lease, makeExchange)
  const waiting = new Map<number, (reply: Reply) => void>()
  const listeners: ((events: readonly Event[], seq: number, time: number) => void)[] = []
  const engine = new Engine(journal, restored, {
    clock,
    machine: { wall: clock, monotonic: clock },
    make: makeExchange,
    reply: (item, reply) => {
      waiting.get(item.request)?.(reply)
      waiting.delete(item.request)
    },
    committed: (batch) => {
      const events = [...splitFrames(batch.events)].flatMap((frame) => decode(list(eventCodec), frame))
      for (const listener of listeners) listener(events, batch.seq, batch.time)
      projector.hint()
    },
    ended: fail,
    warn: failUnlessLate,
  })
  let requests = 0
  const send = (kind: 'command' | 'query', source: Source, bytes: Uint8Array): Promise<Reply> =>
    new Promise((resolve) => {
      const request = requests++
      waiting.set(request, resolve)
      engine.submit({ request, kind, source, bytes })
    })
  const watermark = new Watermark(`test ${process.pid} ${Math.random()}`)
  const reads = new Reads(watermark, readPatience)
  listeners.push((events, seq) => reads.committed(seq, events))
  const projector = new Projector<Event>({
    database,
    projections,
    decode: (frame) => decode(list(eventCodec), frame),
    projected: (to) => watermark.note(to),
    warn: failUnlessLate,
  })
  engine.start()
  projector.start()
  const ports = {
    submit: (source: Source, bytes: Uint8Array) => send('command', source, bytes),
    query: (source: Source, bytes: Uint8Array) => send('query', source, bytes),
  }
  return {
    exchange: createExchange(ports, usedKeysIn(database, watermark), { reads, notes }),
    watermark,
    reads,
    onCommitted: (listener) => listeners.push(listener),
    imbalance: async () => {
      const reply = await send('query', house, encode(queryCodec, { type: 'sums' }))
      if (reply.kind !== 'accepted') return ['the engine did not answer']
      const sums = decode(replyCodec, reply.answer)
      if (sums.type !== 'sums') return ['the engine answered something else']
      return sums.sums
        .filter(({ posted, frozen, held }) => posted !== 0n || frozen !== held)
        .map(({ realm, currency, posted }) => `${realm} ${currency}: ${posted}`)
    },
    stop: async () => {
      await engine.stop()
      await projector.stop()
      watermark.close()
      await journal.close()
    },
  }
}
