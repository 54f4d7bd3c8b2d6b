import { errorMessage } from '../platform/startRefusal.ts'
import type { Appended, BatchJournal } from './journal.ts'
import { type ChainEnd, type JournalRow, chainRow } from './journalRow.ts'

/**
 * How the commit of a batch ended. `committed` bears the row as it stands in the journal. `absent`: surely not
 * written, memory must go back. `superseded`: another engine writes now. `unknown`: given up on a stop.
 */
export type CommitEnd =
  | { readonly kind: 'committed'; readonly row: JournalRow }
  | { readonly kind: 'absent'; readonly why: string }
  | { readonly kind: 'superseded'; readonly written: 'no' | 'unknown' }
  | { readonly kind: 'unknown' }

export interface CommitPorts {
  readonly stopped: () => boolean
  /** Hears of each answer that was lost. */
  readonly lost: (why: string) => void
}

/** A row that was sent, and what its append gave. */
export interface Sent {
  readonly row: JournalRow
  readonly outcome: Appended
  /** When, as `performance.now()` tells. */
  readonly at: number
}

/** A commit that takes longer (ms) is given up where that is surely possible: its askers have given up too. */
export const commitPatience = 10_000
const conflictRetriesMax = 5

/**
 * Brings the commit of `sent`, the row after `before`, to its end. Conflicts that the database asks to repeat are
 * repeated at most five times. Where an answer is lost it finds out what is true and, if nothing was written, appends
 * the same batch anew under the epoch that fenced the lost insert off.
 */
export async function commitRow(
  journal: BatchJournal,
  before: ChainEnd,
  sent: Sent,
  ports: CommitPorts,
): Promise<CommitEnd> {
  let { row, outcome: appended } = sent
  for (let conflicts = 0; ;) {
    if (appended.kind === 'committed') return { kind: 'committed', row }
    if (appended.kind === 'superseded') return { kind: 'superseded', written: 'no' }
    if (appended.kind === 'failed') {
      if (!appended.again || conflicts >= conflictRetriesMax) {
        return { kind: 'absent', why: `the journal refused row ${row.seq}: ${errorMessage(appended.error)}` }
      }
      conflicts += 1
      await pause(Math.random() * 10 * conflicts)
    } else {
      ports.lost(`the answer to the commit of row ${row.seq} was lost: ${errorMessage(appended.error)}`)
      const found = await journal.resolve(row, ports.stopped)
      if (found === 'committed') return { kind: 'committed', row }
      if (found === 'superseded') return { kind: 'superseded', written: 'unknown' }
      if (found === 'stopped') return { kind: 'unknown' }
      if (performance.now() - sent.at > commitPatience) {
        return { kind: 'absent', why: `row ${row.seq} could not be committed in time` }
      }
      // Memory already holds the batch, and nobody else can have written since.
      row = chainRow(before, { ...row, epoch: journal.epoch })
    }
    appended = await journal.append(row)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
