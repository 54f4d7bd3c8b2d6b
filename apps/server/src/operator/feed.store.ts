import { realms, userHolderMin } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'

/** Whether any real account has a position open in contracts or perpetuals. */
export async function hasRealPositions(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM derivative_position AS p JOIN holder AS h ON h.holder = p.holder
     WHERE p.ended_at IS NULL AND p.holder >= $1 AND h.realm = $2 LIMIT 1`,
    [userHolderMin, realms.indexOf('real')],
  )
  return rows.length > 0
}
