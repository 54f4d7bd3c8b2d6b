import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

export interface NewImage {
  readonly name: string
  readonly file: number
  readonly addedBy: string
  readonly addedAt: number
}

/** Keeps an image's public name. */
export async function insertImage(client: Queryable, { name, file, addedBy, addedAt }: NewImage): Promise<void> {
  await client.query('INSERT INTO piece_image (name, file, added_by, added_at) VALUES ($1, $2, $3, $4)', [
    name,
    file,
    addedBy,
    addedAt,
  ])
}

/** The number of an image's file, whether or not it is public. */
export async function findImage(database: Queryable, name: string): Promise<number | null> {
  const { rows } = await database.query<{ file: string }>('SELECT file FROM piece_image WHERE name = $1', [name])
  return rows[0] === undefined ? null : integerOf(rows[0].file)
}
