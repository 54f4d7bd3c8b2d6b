import type { LogPlace } from '@truemark/core/proof/log'
import { optionStatuses } from '@truemark/core/option/view'
import { realms } from '@truemark/core/ledger/holders'
import { fundingNumber, positionStatuses } from '../derivative/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type EvidenceKind, type EvidenceSubject, evidenceKinds } from './evidenceSubjects.ts'
import { noticeTerms, publishedDocuments } from './notices.ts'

/** A decision that is to be logged, and when it was made. */
export interface DueEvidence extends EvidenceSubject {
  readonly time: number
}

/** One entry of the log. */
export interface EntryRow extends DueEvidence {
  readonly place: number
  readonly document: string
  readonly digest: Buffer
  readonly signature: Buffer
}

export interface HeadRow {
  readonly size: number
  readonly time: number
  readonly head: string
  readonly signature: Buffer
}

export interface NodeRow extends LogPlace {
  readonly hash: Uint8Array
}

const logLock = 7_201_950

/** Only one adds to the log at a time: held until the transaction ends. */
export async function lockLog(client: Queryable): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [logLock])
}

const kindPlace = (kind: EvidenceKind): number => evidenceKinds.indexOf(kind)
const notLogged = (kind: EvidenceKind, number: string): string =>
  `NOT EXISTS (SELECT FROM evidence_entry AS e WHERE e.kind = ${kindPlace(kind)} AND e.number = ${number})`
/** Of a kind, nothing that was decided before its last entry is missing: each is found in the order of the journal. */
const lastOf = (kind: EvidenceKind): string =>
  `(SELECT coalesce(max(e.time), 0) FROM evidence_entry AS e WHERE e.kind = ${kindPlace(kind)})`

/** What is numbered in its order is due from the last number on. */
const lastNumber = (kind: EvidenceKind): string =>
  `(SELECT coalesce(max(e.number), 0) FROM evidence_entry AS e WHERE e.kind = ${kindPlace(kind)})`
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
const noticeActions = quoted(Object.keys(noticeTerms))
const documentKinds = quoted(publishedDocuments)

const dueQueries: Readonly<Record<Exclude<EvidenceKind, 'funding'>, string>> = {
  option: `SELECT o.id AS number, o.closed_at AS time FROM option_order AS o
     WHERE o.closed_at BETWEEN ${lastOf('option')} AND $1 AND o.status <> ${optionStatuses.indexOf('open')}
       AND ${notLogged('option', 'o.id')} ORDER BY o.closed_at, o.id LIMIT $2`,
  liquidation: `SELECT c.id AS number, c.time FROM liquidation_close AS c
     WHERE c.id > (SELECT coalesce(max(e.number), 0) FROM evidence_entry AS e
       WHERE e.kind = ${kindPlace('liquidation')}) AND c.time <= $1 ORDER BY c.id LIMIT $2`,
  trigger: `SELECT t.position_id AS number, p.ended_at AS time FROM position_trigger AS t
     JOIN derivative_position AS p ON p.id = t.position_id
     WHERE NOT t.logged AND p.status <> ${positionStatuses.indexOf('open')} AND p.ended_at <= $1
     ORDER BY t.time, t.position_id LIMIT $2`,
  investment: `SELECT p.id::bigint AS number, p.maturity AS time FROM invest_product AS p
     JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
     WHERE s.last_sample <= $1 AND ${notLogged('investment', 'p.id')} ORDER BY p.maturity, p.id LIMIT $2`,
  terms: `SELECT t.number, t.time FROM term_change AS t WHERE t.number > ${lastNumber('terms')} AND t.time <= $1
     ORDER BY t.number LIMIT $2`,
  payout: `SELECT 2 * p.withdrawal + p.step AS number, p.time FROM payout_answer AS p
     WHERE p.time <= $1 AND ${notLogged('payout', '2 * p.withdrawal + p.step')} ORDER BY p.time, p.withdrawal LIMIT $2`,
  notice: `SELECT a.id AS number, a.time FROM audit AS a WHERE a.action IN (${noticeActions})
     AND (a.action <> 'content_published' OR a.subject IN (${documentKinds}))
     AND a.id > ${lastNumber('notice')} AND a.time <= $1 ORDER BY a.id LIMIT $2`,
}

