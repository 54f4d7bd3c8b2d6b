import { claimFault, findOwnClaims } from './engine/door.ts'
import type { Queryable } from './platform/postgres/database.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { findSignedClaims } from './transparency/door.ts'

/**
 * Refuses the start on a journal that is shorter than what was made of it, or another one than what was signed of it: the
 * read models would pass over the rows to come. Throws a StartRefusal.
 */
export async function refuseCutJournal(database: Queryable): Promise<void> {
  const fault = await claimFault(database, [...(await findOwnClaims(database)), ...(await findSignedClaims(database))])
  if (fault === null) return
  throw new StartRefusal(`The journal does not verify: ${fault}. ${cutAdvice}`)
}

/** What an operator does about a journal that was cut or replaced. */
export const cutAdvice =
  'Nobody can make these rows again: keep a copy of this database, and restore the newest backup that has them; npm run journal-check then says whether all fits.'
