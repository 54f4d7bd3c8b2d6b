import type { LocaleId } from '@truemark/protocol/locale'
import type { Realm } from '@truemark/protocol/values'
import type { Queryable } from '../platform/postgres/database.ts'

export type RealNameLevel = 'none' | 'pending' | 'approved' | 'rejected'

/** A person, or a guest who has only a demo account. */
export interface Person {
  readonly id: number
  readonly guest: boolean
  readonly email: string
  readonly phone: string
  readonly verified: 'email' | 'phone' | null
  readonly passwordHash: string | null
  readonly nickname: string
  /** The file of the picture; null where there is none. */
  readonly avatarFile: number | null
  readonly country: string
  readonly lang: string
  /** By operators for a time, or closed by its owner. */
  readonly disabled: boolean
  readonly closed: boolean
  readonly realName: RealNameLevel
  readonly advancedName: RealNameLevel
  readonly realHolder: number | null
  readonly demoHolder: number | null
  readonly realOpened: boolean
  readonly demoOpened: boolean
  readonly inviteCode: string
  readonly createdAt: number
  readonly activeAt: number
}

export interface PersonRow {
  id: string
  guest: boolean
  email: string | null
  phone: string | null
  verified: 'email' | 'phone' | null
  password_hash: string | null
  nickname: string
  avatar_file: string | null
  country: string
  lang: string
  disabled: boolean
  closed: boolean
  real_name: RealNameLevel
  advanced_name: RealNameLevel
  real_holder: number | null
  demo_holder: number | null
  real_opened: boolean
  demo_opened: boolean
  invite_code: string
  created_at: Date
  active_at: Date
}

export function personOf(row: PersonRow): Person {
  return {
    id: Number(row.id),
    guest: row.guest,
    email: row.email ?? '',
    phone: row.phone ?? '',
    verified: row.verified,
    passwordHash: row.password_hash,
    nickname: row.nickname,
    avatarFile: row.avatar_file === null ? null : Number(row.avatar_file),
    country: row.country,
    lang: row.lang,
    disabled: row.disabled,
    closed: row.closed,
    realName: row.real_name,
    advancedName: row.advanced_name,
    realHolder: row.real_holder,
    demoHolder: row.demo_holder,
    realOpened: row.real_opened,
    demoOpened: row.demo_opened,
    inviteCode: row.invite_code,
    createdAt: row.created_at.getTime(),
    activeAt: row.active_at.getTime(),
  }
}

export const personColumns = `id, guest, email, phone, verified, password_hash, nickname, avatar_file, country, lang,
  is_disabled(app_user) AS disabled, disabled AS closed, real_name, advanced_name, real_holder, demo_holder, real_opened,
  demo_opened, invite_code, created_at, active_at`

async function onePerson(client: Queryable, where: string, value: unknown): Promise<Person | null> {
  const { rows } = await client.query<PersonRow>(`SELECT ${personColumns} FROM app_user WHERE ${where}`, [value])
  return rows[0] === undefined ? null : personOf(rows[0])
}

export const personById = (client: Queryable, id: number): Promise<Person | null> => onePerson(client, 'id = $1', id)

/** The person to whom a code proved that an address is theirs. One who only typed it is somebody else. */
export const personByProven = (client: Queryable, address: string): Promise<Person | null> =>
  address.includes('@')
    ? onePerson(client, `lower(email) = lower($1) AND verified = 'email'`, address)
    : onePerson(client, `phone = $1 AND verified = 'phone'`, address)

export interface NewPerson {
  readonly email: string
  readonly phone: string
  readonly verified: 'email' | 'phone'
  readonly passwordHash: string
  readonly country: string
  readonly lang: LocaleId
  readonly inviteCode: string
}

/** Adds a person and numbers the real account holder; null where the proven address is somebody's already. */
export async function insertPerson(client: Queryable, person: NewPerson): Promise<Person | null> {
  const { rows } = await client.query<PersonRow>(
    `INSERT INTO app_user (email, phone, verified, password_hash, country, lang, invite_code, real_holder)
     VALUES ($1, $2, $3, $4, $5, $6, $7, nextval('holder_number')) ON CONFLICT DO NOTHING RETURNING ${personColumns}`,
    [person.email, person.phone, person.verified, person.passwordHash, person.country, person.lang, person.inviteCode],
  )
  return rows[0] === undefined ? null : personOf(rows[0])
}

/** Adds a guest with a demo holder, unless the address has `liveMax` live ones; null then. */
export async function insertGuest(
  client: Queryable,
  addressHash: Buffer,
  lang: string,
  liveMax: number,
): Promise<Person | null> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 7))', [addressHash.toString('hex')])
  const { rows } = await client.query<PersonRow>(
    `INSERT INTO app_user (guest, lang, guest_address_hash, demo_holder)
     SELECT true, $2, $1, nextval('holder_number')
     WHERE (SELECT count(*) FROM app_user WHERE guest AND guest_address_hash = $1
            AND active_at > now() - interval '7 days') < $3
     RETURNING ${personColumns}`,
    [addressHash, lang, liveMax],
  )
  return rows[0] === undefined ? null : personOf(rows[0])
}

