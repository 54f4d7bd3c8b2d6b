import { realms, userHolderMin } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'

/** Whether real money was ever on somebody's account. */
export async function hasSeenRealMoney(database: Queryable): Promise<boolean> {
  // a balance that went back to nothing keeps its row
  const { rows } = await database.query(
    `SELECT 1 FROM balance AS b JOIN holder AS h ON h.holder = b.holder
     WHERE h.realm = $1 AND h.holder >= $2 LIMIT 1`,
    [realms.indexOf('real'), userHolderMin],
  )
  return rows.length > 0
}
