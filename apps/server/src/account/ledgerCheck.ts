import type { HolderId } from '@truemark/core/ledger/holders'
import { accounts } from '@truemark/core/ledger/move'
import { decodeState } from '@truemark/core/snapshot'
import { projectedSeq } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type AccountKey, type Stand, keyName } from './ledgerRows.ts'
import { otherSides } from './tables.ts'

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

/** Reads every balance and the sum of its lines, in a transaction of the caller's that sees one moment. */
export async function readLedgerTables(snapshot: Queryable): Promise<LedgerTables> {
  // a line against the held part moves nothing out of the account
  const { rows } = await snapshot.query<ToldRow>(
    `SELECT holder, account, currency, b.posted, b.frozen, l.lines FROM balance AS b FULL JOIN
       (SELECT holder, account, currency, sum(amount)::text AS lines FROM ledger_entry WHERE other <> $1
        GROUP BY holder, account, currency) AS l USING (holder, account, currency)`,
    [otherSides.indexOf('held')],
  )
  return { seq: await projectedSeq(snapshot, 'ledger'), told: rows.map(toldOf) }
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
