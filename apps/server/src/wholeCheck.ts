import { ledgerFault, readLedgerTables } from './account/door.ts'
import { verifyCommand } from './engine/verifyCommand.ts'
import { firstBadAudit } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'
import { checkEvidenceLog } from './transparency/door.ts'

/**
 * Checks all that is chained or made from what is chained: the journal with its snapshots, the ledger's tables against
 * the state that the journal gives, the audit log, and the log of evidence. Says a sentence for each; gives the exit code: 0 where all holds.
 */
export async function checkWhole(database: Database, say: (sentence: string) => void): Promise<number> {
  const tables = await readLedgerTables(database)
  const beside = { seq: tables.seq, fault: (state: Uint8Array) => ledgerFault(tables, state) }
  const code = await verifyCommand(database, beside, say)
  if (code !== 0) return code
  say(`The ledger's ${tables.told.length} balances and their lines are what the journal gives at row ${tables.seq}.`)
  const bad = await firstBadAudit(database)
  say(bad === null ? 'The audit log verifies.' : `The audit log does not verify: entry ${bad} does not follow.`)
  const { entries, fault } = await checkEvidenceLog(database)
  say(
    fault === null
      ? `The log of evidence verifies: ${entries} entries.`
      : `The log of evidence does not verify: ${fault}.`,
  )
  return bad === null && fault === null ? 0 : 1
}
