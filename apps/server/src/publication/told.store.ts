import { localeId } from '@truemark/protocol/values'
import type { LocaleId } from '@truemark/protocol/locale'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** Announcements that are shown and that nobody has been told of, the oldest first, kept from other tellers. */
export async function findUntold(client: Queryable, now: number, limit: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM piece WHERE kind = 'news' AND NOT told AND shown_at <= $1
     ORDER BY shown_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(({ id }) => integerOf(id))
}

/** The titles under which an announcement is shown now; none where it was withdrawn. */
export async function findTitles(
  client: Queryable,
  piece: number,
  now: number,
): Promise<{ readonly lang: LocaleId; readonly title: string }[]> {
  const { rows } = await client.query<{ lang: string; title: string }>(
    `SELECT s.lang, v.title FROM (
       SELECT DISTINCT ON (lang) lang, version FROM piece_release
       WHERE piece = $1 AND at <= $2 AND canceled_at IS NULL ORDER BY lang, at DESC, id DESC
     ) AS s JOIN piece_version AS v ON v.id = s.version ORDER BY s.lang = 'en' DESC, s.lang`,
    [piece, now],
  )
  return rows.map(({ lang, title }) => ({ lang: z.parse(localeId, lang), title }))
}

export async function markTold(client: Queryable, piece: number): Promise<void> {
  await client.query('UPDATE piece SET told = true WHERE id = $1', [piece])
}
