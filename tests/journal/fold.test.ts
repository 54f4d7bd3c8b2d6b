import { encode } from '@truemark/core/codec/codec'
import { encodeState } from '@truemark/core/snapshot'
import { acts, EverythingRun } from '@truemark/core/testing/everythingRun'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames } from '../../apps/server/src/engine/frames.ts'
import { type JournalRow, chainRow, chainStart } from '../../apps/server/src/engine/journalRow.ts'
import { stateHash } from '../../apps/server/src/engine/snapshot.ts'
import { Fold } from '../../apps/server/src/export/fold.ts'

/** The rows that an engine would have written of a run: a row for each moment. */
function rowsOf(run: EverythingRun): JournalRow[] {
  const frames = new Map<number, Uint8Array[]>()
  for (const { now, outcome } of run.steps) {
    if (outcome?.ok !== true || outcome.events.length === 0) continue
    frames.set(now, [...(frames.get(now) ?? []), encode(eventsCodec, outcome.events)])
  }
  const rows: JournalRow[] = []
  for (const [time, events] of frames) {
    const end = rows.at(-1) ?? chainStart
    rows.push(chainRow(end, { epoch: 1, time, commands: new Uint8Array(), events: joinFrames(events) }))
  }
  return rows
}

it('finds nothing to object to in what the exchange itself decides, whatever is asked of it', () => {
  fc.assert(
    fc.property(acts(300), (drawn) => {
      const run = new EverythingRun([4_211, 97, 1_033, 40, 2_600, 513])
      for (const act of drawn) run.do(act)
      const fold = new Fold(() => null)
      for (const row of rowsOf(run)) expect(fold.take(row)).toBeNull()
      expect(fold.sumFault()).toBeNull()
      expect(fold.stateHash()).toBe(Buffer.from(stateHash(encodeState(run.state))).toString('hex'))
    }),
    { numRuns: 10, endOnFailure: true },
  )
})
