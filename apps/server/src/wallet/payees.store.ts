import { type CardTexts, cardFields } from '@truemark/payee/payeeFault'
import { holdPerson } from '../identity/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'

export interface AddressRow {
  readonly id: number
  readonly currency: string
  readonly network: string
  readonly address: string
  /** Empty where its owner said that there is none; null where nobody asked. */
  readonly memo: string | null
  readonly label: string
  readonly createdAt: number
  readonly usableFrom: number
}

interface StoredAddress {
  id: string
  currency: string
  network: string
  address: string
  memo: string | null
  label: string
  created_at: Date
  usable_from: Date
}

function addressOf({
  id,
  currency,
  network,
  address,
  memo,
  label,
  created_at,
  usable_from,
}: StoredAddress): AddressRow {
  const times = { createdAt: created_at.getTime(), usableFrom: usable_from.getTime() }
  return { id: Number(id), currency, network, address, memo, label, ...times }
}

/** The most of a kind that a person keeps. */
export const payeesMax = 20

/** A moment of the exchange's own time, and whether a reset of what guards the account holds what is new at it. */
export interface Saving {
  readonly now: number
  readonly held: boolean
}

const holdMs = 86_400_000

/** From when on something new can be used: its owner may have had it held, or have ended that less than a day ago. */
async function usableFrom(client: Queryable, userId: number, { now, held }: Saving): Promise<Date> {
  const { rows } = await client.query<{ held: boolean | null }>(
    'SELECT payee_hold OR held_until > $2 AS held FROM wallet_setting WHERE user_id = $1',
    [userId, new Date(now)],
  )
  return new Date(held || rows[0]?.held === true ? now + holdMs : now)
}

