import type { BatchJournal, Journal } from '../journal.ts'

/** The real journal, whose append is another: one that crashes, waits or tells something else around the real one. */
export function withAppend(journal: Journal, append: BatchJournal['append']): BatchJournal {
  return {
    get epoch() {
      return journal.epoch
    },
    get lease() {
      return journal.lease
    },
    append,
    resolve: (row, stopped) => journal.resolve(row, stopped),
    probe: () => journal.probe(),
  }
}
