import { positionKinds } from '@truemark/core/derivative/words'
import { realms } from '@truemark/core/ledger/holders'
import { triggerCauses } from '@truemark/core/liquidation/event'
import type { Event } from '@truemark/core/vocabulary'
import { type Closing, findClosing } from '../derivative/door.ts'
import { type Projection, type RowOf, type StoredOf, int2, integer, readModel, word } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** Triggered positions: prices in ticks, marks in tenths of a tick. */
const triggers = readModel('position_trigger', {
  position: integer('position_id'),
  realm: word(realms),
  listing: int2(),
  positionKind: word(positionKinds, 'kind'),
  cause: word(triggerCauses),
  price: integer(),
  previousTenths: integer(),
  indexTenths: integer(),
  indexTime: integer(),
  time: integer(),
})

/** Stop-losses and take-profits that the mark has passed. */
export const triggerProjection: Projection<Event> = {
  name: 'position_trigger',
  wants: ['positionTriggered'],
  apply: async (facts, writer) => {
    const triggered = facts.flatMap(({ event, time }) =>
      event.type === 'positionTriggered' ? [{ ...event, positionKind: event.kind, time }] : [],
    )
    await writer.copy(triggers, triggered)
  },
}

/** How a position was triggered, and what came of it; null where it was not. */
export async function findTrigger(
  database: Queryable,
  position: number,
): Promise<(RowOf<typeof triggers> & Closing) | null> {
  const { rows } = await database.query<StoredOf<typeof triggers>>(
    'SELECT * FROM position_trigger WHERE position_id = $1',
    [position],
  )
  const [row] = rows
  const closing = await findClosing(database, position, triggerCauses)
  return row === undefined || closing === null ? null : { ...triggers.read(row), ...closing }
}