/** Saves an address; why not, where there is one like it or there are too many. */
export async function insertAddress(
  client: Queryable,
  userId: number,
  { currency, network, address, memo, label }: Pick<AddressRow, 'currency' | 'network' | 'address' | 'memo' | 'label'>,
  saving: Saving,
): Promise<AddressRow | 'payee_exists' | 'payees_too_many'> {
  await holdPerson(client, userId)
  const { rows: kept } = await client.query('SELECT 1 FROM wallet_address WHERE user_id = $1 AND removed_at IS NULL', [
    userId,
  ])
  if (kept.length >= payeesMax) return 'payees_too_many'
  const { rows } = await client.query<StoredAddress>(
    `INSERT INTO wallet_address (user_id, currency, network, address, label, usable_from, memo)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
    [userId, currency, network, address, label, await usableFrom(client, userId, saving), memo],
  )
  return rows[0] === undefined ? 'payee_exists' : addressOf(rows[0])
}

/** A person's saved addresses, newest first; there are never many. */
export async function findAddresses(client: Queryable, userId: number): Promise<AddressRow[]> {
  const { rows } = await client.query<StoredAddress>(
    'SELECT * FROM wallet_address WHERE user_id = $1 AND removed_at IS NULL ORDER BY id DESC',
    [userId],
  )
  return rows.map(addressOf)
}

/** Removes a person's own address; false where there is none. */
export async function removeAddress(client: Queryable, userId: number, id: number): Promise<boolean> {
  const { rows } = await client.query(
    'UPDATE wallet_address SET removed_at = now() WHERE id = $2 AND user_id = $1 AND removed_at IS NULL RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

export interface CardRow extends CardTexts {
  readonly id: number
  readonly createdAt: number
  readonly usableFrom: number
}

type StoredCard = CardTexts & { id: string; created_at: Date; usable_from: Date }

function cardOf({ id, created_at, usable_from, ...row }: StoredCard): CardRow {
  return { ...row, id: Number(id), createdAt: created_at.getTime(), usableFrom: usable_from.getTime() }
}

const cardColumns = cardFields.join(', ')
const cardShown = `id, created_at, usable_from, ${cardColumns}`
const cardPlaces = cardFields.map((_, at) => `$${at + 2}`).join(', ')

/** Saves a bank account; why not, where there is one like it or there are too many. */
export async function insertCard(
  client: Queryable,
  userId: number,
  fields: CardTexts,
  saving: Saving,
): Promise<CardRow | 'payee_exists' | 'payees_too_many'> {
  await holdPerson(client, userId)
  const { rows: kept } = await client.query('SELECT 1 FROM bank_card WHERE user_id = $1 AND removed_at IS NULL', [
    userId,
  ])
  if (kept.length >= payeesMax) return 'payees_too_many'
  const { rows } = await client.query<StoredCard>(
    `INSERT INTO bank_card (user_id, ${cardColumns}, usable_from) VALUES ($1, ${cardPlaces}, $${cardFields.length + 2})
     ON CONFLICT DO NOTHING RETURNING ${cardShown}`,
    [userId, ...cardFields.map((name) => fields[name]), await usableFrom(client, userId, saving)],
  )
  return rows[0] === undefined ? 'payee_exists' : cardOf(rows[0])
}

/** Changes a person's own bank account, which is new from then on; why not, where it cannot be. */
export async function updateCard(
  client: Queryable,
  userId: number,
  id: number,
  fields: CardTexts,
  saving: Saving,
): Promise<CardRow | 'payee_exists' | 'payee_unknown'> {
  await holdPerson(client, userId)
  const { rows: like } = await client.query(
    `SELECT 1 FROM bank_card WHERE user_id = $1 AND account_number = $2 AND bank_name = $3 AND id <> $4
       AND removed_at IS NULL`,
    [userId, fields.account_number, fields.bank_name, id],
  )
  if (like.length > 0) return 'payee_exists'
  const changes = cardFields.map((name, at) => `${name} = $${at + 2}`).join(', ')
  const { rows } = await client.query<StoredCard>(
    `UPDATE bank_card SET ${changes}, created_at = now(), usable_from = $${cardFields.length + 3}
     WHERE user_id = $1 AND id = $${cardFields.length + 2} AND removed_at IS NULL RETURNING ${cardShown}`,
    [userId, ...cardFields.map((name) => fields[name]), id, await usableFrom(client, userId, saving)],
  )
  return rows[0] === undefined ? 'payee_unknown' : cardOf(rows[0])
}

/** Removes a person's own bank account; false where there is none. */
export async function removeCard(client: Queryable, userId: number, id: number): Promise<boolean> {
  const { rows } = await client.query(
    'UPDATE bank_card SET removed_at = now() WHERE id = $2 AND user_id = $1 AND removed_at IS NULL RETURNING id',
    [userId, id],
  )
  return rows.length > 0
}

export async function findCards(client: Queryable, userId: number): Promise<CardRow[]> {
  const { rows } = await client.query<StoredCard>(
    `SELECT ${cardShown} FROM bank_card WHERE user_id = $1 AND removed_at IS NULL ORDER BY id DESC`,
    [userId],
  )
  return rows.map(cardOf)
}

export async function readPayeeHold(client: Queryable, userId: number): Promise<boolean> {
  const { rows } = await client.query<{ payee_hold: boolean }>(
    'SELECT payee_hold FROM wallet_setting WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.payee_hold ?? false
}

/** Switches the hold on at once; off, it lasts another day, since who may end it could save an address next. */
export async function writePayeeHold(client: Queryable, userId: number, isHeld: boolean, now: number): Promise<void> {
  await client.query(
    `INSERT INTO wallet_setting (user_id, payee_hold) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET payee_hold = excluded.payee_hold, held_until =
       CASE WHEN wallet_setting.payee_hold AND NOT excluded.payee_hold THEN $3::timestamptz
         ELSE wallet_setting.held_until END`,
    [userId, isHeld, new Date(now + holdMs)],
  )
}

/** Erases addresses and cards that were removed the given days ago. */
export async function eraseOldPayees(client: Queryable, days: number): Promise<void> {
  await client.query('DELETE FROM wallet_address WHERE removed_at < now() - make_interval(days => $1)', [days])
  await client.query('DELETE FROM bank_card WHERE removed_at < now() - make_interval(days => $1)', [days])
}
