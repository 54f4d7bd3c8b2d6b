import type { TermsEvidence } from '../routes/evidence.ts'

/** What is checked of a change of terms, by name. */
export type TermCheckName = 'changed' | 'time' | 'named'

/**
 * Checks a change of terms by itself: each figure is another than before, it is of the moment of the journal's row that bears
 * it (null where the audit log alone does), and the audit log is named with the role of who asked (null where nobody did: the
 * terms that a market began with).
 */
export function termChecks({ figures, time, journal, proposed, audit }: TermsEvidence) {
  const checks: { readonly name: TermCheckName; readonly holds: boolean | null }[] = [
    { name: 'changed', holds: figures.every(({ before, after }) => before !== after) },
    { name: 'time', holds: journal === null ? null : journal.time === time },
    { name: 'named', holds: audit === null ? null : proposed !== null },
  ]
  return checks
}
