import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** Where statements go. Names are for ever: the table keeps them. */
export const witnessNames = ['file', 'http', 'calendar'] as const
export type WitnessName = (typeof witnessNames)[number]

/** A signed statement of where everything ended. */
export interface StatementRow {
  readonly id: number
  readonly time: number
  readonly statement: string
  readonly signature: Buffer
}

/** Keeps a statement, on its way to each witness from now on. */
export async function keepStatement(
  database: Database,
  { time, statement, signature }: Omit<StatementRow, 'id'>,
  witnesses: readonly WitnessName[],
): Promise<void> {
  await database.transaction(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO witness_statement (time, statement, signature) VALUES ($1, $2, $3) RETURNING id',
      [time, statement, signature],
    )
    await client.query(
      'INSERT INTO witness_sending (statement_id, witness, due_at) SELECT $1, unnest($2::text[]), $3',
      [rows[0]?.id, [...witnesses], time],
    )
  })
}

interface StoredStatement {
  id: string
  time: string
  statement: string
  signature: Buffer
}

function statementOf({ id, time, statement, signature }: StoredStatement): StatementRow {
  return { id: integerOf(id), time: integerOf(time), statement, signature }
}

/** Statements, the newest first, older than `before`. */
export async function findStatements(
  database: Queryable,
  before: number | null,
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await database.query<StoredStatement>(
    'SELECT id, time, statement, signature FROM witness_statement WHERE id < $1 ORDER BY id DESC LIMIT $2',
    [before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(statementOf)
}

/** A statement on its way. */
export interface Sending extends StatementRow {
  readonly attempts: number
}

/** What is due to go to a witness, the oldest first; given up after a fixed number of attempts. */
export async function findDueSendings(
  database: Queryable,
  witness: WitnessName,
  { now, attemptsMax, limit }: { readonly now: number; readonly attemptsMax: number; readonly limit: number },
): Promise<Sending[]> {
  const { rows } = await database.query<StoredStatement & { attempts: number }>(
    `SELECT s.id, s.time, s.statement, s.signature, w.attempts
     FROM witness_sending AS w JOIN witness_statement AS s ON s.id = w.statement_id
     WHERE w.witness = $1 AND w.held_at IS NULL AND w.due_at <= $2 AND w.attempts < $3 ORDER BY s.id LIMIT $4`,
    [witness, now, attemptsMax, limit],
  )
  return rows.map((row) => ({ ...statementOf(row), attempts: row.attempts }))
}

/** Notes that a witness holds a statement, and what it said. */
export async function noteHeld(
  database: Queryable,
  witness: WitnessName,
  { id, now, answer }: { readonly id: number; readonly now: number; readonly answer: string },
): Promise<void> {
  await database.query(
    `UPDATE witness_sending SET held_at = $3, answer = $4, fault = '', attempts = attempts + 1
     WHERE statement_id = $1 AND witness = $2`,
    [id, witness, now, answer],
  )
}

/** Notes that an attempt came to nothing, and when the next is made. */
export async function noteNotHeld(
  database: Queryable,
  witness: WitnessName,
  { id, dueAt, fault }: { readonly id: number; readonly dueAt: number; readonly fault: string },
): Promise<void> {
  await database.query(
    `UPDATE witness_sending SET due_at = $3, fault = $4, attempts = attempts + 1
     WHERE statement_id = $1 AND witness = $2`,
    [id, witness, dueAt, fault],
  )
}

/** The newest statement that a witness holds; null where it holds none. */
export async function findNewestHeld(database: Queryable, witness: WitnessName): Promise<StatementRow | null> {
  const { rows } = await database.query<StoredStatement>(
    `SELECT s.id, s.time, s.statement, s.signature
     FROM witness_sending AS w JOIN witness_statement AS s ON s.id = w.statement_id
     WHERE w.witness = $1 AND w.held_at IS NOT NULL ORDER BY s.id DESC LIMIT 1`,
    [witness],
  )
  return rows[0] === undefined ? null : statementOf(rows[0])
}

/** What of a statement's way to a witness is told. */
export interface HeldRow {
  readonly id: number
  readonly witness: WitnessName
  readonly heldAt: number | null
  readonly answer: string
  readonly fault: string
  /** When what it promised was kept; null where it promised nothing, or has not yet. */
  readonly provenAt: number | null
}

/** Which witness holds which of these statements. */
export async function findHeld(database: Queryable, ids: readonly number[]): Promise<HeldRow[]> {
  const { rows } = await database.query<{
    statement_id: string
    witness: WitnessName
    held_at: string | null
    answer: string
    fault: string
    proven_at: string | null
  }>(
    `SELECT statement_id, witness, held_at, answer, fault, proven_at FROM witness_sending
     WHERE statement_id = ANY($1::bigint[]) ORDER BY statement_id DESC, witness`,
    [ids],
  )
  const moment = (text: string | null): number | null => (text === null ? null : integerOf(text))
  return rows.map(({ statement_id, witness, held_at, answer, fault, proven_at }) => {
    return {
      id: integerOf(statement_id),
      witness,
      heldAt: moment(held_at),
      answer,
      fault,
      provenAt: moment(proven_at),
    }
  })
}

/** What a witness promised for statements made after a moment and is to be asked for now, the oldest first. */
export async function findPromises(
  database: Queryable,
  witness: WitnessName,
  { now, after, limit }: { readonly now: number; readonly after: number; readonly limit: number },
): Promise<{ readonly id: number; readonly answer: string }[]> {
  const { rows } = await database.query<{ id: string; answer: string }>(
    `SELECT s.id, w.answer FROM witness_sending AS w JOIN witness_statement AS s ON s.id = w.statement_id
     WHERE w.witness = $1 AND w.held_at IS NOT NULL AND w.proven_at IS NULL AND w.due_at <= $2 AND s.time > $3
     ORDER BY s.id LIMIT $4`,
    [witness, now, after, limit],
  )
  return rows.map(({ id, answer }) => ({ id: integerOf(id), answer }))
}

/** Notes that a promise was kept and what the witness says now, or when it is asked for again. */
export async function notePromise(
  database: Queryable,
  witness: WitnessName,
  {
    id,
    now,
    answer,
    dueAt,
  }: { readonly id: number; readonly now: number; readonly answer: string | null; readonly dueAt: number },
): Promise<void> {
  await database.query(
    `UPDATE witness_sending SET answer = coalesce($3, answer), due_at = $5,
       proven_at = CASE WHEN $3::text IS NULL THEN NULL ELSE $4::bigint END
     WHERE statement_id = $1 AND witness = $2`,
    [id, witness, answer, now, dueAt],
  )
}

/** How many promises for statements made between two moments are not kept. */
export async function countUnkept(
  database: Queryable,
  witness: WitnessName,
  after: number,
  before: number,
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT count(*) AS count FROM witness_sending AS w JOIN witness_statement AS s ON s.id = w.statement_id
     WHERE w.witness = $1 AND w.held_at IS NOT NULL AND w.proven_at IS NULL AND s.time > $2 AND s.time < $3`,
    [witness, after, before],
  )
  return integerOf(rows[0]?.count ?? '0')
}

/** For a witness: how many statements made before a moment it does not hold, and why the oldest of these does not arrive. */
export async function findMissing(
  database: Queryable,
  witness: WitnessName,
  before: number,
): Promise<{ readonly count: number; readonly fault: string }> {
  const { rows } = await database.query<{ count: string; fault: string | null }>(
    `SELECT count(*) AS count, (array_agg(w.fault ORDER BY s.id))[1] AS fault
     FROM witness_sending AS w JOIN witness_statement AS s ON s.id = w.statement_id
     WHERE w.witness = $1 AND w.held_at IS NULL AND s.time < $2`,
    [witness, before],
  )
  return { count: integerOf(rows[0]?.count ?? '0'), fault: rows[0]?.fault ?? '' }
}
