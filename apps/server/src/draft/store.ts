import { createHash } from 'node:crypto'
import type { LocaleId } from '@truemark/protocol/locale'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

export type DraftKind = 'invest' | 'ieo'

/** What an operator wrote; `body` is the text whose digest the published terms bear. */
export interface Draft {
  readonly id: number
  readonly body: string
  readonly digest: string
  readonly published: boolean
  readonly writtenBy: string
  readonly updatedAt: number
}

interface DraftRow {
  id: string
  body: string
  digest: string
  published: boolean
  written_by: string
  updated_at: string
}

function draftOf(row: DraftRow): Draft {
  const { body, digest, published, written_by: writtenBy } = row
  return { id: integerOf(row.id), body, digest, published, writtenBy, updatedAt: integerOf(row.updated_at) }
}

function firstOf([row]: readonly DraftRow[]): Draft | null {
  return row === undefined ? null : draftOf(row)
}

/** SHA-256 of a draft's body, in hex. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Keeps a new draft. */
export async function insertDraft(
  database: Queryable,
  kind: DraftKind,
  body: string,
  by: { readonly name: string; readonly at: number },
): Promise<Draft> {
  const { rows } = await database.query<DraftRow>(
    `INSERT INTO wealth_draft (kind, body, digest, written_by, updated_at) VALUES ($1, $2, $3, $4, $5) RETURNING *`,
    [kind, body, digestOf(body), by.name, by.at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a draft that was not kept')
  return draftOf(row)
}

/** Writes a draft anew; null where it is not there or was published. */
export async function changeDraft(
  database: Queryable,
  id: number,
  body: string,
  by: { readonly name: string; readonly at: number },
): Promise<Draft | null> {
  const { rows } = await database.query<DraftRow>(
    `UPDATE wealth_draft SET body = $2, digest = $3, written_by = $4, updated_at = $5
     WHERE id = $1 AND NOT published RETURNING *`,
    [id, body, digestOf(body), by.name, by.at],
  )
  return firstOf(rows)
}

/** Throws a draft away; whether it was there and not published. */
export async function dropDraft(database: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await database.query('DELETE FROM wealth_draft WHERE id = $1 AND NOT published', [id])
  return rowCount === 1
}

/** From now on the draft never changes. */
export async function markPublished(database: Queryable, id: number): Promise<void> {
  await database.query('UPDATE wealth_draft SET published = true WHERE id = $1 AND NOT published', [id])
}

/** A draft of a kind; null where there is none. */
export async function findDraft(database: Queryable, kind: DraftKind, id: number): Promise<Draft | null> {
  const { rows } = await database.query<DraftRow>('SELECT * FROM wealth_draft WHERE id = $1 AND kind = $2', [id, kind])
  return firstOf(rows)
}

/** The drafts of a kind before one of them, newest first, at most `limit`. */
export async function findDrafts(
  database: Queryable,
  kind: DraftKind,
  before: number | null,
  limit: number,
): Promise<Draft[]> {
  const { rows } = await database.query<DraftRow>(
    'SELECT * FROM wealth_draft WHERE kind = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
    [kind, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(draftOf)
}

/** The drafts with these ids, by id. */
export async function findDraftsById(database: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Draft>> {
  const { rows } = await database.query<DraftRow>('SELECT * FROM wealth_draft WHERE id = ANY($1::bigint[])', [ids])
  return new Map(rows.map(draftOf).map((draft) => [draft.id, draft]))
}

/** A text in the reader's language, else in English, else none. */
export function textIn(texts: Readonly<Partial<Record<LocaleId, string>>> | undefined, locale: LocaleId): string {
  const own = texts?.[locale]?.trim() ?? ''
  return own === '' ? (texts?.en?.trim() ?? '') : own
}
