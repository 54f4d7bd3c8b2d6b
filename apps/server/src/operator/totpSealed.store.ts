import type { SealedColumn } from '../platform/keys/sealedColumn.ts'
import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { operatorTotpNextPurpose, operatorTotpPurpose, sealOperatorTotp } from './sealedTotp.ts'

function sealedIn(column: 'totp_secret' | 'totp_next', purpose: SealedColumn['purpose']): SealedColumn {
  return {
    purpose,
    find: async (client, { head, after, limit }) => {
      const { rows } = await client.query<{ id: string; sealed: Buffer }>(
        `SELECT id, ${column} AS sealed FROM operator
         WHERE id > $1 AND substring(${column} FROM 1 FOR $2) <> $3 ORDER BY id LIMIT $4`,
        [after, head.length, head, limit],
      )
      return rows.map(({ id, sealed }) => ({ id: integerOf(id), owner: id, sealed }))
    },
    replace: async (client, { id, sealed }, anew) => {
      await client.query(`UPDATE operator SET ${column} = $3 WHERE id = $1 AND ${column} = $2`, [id, sealed, anew])
    },
  }
}

/** The secrets of operators' apps, as they lie sealed. */
export const operatorTotpSealed = sealedIn('totp_secret', operatorTotpPurpose)
/** The same of those whose first code is still to come. */
export const operatorTotpNextSealed = sealedIn('totp_next', operatorTotpNextPurpose)

/** Seals the secrets that an older version kept in clear: base 32, which no sealed value is. */
export async function sealClearOperatorTotp(client: Queryable, sealing: SealingKeys): Promise<void> {
  const { rows } = await client.query<{ id: string; secret: Buffer }>(
    'SELECT id, totp_secret AS secret FROM operator WHERE totp_secret IS NOT NULL ORDER BY id FOR UPDATE',
  )
  for (const { id, secret } of rows) {
    const text = secret.toString('latin1')
    if (!/^[A-Z2-7]+$/.test(text)) continue
    const sealed = sealOperatorTotp(sealing, integerOf(id), text)
    await client.query('UPDATE operator SET totp_secret = $2 WHERE id = $1', [id, sealed])
  }
}