/** What was decided up to a moment and is not in the log yet: the oldest first, of each kind at most `limit`. */
export async function findDue(database: Queryable, until: number, limit: number): Promise<DueEvidence[]> {
  const due: DueEvidence[] = []
  for (const kind of ['option', 'liquidation', 'trigger', 'investment', 'terms', 'notice', 'payout'] as const) {
    const { rows } = await database.query<{ number: string; time: string }>(dueQueries[kind], [until, limit])
    for (const { number, time } of rows) due.push({ kind, number: integerOf(number), time: integerOf(time) })
  }
  const { rows } = await database.query<{ realm: number; listing: number; stamp: string }>(
    `SELECT realm, listing, stamp FROM funding_rate AS f WHERE f.stamp BETWEEN ${lastOf('funding')} AND $1
     ORDER BY stamp, listing, realm LIMIT $2`,
    [until, fundingsMax],
  )
  const fundings = rows.map(({ realm, listing, stamp }) => {
    const name = { realm: wordAt(realms, realm), listing, stamp: integerOf(stamp) }
    return { kind: 'funding', number: fundingNumber(name), time: name.stamp } as const
  })
  const logged = await findLogged(
    database,
    'funding',
    fundings.map(({ number }) => number),
  )
  return [...due, ...fundings.filter(({ number }) => !logged.has(number)).slice(0, limit)].toSorted(
    (a, b) => a.time - b.time,
  )
}

/** All markets of both realms have one at each stamp: those of the last one, and more. */
const fundingsMax = 2_000

async function findLogged(database: Queryable, kind: EvidenceKind, numbers: readonly number[]): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await database.query<{ number: string }>(
    'SELECT number FROM evidence_entry WHERE kind = $1 AND number = ANY($2::bigint[])',
    [kindPlace(kind), [...numbers]],
  )
  return new Set(rows.map(({ number }) => integerOf(number)))
}

/** Documents of options that were decided from `from` to `to`, at most `limit`, drawn. */
export async function drawOptionDocuments(
  database: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ document: string }>(
    `SELECT document FROM evidence_entry WHERE kind = ${kindPlace('option')} AND time BETWEEN $1 AND $2
     ORDER BY random() LIMIT $3`,
    [from, to, limit],
  )
  return rows.map(({ document }) => document)
}

/** How many entries the log has. */
export async function logSize(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ place: string | null }>('SELECT max(place) AS place FROM evidence_entry')
  const place = rows[0]?.place ?? null
  return place === null ? 0 : integerOf(place) + 1
}

/** The hashes of nodes, in the order asked for; null for one that is missing. */
export async function findHashesAt(database: Queryable, places: readonly LogPlace[]): Promise<(Buffer | null)[]> {
  if (places.length === 0) return []
  const { rows } = await database.query<{ hash: Buffer | null }>(
    `SELECT n.hash FROM unnest($1::smallint[], $2::bigint[]) WITH ORDINALITY AS k (level, place, at)
     LEFT JOIN evidence_node AS n USING (level, place) ORDER BY k.at`,
    [places.map(({ level }) => level), places.map(({ index }) => index)],
  )
  return rows.map(({ hash }) => hash)
}

/** The hashes of nodes, in the order asked for. Throws where one is missing: the log would be broken. */
export async function findHashes(database: Queryable, places: readonly LogPlace[]): Promise<Buffer[]> {
  return (await findHashesAt(database, places)).map((hash) => {
    if (hash === null) throw new Error('a node of the evidence log is missing')
    return hash
  })
}

/** Heads that the audit log says were kept, and of which there is none of this size with this text. */
export async function findLostHeads(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ size: string }>(
    `SELECT a.detail ->> 'size' AS size FROM audit AS a WHERE a.action = 'evidence_head_kept' AND NOT EXISTS
       (SELECT FROM evidence_head AS h WHERE h.size::text = a.detail ->> 'size' AND h.head = a.detail ->> 'head')
     ORDER BY a.id LIMIT 1`,
  )
  return rows.map(({ size }) => size)
}

/** How many nodes are kept. */
export async function countNodes(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: string }>('SELECT count(*) AS count FROM evidence_node')
  return integerOf(rows[0]?.count ?? '0')
}

/**
 * Where the log's columns are not what the read models say of the decisions, each as the rest of a sentence. Fundings bear
 * theirs in their number.
 */
export async function findUnlike(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ fault: string }>(
    `SELECT 'evidence_entry place=' || place || ', time: it is not that of the decision' AS fault FROM (
       SELECT e.place, e.time, o.closed_at AS decided FROM evidence_entry AS e
         LEFT JOIN option_order AS o ON o.id = e.number WHERE e.kind = ${kindPlace('option')}
       UNION ALL SELECT e.place, e.time, c.time FROM evidence_entry AS e
         LEFT JOIN liquidation_close AS c ON c.id = e.number WHERE e.kind = ${kindPlace('liquidation')}
       UNION ALL SELECT e.place, e.time, p.ended_at FROM evidence_entry AS e
         LEFT JOIN derivative_position AS p ON p.id = e.number WHERE e.kind = ${kindPlace('trigger')}
       UNION ALL SELECT e.place, e.time, p.maturity FROM evidence_entry AS e
         LEFT JOIN invest_product AS p ON p.id = e.number WHERE e.kind = ${kindPlace('investment')}
       UNION ALL SELECT e.place, e.time, t.time FROM evidence_entry AS e
         LEFT JOIN term_change AS t ON t.number = e.number WHERE e.kind = ${kindPlace('terms')}
       UNION ALL SELECT e.place, e.time, a.time FROM evidence_entry AS e
         LEFT JOIN audit AS a ON a.id = e.number WHERE e.kind = ${kindPlace('notice')}
       UNION ALL SELECT e.place, e.time, p.time FROM evidence_entry AS e
         LEFT JOIN payout_answer AS p ON p.withdrawal = e.number / 2 AND p.step = e.number % 2
         WHERE e.kind = ${kindPlace('payout')}
     ) AS told WHERE time IS DISTINCT FROM decided
     UNION ALL SELECT 'position_trigger position_id=' || position_id || ', logged: the log says otherwise'
       FROM position_trigger AS t WHERE logged IS DISTINCT FROM
         EXISTS (SELECT FROM evidence_entry AS e WHERE e.kind = ${kindPlace('trigger')} AND e.number = t.position_id)
     LIMIT 10`,
  )
  return rows.map(({ fault }) => fault)
}

