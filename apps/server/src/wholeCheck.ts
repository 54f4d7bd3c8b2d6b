import { ledgerFault, readLedgerTables } from './account/door.ts'
import { verifyCommand } from './engine/verifyCommand.ts'
import { firstBadAudit } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'

/**
 * Checks all that is chained or made from what is chained: the journal with its snapshots, the ledger's tables against
 * the state that the journal gives, and the audit log. Says a sentence for each; gives the exit code: 0 where all holds.
 */
export async function checkWhole(database: Database, say: (sentence: string) => void): Promise<number> {
  const tables = await readLedgerTables(database)
  const beside = { seq: tables.seq, fault: (state: Uint8Array) => ledgerFault(tables, state) }
  const code = await verifyCommand(database, beside, say)
  if (code !== 0) return code
  say(`The ledger's ${tables.told.length} balances and their lines are what the journal gives at row ${tables.seq}.`)
  const bad = await firstBadAudit(database)
  say(bad === null ? 'The audit log verifies.' : `The audit log does not verify: entry ${bad} does not follow.`)
  return bad === null ? 0 : 1
}
