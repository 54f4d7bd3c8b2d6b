import { randomBytes } from 'node:crypto'
import type { Database } from '../postgres/database.ts'

const secretLength = 16

/** The secret of this installation's public ids, made at the first start. */
export async function idSecret(database: Database): Promise<Uint8Array> {
  await database.query('INSERT INTO installation (id_secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(secretLength),
  ])
  const { rows } = await database.query<{ id_secret: Buffer }>('SELECT id_secret FROM installation')
  const secret = rows[0]?.id_secret
  if (secret === undefined) throw new Error('the installation has no secret')
  return secret
}
