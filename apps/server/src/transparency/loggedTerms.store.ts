import type { TermKind } from '@truemark/protocol/terms'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** A change of terms as it was signed, and its place in the log of evidence. */
export interface LoggedTerms {
  readonly place: number
  readonly document: string
}

/** The changes of terms of the log, the last first: of what is asked for, and before a place of the log. */
export async function findLoggedTerms(
  database: Queryable,
  {
    kinds,
    terms,
    subject,
    before,
  }: { kinds: readonly number[]; terms: readonly TermKind[]; subject: string | null; before: number },
  limit: number,
): Promise<LoggedTerms[]> {
  const { rows } = await database.query<{ place: string; document: string }>(
    `SELECT place, document FROM evidence_entry
     WHERE kind = ANY($1::smallint[]) AND place < $2 AND (document::jsonb ->> 'term') = ANY($3)
       AND ($4::text IS NULL OR document::jsonb ->> 'subject' = $4)
     ORDER BY place DESC LIMIT $5`,
    [[...kinds], before, [...terms], subject, limit],
  )
  return rows.map(({ place, document }) => ({ place: integerOf(place), document }))
}
