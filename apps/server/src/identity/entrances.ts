import { endKeysOf, keyName } from '../apiKey/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import type { Caller } from '../platform/http/session.ts'
import { endSessions, sessionById } from './sessions.store.ts'
import { type Person, heldPerson, holdPerson } from './store.ts'

/**
 * Ends all by which a person's account is entered without its password: every session, or all but one, and every key of a
 * program. Gives what of it was live, as sessions are named.
 */
export async function endEntrances(
  client: Queryable,
  userId: number,
  which: { readonly except: number } | 'all',
): Promise<string[]> {
  // whoever is about to come in has done so before this, or looks again after it
  await holdPerson(client, userId)
  const keys = await endKeysOf(client, userId)
  const sessions = await endSessions(client, userId, which)
  return [...sessions.map(String), ...keys.map(keyName)]
}

/**
 * The person of a session that still stands, as they are and stay until the transaction ends; null where it is over. What was
 * proved a while ago is done by this alone: of what ends sessions and what a session does one is first.
 */
export async function holdEntered(
  client: Queryable,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<Person | null> {
  const person = await heldPerson(client, userId)
  return (await sessionById(client, Number(sessionId))) === null ? null : person
}
