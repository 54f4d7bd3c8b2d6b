import type { SealedColumn } from '../../platform/keys/sealedColumn.ts'
import { pushKeyOwner, pushKeyPurpose } from './vapid.ts'

/** The installation's key of push messages, as it lies sealed: one row. */
export const pushKeySealed: SealedColumn = {
  purpose: pushKeyPurpose,
  find: async (client, { head, after }) => {
    if (after > 0) return []
    const { rows } = await client.query<{ sealed: Buffer }>(
      'SELECT private_sealed AS sealed FROM push_key WHERE substring(private_sealed FROM 1 FOR $1) <> $2',
      [head.length, head],
    )
    return rows.map(({ sealed }) => ({ id: 1, owner: pushKeyOwner, sealed }))
  },
  replace: async (client, { sealed }, anew) => {
    await client.query('UPDATE push_key SET private_sealed = $2 WHERE private_sealed = $1', [sealed, anew])
  },
}
