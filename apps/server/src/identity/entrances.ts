import { endKeysOf, keyName } from '../apiKey/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { endSessions } from './sessions.store.ts'

/**
 * Ends all by which a person's account is entered without its password: every session, or all but one, and every key of a
 * program. Gives what of it was live, as sessions are named.
 */
export async function endEntrances(
  client: Queryable,
  userId: number,
  which: { readonly except: number } | 'all',
): Promise<string[]> {
  const keys = await endKeysOf(client, userId)
  const sessions = await endSessions(client, userId, which)
  return [...sessions.map(String), ...keys.map(keyName)]
}
