import type { Lease, Queryable } from '../platform/postgres/database.ts'
import { errorCode, errorMessage } from '../platform/startRefusal.ts'
import type { Fact } from './fact.ts'

/** A fact that a projection could not take, and where it stands. */
export interface SetAside {
  readonly projection: string
  readonly seq: number
  readonly place: number
}

/** An error that is the fact's own, or its projection's: it would come again for ever. */
class FactFault extends Error {}

const sqlStates = /^[0-9A-Z]{5}$/
/** Too many rows for one, data out of range, a broken constraint, a value too large to be indexed, a trigger's refusal. */
const classesOfData = new Set(['21', '22', '23', '54', 'P0'])
const reasonLengthMax = 300

/**
 * Whether an error says that what was to be written can't be, and not that the database can't be written to just now.
 * What has no state of SQL was thrown by the projection itself, or by a lost connection, which can't be rolled back either.
 */
export function isOfFact(error: unknown): boolean {
  const code = errorCode(error)
  return sqlStates.test(code) ? classesOfData.has(code.slice(0, 2)) : true
}

/**
 * Lets a projection take facts in their order, the good ones in as few steps as they allow, and sets aside the single ones
 * that it can't take: a page that fails is taken in halves. Each step can be undone by itself. Throws, so that the whole
 * transaction is to be undone, where the database itself is at fault.
 */
export async function takeOrSetAside<E extends { readonly type: string }>(
  lease: Lease,
  projection: { readonly name: string; apply(facts: readonly Fact<E>[]): Promise<void> },
  facts: readonly Fact<E>[],
  setAside: (fact: Fact<E>, reason: string) => void,
): Promise<void> {
  const fault = await tried(lease, () => projection.apply(facts))
  if (fault === null) return
  const [first] = facts
  if (facts.length > 1) {
    const middle = facts.length >> 1
    await takeOrSetAside(lease, projection, facts.slice(0, middle), setAside)
    await takeOrSetAside(lease, projection, facts.slice(middle), setAside)
  } else if (first !== undefined) {
    await lease.query(
      `INSERT INTO set_aside (projection, seq, place, event, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (projection, seq, place) DO UPDATE SET reason = excluded.reason, tries = set_aside.tries + 1`,
      [projection.name, first.seq, first.place, first.event.type, fault.message],
    )
    setAside(first, fault.message)
  }
}

// null where the work was done, else why it can't be; nothing of it is left then
async function tried(lease: Lease, work: () => Promise<void>): Promise<FactFault | null> {
  await lease.query('SAVEPOINT taking')
  try {
    await work()
    await lease.query('RELEASE SAVEPOINT taking')
    return null
  } catch (error) {
    await lease.query('ROLLBACK TO SAVEPOINT taking')
    await lease.query('RELEASE SAVEPOINT taking')
    if (!isOfFact(error)) throw error
    return new FactFault(errorMessage(error).slice(0, reasonLengthMax).replaceAll('\0', ''))
  }
}

/** All that is set aside for some projections, in the order in which it happened. */
export async function findSetAside(database: Queryable, projections: readonly string[]): Promise<SetAside[]> {
  const { rows } = await database.query<{ projection: string; seq: string; place: number }>(
    'SELECT projection, seq, place FROM set_aside WHERE projection = ANY($1) ORDER BY seq, place, projection',
    [projections],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** How many facts are set aside. */
export async function countSetAside(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: string }>('SELECT count(*) AS count FROM set_aside')
  return Number(rows[0]?.count ?? 0)
}

/** Takes a fact off the table that has been taken after all. */
export async function forgetSetAside(lease: Lease, { projection, seq, place }: SetAside): Promise<void> {
  await lease.query('DELETE FROM set_aside WHERE projection = $1 AND seq = $2 AND place = $3', [projection, seq, place])
}
