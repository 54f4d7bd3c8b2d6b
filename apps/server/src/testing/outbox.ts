import type { SealingKeys } from '../platform/keys/sealingKeys.ts'
import { openParams } from '../platform/mail/secrets.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** A message as the outbox holds it, its secrets opened. */
export interface SentMessage {
  readonly id: string
  readonly template: string
  readonly locale: string
  readonly params: Readonly<Record<string, string>>
}

/** Where messages are kept, and what opens their secrets. */
export interface Outbox {
  readonly database: Queryable
  readonly keys: { readonly sealing: SealingKeys }
}

/** The messages of the outbox that a condition picks, with their secrets, in the order in which they were written. */
export async function sentMessages(
  { database, keys }: Outbox,
  condition: string,
  values: unknown[] = [],
): Promise<SentMessage[]> {
  const { rows } = await database.query<SentMessage & { readonly secrets: Buffer | null }>(
    `SELECT id, template, locale, params, secrets FROM outbox WHERE ${condition} ORDER BY id`,
    values,
  )
  return rows.map(({ id, template, locale, params, secrets }) => {
    return { id, template, locale, params: openParams(keys.sealing, { id, params, secrets }) }
  })
}
