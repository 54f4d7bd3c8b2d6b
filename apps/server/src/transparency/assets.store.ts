import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What the audit log last said of a place. */
export interface StatedAsset {
  readonly entry: number
  readonly time: number
  readonly currency: string
  readonly detail: Readonly<Record<string, string>>
}

/** The last entry of each place where assets were ever stated, by currency, network and place. */
export async function findStatedAssets(database: Queryable): Promise<StatedAsset[]> {
  const { rows } = await database.query<{ id: string; time: string; subject: string; detail: unknown }>(
    `SELECT DISTINCT ON (subject, detail ->> 'network', detail ->> 'place') id, time, subject, detail
     FROM audit WHERE action = 'asset_stated'
     ORDER BY subject, detail ->> 'network', detail ->> 'place', id DESC`,
  )
  return rows.map(({ id, time, subject, detail }) => ({
    entry: integerOf(id),
    time: integerOf(time),
    currency: subject,
    detail: z.parse(z.record(z.string(), z.string()), detail),
  }))
}
