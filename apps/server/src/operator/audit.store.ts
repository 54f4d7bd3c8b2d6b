import { createHash } from 'node:crypto'
import type { HouseAction, PersonalAction } from '@truemark/protocol/auditActions'
import type { Queryable } from '../platform/postgres/database.ts'
import type { ActingOperator } from './acting.ts'

interface Said {
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
}

interface Entry extends Said {
  readonly actor: ActingOperator
}

/** A deed or a reading that is about people, with their public ids: each of them sees it in their own list. */
export interface PersonalEntry extends Entry {
  readonly action: PersonalAction
  readonly touched: readonly string[]
}

export interface HouseEntry extends Entry {
  readonly action: HouseAction
}

/** What an operator did or read: who, by which role and request, from where, what, to whom, why. */
export type AuditEntry = PersonalEntry | HouseEntry

export interface AuditRow extends Said {
  readonly id: number
  readonly time: number
  readonly actor: string
  readonly action: string
  readonly touched: readonly string[]
  /** The actor's role, request and address; null for an entry of before they were kept. */
  readonly origin: (Pick<ActingOperator, 'request' | 'address'> & { readonly role: string }) | null
}

const chainLock = 7_201_944
const noDigest = Buffer.alloc(32)

// entries of before people were named, and of before role, request and address were kept, have the digests that they had
function hashed(told: readonly unknown[], { touched, origin }: AuditRow): readonly unknown[] {
  if (origin !== null) return [...told, touched, [origin.role, origin.request, origin.address]]
  return touched.length === 0 ? told : [...told, touched]
}

function digestOf(row: AuditRow, previous: Buffer): Buffer {
  const { id, time, actor, action, subject, reason } = row
  const detail = Object.entries(row.detail).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const told = [id, time, actor, action, subject, reason, detail]
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify(hashed(told, row)))
    .digest()
}

/** An entry as it stands in the chain. */
export interface NotedEntry {
  readonly id: number
  readonly time: number
  readonly digest: Buffer
}

/** The last entry of the log. */
export interface AuditEnd {
  readonly entry: number
  readonly digest: Buffer
}

/** The log's end; zeros before its first entry. */
export async function auditEnd(client: Queryable): Promise<AuditEnd> {
  const { rows } = await client.query<{ id: string; digest: Buffer }>(
    'SELECT id, digest FROM audit ORDER BY id DESC LIMIT 1',
  )
  return { entry: Number(rows[0]?.id ?? 0), digest: rows[0]?.digest ?? noDigest }
}

/**
 * Appends an entry to the chain. Called inside the transaction of the deed itself, so that neither stands without the
 * other; writers wait for each other until they commit.
 */
export async function appendAudit(client: Queryable, entry: AuditEntry): Promise<NotedEntry> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [chainLock])
  const { entry: last, digest: previous } = await auditEnd(client)
  const touched = 'touched' in entry ? [...new Set(entry.touched)] : []
  const { action, subject, reason, detail, actor: by } = entry
  const { name: actor, role, request, address } = by
  const id = last + 1
  const time = Date.now()
  const said = { id, time, actor, action, subject, reason, detail, touched }
  const digest = digestOf({ ...said, origin: { role, request, address } }, previous)
  await client.query(
    `INSERT INTO audit (id, time, actor, action, subject, reason, detail, touched, role, request, address, previous, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [id, time, actor, action, subject, reason, detail, touched, role, request, address, previous, digest],
  )
  return { id, time, digest }
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
  readonly actor: ActingOperator
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
    [actor.name, action],
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
  role: string | null
  request: string | null
  address: string | null
  previous: Buffer
  digest: Buffer
}

function rowOf(stored: StoredAudit): AuditRow {
  const { actor, action, subject, reason, detail, touched, role, request, address } = stored
  const origin = role === null || request === null || address === null ? null : { role, request, address }
  return { id: Number(stored.id), time: Number(stored.time), actor, action, subject, reason, detail, touched, origin }
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

/** All entries of some actions, oldest first; those of what was asked for only where it is of one of these kinds. */
export async function entriesOf(
  database: Queryable,
  actions: readonly string[],
  proposals: readonly string[] | null = null,
): Promise<AuditRow[]> {
  const { rows } = await database.query<StoredAudit>(
    `SELECT * FROM audit WHERE action = ANY($1)
       AND ($2::text[] IS NULL OR action NOT LIKE 'proposal%' OR detail ->> 'kind' = ANY($2)) ORDER BY id`,
    [actions, proposals],
  )
  return rows.map(rowOf)
}

/** An entry with its digest; null where there is none of this number. */
export async function entryAt(
  database: Queryable,
  id: number,
): Promise<(AuditRow & { readonly digest: Buffer }) | null> {
  const { rows } = await database.query<StoredAudit>('SELECT * FROM audit WHERE id = $1', [id])
  return rows[0] === undefined ? null : { ...rowOf(rows[0]), digest: rows[0].digest }
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
