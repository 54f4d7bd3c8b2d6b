import { operatorRoles } from '@truemark/protocol/access'
import type { OperatorRole } from '@truemark/protocol/routes/desk'
import type { StaffProduct } from '@truemark/protocol/routes/staff'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { servedProducts } from '../wealth/door.ts'

/** A customer account that is tagged as one of somebody who works at the desk. */
export interface StaffAccount {
  readonly userId: number
  readonly since: number
}

/** The accounts that are tagged as an operator's now. */
export async function findStaffAccounts(client: Queryable, operator: number): Promise<StaffAccount[]> {
  const { rows } = await client.query<{ user_id: string; since: string }>(
    'SELECT user_id, since FROM staff_account WHERE operator = $1 AND ended IS NULL ORDER BY id',
    [operator],
  )
  return rows.map((row) => ({ userId: integerOf(row.user_id), since: integerOf(row.since) }))
}

/** Whose an account is tagged as now; null where it is not. */
export async function findTagged(client: Queryable, userId: number): Promise<number | null> {
  const { rows } = await client.query<{ operator: string }>(
    'SELECT operator FROM staff_account WHERE user_id = $1 AND ended IS NULL',
    [userId],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].operator)
}

/** Tags an account as an operator's; false where another did at the same moment. */
export async function insertTag(
  client: Queryable,
  { userId, operator, now }: { readonly userId: number; readonly operator: number; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO staff_account (user_id, operator, since) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) WHERE ended IS NULL DO NOTHING`,
    [userId, operator, now],
  )
  return rowCount === 1
}

/** Takes a tag away; false where there was none. */
export async function endTag(client: Queryable, userId: number, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE staff_account SET ended = greatest(since, $2) WHERE user_id = $1 AND ended IS NULL',
    [userId, now],
  )
  return rowCount === 1
}

/** When an operator said that they have no account here; null where they never did. */
export async function findDeclared(client: Queryable, operator: number): Promise<number | null> {
  const { rows } = await client.query<{ declared: string }>(
    'SELECT declared FROM staff_declaration WHERE operator = $1',
    [operator],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].declared)
}

/** Keeps that an operator said so. */
export async function keepDeclared(client: Queryable, operator: number, now: number): Promise<void> {
  await client.query(
    `INSERT INTO staff_declaration (operator, declared) VALUES ($1, $2)
     ON CONFLICT (operator) DO UPDATE SET declared = excluded.declared`,
    [operator, now],
  )
}

/** Somebody who works at the desk now, with what they said of accounts of their own. */
export interface StaffRow {
  readonly name: string
  readonly role: OperatorRole
  readonly declared: number | null
  readonly accounts: number
  readonly taggedLast: number | null
}

/** Who works at the desk now, in the order in which they came. */
export async function findStaff(client: Queryable): Promise<StaffRow[]> {
  const { rows } = await client.query<{
    name: string
    role: string
    declared: string | null
    accounts: string
    tagged_last: string | null
  }>(
    `SELECT o.name, o.role, d.declared, count(s.id) AS accounts, max(s.since) AS tagged_last
     FROM operator AS o LEFT JOIN staff_declaration AS d ON d.operator = o.id
       LEFT JOIN staff_account AS s ON s.operator = o.id AND s.ended IS NULL
     WHERE o.disabled_at IS NULL GROUP BY o.id, d.declared ORDER BY o.id`,
  )
  const numberOf = (text: string | null): number | null => (text === null ? null : integerOf(text))
  return rows.flatMap(({ name, role: held, declared, accounts, tagged_last: last }) => {
    const role = operatorRoles.find((one) => one === held)
    if (role === undefined) return []
    return [{ name, role, declared: numberOf(declared), accounts: integerOf(accounts), taggedLast: numberOf(last) }]
  })
}

/** What tagged accounts traded of one product in one currency, in its smallest units. */
export interface StaffVolume {
  readonly product: StaffProduct
  readonly currency: string
  readonly scale: number
  readonly trades: number
  readonly notional: bigint
}

/** What accounts have traded with real money while they were tagged, by product and currency. */
export async function findStaffVolume(client: Queryable): Promise<StaffVolume[]> {
  const { rows } = await client.query<{
    product: StaffVolume['product']
    currency: string
    scale: number
    trades: string
    notional: string
  }>(
    `WITH tagged AS (
       SELECT u.real_holder AS holder, s.since, coalesce(s.ended, 9223372036854775807) AS until
       FROM staff_account AS s JOIN app_user AS u ON u.id = s.user_id WHERE u.real_holder IS NOT NULL
     ), traded AS (
       SELECT 'spot' AS product, l.quote AS currency, f.quote_amount AS amount FROM tagged AS t
         JOIN spot_fill AS f ON f.holder = t.holder AND f.time >= t.since AND f.time < t.until
         JOIN listing AS l ON l.id = f.listing
       UNION ALL SELECT 'derivative', l.quote, f.quote_amount FROM tagged AS t
         JOIN derivative_fill AS f ON f.holder = t.holder AND f.time >= t.since AND f.time < t.until
         JOIN listing AS l ON l.id = f.listing
       UNION ALL SELECT 'option', l.quote, o.stake FROM tagged AS t
         JOIN option_order AS o ON o.holder = t.holder AND o.accepted_at >= t.since AND o.accepted_at < t.until
         JOIN listing AS l ON l.id = o.listing
       UNION ALL SELECT 'conversion', v.source, v.source_amount FROM tagged AS t
         JOIN conversion AS v ON v.holder = t.holder AND v.time >= t.since AND v.time < t.until
       UNION ALL ${servedProducts.map(({ putIn }) => putIn).join('\n       UNION ALL ')}
     )
     SELECT x.product, c.code AS currency, c.scale, count(*) AS trades, sum(x.amount) AS notional
     FROM traded AS x JOIN currency AS c ON c.id = x.currency
     GROUP BY x.product, c.code, c.scale ORDER BY x.product, c.code`,
  )
  return rows.map(({ trades, notional, ...row }) => ({ ...row, trades: integerOf(trades), notional: BigInt(notional) }))
}

/** The real holders of the accounts that are tagged now, of operators who are not disabled. */
export async function findStaffHolders(client: Queryable): Promise<number[]> {
  const { rows } = await client.query<{ holder: number }>(
    `SELECT DISTINCT u.real_holder AS holder FROM staff_account AS s JOIN operator AS o ON o.id = s.operator
       JOIN app_user AS u ON u.id = s.user_id
     WHERE s.ended IS NULL AND o.disabled_at IS NULL AND u.real_holder IS NOT NULL ORDER BY u.real_holder`,
  )
  return rows.map(({ holder }) => holder)
}

/** Which holders only one of the two tags. */
export function apart(tagged: readonly number[], told: ReadonlySet<number>): number[] {
  return [...tagged.filter((holder) => !told.has(holder)), ...[...told].filter((holder) => !tagged.includes(holder))]
}

const settledMs = 600_000

/**
 * Holds the engine's tags, as its journal ends, against the table: what is wrong as the rest of a sentence, or null. What
 * was decided within ten minutes before `now` may be on its way to the engine, and waits for the next check.
 */
export async function findUntoldTag(client: Queryable, tags: ReadonlySet<number>, now: number): Promise<string | null> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM audit WHERE time > $1 AND action IN
       ('staff_account_tagged', 'staff_account_untagged', 'operator_disabled', 'operator_enabled') LIMIT 1`,
    [now - settledMs],
  )
  if (rowCount !== 0) return null
  const tagged = await findStaffHolders(client)
  const [differs] = apart(tagged, tags)
  if (differs === undefined) return null
  const who = `staff_account of holder=${differs}`
  return tagged.includes(differs)
    ? `${who}: the journal has no tag of it`
    : `${who}: it is missing, though the journal tags it`
}

