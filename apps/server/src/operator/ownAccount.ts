import { type Outcome, refused } from '../platform/http/call.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { findTagged } from './staff.store.ts'

/**
 * Refuses with `staff_own_account` where an account is tagged as one of these operators': nobody who works at the desk has a
 * part in what is done with their own, whoever else has one; null otherwise.
 */
export async function ownAccountRefusal(
  client: Queryable,
  userId: number | null,
  ...operators: readonly number[]
): Promise<Outcome<never> | null> {
  const owner = userId === null ? null : await findTagged(client, userId)
  return owner !== null && operators.includes(owner) ? refused('staff_own_account') : null
}
