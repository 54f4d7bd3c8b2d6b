import { createHash } from 'node:crypto'
import type { HouseAction, PersonalAction } from '@truemark/protocol/auditActions'
import type { Queryable } from '../platform/postgres/database.ts'

interface Said {
  readonly actor: string
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
}

/** A deed or a reading that is about people, with their public ids: each of them sees it in their own list. */
export interface PersonalEntry extends Said {
  readonly action: PersonalAction
  readonly touched: readonly string[]
}

export interface HouseEntry extends Said {
  readonly action: HouseAction
}

/** What an operator did or read: who, what, to whom, why. */
export type AuditEntry = PersonalEntry | HouseEntry

export interface AuditRow extends Said {
  readonly id: number
  readonly time: number
  readonly action: string
  readonly touched: readonly string[]
}

const chainLock = 7_201_944
const noDigest = Buffer.alloc(32)

function digestOf(row: AuditRow, previous: Buffer): Buffer {
  const { id, time, actor, action, subject, reason, touched } = row
  const detail = Object.entries(row.detail).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const told = [id, time, actor, action, subject, reason, detail]
  // an entry that names nobody has the digest that it had before entries named people
  const text = JSON.stringify(touched.length === 0 ? told : [...told, touched])
  return createHash('sha256').update(previous).update(text).digest()
}

/**
 * Appends an entry to the chain. Called inside the transaction of the deed itself, so that neither stands without the
 * other; writers wait for each other until they commit.
 */
export async function appendAudit(client: Queryable, entry: AuditEntry): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [chainLock])
  const { rows } = await client.query<{ id: string; digest: Buffer }>(
    'SELECT id, digest FROM audit ORDER BY id DESC LIMIT 1',
  )
  const previous = rows[0]?.digest ?? noDigest
  const touched = 'touched' in entry ? [...new Set(entry.touched)] : []
  const row: AuditRow = { ...entry, touched, id: Number(rows[0]?.id ?? 0) + 1, time: Date.now() }
  const { id, time, actor, action, subject, reason, detail } = row
  await client.query(
    `INSERT INTO audit (id, time, actor, action, subject, reason, detail, touched, previous, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, time, actor, action, subject, reason, detail, touched, previous, digestOf(row, previous)],
  )
}

/** Whether a deed stands in the log already. */
export async function isNoted(
  client: Queryable,
  { action, subject }: Pick<AuditRow, 'action' | 'subject'>,
): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM audit WHERE subject = $1 AND action = $2 LIMIT 1', [
    subject,
    action,
  ])
  return rows.length > 0
}

const readingQuiet = 900_000

/** People's data that an operator saw in a list: the public ids of what was shown, and of those whose it is. */
export interface Reading {
  readonly actor: string
  readonly action: PersonalAction
  readonly shown: readonly string[]
  readonly touched: readonly string[]
}

/**
 * Notes a reading, in the transaction that reads. A desk that shows a list asks for it again and again: what repeats
 * the operator's last entry of its kind, or a part of it, is noted once in a quarter of an hour.
 */
export async function noteReading(client: Queryable, { actor, action, shown, touched }: Reading): Promise<void> {
  if (shown.length === 0) return
  const { rows } = await client.query<{ time: string; detail: Record<string, string> }>(
    'SELECT time, detail FROM audit WHERE actor = $1 AND action = $2 ORDER BY id DESC LIMIT 1',
    [actor, action],
  )
  const [last] = rows
  const noted = new Set(last?.detail['shown']?.split(' '))
  const isRecent = last !== undefined && Date.now() - Number(last.time) < readingQuiet
  if (isRecent && shown.every((id) => noted.has(id))) return
  await appendAudit(client, { actor, action, subject: '', reason: '', detail: { shown: shown.join(' ') }, touched })
}

interface StoredAudit {
  id: string
  time: string
  actor: string
  action: string
  subject: string
  reason: string
  detail: Record<string, string>
  touched: string[]
  previous: Buffer
  digest: Buffer
}

function rowOf({ id, time, actor, action, subject, reason, detail, touched }: StoredAudit): AuditRow {
  return { id: Number(id), time: Number(time), actor, action, subject, reason, detail, touched }
}

export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Entries that pass the filter, newest first. */
export async function findAudit(database: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { rows } = await database.query<StoredAudit>(
    `SELECT * FROM audit WHERE id < $1 AND ($2::text IS NULL OR actor = $2) AND ($3::text IS NULL OR action = $3)
       AND ($4::bigint IS NULL OR time >= $4) AND ($5::bigint IS NULL OR time < $5)
     ORDER BY id DESC LIMIT $6`,
    [
      filter.before ?? Number.MAX_SAFE_INTEGER,
      filter.actor ?? null,
      filter.action ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.limit,
    ],
  )
  return rows.map(rowOf)
}

const verifyPage = 1_000

/** The number of the first row that does not follow from those before it, or null where the whole chain holds. */
export async function firstBadAudit(database: Queryable): Promise<number | null> {
  let previous: Buffer = noDigest
  let last = 0
  for (;;) {
    const { rows } = await database.query<StoredAudit>('SELECT * FROM audit WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      verifyPage,
    ])
    for (const stored of rows) {
      const row = rowOf(stored)
      const holds =
        row.id === last + 1 && stored.previous.equals(previous) && stored.digest.equals(digestOf(row, previous))
      if (!holds) return row.id
      previous = stored.digest
      last = row.id
    }
    if (rows.length < verifyPage) return null
  }
}
