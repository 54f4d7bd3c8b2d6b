import { readWitnessed } from '@truemark/protocol/evidence/witnessed'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { readRowsAt } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { hexOf } from './logPoint.ts'
import type { TransparencyPorts } from './ports.ts'
import { findHeld, findStatements } from './witness.store.ts'

/** Binds which witness holds which statement of where everything ended, since when. */
export function bindWitnesses(gateway: Gateway, { database }: Pick<TransparencyPorts, 'database'>): void {
  gateway.bind(transparencyRoutes.rowDigest, async ({ params }) => {
    const [row] = await readRowsAt(database, [Number(params.row)])
    return done({ digest: row === undefined ? null : hexOf(row.digest) })
  })
  gateway.bind(transparencyRoutes.witnessedHeads, async ({ query }) => {
    const before = query.cursor === undefined ? null : Number(query.cursor)
    if (before !== null && !Number.isSafeInteger(before)) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await findStatements(database, before, limit)
    const held = await findHeld(
      database,
      rows.map(({ id }) => id),
    )
    const last = rows.at(-1)
    return done({
      items: rows.flatMap(({ id, statement, signature }) => {
        const said = readWitnessed(statement)
        if (said === null) return []
        const witnesses = held
          .filter((one) => one.id === id)
          .map(({ witness, heldAt, answer, provenAt }) => ({ witness, held: heldAt, answer, proven: provenAt }))
        return [{ statement, signature: signature.toString('hex'), said, witnesses }]
      }),
      cursor: last !== undefined && rows.length === limit ? String(last.id) : null,
    })
  })
}
