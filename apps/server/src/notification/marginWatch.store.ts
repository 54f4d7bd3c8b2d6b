import { holderName, type HolderId } from '@truemark/core/ledger/holders'
import type { NotificationKind } from '@truemark/protocol/notifications'
import type { Database } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { insertNoted } from './projection.store.ts'

/** What a holder is warned of: of a position, or (0) of the cross account. */
export interface Warning {
  readonly holder: HolderId
  readonly position: number
  readonly kind: NotificationKind
  readonly params: Readonly<Record<string, string>>
  readonly time: number
}

interface Key {
  readonly holder: HolderId
  readonly position: number
}

/** Warns of what has not been warned of since it last recovered. */
export async function insertWarnings(database: Database, warnings: readonly Warning[]): Promise<void> {
  await database.transaction(async (client) => {
    const { rows } = await client.query<{ holder: HolderId; position_id: string }>(
      `INSERT INTO margin_warning (holder, position_id, warned_at)
       SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING
       RETURNING holder, position_id`,
      [warnings.map(({ holder }) => holder), warnings.map(keyOf), warnings.map(({ time }) => time)],
    )
    const fresh = new Set(rows.map((row) => `${holderName(row.holder)}.${integerOf(row.position_id)}`))
    const told = warnings.filter((one) => fresh.has(nameOf(one)))
    if (told.length === 0) return
    await insertNoted(
      client,
      told.map((one) => ({ ...one, ref: one.position, once: `m${nameOf(one)}.${one.time}` })),
    )
  })
}

function keyOf({ position }: Key): number {
  return position
}

function nameOf({ holder, position }: Key): string {
  return `${holderName(holder)}.${position}`
}

/** Forgets the warnings of all that is no longer thin. */
export async function forgetRecovered(database: Database, thin: readonly Key[]): Promise<void> {
  await database.query(
    `DELETE FROM margin_warning AS w WHERE NOT EXISTS
       (SELECT 1 FROM unnest($1::int[], $2::bigint[]) AS t (holder, position_id)
        WHERE t.holder = w.holder AND t.position_id = w.position_id)`,
    [thin.map(({ holder }) => holder), thin.map(keyOf)],
  )
}
