import { type MiningDraftBody, miningDraftBody } from '@truemark/protocol/routes/deskMining'
import * as z from 'zod/mini'
import { type Draft, miningDrafts } from '../draft/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** What a draft says. */
export function bodyOf({ body }: Pick<Draft, 'body'>): MiningDraftBody {
  return z.parse(miningDraftBody, JSON.parse(body))
}

/** What the drafts with these ids say, by id. */
export async function findBodies(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MiningDraftBody>> {
  const found = await miningDrafts.byId(database, ids)
  return new Map([...found].map(([id, draft]) => [id, bodyOf(draft)]))
}