/**
 * Holds tags and declarations against the audit log, which is chained: what is wrong as the rest of a sentence, or null.
 * What the log says of an account is the last that it says.
 */
export async function findStaffFault(client: Queryable): Promise<string | null> {
  const { rows } = await client.query<{ what: string }>(
    `WITH noted AS (
       SELECT DISTINCT ON (detail ->> 'number') detail ->> 'number' AS number, action, lower(subject) AS operator
       FROM audit WHERE action IN ('staff_account_tagged', 'staff_account_untagged')
       ORDER BY detail ->> 'number', id DESC
     ), held AS (
       SELECT s.user_id::text AS number, lower(o.name) AS operator FROM staff_account AS s
         JOIN operator AS o ON o.id = s.operator WHERE s.ended IS NULL
     ), said AS (
       SELECT DISTINCT ON (lower(subject)) lower(subject) AS operator, detail ->> 'declared' AS declared
       FROM audit WHERE action = 'staff_declared' ORDER BY lower(subject), id DESC
     ), kept AS (
       SELECT lower(o.name) AS operator, d.declared::text FROM staff_declaration AS d
         JOIN operator AS o ON o.id = d.operator
     )
     SELECT 'staff_account user_id=' || coalesce(n.number, h.number) || ': the audit log says something else' AS what
       FROM (SELECT * FROM noted WHERE action = 'staff_account_tagged') AS n
       FULL JOIN held AS h ON h.number = n.number AND h.operator = n.operator WHERE n.number IS NULL OR h.number IS NULL
     UNION ALL
     SELECT 'staff_declaration of ' || coalesce(s.operator, k.operator) || ': the audit log says something else'
       FROM said AS s FULL JOIN kept AS k ON k.operator = s.operator AND k.declared = s.declared
       WHERE s.operator IS NULL OR k.operator IS NULL
     LIMIT 1`,
  )
  return rows[0]?.what ?? null
}
