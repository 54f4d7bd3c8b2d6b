import { encode } from '@truemark/core/codec/codec'
import { encodeState } from '@truemark/core/snapshot'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import { envelopeCodec } from '@truemark/core/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames } from '../../apps/server/src/engine/frames.ts'
import { type JournalRow, chainRow, chainStart } from '../../apps/server/src/engine/journalRow.ts'
import { stateHash } from '../../apps/server/src/engine/snapshot.ts'
import { Fold } from '../../apps/server/src/export/fold.ts'

/** The rows that an engine would have written of a run: a row for each moment. */
function rowsOf(run: EverythingRun): JournalRow[] {
  const frames = new Map<number, { commands: Uint8Array[]; events: Uint8Array[] }>()
  for (const { now, envelope, outcome } of run.steps) {
    if (envelope === null || outcome?.ok !== true || outcome.events.length === 0) continue
    const row = frames.get(now) ?? { commands: [], events: [] }
    row.commands.push(encode(envelopeCodec, { ...envelope, key: null }))
    row.events.push(encode(eventsCodec, outcome.events))
    frames.set(now, row)
  }
  const rows: JournalRow[] = []
  for (const [time, { commands, events }] of frames) {
    const end = rows.at(-1) ?? chainStart
    rows.push(chainRow(end, { epoch: 1, time, commands: joinFrames(commands), events: joinFrames(events) }))
  }
  return rows
}

it('finds nothing to object to in what the exchange itself decides, whatever is asked of it', () => {
  fc.assert(
    fc.property(acts(200), (drawn) => {
      const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
      for (const act of drawn) run.do(act)
      const fold = new Fold(() => null)
      for (const row of rowsOf(run)) expect(fold.take(row)).toBeNull()
      expect(fold.endFault()).toBeNull()
      expect(fold.stateHash()).toBe(Buffer.from(stateHash(encodeState(run.state))).toString('hex'))
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
