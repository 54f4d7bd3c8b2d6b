import type { Caller } from '../platform/http/session.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { provenAddress } from './proven.ts'
import { personById } from './store.ts'

/** Who a caller is as their own papers name them: the name they go by, and what they log in with ('' for a guest). */
export async function ownerOf(
  database: Queryable,
  { userId }: Pick<Caller, 'userId'>,
): Promise<{ readonly name: string; readonly account: string }> {
  const person = await personById(database, userId)
  if (person === null) return { name: '', account: '' }
  return { name: person.nickname, account: provenAddress(person) }
}
