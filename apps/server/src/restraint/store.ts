import type { HolderId } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'

/** The numbers of a person's holders, real and demo, as far as there are any. */
export async function holdersOf(database: Queryable, userId: number): Promise<number[]> {
  const { rows } = await database.query<{ holder: HolderId | null }>(
    `SELECT unnest(ARRAY[real_holder, demo_holder]) AS holder FROM app_user WHERE id = $1`,
    [userId],
  )
  return rows.flatMap(({ holder }) => (holder === null ? [] : [Number(holder)]))
}