/** Numbers a person's demo holder where there is none yet. */
export async function ensureDemoHolder(client: Queryable, id: number): Promise<number> {
  const { rows } = await client.query<{ demo_holder: number }>(
    `UPDATE app_user SET demo_holder = coalesce(demo_holder, nextval('holder_number')) WHERE id = $1
     RETURNING demo_holder`,
    [id],
  )
  if (rows[0] === undefined) throw new Error('there is no such person')
  return rows[0].demo_holder
}

/** Notes that the engine has opened a person's holder of a realm. */
export async function markOpened(client: Queryable, id: number, realm: Realm): Promise<void> {
  const column = realm === 'real' ? 'real_opened' : 'demo_opened'
  await client.query(`UPDATE app_user SET ${column} = true WHERE id = $1`, [id])
}

/** Notes how a person's level stands, and that the engine is to be told; `country` where the level confirms one. */
export async function setRealName(
  client: Queryable,
  id: number,
  { level, state, country }: { level: 'primary' | 'advanced'; state: RealNameLevel; country: string | null },
): Promise<void> {
  const column = level === 'primary' ? 'real_name' : 'advanced_name'
  await client.query(
    `UPDATE app_user SET ${column} = $2, country = coalesce($3, country), standing_due = true WHERE id = $1`,
    [id, state, country],
  )
}

/** Notes that the engine knows how a person stands, unless that has changed meanwhile. */
export async function clearStandingDue(client: Queryable, person: Person): Promise<void> {
  const { id, realName, advancedName, closed, country } = person
  await client.query(
    `UPDATE app_user SET standing_due = false WHERE id = $1 AND standing_due
       AND real_name = $2 AND advanced_name = $3 AND disabled = $4 AND country = $5`,
    [id, realName, advancedName, closed, country],
  )
}

const dueBatch = 500

/** People whose standing the engine may not know yet. */
export async function findStandingDue(client: Queryable): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM app_user WHERE standing_due ORDER BY id LIMIT ${dueBatch}`,
  )
  return rows.map(({ id }) => Number(id))
}

export async function setPassword(client: Queryable, id: number, passwordHash: string): Promise<void> {
  await client.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [id, passwordHash])
}

/** Replaces a password's hash; false where it is no longer the one that was looked at. */
export async function replacePassword(client: Queryable, id: number, before: string, after: string): Promise<boolean> {
  const { rows } = await client.query(
    'UPDATE app_user SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
    [id, before, after],
  )
  return rows.length > 0
}

/** Keeps others of the same person out until the transaction ends, so that of two at once the second counts after the first. */
export async function holdPerson(client: Queryable, userId: number): Promise<void> {
  await client.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId])
}

/** A person as they are and stay until the transaction ends; who changes them, or ends what they come in by, waits. */
export async function heldPerson(client: Queryable, id: number): Promise<Person | null> {
  return onePerson(client, 'id = $1 FOR NO KEY UPDATE', id)
}

export async function favouritesOf(client: Queryable, userId: number): Promise<string[]> {
  const { rows } = await client.query<{ symbol: string }>(
    'SELECT symbol FROM favourite WHERE user_id = $1 ORDER BY added_at, symbol',
    [userId],
  )
  return rows.map(({ symbol }) => symbol)
}

/** Adds a favourite unless there are `max`; false then. */
export async function addFavourite(client: Queryable, userId: number, symbol: string, max: number): Promise<boolean> {
  await holdPerson(client, userId)
  const { rows } = await client.query(
    `INSERT INTO favourite (user_id, symbol) SELECT $1, $2
     WHERE (SELECT count(*) FROM favourite WHERE user_id = $1) < $3
     ON CONFLICT (user_id, symbol) DO UPDATE SET symbol = EXCLUDED.symbol RETURNING symbol`,
    [userId, symbol, max],
  )
  return rows.length > 0
}

export async function removeFavourite(client: Queryable, userId: number, symbol: string): Promise<void> {
  await client.query('DELETE FROM favourite WHERE user_id = $1 AND symbol = $2', [userId, symbol])
}

/** Marks a person's account closed by its owner: nothing opens it any more but an operator. */
export async function closePerson(client: Queryable, id: number): Promise<void> {
  await client.query(
    `UPDATE app_user SET disabled = true, disabled_reason = 'closed by its owner', closed_at = now(), nickname = '',
       avatar_file = NULL
     WHERE id = $1`,
    [id],
  )
}

/** Notes that the engine's standing of a person is to be told anew, whatever comes in between. */
export async function markStandingDue(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE app_user SET standing_due = true WHERE id = $1', [id])
}
