import { dayMs } from '@truemark/core/money/units'
import type { Queryable } from '../platform/postgres/database.ts'
import { type AloneEntry, findAloneEntries } from './aloneCheck.store.ts'

/**
 * Where the table of what one operator did alone is not what the audit log says of it, or where all of a kind that one of them
 * did within 24 hours by the audit log reached its bound: the rest of a sentence; null where all is well. A table that was made
 * to forget would let somebody do more alone.
 */
export async function aloneFault(database: Queryable): Promise<string | null> {
  const entries = await findAloneEntries(database)
  for (const one of entries) {
    const fault = keptFault(one) ?? boundFault(one, entries)
    if (fault !== null) return fault
  }
  return null
}

function keptFault({ entry, kept, kind, operator, subject, time, worth }: AloneEntry): string | null {
  const where = `operator_alone kind=${kind} subject=${subject}`
  const by = `though entry ${entry} of the audit log tells of it`
  if (kept === null) return `${where}: it is missing, ${by}`
  if (kept.operator !== operator) return `${where}, operator: it says ${kept.operator}, the audit log ${operator}`
  if (kept.worth !== worth) return `${where}, worth: it says ${kept.worth}, the audit log ${worth}`
  return kept.time === time ? null : `${where}, time: it says ${kept.time}, the audit log ${time}`
}

function boundFault({ bound, entry, kind, operator, time }: AloneEntry, entries: readonly AloneEntry[]): string | null {
  const within = entries.filter(
    (one) => one.kind === kind && one.operator === operator && one.time <= time && one.time > time - dayMs,
  )
  const sum = within.reduce((all, { worth }) => all + worth, 0n)
  return sum < bound
    ? null
    : `audit id=${entry}: with it ${operator} alone did ${sum} within 24 hours, which is not below ${bound}`
}
