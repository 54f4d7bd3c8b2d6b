import type { SealedColumn } from '../platform/keys/sealedColumn.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** The secrets of HMAC keys, as they lie sealed. */
export const apiSecretSealed: SealedColumn = {
  purpose: 'api key',
  find: async (client, { head, after, limit }) => {
    const { rows } = await client.query<{ id: string; sealed: Buffer }>(
      `SELECT id, secret AS sealed FROM api_key
       WHERE id > $1 AND secret IS NOT NULL AND substring(secret FROM 1 FOR $2) <> $3 ORDER BY id LIMIT $4`,
      [after, head.length, head, limit],
    )
    return rows.map(({ id, sealed }) => ({ id: integerOf(id), owner: id, sealed }))
  },
  replace: async (client, { id, sealed }, anew) => {
    await client.query('UPDATE api_key SET secret = $3 WHERE id = $1 AND secret = $2', [id, sealed, anew])
  },
}
