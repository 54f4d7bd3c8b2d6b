import { BinaryRows } from '../copyBinary.ts'
import type { Projection } from '../projector.ts'
import type { TallyEvent } from './tallyMachine.ts'

/** A table of the tally's transfers, for {@link movedProjection}. */
export const movedTable =
  'CREATE TABLE moved (key text, amount bigint, seq bigint, place int, PRIMARY KEY (seq, place))'

/** Each transfer of the tally as a row. */
export const movedProjection: Projection<TallyEvent> = {
  name: 'moved',
  wants: ['moved'],
  apply: async (facts, writer) => {
    const rows = new BinaryRows()
    for (const { seq, place, event } of facts) {
      if (event.type === 'moved') rows.row(4).text(event.key).int8(event.amount).int8(seq).int4(place)
    }
    await writer.copy('moved (key, amount, seq, place)', rows)
  },
}
