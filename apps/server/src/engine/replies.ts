import { hash } from 'node:crypto'
import type { Waiting } from './intake.ts'
import type { ChainEnd } from './journalRow.ts'
import type { Executed } from './machine.ts'
import type { CommandKept, Reply } from './reply.ts'

/** What came of an item; `faulty`: a question that could not be answered. */
export type Result = Executed | { readonly kind: 'faulty' }

/** What was decided together. */
export interface Batch {
  readonly items: readonly Waiting[]
  readonly results: readonly Result[]
}

/** The frame under which the journal keeps a command; null where it keeps none, since nothing changed. */
export function keptFrame(item: Waiting, result: Result): Uint8Array | null {
  if (item.kind !== 'command' || result.kind !== 'accepted' || result.events.length === 0) return null
  return result.kept ?? item.bytes
}

/** The reply to each item of a batch that was written, if at all, as the row `end`. */
export function* repliesOf({ items, results }: Batch, end: ChainEnd): Generator<readonly [Waiting, Result, Reply]> {
  let place = 0
  for (const [index, item] of items.entries()) {
    const result = results[index]
    if (result === undefined) return
    if (result.kind === 'faulty') {
      yield [item, result, { kind: 'refused', reason: 'engine_fault' }]
      continue
    }
    const frame = keptFrame(item, result)
    const kept = frame === null || item.source.kind === 'house' ? null : keptAt(frame, place, end)
    if (frame !== null) place += 1
    const { seq } = end
    if (result.kind === 'rejected') yield [item, result, { ...result, seq }]
    else yield [item, result, { kind: 'accepted', answer: result.answer, seq, ...(kept === null ? {} : { kept }) }]
  }
}

function keptAt(frame: Uint8Array, place: number, { time, digest }: ChainEnd): CommandKept {
  return { place, time, row: digest, command: hash('sha256', frame, 'buffer') }
}
