import type { LocaleId } from '@truemark/protocol/locale'
import { localeId } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { findShown } from './shown.store.ts'

/** Keeps which agreement was in force, in the reader's language, when somebody registered; 0 is the software's own. */
export async function noteAgreement(client: Queryable, userId: number, lang: LocaleId, now: number): Promise<void> {
  const shown = await findShown(client, 'user_agreement', lang, now)
  await client.query(
    `INSERT INTO agreement_acceptance (user_id, version, lang, accepted_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO NOTHING`,
    [userId, shown?.number ?? 0, shown?.lang ?? lang, now],
  )
}

export interface Acceptance {
  readonly version: number
  readonly lang: LocaleId
  readonly time: number
}

/** What somebody agreed to; null where nothing was kept. */
export async function findAcceptance(database: Queryable, userId: number): Promise<Acceptance | null> {
  const { rows } = await database.query<{ version: number; lang: string; accepted_at: string }>(
    'SELECT version, lang, accepted_at FROM agreement_acceptance WHERE user_id = $1',
    [userId],
  )
  const [row] = rows
  if (row === undefined) return null
  return { version: row.version, lang: z.parse(localeId, row.lang), time: integerOf(row.accepted_at) }
}
