import type { SealedColumn } from '../keys/sealedColumn.ts'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { Queryable } from '../postgres/database.ts'
import { integerOf } from '../postgres/integerOf.ts'
import type { MailParams } from './render.ts'
import { mailPurpose, sealParams } from './secrets.ts'

/** The secrets of messages, as they lie sealed. */
export const mailSecretsSealed: SealedColumn = {
  purpose: mailPurpose,
  find: async (client, { head, after, limit }) => {
    const { rows } = await client.query<{ id: string; sealed: Buffer }>(
      `SELECT id, secrets AS sealed FROM outbox
       WHERE id > $1 AND substring(secrets FROM 1 FOR $2) <> $3 ORDER BY id LIMIT $4`,
      [after, head.length, head, limit],
    )
    return rows.map(({ id, sealed }) => ({ id: integerOf(id), owner: id, sealed }))
  },
  replace: async (client, { id, sealed }, anew) => {
    await client.query('UPDATE outbox SET secrets = $3 WHERE id = $1 AND secrets = $2', [id, sealed, anew])
  },
}

/** Seals what of messages an older version kept in clear. */
export async function sealClearMail(client: Queryable, sealing: SealingKeys): Promise<void> {
  const { rows } = await client.query<{ id: string; params: MailParams }>(
    'SELECT id, params FROM outbox WHERE secrets IS NULL ORDER BY id FOR UPDATE',
  )
  for (const { id, params } of rows) {
    const kept = sealParams(sealing, id, params)
    if (kept.secrets === null) continue
    await client.query('UPDATE outbox SET params = $2, secrets = $3 WHERE id = $1', [
      id,
      JSON.stringify(kept.params),
      kept.secrets,
    ])
  }
}
