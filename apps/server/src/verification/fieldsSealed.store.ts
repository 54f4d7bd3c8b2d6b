import type { RealNameLevelName } from '@truemark/protocol/routes/verification'
import type { SealedColumn } from '../platform/keys/sealedColumn.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { fieldsPurpose } from './sealed.ts'
import { ownerOf } from './standing.ts'

/** What people typed for verification, as it lies sealed; what was erased is empty. */
export const fieldsSealed: SealedColumn = {
  purpose: fieldsPurpose,
  find: async (client, { head, after, limit }) => {
    const { rows } = await client.query<{ id: string; user_id: string; level: RealNameLevelName; sealed: Buffer }>(
      `SELECT id, user_id, level, fields AS sealed FROM verification
       WHERE id > $1 AND fields <> '' AND substring(fields FROM 1 FOR $2) <> $3 ORDER BY id LIMIT $4`,
      [after, head.length, head, limit],
    )
    return rows.map(({ id, user_id: userId, level, sealed }) => {
      return { id: integerOf(id), owner: ownerOf(integerOf(userId), level), sealed }
    })
  },
  replace: async (client, { id, sealed }, anew) => {
    await client.query('UPDATE verification SET fields = $3 WHERE id = $1 AND fields = $2', [id, sealed, anew])
  },
}
