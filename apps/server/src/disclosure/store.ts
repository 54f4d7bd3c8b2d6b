import type { LocaleId } from '@truemark/protocol/locale'
import { type DisclosureProduct, disclosureProduct } from '@truemark/protocol/routes/disclosure'
import { localeId } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What somebody understood of a product's risks, as it was shown. */
export interface Acceptance {
  readonly product: DisclosureProduct
  readonly version: number
  readonly lang: LocaleId
  readonly time: number
  readonly digest: string
  readonly lines: readonly string[]
}

/** Keeps an acceptance with the lines that were shown; the first one of a version stands. */
export async function keepAcceptance(database: Database, userId: number, accepted: Acceptance): Promise<void> {
  const { product, version, lang, time, digest, lines } = accepted
  await database.transaction(async (client) => {
    await client.query('INSERT INTO disclosure_text (digest, lines) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING', [
      digest,
      lines,
    ])
    await client.query(
      `INSERT INTO disclosure_acceptance (user_id, product, version, lang, digest, accepted_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, product, version) DO NOTHING`,
      [userId, product, version, lang, digest, time],
    )
  })
}

/** All that somebody understood, the newest version of a product first. */
export async function findAcceptances(database: Queryable, userId: number): Promise<Acceptance[]> {
  const { rows } = await database.query<{
    product: string
    version: number
    lang: string
    accepted_at: string
    digest: string
    lines: string[]
  }>(
    `SELECT product, version, lang, accepted_at, digest, lines
     FROM disclosure_acceptance JOIN disclosure_text USING (digest) WHERE user_id = $1 ORDER BY product, version DESC`,
    [userId],
  )
  return rows.map(({ product, version, lang, accepted_at: time, digest, lines }) => ({
    product: z.parse(disclosureProduct, product),
    version,
    lang: z.parse(localeId, lang),
    time: integerOf(time),
    digest,
    lines,
  }))
}

/** Whether somebody understood this version of a product's risks. */
export async function hasAccepted(
  database: Queryable,
  userId: number,
  product: DisclosureProduct,
  version: number,
): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM disclosure_acceptance WHERE user_id = $1 AND product = $2 AND version = $3
     ) AS found`,
    [userId, product, version],
  )
  return rows[0]?.found === true
}
