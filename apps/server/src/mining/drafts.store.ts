import { type Realm, realms } from '@truemark/core/ledger/holders'
import { type MiningDraftBody, miningDraftBody } from '@truemark/protocol/routes/deskMining'
import * as z from 'zod/mini'
import { digestOf } from '../draft/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What an operator wrote of a product. */
export interface Draft {
  readonly id: number
  readonly body: MiningDraftBody
  readonly digest: string
  readonly published: boolean
  readonly writtenBy: string
  readonly updatedAt: number
}

export interface Writer {
  readonly name: string
  readonly at: number
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
  return {
    id: integerOf(row.id),
    body: z.parse(miningDraftBody, JSON.parse(row.body)),
    digest: row.digest,
    published: row.published,
    writtenBy: row.written_by,
    updatedAt: integerOf(row.updated_at),
  }
}

/** Keeps a new draft; one that is `published` at once can never change. */
export async function insertDraft(
  database: Queryable,
  body: MiningDraftBody,
  by: Writer,
  published = false,
): Promise<Draft> {
  const text = JSON.stringify(body)
  const { rows } = await database.query<DraftRow>(
    `INSERT INTO mining_draft (realm, body, digest, published, written_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    [realms.indexOf(body.realm), text, digestOf(text), published, by.name, by.at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a draft was not kept')
  return draftOf(row)
}

/** Writes a draft anew; null where there is none, or it is published. */
export async function changeDraft(
  database: Queryable,
  id: number,
  body: MiningDraftBody,
  by: Writer,
): Promise<Draft | null> {
  const text = JSON.stringify(body)
  const { rows } = await database.query<DraftRow>(
    `UPDATE mining_draft SET realm = $2, body = $3, digest = $4, written_by = $5, updated_at = $6
     WHERE id = $1 AND NOT published RETURNING *`,
    [id, realms.indexOf(body.realm), text, digestOf(text), by.name, by.at],
  )
  return rows[0] === undefined ? null : draftOf(rows[0])
}

/** Throws a draft away; whether it was there and not published. */
export async function dropDraft(database: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await database.query('DELETE FROM mining_draft WHERE id = $1 AND NOT published', [id])
  return rowCount === 1
}

/** From now on the draft never changes. */
export async function markPublished(database: Queryable, id: number): Promise<void> {
  await database.query('UPDATE mining_draft SET published = true WHERE id = $1 AND NOT published', [id])
}

/** A draft that is not published; null where there is none. */
export async function findOpenDraft(database: Queryable, id: number): Promise<Draft | null> {
  const { rows } = await database.query<DraftRow>('SELECT * FROM mining_draft WHERE id = $1 AND NOT published', [id])
  return rows[0] === undefined ? null : draftOf(rows[0])
}

/** The drafts of a realm before one of them that are not published, newest first, at most `limit`. */
export async function findOpenDrafts(
  database: Queryable,
  realm: Realm,
  before: number | null,
  limit: number,
): Promise<Draft[]> {
  const { rows } = await database.query<DraftRow>(
    'SELECT * FROM mining_draft WHERE realm = $1 AND NOT published AND id < $2 ORDER BY id DESC LIMIT $3',
    [realms.indexOf(realm), before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(draftOf)
}

/** What the drafts with these ids say, by id. */
export async function findBodies(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MiningDraftBody>> {
  const { rows } = await database.query<DraftRow>('SELECT * FROM mining_draft WHERE id = ANY($1::bigint[])', [
    [...new Set(ids)],
  ])
  return new Map(rows.map(draftOf).map(({ id, body }) => [id, body]))
}
