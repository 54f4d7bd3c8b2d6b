import type { SealedColumn } from '../platform/keys/sealedColumn.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { totpPurpose } from './secondFactor.ts'

/** The secrets of people's authenticator apps, as they lie sealed. */
export const totpSealed: SealedColumn = {
  purpose: totpPurpose,
  find: async (client, { head, after, limit }) => {
    const { rows } = await client.query<{ id: string; sealed: Buffer }>(
      `SELECT user_id AS id, secret AS sealed FROM user_totp
       WHERE user_id > $1 AND substring(secret FROM 1 FOR $2) <> $3 ORDER BY user_id LIMIT $4`,
      [after, head.length, head, limit],
    )
    return rows.map(({ id, sealed }) => ({ id: integerOf(id), owner: id, sealed }))
  },
  replace: async (client, { id, sealed }, anew) => {
    await client.query('UPDATE user_totp SET secret = $3 WHERE user_id = $1 AND secret = $2', [id, sealed, anew])
  },
}
