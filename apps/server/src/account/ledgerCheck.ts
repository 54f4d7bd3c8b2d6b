import type { HolderId } from '@truemark/core/ledger/holders'
import { accounts } from '@truemark/core/ledger/move'
import { decodeState } from '@truemark/core/snapshot'
import type { Database } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type AccountKey, type Stand, keyName, otherSides } from './ledgerRows.ts'

const readTimeout = 600_000

/** What the tables say of one account: its balance, and what all of its lines come to. */
export interface Told extends AccountKey, Stand {
  readonly lines: bigint
}

/** The ledger's tables as they stand at one row of the journal. */
export interface LedgerTables {
  readonly seq: number
  readonly told: readonly Told[]
}

interface ToldRow {
  readonly holder: HolderId
  readonly account: number
  readonly currency: number
  readonly posted: string | null
  readonly frozen: string | null
  readonly lines: string | null
}

/** Reads every balance and the sum of its lines in one snapshot of the database. */
export async function readLedgerTables(database: Database): Promise<LedgerTables> {
  const lease = await database.lease({ name: 'ledger check', statementTimeout: readTimeout })
  try {
    await lease.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: marks } = await lease.query<{ seq: string }>(`SELECT seq FROM projection WHERE name = 'ledger'`)
    // a line against the held part moves nothing out of the account
    const { rows } = await lease.query<ToldRow>(
      `SELECT holder, account, currency, b.posted, b.frozen, l.lines FROM balance AS b FULL JOIN
         (SELECT holder, account, currency, sum(amount)::text AS lines FROM ledger_entry WHERE other <> $1
          GROUP BY holder, account, currency) AS l USING (holder, account, currency)`,
      [otherSides.indexOf('held')],
    )
    await lease.query('COMMIT')
    return { seq: integerOf(marks[0]?.seq ?? '0'), told: rows.map(toldOf) }
  } finally {
    await lease.release()
  }
}

function toldOf({ holder, account, currency, posted, frozen, lines }: ToldRow): Told {
  return {
    holder,
    account: wordAt(accounts, account),
    currency,
    posted: BigInt(posted ?? 0),
    frozen: BigInt(frozen ?? 0),
    lines: BigInt(lines ?? 0),
  }
}

/** Where the tables do not say what the state says that the journal gives at their row; null where all agree. */
export function ledgerFault({ told }: LedgerTables, stateBytes: Uint8Array): string | null {
  const state = decodeState(stateBytes)
  const left = new Map<string, Stand>()
  for (const { posted, frozen, ...key } of state.venue.ledger.balances()) left.set(keyName(key), { posted, frozen })
  for (const one of told) {
    const name = keyName(one)
    const { posted, frozen } = left.get(name) ?? { posted: 0n, frozen: 0n }
    left.delete(name)
    if (one.posted !== posted || one.frozen !== frozen)
      return `the balance of account ${name} is ${one.posted}, ${one.frozen} of it frozen, where the journal says ${posted} and ${frozen}`
    if (one.lines !== posted)
      return `the lines of account ${name} come to ${one.lines}, where the journal says ${posted}`
  }
  const [missing] = left.keys()
  return missing === undefined ? null : `account ${missing} has no balance, though the journal gives it one`
}
