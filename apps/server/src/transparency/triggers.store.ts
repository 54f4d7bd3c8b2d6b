import { positionKinds, positionSides, purposes } from '@truemark/core/derivative/words'
import { realms, type Realm } from '@truemark/core/ledger/holders'
import { type TriggerCause, triggerCauses } from '@truemark/core/liquidation/event'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

const target = `position_trigger (position_id, realm, listing, kind, cause, price, previous_tenths, index_tenths,
  index_time, time)`

/** Stop-losses and take-profits that the mark has passed. */
export const triggerProjection: Projection<Event> = {
  name: 'position_trigger',
  wants: ['positionTriggered'],
  apply: async (facts, writer) => {
    const rows = new BinaryRows()
    for (const { event, time } of facts) {
      if (event.type !== 'positionTriggered') continue
      rows.row(10).int8(event.position).int2(realms.indexOf(event.realm)).int2(event.listing)
      rows.int2(positionKinds.indexOf(event.kind)).int2(triggerCauses.indexOf(event.cause)).int8(event.price)
      rows.int8(event.previousTenths).int8(event.indexTenths).int8(event.indexTime).int8(time)
    }
    await writer.copy(target, rows)
  },
}

/** A triggered position: price in ticks, marks in tenths of a tick, lots in hundredths, proceeds in units of USDT. */
export interface TriggerRow {
  readonly realm: Realm
  readonly listing: number
  readonly positionKind: (typeof positionKinds)[number]
  readonly side: (typeof positionSides)[number]
  readonly cause: TriggerCause
  readonly price: number
  readonly previousTenths: number
  readonly indexTenths: number
  readonly indexTime: number
  readonly time: number
  /** What it has closed so far, and what that brought. */
  readonly lotsClosed: number
  readonly proceeds: bigint
  /** When nothing was left of the position; null while it is being closed. */
  readonly endedAt: number | null
}

/** How a position was triggered, and what came of it; null where it was not. */
export async function findTrigger(database: Queryable, position: number): Promise<TriggerRow | null> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    kind: number
    side: number
    cause: number
    price: string
    previous_tenths: string
    index_tenths: string
    index_time: string
    time: string
    lots: string
    proceeds: string
    ended_at: string | null
  }>(
    `SELECT t.realm, t.listing, t.kind, p.side, t.cause, t.price, t.previous_tenths, t.index_tenths, t.index_time, t.time,
       p.ended_at, coalesce(f.lots, 0) AS lots, coalesce(f.proceeds, 0) AS proceeds
     FROM position_trigger AS t JOIN derivative_position AS p ON p.id = t.position_id,
     LATERAL (SELECT sum(lots) AS lots, sum(quote_amount) AS proceeds FROM derivative_fill
       WHERE holder = p.holder AND trade BETWEEN p.trade_first AND p.trade_last AND closing = p.id AND purpose = ANY($2)
     ) AS f
     WHERE t.position_id = $1`,
    [position, triggerCauses.map((cause) => purposes.indexOf(cause))],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    positionKind: wordAt(positionKinds, row.kind),
    side: wordAt(positionSides, row.side),
    cause: wordAt(triggerCauses, row.cause),
    price: integerOf(row.price),
    previousTenths: integerOf(row.previous_tenths),
    indexTenths: integerOf(row.index_tenths),
    indexTime: integerOf(row.index_time),
    time: integerOf(row.time),
    lotsClosed: integerOf(row.lots),
    proceeds: BigInt(row.proceeds),
    endedAt: row.ended_at === null ? null : integerOf(row.ended_at),
  }
}
