import { readEmail } from '@truemark/protocol/email'
import type { Realm } from '@truemark/protocol/values'
import type { Queryable } from '../platform/postgres/database.ts'

/** A person as the desk lists one. */
export interface PersonRow {
  readonly id: number
  readonly guest: boolean
  readonly email: string
  readonly phone: string
  readonly nickname: string
  readonly country: string
  readonly disabled: boolean
  readonly realName: 'none' | 'pending' | 'approved' | 'rejected'
  readonly advancedName: PersonRow['realName']
  readonly inviteCode: string
  readonly realHolder: number | null
  readonly demoHolder: number | null
  readonly createdAt: number
  readonly activeAt: number
}

interface StoredPerson {
  id: string
  guest: boolean
  email: string | null
  phone: string | null
  nickname: string
  country: string
  disabled: boolean
  real_name: PersonRow['realName']
  advanced_name: PersonRow['realName']
  invite_code: string
  real_holder: number | null
  demo_holder: number | null
  created_at: Date
  active_at: Date
}

const columns = `id, guest, email, phone, nickname, country, is_disabled(app_user) AS disabled, real_name, advanced_name, invite_code, real_holder,
  demo_holder, created_at, active_at`

function personOf(row: StoredPerson): PersonRow {
  return {
    id: Number(row.id),
    guest: row.guest,
    email: row.email ?? '',
    phone: row.phone ?? '',
    nickname: row.nickname,
    country: row.country,
    disabled: row.disabled,
    realName: row.real_name,
    advancedName: row.advanced_name,
    inviteCode: row.invite_code,
    realHolder: row.real_holder,
    demoHolder: row.demo_holder,
    createdAt: row.created_at.getTime(),
    activeAt: row.active_at.getTime(),
  }
}

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
export async function findPeople(database: Queryable, filter: PeopleFilter): Promise<PersonRow[]> {
  const { rows } = await database.query<StoredPerson>(
    `SELECT ${columns} FROM app_user
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

/** What people see the number of, and of which the desk finds whose it is. */
export const numberedKinds = [
  'order',
  'derivative',
  'option',
  'deposit',
  'withdrawal',
  'exchange',
  'transfer',
  'miningOrder',
  'investOrder',
  'ieoSubscription',
  'ticket',
] as const
export type NumberedKind = (typeof numberedKinds)[number]

/** Whose the thing of that number is; null where there is none. Orders and positions of derivatives share their numbers. */
export async function findOwnerOf(database: Queryable, kind: NumberedKind, number: number): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT u.id FROM (
       SELECT holder FROM spot_order WHERE $1 = 'order' AND id = $2
       UNION ALL SELECT holder FROM derivative_order WHERE $1 = 'derivative' AND id = $2
       UNION ALL SELECT holder FROM derivative_position WHERE $1 = 'derivative' AND id = $2
       UNION ALL SELECT holder FROM option_order WHERE $1 = 'option' AND id = $2
       UNION ALL SELECT holder FROM deposit WHERE $1 = 'deposit' AND id = $2
       UNION ALL SELECT holder FROM withdrawal WHERE $1 = 'withdrawal' AND id = $2
       UNION ALL SELECT holder FROM conversion WHERE $1 = 'exchange' AND id = $2
       UNION ALL SELECT holder FROM transfer WHERE $1 = 'transfer' AND id = $2
       UNION ALL SELECT holder FROM mining_order WHERE $1 = 'miningOrder' AND id = $2
       UNION ALL SELECT holder FROM invest_order WHERE $1 = 'investOrder' AND id = $2
       UNION ALL SELECT holder FROM ieo_subscription WHERE $1 = 'ieoSubscription' AND id = $2
     ) AS found JOIN app_user AS u ON u.real_holder = found.holder OR u.demo_holder = found.holder
     UNION ALL SELECT user_id FROM ticket WHERE $1 = 'ticket' AND id = $2 LIMIT 1`,
    [kind, number],
  )
  return rows[0] === undefined ? null : Number(rows[0].id)
}

/** Whether a search is for a whole email that no account bears. */
export async function isNobodysEmail(client: Queryable, search: string | undefined): Promise<boolean> {
  const email = search === undefined ? null : readEmail(search)
  if (email === null) return false
  const { rows } = await client.query('SELECT 1 FROM app_user WHERE lower(email) = lower($1) LIMIT 1', [email])
  return rows.length === 0
}

export async function findPerson(database: Queryable, id: number): Promise<PersonRow | null> {
  const { rows } = await database.query<StoredPerson>(`SELECT ${columns} FROM app_user WHERE id = $1`, [id])
  return rows[0] === undefined ? null : personOf(rows[0])
}

/** Lets a person in again who closed the account. */
export async function reopenPerson(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE app_user SET disabled = false WHERE id = $1', [id])
}

/**
 * People whose standing the engine does not have yet: a crash came between the two. Looks at the disabled alone, of
 * whom there are few, since every start asks this.
 */
export async function findUnsettled(database: Queryable): Promise<PersonRow[]> {
  const { rows } = await database.query<StoredPerson>(
    `SELECT ${columns} FROM app_user WHERE id IN (
       SELECT u.id FROM app_user AS u JOIN holder AS h ON h.holder IN (u.real_holder, u.demo_holder)
       WHERE u.disabled AND NOT h.disabled
       UNION SELECT u.id FROM holder AS h JOIN app_user AS u ON u.real_holder = h.holder
       WHERE h.disabled AND NOT u.disabled
       UNION SELECT u.id FROM holder AS h JOIN app_user AS u ON u.demo_holder = h.holder
       WHERE h.disabled AND NOT u.disabled)`,
  )
  return rows.map(personOf)
}
