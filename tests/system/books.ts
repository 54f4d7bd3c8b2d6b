import { holderName, type HolderId } from '@truemark/core/ledger/holders'
import { otherSides } from '../../apps/server/src/account/tables.ts'
import type { Database } from '../../apps/server/src/platform/postgres/database.ts'

const housesPerRealm = 16
const userHolderMin = 32
const waitMax = 30_000
const pollInterval = 50

/** Waits until the read models hold all that the journal holds. */
export async function untilProjected(database: Database): Promise<void> {
  const end = performance.now() + waitMax
  while (performance.now() < end) {
    if ((await lagOf(database)) === '0') return
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
  throw new Error(`the read models did not catch up within ${waitMax / 1000} s`)
}

/** How many rows of the journal the read models lack; null while the database recovers from a kill, as it does once more here. */
async function lagOf(database: Database): Promise<string | null> {
  const sql =
    'SELECT (SELECT coalesce(max(seq), 0) FROM journal) - (SELECT coalesce(min(seq), 0) FROM projection) AS lag'
  try {
    const { rows } = await database.query<{ lag: string }>(sql)
    return rows[0]?.lag ?? null
  } catch (error) {
    if (
      error instanceof Error &&
      /recovery mode|starting up|not yet accepting|terminat|ECONNREFUSED|ECONNRESET/.test(error.message)
    )
      return null
    throw error
  }
}

/** What is wrong with the books: currencies of a realm that do not sum to zero, and holds that no order explains. */
export async function faultsOf(database: Database): Promise<string[]> {
  await untilProjected(database)
  const sums = await database.query<{ realm: number; currency: number; sum: string }>(
    `SELECT coalesce(h.realm, b.holder / ${housesPerRealm}) AS realm, currency, sum(posted) AS sum
     FROM balance b LEFT JOIN holder h ON h.holder = b.holder AND b.holder >= ${userHolderMin}
     GROUP BY 1, 2 HAVING sum(posted) <> 0`,
  )
  const entries = await database.query<{ holder: HolderId; currency: number }>(
    `SELECT b.holder, b.currency FROM balance b
     WHERE b.posted <> (SELECT coalesce(sum(amount), 0) FROM ledger_entry e
       WHERE e.holder = b.holder AND e.account = b.account AND e.currency = b.currency AND e.other <> $1)`,
    // a line against the held part moves nothing out of the account
    [otherSides.indexOf('held')],
  )
  return [
    ...sums.rows.map((row) => `currency ${row.currency} of realm ${row.realm} sums to ${row.sum}`),
    ...entries.rows.map(
      (row) => `holder ${holderName(row.holder)}'s entries of currency ${row.currency} are not its balance`,
    ),
  ]
}
