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
