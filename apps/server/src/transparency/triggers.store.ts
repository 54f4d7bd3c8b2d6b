import { positionKinds } from '@truemark/core/derivative/words'
import { realms, type Realm } from '@truemark/core/ledger/holders'
import { type TriggerCause, triggerCauses } from '@truemark/core/liquidation/event'
import type { Event } from '@truemark/core/vocabulary'
import { type Closing, findClosing } from '../derivative/door.ts'
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

/** A triggered position: price in ticks, marks in tenths of a tick, and what came of it. */
export interface TriggerRow extends Closing {
  readonly realm: Realm
  readonly listing: number
  readonly positionKind: (typeof positionKinds)[number]
  readonly cause: TriggerCause
  readonly price: number
  readonly previousTenths: number
  readonly indexTenths: number
  readonly indexTime: number
  readonly time: number
}

/** How a position was triggered, and what came of it; null where it was not. */
export async function findTrigger(database: Queryable, position: number): Promise<TriggerRow | null> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    kind: number
    cause: number
    price: string
    previous_tenths: string
    index_tenths: string
    index_time: string
    time: string
  }>(
    `SELECT realm, listing, kind, cause, price, previous_tenths, index_tenths, index_time, time FROM position_trigger
     WHERE position_id = $1`,
    [position],
  )
  const [row] = rows
  const closing = await findClosing(database, position, triggerCauses)
  if (row === undefined || closing === null) return null
  return {
    ...closing,
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    positionKind: wordAt(positionKinds, row.kind),
    cause: wordAt(triggerCauses, row.cause),
    price: integerOf(row.price),
    previousTenths: integerOf(row.previous_tenths),
    indexTenths: integerOf(row.index_tenths),
    indexTime: integerOf(row.index_time),
    time: integerOf(row.time),
  }
}
