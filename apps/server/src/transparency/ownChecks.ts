import { type OwnCheckName, ownCheckNames } from '@truemark/protocol/ownChecks'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** What came of a check: how many passed and failed, and what failed, in the operator's words. */
export interface CheckOutcome {
  readonly passed: number
  readonly failed: number
  readonly detail: string
}

export interface OwnCheck {
  readonly name: OwnCheckName
  /** When it was made last, in UTC ms. */
  readonly checked: number
  readonly holds: boolean
  readonly passed: number
  readonly failed: number
  /** When it failed last; null: never. */
  readonly failedLast: number | null
  readonly detail: string
}

/**
 * Notes what came of a check at a time. Evidence and fills that failed once have failed for good; the others can come
 * right.
 */
export async function noteOwnCheck(
  database: Queryable,
  name: OwnCheckName,
  { passed, failed, detail }: CheckOutcome,
  now: number,
): Promise<void> {
  const adds = name === 'evidence' || name === 'fills'
  await database.query(
    `INSERT INTO own_check AS c (name, checked, holds, passed, failed, failed_last, detail)
     VALUES ($1, $2, $4 = 0, $3, $4, CASE WHEN $4 = 0 THEN NULL ELSE $2::bigint END, $5)
     ON CONFLICT (name) DO UPDATE SET
       checked = excluded.checked,
       holds = excluded.holds AND (c.holds OR NOT $6),
       passed = excluded.passed + CASE WHEN $6 THEN c.passed ELSE 0 END,
       failed = excluded.failed + CASE WHEN $6 THEN c.failed ELSE 0 END,
       failed_last = coalesce(excluded.failed_last, c.failed_last),
       detail = CASE WHEN excluded.holds AND $6 THEN c.detail ELSE excluded.detail END`,
    [name, now, passed, failed, detail, adds],
  )
  await noteFailure(database, name, now)
}

/** Notes that a check began to fail, or holds again; nothing where it is as before. */
async function noteFailure(database: Queryable, name: OwnCheckName, now: number): Promise<void> {
  await database.query(
    `WITH held AS (SELECT holds FROM own_check WHERE name = $1),
       over AS (UPDATE own_check_failure SET ended = $2 WHERE name = $1 AND ended IS NULL AND (SELECT holds FROM held))
     INSERT INTO own_check_failure (name, began) SELECT $1, $2 FROM held WHERE NOT holds ON CONFLICT DO NOTHING`,
    [name, now],
  )
}

/** A time in which a check did not hold; `until` null while it does not. */
export interface OwnCheckFailure {
  readonly id: number
  readonly name: OwnCheckName
  readonly from: number
  readonly until: number | null
}

/** Every failure, the last first, older than `before`. */
export async function findFailures(database: Queryable, before: number, limit: number): Promise<OwnCheckFailure[]> {
  const { rows } = await database.query<{ id: string; name: string; began: string; ended: string | null }>(
    'SELECT id, name, began, ended FROM own_check_failure WHERE id < $1 ORDER BY id DESC LIMIT $2',
    [before, limit],
  )
  return rows.map(({ id, name, began, ended }) => ({
    id: integerOf(id),
    name: wordAt(
      ownCheckNames,
      ownCheckNames.findIndex((one) => one === name),
    ),
    from: integerOf(began),
    until: ended === null ? null : integerOf(ended),
  }))
}

/** What was checked, by name; nothing of what never was. */
export async function findOwnChecks(database: Queryable): Promise<OwnCheck[]> {
  const { rows } = await database.query<{
    name: string
    checked: string
    holds: boolean
    passed: string
    failed: string
    failed_last: string | null
    detail: string
  }>('SELECT * FROM own_check ORDER BY name')
  return rows.map((row) => ({
    name: wordAt(
      ownCheckNames,
      ownCheckNames.findIndex((name) => name === row.name),
    ),
    checked: integerOf(row.checked),
    holds: row.holds,
    passed: integerOf(row.passed),
    failed: integerOf(row.failed),
    failedLast: row.failed_last === null ? null : integerOf(row.failed_last),
    detail: row.detail,
  }))
}
