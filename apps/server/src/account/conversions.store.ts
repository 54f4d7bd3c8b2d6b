import type { HolderId } from '@truemark/core/ledger/holders'
import { priceKinds } from '@truemark/core/book/mark'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** Exchanges that were made. */
export const conversionProjection: Projection<Event> = {
  name: 'conversion',
  wants: ['converted'],
  apply: async (facts, writer) => {
    const rows = new BinaryRows()
    for (const { event, time } of facts) {
      if (event.type !== 'converted') continue
      rows.row(9).int8(event.conversion).holder(event.holder).int2(event.source).int2(event.target)
      rows.int8(event.sourceAmount).int8(event.targetAmount).int8(event.fee).int4(event.feeRate).int8(time)
    }
    await writer.copy(
      'conversion (id, holder, source, target, source_amount, target_amount, fee, fee_rate, time)',
      rows,
    )
  },
}

/** An exchange that was made; amounts in smallest units, `targetAmount` after the fee. */
export interface Conversion {
  readonly conversion: number
  readonly source: number
  readonly target: number
  readonly sourceAmount: bigint
  readonly targetAmount: bigint
  readonly fee: bigint
  readonly feeRate: number
  readonly time: number
  /** Whether the last sample of the index before it was not a live one; null where there is none. */
  readonly simulated: boolean | null
}

/** A holder's exchanges, newest first, older than `before`. */
export async function findConversions(
  database: Queryable,
  holder: HolderId,
  before: number | null,
  limit: number,
): Promise<Conversion[]> {
  const { rows } = await database.query<{
    id: string
    source: number
    target: number
    source_amount: string
    target_amount: string
    fee: string
    fee_rate: number
    time: string
    simulated: boolean | null
  }>(
    `SELECT id, source, target, source_amount, target_amount, fee, fee_rate, time,
       (SELECT s.kind <> $4 FROM index_sample AS s WHERE s.stamp <= c.time AND s.listing =
          (SELECT min(l.id) FROM listing AS l WHERE l.quote = 0 AND l.base IN (c.source, c.target))
        ORDER BY s.stamp DESC LIMIT 1) AS simulated
     FROM conversion AS c WHERE holder = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit, priceKinds.indexOf('live')],
  )
  return rows.map((row) => ({
    conversion: integerOf(row.id),
    source: row.source,
    target: row.target,
    sourceAmount: BigInt(row.source_amount),
    targetAmount: BigInt(row.target_amount),
    fee: BigInt(row.fee),
    feeRate: row.fee_rate,
    time: integerOf(row.time),
    simulated: row.simulated,
  }))
}

/** When a holder's exchange was made; null where it is not theirs. */
export async function findConversionTime(
  database: Queryable,
  holder: HolderId,
  number: number,
): Promise<number | null> {
  const { rows } = await database.query<{ time: string }>('SELECT time FROM conversion WHERE id = $1 AND holder = $2', [
    number,
    holder,
  ])
  return rows[0] === undefined ? null : integerOf(rows[0].time)
}
