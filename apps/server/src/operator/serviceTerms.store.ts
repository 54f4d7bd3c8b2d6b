import type { ServiceTerms } from '@truemark/protocol/routes/serviceTerms'
import type { Queryable } from '../platform/postgres/database.ts'

/** What holds until somebody changes it. */
const first: ServiceTerms = { card_currencies: ['USDT'], identity_hours: 24 }

/** What is paid out to bank cards, and within how many hours an identity is reviewed. */
export async function findServiceTerms(client: Queryable): Promise<ServiceTerms> {
  const { rows } = await client.query<{ card_currencies: string[]; identity_hours: number }>(
    'SELECT card_currencies, identity_hours FROM service_terms',
  )
  return rows[0] ?? first
}

export async function keepServiceTerms(client: Queryable, terms: ServiceTerms): Promise<void> {
  await client.query(
    `INSERT INTO service_terms (card_currencies, identity_hours) VALUES ($1, $2)
     ON CONFLICT (singleton) DO UPDATE SET card_currencies = excluded.card_currencies,
       identity_hours = excluded.identity_hours`,
    [terms.card_currencies, terms.identity_hours],
  )
}
