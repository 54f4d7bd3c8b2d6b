import { client } from '@truemark/protocol/client'
import { type AppFields, appFields } from '@truemark/protocol/routes/content'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'

/** What app data says until an operator says otherwise. */
export const appDefaults: AppFields = {
  app_name: 'Truemark',
  app_full_name: 'Truemark',
  app_logo: '',
  app_favicon: '',
  app_version: client.version,
  official_name: '',
  official_logo: '',
  official_link: '',
  official_site_customer_service_link: '',
  im_link: '',
  default_withdrawal_fee_rate: '0.001',
  timezone: 'UTC',
  is_hour12_open: '0',
}

/** The thirteen fields of app data as they stand. */
export async function readAppFields(database: Queryable): Promise<AppFields> {
  const { rows } = await database.query<{ fields: unknown }>('SELECT fields FROM app_data')
  const kept = z.safeParse(appFields, rows[0]?.fields)
  return kept.success ? kept.data : appDefaults
}

/** Sets all thirteen fields. */
export async function writeAppFields(database: Queryable, fields: AppFields): Promise<void> {
  await database.query(
    `INSERT INTO app_data (fields) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET fields = excluded.fields, updated_at = now()`,
    [JSON.stringify(fields)],
  )
}

export const contentNames = ['about_us', 'faq', 'user_agreement'] as const
export type ContentName = (typeof contentNames)[number]

export interface ContentText {
  readonly title: string
  readonly body: string
  readonly updatedAt: number
}

/** A text in a language, else in English, else null. */
export async function findContent(database: Queryable, name: ContentName, lang: string): Promise<ContentText | null> {
  const { rows } = await database.query<{ title: string; body: string; updated_at: Date }>(
    `SELECT title, body, updated_at FROM content WHERE name = $1 AND lang IN ($2, 'en')
     ORDER BY lang = $2 DESC LIMIT 1`,
    [name, lang],
  )
  const [row] = rows
  return row === undefined ? null : { title: row.title, body: row.body, updatedAt: row.updated_at.getTime() }
}

/** Sets a text in a language. */
export async function writeContent(
  database: Queryable,
  name: ContentName,
  lang: string,
  text: { title: string; body: string },
): Promise<void> {
  await database.query(
    `INSERT INTO content (name, lang, title, body) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name, lang) DO UPDATE SET title = excluded.title, body = excluded.body, updated_at = now()`,
    [name, lang, text.title, text.body],
  )
}

export interface NewsRow {
  readonly id: number
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly publishedAt: number
}

interface StoredNews {
  id: string
  title: string
  summary: string
  body: string
  published_at: Date
}

function newsOf(row: StoredNews): NewsRow {
  const { title, summary, body } = row
  return { id: Number(row.id), title, summary, body, publishedAt: row.published_at.getTime() }
}

/** Announcements in a language (English where it has none), newest first, older than `before`. */
export async function findNews(
  database: Queryable,
  lang: string,
  before: number | null,
  limit: number,
): Promise<NewsRow[]> {
  const { rows } = await database.query<StoredNews>(
    `SELECT id, title, summary, body, published_at FROM news
     WHERE published_at <= now() AND id < $2 AND lang = (
       SELECT CASE WHEN EXISTS (SELECT 1 FROM news WHERE lang = $1) THEN $1 ELSE 'en' END)
     ORDER BY id DESC LIMIT $3`,
    [lang, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(newsOf)
}

export async function findOneNews(database: Queryable, id: number): Promise<NewsRow | null> {
  const { rows } = await database.query<StoredNews>(
    'SELECT id, title, summary, body, published_at FROM news WHERE id = $1 AND published_at <= now()',
    [id],
  )
  return rows[0] === undefined ? null : newsOf(rows[0])
}
