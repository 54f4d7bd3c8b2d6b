import { isRead } from '@truemark/core/gains/acts'
import { categories } from '@truemark/core/ledger/categories'
import type { HolderId } from '@truemark/core/ledger/holders'
import { accounts } from '@truemark/core/ledger/move'
import type { StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { type LedgerRow, entries, otherSides } from './tables.ts'

const batchMax = 1_000
const coin = accounts.indexOf('coin')
const held = otherSides.indexOf('held')
const read = categories.flatMap((category, place) => (isRead(category) ? [place] : []))

/** The lines of a holder's coin account from its first up to a moment (UTC ms, exclusive) and a row of the journal. */
export interface GainSpan {
  readonly holder: HolderId
  readonly to: number
  readonly seqMax: number
}

/** How many lines a report would read, counted no further than one beyond `max`. */
export async function countGainLines(database: Queryable, span: GainSpan, max: number): Promise<number> {
  const { rows } = await database.query<{ lines: string }>(
    `SELECT count(*) AS lines FROM (
       SELECT 1 FROM ledger_entry
       WHERE holder = $1 AND time < $2 AND seq <= $3 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[])
       LIMIT $7) AS found`,
    [span.holder, span.to, span.seqMax, coin, held, read, max + 1],
  )
  return integerOf(rows[0]?.lines ?? '0')
}

/** Those lines, oldest first, read in batches as they are taken. */
export async function* readGainLines(database: Queryable, span: GainSpan): AsyncGenerator<LedgerRow> {
  let after = { time: 0, place: -1 }
  for (;;) {
    const { rows } = await database.query<StoredOf<typeof entries>>(
      `SELECT * FROM ledger_entry
       WHERE holder = $1 AND time < $2 AND seq <= $3 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[])
         AND (time, place) > ($7, $8)
       ORDER BY time, place LIMIT $9`,
      [span.holder, span.to, span.seqMax, coin, held, read, after.time, after.place, batchMax],
    )
    const lines = rows.map(entries.read)
    yield* lines
    const last = lines.at(-1)
    if (last === undefined || rows.length < batchMax) return
    after = last
  }
}
