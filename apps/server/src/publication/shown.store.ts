import type { LocaleId } from '@truemark/protocol/locale'
import { localeId } from '@truemark/protocol/values'
import type { PieceKind } from '@truemark/protocol/routes/deskContent'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** A text as it is shown: the language that it is in, and since when. */
export interface ShownText {
  readonly title: string
  readonly body: string
  readonly lang: LocaleId
  readonly number: number
  readonly since: number
}

interface StoredText {
  title: string
  summary: string
  body: string
  lang: string
  number: number
  at: string
}

/** What of a piece is shown at $2 to a reader of the language $1: the last release in it, else in English. */
const standing = `SELECT v.title, v.summary, v.body, v.lang, v.number, r.at
  FROM piece_release AS r JOIN piece_version AS v ON v.id = r.version
  WHERE r.id = (
    SELECT s.id FROM piece_release AS s
    WHERE s.piece = p.id AND s.lang IN ($1, 'en') AND s.at <= $2 AND s.canceled_at IS NULL
    ORDER BY s.lang = $1 DESC, s.at DESC, s.id DESC LIMIT 1
  )`

/** The text that there is one of, in a language, else in English, else null. */
export async function findShown(
  database: Queryable,
  kind: Exclude<PieceKind, 'news'>,
  lang: LocaleId,
  now: number,
): Promise<ShownText | null> {
  const { rows } = await database.query<StoredText>(
    `SELECT t.* FROM piece AS p JOIN LATERAL (${standing}) AS t ON true WHERE p.kind = $3`,
    [lang, now, kind],
  )
  const [row] = rows
  if (row === undefined) return null
  const { title, body, number } = row
  return { title, body, number, lang: z.parse(localeId, row.lang), since: integerOf(row.at) }
}

export interface NewsRow extends ShownText {
  readonly id: number
  readonly summary: string
  /** Since when the announcement is shown in any language. */
  readonly time: number
  readonly unread: boolean
}

interface StoredNews extends StoredText {
  id: string
  shown_at: string
  unread: boolean
}

function newsOf(row: StoredNews): NewsRow {
  return {
    id: integerOf(row.id),
    title: row.title,
    summary: row.summary,
    body: row.body,
    lang: z.parse(localeId, row.lang),
    number: row.number,
    since: integerOf(row.at),
    time: integerOf(row.shown_at),
    unread: row.unread,
  }
}

/** Who reads: what was there before them is not unread. */
export interface Reader {
  readonly lang: LocaleId
  readonly now: number
  readonly userId: number | null
  /** Since when they are here. */
  readonly since: number
}

const unread = `($3::bigint IS NOT NULL AND p.shown_at > $4 AND NOT EXISTS (
  SELECT 1 FROM news_read AS n WHERE n.user_id = $3 AND n.piece = p.id))`
const shownNews = `FROM piece AS p JOIN LATERAL (${standing}) AS t ON true WHERE p.kind = 'news' AND p.shown_at <= $2`

function valuesOf({ lang, now, userId, since }: Reader): unknown[] {
  return [lang, now, userId, since]
}

/** Announcements as a reader sees them, the newest first, after the one with the number `after`. */
export async function findNews(
  database: Queryable,
  reader: Reader,
  after: number | null,
  limit: number,
): Promise<NewsRow[]> {
  const { rows } = await database.query<StoredNews>(
    `SELECT p.id, p.shown_at, ${unread} AS unread, t.* ${shownNews}
       AND ($5::bigint IS NULL OR (p.shown_at, p.id) < (SELECT c.shown_at, c.id FROM piece AS c WHERE c.id = $5))
     ORDER BY p.shown_at DESC, p.id DESC LIMIT $6`,
    [...valuesOf(reader), after, limit],
  )
  return rows.map(newsOf)
}

/** One announcement as a reader sees it; null where it is not shown. */
export async function findOneNews(database: Queryable, reader: Reader, id: number): Promise<NewsRow | null> {
  const { rows } = await database.query<StoredNews>(
    `SELECT p.id, p.shown_at, ${unread} AS unread, t.* ${shownNews} AND p.id = $5`,
    [...valuesOf(reader), id],
  )
  return rows[0] === undefined ? null : newsOf(rows[0])
}

/** How many announcements a reader has not opened, at most `max`. */
export async function countUnread(database: Queryable, reader: Reader, max: number): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT count(*) FROM (SELECT 1 ${shownNews} AND ${unread} LIMIT $5) AS found`,
    [...valuesOf(reader), max],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Marks announcements as read, those of `ids` or all that are shown. */
export async function markRead(database: Queryable, reader: Reader, ids: readonly number[] | 'all'): Promise<void> {
  await database.query(
    `INSERT INTO news_read (user_id, piece) SELECT $3, p.id ${shownNews} AND ($5::bigint[] IS NULL OR p.id = ANY($5))
       AND ${unread} ON CONFLICT DO NOTHING`,
    [...valuesOf(reader), ids === 'all' ? null : ids],
  )
}

/** The number of the file of an image that anyone may see now: a text or a certificate with it is shown. */
export async function findPublicImage(database: Queryable, name: string, now: number): Promise<number | null> {
  const { rows } = await database.query<{ file: string }>(
    `SELECT i.file FROM piece_image AS i WHERE i.name = $1 AND (
       EXISTS (
         SELECT 1 FROM piece_version_image AS u JOIN piece_version AS v ON v.id = u.version
         JOIN LATERAL (
           SELECT r.version FROM piece_release AS r
           WHERE r.piece = v.piece AND r.lang = v.lang AND r.at <= $2 AND r.canceled_at IS NULL
           ORDER BY r.at DESC, r.id DESC LIMIT 1
         ) AS s ON s.version = v.id
         WHERE u.name = i.name
       ) OR EXISTS (
         SELECT 1 FROM certificate AS c WHERE c.image = i.name AND c.ended_at IS NULL AND c.expires_at > $2
       ))`,
    [name, now],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].file)
}

/** Whether an agreement of the operator's own is shown to users now, in any language. */
export async function isAgreementShown(database: Queryable, now: number): Promise<boolean> {
  const { rows } = await database.query<{ shown: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM (
         SELECT DISTINCT ON (r.lang) r.version FROM piece AS p JOIN piece_release AS r ON r.piece = p.id
         WHERE p.kind = 'user_agreement' AND r.at <= $1 AND r.canceled_at IS NULL
         ORDER BY r.lang, r.at DESC, r.id DESC
       ) AS s JOIN piece_version AS v ON v.id = s.version WHERE v.body <> ''
     ) AS shown`,
    [now],
  )
  return rows[0]?.shown === true
}