/** Adds entries, the nodes that are whole with them, and the head over all; older heads of its day go. */
export async function appendEntries(
  client: Queryable,
  entries: readonly EntryRow[],
  nodes: readonly NodeRow[],
  { size, time, head, signature, dayStart }: HeadRow & { readonly dayStart: number },
): Promise<void> {
  const column = <T>(of: (entry: EntryRow) => T): T[] => entries.map(of)
  await client.query(
    `INSERT INTO evidence_entry (place, kind, number, time, document, digest, signature)
     SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[])`,
    [
      column(({ place }) => place),
      column(({ kind }) => kindPlace(kind)),
      column(({ number }) => number),
      column((entry) => entry.time),
      column(({ document }) => document),
      column(({ digest }) => digest),
      column((entry) => entry.signature),
    ],
  )
  await client.query(
    'INSERT INTO evidence_node (level, place, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])',
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  )
  await client.query('DELETE FROM evidence_head WHERE time >= $1', [dayStart])
  await client.query('INSERT INTO evidence_head (size, time, head, signature) VALUES ($1, $2, $3, $4)', [
    size,
    time,
    head,
    signature,
  ])
  const triggers = entries.filter(({ kind }) => kind === 'trigger').map(({ number }) => number)
  if (triggers.length > 0) {
    await client.query('UPDATE position_trigger SET logged = true WHERE position_id = ANY($1::bigint[])', [triggers])
  }
}

/** The entry of a decision; null where it is not in the log (yet). */
export async function findEntry(
  database: Queryable,
  { kind, number }: EvidenceSubject,
): Promise<Omit<EntryRow, 'kind' | 'number' | 'time'> | null> {
  const { rows } = await database.query<{ place: string; document: string; digest: Buffer; signature: Buffer }>(
    'SELECT place, document, digest, signature FROM evidence_entry WHERE kind = $1 AND number = $2',
    [kindPlace(kind), number],
  )
  const [row] = rows
  return row === undefined ? null : { ...row, place: integerOf(row.place) }
}

/** The newest entries of the log. */
export async function findNewestEntries(
  database: Queryable,
  limit: number,
): Promise<Pick<EntryRow, 'place' | 'document'>[]> {
  const { rows } = await database.query<{ place: string; document: string }>(
    'SELECT place, document FROM evidence_entry ORDER BY place DESC LIMIT $1',
    [limit],
  )
  return rows.map(({ place, document }) => ({ place: integerOf(place), document }))
}

/** Entries from a place on, in the order of the log. */
export async function findEntries(database: Queryable, from: number, limit: number): Promise<EntryRow[]> {
  const { rows } = await database.query<{
    place: string
    kind: number
    number: string
    time: string
    document: string
    digest: Buffer
    signature: Buffer
  }>(
    `SELECT place, kind, number, time, document, digest, signature FROM evidence_entry
     WHERE place >= $1 ORDER BY place LIMIT $2`,
    [from, limit],
  )
  return rows.map((row) => ({
    ...row,
    place: integerOf(row.place),
    kind: wordAt(evidenceKinds, row.kind),
    number: integerOf(row.number),
    time: integerOf(row.time),
  }))
}

/** Heads that are kept, the newest first: of fewer entries than `before`, and signed before `until`. */
export async function findHeads(
  database: Queryable,
  { before, until }: { readonly before?: number; readonly until?: number },
  limit: number,
): Promise<HeadRow[]> {
  const { rows } = await database.query<{ size: string; time: string; head: string; signature: Buffer }>(
    'SELECT size, time, head, signature FROM evidence_head WHERE size < $1 AND time < $2 ORDER BY size DESC LIMIT $3',
    [before ?? Number.MAX_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map((row) => ({ ...row, size: integerOf(row.size), time: integerOf(row.time) }))
}
