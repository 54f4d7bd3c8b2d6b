import type { HolderId } from '@truemark/core/ledger/holders'
import { readEmail } from '@truemark/protocol/email'
import type { Realm } from '@truemark/protocol/values'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { type Person, type PersonRow, personColumns, personOf } from './store.ts'

export interface PeopleFilter {
  /** Part of an email or phone, or the number of the person whose uid was given. */
  readonly search?: string | undefined
  readonly id?: number | undefined
  /** `demo` are the guests, `real` everyone with an account. */
  readonly realm?: Realm | undefined
  readonly disabled?: boolean | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** People that pass the filter, newest first. */
export async function findPeople(database: Queryable, filter: PeopleFilter): Promise<Person[]> {
  const { rows } = await database.query<PersonRow>(
    `SELECT ${personColumns} FROM app_user
     WHERE id < $1 AND ($2::bigint IS NULL OR id = $2)
       AND ($3::text IS NULL OR strpos(lower(email), lower($3)) > 0 OR strpos(phone, $3) > 0)
       AND ($4::boolean IS NULL OR guest = $4) AND ($5::boolean IS NULL OR is_disabled(app_user) = $5)
     ORDER BY id DESC LIMIT $6`,
    [
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.id ?? null,
      filter.id === undefined ? (filter.search ?? null) : null,
      filter.realm === undefined ? null : filter.realm === 'demo',
      filter.disabled ?? null,
      filter.limit,
    ],
  )
  return rows.map(personOf)
}

/** Whether a search is for a whole email that no account bears. */
export async function isNobodysEmail(client: Queryable, search: string | undefined): Promise<boolean> {
  const email = search === undefined ? null : readEmail(search)
  if (email === null) return false
  const { rows } = await client.query('SELECT 1 FROM app_user WHERE lower(email) = lower($1) LIMIT 1', [email])
  return rows.length === 0
}

/** Lets a person in again who closed the account. */
export async function reopenPerson(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE app_user SET disabled = false WHERE id = $1', [id])
}

/**
 * People whose standing the engine does not have yet: a crash came between the two. Looks at the disabled alone, of
 * whom there are few, since every start asks this.
 */
export async function findUnsettled(database: Queryable): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT u.id FROM app_user AS u JOIN holder AS h ON h.holder IN (u.real_holder, u.demo_holder)
       WHERE u.disabled AND NOT h.disabled
     UNION SELECT u.id FROM holder AS h JOIN app_user AS u ON u.real_holder = h.holder
       WHERE h.disabled AND NOT u.disabled
     UNION SELECT u.id FROM holder AS h JOIN app_user AS u ON u.demo_holder = h.holder
       WHERE h.disabled AND NOT u.disabled`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Who was disabled by an operator before there were ends, and on what ground ('' where none was noted). */
export async function findEndlessDisabled(
  client: Queryable,
): Promise<{ userId: number; holder: HolderId; ground: string }[]> {
  const { rows } = await client.query<{ id: string; holder: number; ground: string }>(
    `SELECT id, coalesce(real_holder, demo_holder) AS holder, disabled_ground AS ground FROM app_user
     WHERE disabled AND closed_at IS NULL AND coalesce(real_holder, demo_holder) IS NOT NULL ORDER BY id`,
  )
  return rows.map(({ id, holder, ground }) => ({ userId: integerOf(id), holder, ground }))
}

/** Says that a person's disabling has an end, which the engine knows. */
export async function noteDisablingEnds(client: Queryable, userId: number): Promise<void> {
  await client.query('UPDATE app_user SET disabled = false, standing_due = true WHERE id = $1', [userId])
}

/** Who asks: what the desk is shown of the person. */
export interface Asker {
  readonly account: string
  readonly country: string
  readonly disabled: boolean
}

export async function findAskers(client: Queryable, userIds: readonly number[]): Promise<Map<number, Asker>> {
  const { rows } = await client.query<{ id: string } & Asker>(
    `SELECT id, coalesce(CASE WHEN verified = 'phone' THEN phone ELSE email END, '') AS account, country,
       is_disabled(app_user) AS disabled
     FROM app_user WHERE id = ANY($1)`,
    [userIds],
  )
  return new Map(rows.map(({ id, ...asker }) => [Number(id), asker]))
}

/** Who owns holders, by their number; a holder that nobody is known to own is absent. */
export async function findOwners(database: Queryable): Promise<Map<HolderId, number>> {
  const { rows } = await database.query<{ holder: HolderId; id: string }>(
    `SELECT real_holder AS holder, id FROM app_user WHERE real_holder IS NOT NULL
     UNION ALL SELECT demo_holder, id FROM app_user WHERE demo_holder IS NOT NULL`,
  )
  return new Map(rows.map(({ holder, id }) => [holder, integerOf(id)]))
}

/** The users behind holders, by holder; what a desk names people by. */
export async function findUsers(
  database: Queryable,
  holders: readonly HolderId[],
): Promise<ReadonlyMap<HolderId, number>> {
  const { rows } = await database.query<{ id: string; real_holder: number }>(
    'SELECT id, real_holder FROM app_user WHERE real_holder = ANY($1::int[])',
    [holders],
  )
  return new Map(rows.map(({ id, real_holder: holder }) => [holder, integerOf(id)]))
}

/** The numbers of a person's holders, real and demo, as far as there are any. */
export async function holdersOf(database: Queryable, userId: number): Promise<HolderId[]> {
  const { rows } = await database.query<{ holder: HolderId | null }>(
    `SELECT unnest(ARRAY[real_holder, demo_holder]) AS holder FROM app_user WHERE id = $1`,
    [userId],
  )
  return rows.flatMap(({ holder }) => (holder === null ? [] : [holder]))
}
