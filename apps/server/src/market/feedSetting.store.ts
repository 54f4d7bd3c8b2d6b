import type { PriceKind } from '@truemark/core/book/mark'
import type { Queryable } from '../platform/postgres/database.ts'
import { keptKind, readKind } from './kept.ts'

const settingName = 'feed'

/** What operators set of the feed, as it was kept; null where they set nothing. */
export async function findKeptFeed(client: Queryable): Promise<unknown> {
  return findKept(client, settingName)
}

/** The kind of prices that ran last; null before the first start. */
export async function findRanKind(client: Queryable): Promise<PriceKind | null> {
  return readKind(await findKept(client, keptKind))
}

async function findKept(client: Queryable, name: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>('SELECT value FROM market_kept WHERE name = $1', [name])
  return rows[0]?.value ?? null
}

/** Keeps what operators set of the feed. */
export async function keepFeed(client: Queryable, value: unknown): Promise<void> {
  await client.query(
    `INSERT INTO market_kept (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, kept_at = now()`,
    [settingName, JSON.stringify(value)],
  )
}
