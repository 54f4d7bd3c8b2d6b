import { type OwnCheckName, ownCheckNames } from '@truemark/protocol/ownChecks'
import { actingServer, appendAudit } from '../operator/door.ts'
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

/** Checks of what was signed or shown: what of it did not hold never comes right again. */
const forGood: readonly OwnCheckName[] = ['evidence', 'fills']
/** Failures that the audit log bears as well, whose entries are chained and whose head is signed: they hang on no feed. */
const audited: readonly OwnCheckName[] = ['evidence', 'fills', 'owed', 'whole']

/**
 * Notes what came of a check at a time, within one transaction. Evidence and fills that failed once have failed for good;
 * the others can come right.
 */
export async function noteOwnCheck(
  database: Queryable,
  name: OwnCheckName,
  { passed, failed, detail }: CheckOutcome,
  now: number,
): Promise<void> {
  const adds = forGood.includes(name)
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
  const { rowCount } = await database.query(
    `WITH held AS (SELECT holds FROM own_check WHERE name = $1),
       over AS (UPDATE own_check_failure SET ended = $2 WHERE name = $1 AND ended IS NULL AND (SELECT holds FROM held))
     INSERT INTO own_check_failure (name, began) SELECT $1, $2 FROM held WHERE NOT holds ON CONFLICT DO NOTHING RETURNING id`,
    [name, now],
  )
  if (rowCount === 0 || !audited.includes(name)) return
  const detail = { began: String(now) }
  await appendAudit(database, { actor: actingServer, action: 'own_check_failed', subject: name, reason: '', detail })
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

/**
 * Where the audit log tells of a failed check that the tables do not tell of, or tell to have come right though it cannot;
 * null where none.
 */
export async function ownChecksFault(database: Queryable): Promise<string | null> {
  const { rows } = await database.query<{ name: string; began: string; noted: boolean; open: boolean; holds: boolean }>(
    `SELECT a.subject AS name, a.detail ->> 'began' AS began, f.id IS NOT NULL AS noted, f.ended IS NULL AS open,
       coalesce(c.holds OR c.failed = 0, true) AS holds
     FROM audit AS a LEFT JOIN own_check_failure AS f ON f.name = a.subject AND f.began::text = a.detail ->> 'began'
       LEFT JOIN own_check AS c ON c.name = a.subject
     WHERE a.action = 'own_check_failed' ORDER BY a.id`,
  )
  for (const { name, began, noted, open, holds } of rows) {
    const where = `own_check_failure name=${name} began=${began}`
    if (!noted) return `${where}: it is missing, though the audit log tells of it`
    if (!forGood.some((one) => one === name)) continue
    if (!open) return `${where}, ended: it never ends`
    if (holds) return `own_check name=${name}, holds: it failed at ${began}, and does not come right`
  }
  return null
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
