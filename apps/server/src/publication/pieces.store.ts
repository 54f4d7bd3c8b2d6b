import type { LocaleId } from '@truemark/protocol/locale'
import { localeId } from '@truemark/protocol/values'
import type { PieceKind } from '@truemark/protocol/routes/deskContent'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** One text or announcement, whatever its languages. */
export interface PieceRow {
  readonly id: number
  readonly kind: PieceKind
  readonly title: string
  readonly createdAt: number
  readonly shownAt: number | null
}

interface StoredPiece {
  id: string
  kind: PieceKind
  title: string | null
  created_at: string
  shown_at: string | null
}

const pieceColumns = `p.id, p.kind, p.created_at, p.shown_at, (
  SELECT v.title FROM piece_version AS v WHERE v.piece = p.id ORDER BY v.lang = 'en' DESC, v.lang, v.number DESC LIMIT 1
) AS title`

function pieceOf({ id, kind, title, created_at, shown_at }: StoredPiece): PieceRow {
  const shownAt = shown_at === null ? null : integerOf(shown_at)
  return { id: integerOf(id), kind, title: title ?? '', createdAt: integerOf(created_at), shownAt }
}

/** What there is of a kind, the newest first, older than `before`. */
export async function findPieces(
  database: Queryable,
  kind: PieceKind,
  before: number | null,
  limit: number,
): Promise<PieceRow[]> {
  const { rows } = await database.query<StoredPiece>(
    `SELECT ${pieceColumns} FROM piece AS p WHERE p.kind = $1 AND p.id < $2 ORDER BY p.id DESC LIMIT $3`,
    [kind, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(pieceOf)
}

export async function findPiece(database: Queryable, id: number): Promise<PieceRow | null> {
  const { rows } = await database.query<StoredPiece>(`SELECT ${pieceColumns} FROM piece AS p WHERE p.id = $1`, [id])
  return rows[0] === undefined ? null : pieceOf(rows[0])
}

/** Keeps a piece from other writers until the transaction ends. */
export async function lockPiece(client: Queryable, id: number): Promise<PieceRow | null> {
  await client.query('SELECT 1 FROM piece WHERE id = $1 FOR UPDATE', [id])
  return findPiece(client, id)
}

export async function insertNews(client: Queryable, createdAt: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO piece (kind, created_at) VALUES ('news', $1) RETURNING id`,
    [createdAt],
  )
  if (rows[0] === undefined) throw new Error('an announcement was not made')
  return integerOf(rows[0].id)
}

/** How a piece stands in one language at a moment. */
export interface LanguageRow {
  readonly lang: LocaleId
  readonly newest: number
  readonly shown: number | null
  readonly withdrawn: boolean
  readonly scheduled: { readonly number: number; readonly at: number } | null
}

/** How a piece stands in each of its languages at `now`. */
export async function findLanguages(database: Queryable, piece: number, now: number): Promise<LanguageRow[]> {
  const { rows } = await database.query<{
    lang: string
    newest: number
    due: boolean
    shown: number | null
    next: number | null
    next_at: string | null
  }>(
    `SELECT v.lang, max(v.number) AS newest, d.due IS TRUE AS due, d.number AS shown, s.number AS next, s.at AS next_at
     FROM piece_version AS v
     LEFT JOIN LATERAL (
       SELECT true AS due, w.number FROM piece_release AS r LEFT JOIN piece_version AS w ON w.id = r.version
       WHERE r.piece = $1 AND r.lang = v.lang AND r.at <= $2 AND r.canceled_at IS NULL
       ORDER BY r.at DESC, r.id DESC LIMIT 1
     ) AS d ON true
     LEFT JOIN LATERAL (
       SELECT w.number, r.at FROM piece_release AS r JOIN piece_version AS w ON w.id = r.version
       WHERE r.piece = $1 AND r.lang = v.lang AND r.at > $2 AND r.canceled_at IS NULL
       ORDER BY r.at, r.id LIMIT 1
     ) AS s ON true
     WHERE v.piece = $1 GROUP BY v.lang, d.due, d.number, s.number, s.at ORDER BY v.lang = 'en' DESC, v.lang`,
    [piece, now],
  )
  return rows.map(({ lang, newest, due, shown, next, next_at }) => ({
    lang: z.parse(localeId, lang),
    newest,
    shown,
    withdrawn: due && shown === null,
    scheduled: next === null || next_at === null ? null : { number: next, at: integerOf(next_at) },
  }))
}

export interface VersionRow {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly author: string
  readonly createdAt: number
  readonly restoredFrom: number | null
  readonly shown: readonly number[]
}

export interface TextRow {
  readonly title: string
  readonly summary: string
  readonly body: string
}

/** The versions of a piece in a language, the newest first, with the moments from which each was or will be shown. */
export async function findVersions(
  database: Queryable,
  piece: number,
  lang: LocaleId,
  limit: number,
): Promise<VersionRow[]> {
  const { rows } = await database.query<{
    id: string
    number: number
    title: string
    author: string
    created_at: string
    restored_from: number | null
    shown: string[]
  }>(
    `SELECT v.id, v.number, v.title, v.author, v.created_at, v.restored_from, ARRAY(
       SELECT r.at::text FROM piece_release AS r WHERE r.version = v.id AND r.canceled_at IS NULL ORDER BY r.at LIMIT 20
     ) AS shown
     FROM piece_version AS v WHERE v.piece = $1 AND v.lang = $2 ORDER BY v.number DESC LIMIT $3`,
    [piece, lang, limit],
  )
  return rows.map((row) => ({
    id: integerOf(row.id),
    number: row.number,
    title: row.title,
    author: row.author,
    createdAt: integerOf(row.created_at),
    restoredFrom: row.restored_from,
    shown: row.shown.map(integerOf),
  }))
}

/** The text of a version, with its own id; null where there is none. */
export async function findVersion(
  database: Queryable,
  piece: number,
  lang: LocaleId,
  number: number,
): Promise<(TextRow & { readonly id: number }) | null> {
  const { rows } = await database.query<{ id: string; title: string; summary: string; body: string }>(
    'SELECT id, title, summary, body FROM piece_version WHERE piece = $1 AND lang = $2 AND number = $3',
    [piece, lang, number],
  )
  return rows[0] === undefined ? null : { ...rows[0], id: integerOf(rows[0].id) }
}

export interface NewVersion extends TextRow {
  readonly piece: number
  readonly lang: LocaleId
  readonly number: number
  readonly author: string
  readonly restoredFrom: number | null
  readonly createdAt: number
  readonly images: readonly string[]
}

/** Writes a version and which images it shows; false where one of them is not known. */
export async function insertVersion(client: Queryable, version: NewVersion): Promise<boolean> {
  const { piece, lang, number, title, summary, body, author, restoredFrom, createdAt, images } = version
  const { rows: known } = await client.query('SELECT 1 FROM piece_image WHERE name = ANY($1::text[])', [images])
  if (known.length !== images.length) return false
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO piece_version (piece, lang, number, title, summary, body, author, restored_from, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [piece, lang, number, title, summary, body, author, restoredFrom, createdAt],
  )
  await client.query('INSERT INTO piece_version_image (version, name) SELECT $1, unnest($2::text[])', [
    rows[0]?.id ?? 0,
    images,
  ])
  return true
}

export interface Release {
  readonly piece: number
  readonly lang: LocaleId
  /** The version's own id; null withdraws. */
  readonly version: number | null
  readonly at: number
  readonly madeBy: string
  readonly madeAt: number
}

/** Says from when a version is shown. */
export async function insertRelease(client: Queryable, release: Release): Promise<void> {
  const { piece, lang, version, at, madeBy, madeAt } = release
  await client.query(
    'INSERT INTO piece_release (piece, lang, version, at, made_by, made_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [piece, lang, version, at, madeBy, madeAt],
  )
  await noteShown(client, piece)
}

/** Takes back what was to be shown after `now`; how many releases that were. */
export async function cancelReleases(client: Queryable, piece: number, by: string, now: number): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE piece_release SET canceled_by = $2, canceled_at = $3
     WHERE piece = $1 AND at > $3 AND canceled_at IS NULL AND version IS NOT NULL`,
    [piece, by, now],
  )
  await noteShown(client, piece)
  return rowCount ?? 0
}

async function noteShown(client: Queryable, piece: number): Promise<void> {
  await client.query(
    `UPDATE piece SET shown_at = (
       SELECT min(at) FROM piece_release WHERE piece = $1 AND canceled_at IS NULL AND version IS NOT NULL
     ) WHERE id = $1`,
    [piece],
  )
}
