import { haltCauses, haltedParts } from '@truemark/protocol/routes/transparency'
import type { Queryable } from '../platform/postgres/database.ts'

/** The markets that an operator has kept from trading since before a moment. */
export async function countLongHalts(database: Queryable, since: number): Promise<number[]> {
  const { rows } = await database.query<{ listing: number }>(
    `SELECT DISTINCT listing FROM halt WHERE ended_at IS NULL AND began_at < $1 AND cause = $2 AND stopped <> $3
     ORDER BY listing`,
    [since, haltCauses.indexOf('operator'), haltedParts.indexOf('spot')],
  )
  return rows.map(({ listing }) => listing)
}
