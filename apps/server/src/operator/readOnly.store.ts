import type { ReadOnlyPeriod } from '@truemark/protocol/routes/readOnly'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** The period that was set last; null where none ever was. */
export async function findReadOnly(client: Queryable): Promise<ReadOnlyPeriod | null> {
  const { rows } = await client.query<{ from_at: string; until_at: string }>('SELECT from_at, until_at FROM read_only')
  const [row] = rows
  return row === undefined ? null : { from: integerOf(row.from_at), until: integerOf(row.until_at) }
}

export async function keepReadOnly(client: Queryable, { from, until }: ReadOnlyPeriod): Promise<void> {
  await client.query(
    `INSERT INTO read_only (from_at, until_at) VALUES ($1, $2)
     ON CONFLICT (singleton) DO UPDATE SET from_at = excluded.from_at, until_at = excluded.until_at`,
    [from, until],
  )
}
