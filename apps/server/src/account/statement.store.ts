import { type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type Account, accounts } from '@truemark/core/ledger/move'
import { type StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type LedgerRow, entries, otherSides } from './tables.ts'

/** A line against the held part of an account moves nothing out of it: no statement lists it. */
const held = otherSides.indexOf('held')
const batchMax = 1_000

/** A place among all lines of a holder: a moment (UTC milliseconds), and a number among the lines of that moment. */
export interface LinePlace {
  readonly time: number
  readonly place: number
}

/** The span of a statement: from a place up to another, and the last journal row that it can contain. */
export interface StatementSpan {
  readonly holder: HolderId
  readonly from: LinePlace
  readonly to: LinePlace
  readonly seqMax: number
}

/** What an account of one currency was worth when the span began and ended, with what came and went between. */
export interface StatementAccount {
  readonly account: Account
  readonly currency: number
  readonly opening: bigint
  readonly received: bigint
  readonly paid: bigint
  readonly lines: number
}

/** The lines of each month of UTC, as 2026-11, by month. */
export async function findStatementMonths(database: Queryable, holder: HolderId): Promise<Map<string, number>> {
  const { rows } = await database.query<{ month: string; lines: string }>(
    `SELECT to_char(to_timestamp(time / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) AS lines
     FROM ledger_entry WHERE holder = $1 AND other <> $2 GROUP BY 1`,
    [holder, held],
  )
  return new Map(rows.map(({ month, lines }) => [month, integerOf(lines)]))
}

/** The accounts of a holder that stand in a statement: those with a balance or a line, in the order of their places. */
export async function findStatementAccounts(database: Queryable, span: StatementSpan): Promise<StatementAccount[]> {
  const { rows } = await database.query<{
    account: number
    currency: number
    opening: string | null
    received: string | null
    paid: string | null
    lines: string | null
  }>(
    `SELECT b.account, b.currency, opening, received, paid, lines FROM balance AS b
     LEFT JOIN LATERAL (
       SELECT balance_after AS opening FROM ledger_entry AS e
       WHERE e.holder = b.holder AND e.account = b.account AND e.currency = b.currency AND other <> $2
         AND (time, place) < ($3, $4)
       ORDER BY time DESC, place DESC LIMIT 1) AS o ON true
     LEFT JOIN (
       SELECT account, currency, sum(amount) FILTER (WHERE amount > 0) AS received,
         sum(amount) FILTER (WHERE amount < 0) AS paid, count(*) AS lines FROM ledger_entry
       WHERE holder = $1 AND other <> $2 AND (time, place) >= ($3, $4) AND (time, place) < ($5, $6) AND seq <= $7
       GROUP BY 1, 2) AS m
       USING (account, currency)
     WHERE b.holder = $1 ORDER BY b.account, b.currency`,
    boundsOf(span),
  )
  return rows
    .map((row) => ({
      account: wordAt(accounts, row.account),
      currency: row.currency,
      opening: BigInt(row.opening ?? '0'),
      received: BigInt(row.received ?? '0'),
      paid: BigInt(row.paid ?? '0'),
      lines: integerOf(row.lines ?? '0'),
    }))
    .filter(({ opening, lines }) => opening !== 0n || lines > 0)
}

function boundsOf({ holder, from, to, seqMax }: StatementSpan): readonly number[] {
  return [holderRow(holder), held, from.time, from.place, to.time, to.place, seqMax]
}

/** The n-th part of a span (from 1) split into parts of `lines` lines; the last part ends where the span does. */
export async function partOfSpan(
  database: Queryable,
  span: StatementSpan,
  linesMax: number,
  part: number,
): Promise<StatementSpan> {
  const lineAt = async (skipped: number): Promise<LinePlace> => {
    const { rows } = await database.query<{ time: string; place: number }>(
      `SELECT time, place FROM ledger_entry
       WHERE holder = $1 AND other <> $2 AND (time, place) >= ($3, $4) AND (time, place) < ($5, $6) AND seq <= $7
       ORDER BY time, place OFFSET $8 LIMIT 1`,
      [...boundsOf(span), skipped],
    )
    const [row] = rows
    return row === undefined ? span.to : { time: integerOf(row.time), place: row.place }
  }
  const from = part === 1 ? span.from : await lineAt((part - 1) * linesMax)
  return { ...span, from, to: await lineAt(part * linesMax) }
}

/** The lines of a statement, oldest first, read in batches as they are taken. */
export async function* readStatement(database: Queryable, span: StatementSpan): AsyncGenerator<LedgerRow> {
  let after = { time: span.from.time, place: span.from.place - 1 }
  for (;;) {
    const { rows } = await database.query<StoredOf<typeof entries>>(
      `SELECT * FROM ledger_entry
       WHERE holder = $1 AND (time, place) > ($2, $3) AND (time, place) < ($4, $5) AND other <> $6 AND seq <= $7
       ORDER BY time, place LIMIT $8`,
      [span.holder, after.time, after.place, span.to.time, span.to.place, held, span.seqMax, batchMax],
    )
    const lines = rows.map(entries.read)
    yield* lines
    const last = lines.at(-1)
    if (last === undefined || rows.length < batchMax) return
    after = last
  }
}
