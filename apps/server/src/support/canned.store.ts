import type { LocaleId } from '@truemark/protocol/locale'
import type { Queryable } from '../platform/postgres/database.ts'

export type CannedTexts = Partial<Record<LocaleId, string>>

/** An answer that is ready. */
export interface CannedRow {
  readonly id: number
  readonly title: string
  readonly texts: CannedTexts
  readonly updatedAt: number
  readonly updatedBy: string
}

interface StoredCanned {
  id: string
  title: string
  texts: CannedTexts
  updated_at: Date
  name: string
}

const select = `SELECT c.id, c.title, c.texts, c.updated_at, o.name FROM canned AS c
  JOIN operator AS o ON o.id = c.updated_by WHERE c.removed_at IS NULL`

function cannedOf({ id, title, texts, updated_at, name }: StoredCanned): CannedRow {
  return { id: Number(id), title, texts, updatedAt: updated_at.getTime(), updatedBy: name }
}

export async function findCannedAll(client: Queryable, limit: number): Promise<CannedRow[]> {
  const { rows } = await client.query<StoredCanned>(`${select} ORDER BY lower(c.title), c.id LIMIT $1`, [limit])
  return rows.map(cannedOf)
}

export async function findCanned(client: Queryable, id: number): Promise<CannedRow | null> {
  const { rows } = await client.query<StoredCanned>(`${select} AND c.id = $1`, [id])
  return rows[0] === undefined ? null : cannedOf(rows[0])
}

interface CannedChange {
  readonly title: string
  readonly texts: CannedTexts
  readonly operator: number
}

const cannedLock = 7_201_940

/** Adds an answer unless there are `max`; null then. */
export async function insertCanned(client: Queryable, change: CannedChange, max: number): Promise<number | null> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [cannedLock])
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO canned (title, texts, updated_by) SELECT $1, $2, $3
     WHERE (SELECT count(*) FROM canned WHERE removed_at IS NULL) < $4 RETURNING id`,
    [change.title, change.texts, change.operator, max],
  )
  return rows[0] === undefined ? null : Number(rows[0].id)
}

/** Changes an answer; false where there is none. */
export async function changeCanned(client: Queryable, id: number, change: CannedChange): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE canned SET title = $2, texts = $3, updated_by = $4, updated_at = now()
     WHERE id = $1 AND removed_at IS NULL RETURNING id`,
    [id, change.title, change.texts, change.operator],
  )
  return rows.length > 0
}

/** Takes an answer off the list; gives its title, or null where there is none. */
export async function removeCanned(client: Queryable, id: number): Promise<string | null> {
  const { rows } = await client.query<{ title: string }>(
    'UPDATE canned SET removed_at = now() WHERE id = $1 AND removed_at IS NULL RETURNING title',
    [id],
  )
  return rows[0]?.title ?? null
}
