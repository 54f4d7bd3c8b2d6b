import type { Queryable } from '../postgres/database.ts'
import type { KeyPurpose } from './keyFile.ts'

/** Which key of a purpose the database says that this installation has. */
export interface KnownKey {
  readonly generation: number
  readonly fingerprint: Buffer
}

/** The fingerprint of each purpose's newest key; none of a purpose whose key was never made. */
export async function findKnownKeys(database: Queryable): Promise<Map<KeyPurpose, KnownKey>> {
  const { rows } = await database.query<{ purpose: KeyPurpose; generation: number; fingerprint: Buffer }>(
    'SELECT purpose, generation, fingerprint FROM installation_key',
  )
  return new Map(rows.map(({ purpose, ...known }) => [purpose, known]))
}

/** Says which key is a purpose's newest. */
export async function noteKnownKey(
  database: Queryable,
  purpose: KeyPurpose,
  { generation, fingerprint }: KnownKey,
): Promise<void> {
  await database.query(
    `INSERT INTO installation_key (purpose, generation, fingerprint) VALUES ($1, $2, $3)
     ON CONFLICT (purpose) DO UPDATE SET generation = excluded.generation, fingerprint = excluded.fingerprint`,
    [purpose, generation, fingerprint],
  )
}

/** The secret that older versions kept in the database; null where there is none, or no more. */
export async function findFormerSecret(database: Queryable): Promise<Buffer | null> {
  const { rows } = await database.query<{ id_secret: Buffer | null }>('SELECT id_secret FROM installation')
  return rows[0]?.id_secret ?? null
}

/** Wipes the secret that older versions kept in the database. */
export async function wipeFormerSecret(database: Queryable): Promise<void> {
  await database.query('UPDATE installation SET id_secret = NULL WHERE id_secret IS NOT NULL')
}

/** A statement of a rotation or a replacement as it is kept; both texts are JSON. */
export interface RotationRow {
  readonly purpose: KeyPurpose
  readonly generation: number
  readonly statement: string
  readonly signatures: string
}

/** The statements of all rotations and replacements, the oldest of each purpose first. */
export async function findRotations(database: Queryable): Promise<RotationRow[]> {
  const { rows } = await database.query<RotationRow>(
    'SELECT purpose, generation, statement, signatures FROM key_rotation ORDER BY purpose, generation',
  )
  return rows
}

/** Keeps the statement of a rotation; nothing where it is kept already. */
export async function keepRotation(database: Queryable, row: RotationRow): Promise<boolean> {
  const { rowCount } = await database.query(
    'INSERT INTO key_rotation (purpose, generation, statement, signatures) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [row.purpose, row.generation, row.statement, row.signatures],
  )
  return rowCount === 1
}
