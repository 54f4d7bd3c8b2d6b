import type { Projection } from '../projector.ts'
import { int4, integer, readModel, text } from '../readModel.ts'
import type { TallyEvent } from './tallyMachine.ts'

/** A table of the tally's transfers, for {@link movedProjection}. */
export const movedTable =
  'CREATE TABLE moved (key text, amount bigint, seq bigint, place int, PRIMARY KEY (seq, place))'

const moved = readModel('moved', { key: text(), amount: integer(), seq: integer(), place: int4() })

/** Each transfer of the tally as a row. */
export const movedProjection: Projection<TallyEvent> = {
  name: 'moved',
  wants: ['moved'],
  apply: async (facts, writer) => {
    await writer.copy(
      moved,
      facts.flatMap(({ seq, place, event }) => (event.type === 'moved' ? [{ ...event, seq, place }] : [])),
    )
  },
}
