import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What an operator asked for, and what became of it. */
export interface ProposalRow {
  readonly id: number
  readonly kind: string
  readonly subject: string
  /** As JSON, byte for byte as it was asked for. */
  readonly payload: string
  readonly detail: Readonly<Record<string, string>>
  readonly reason: string
  /** SHA-256 in hex. */
  readonly digest: string
  readonly askedBy: number
  readonly askerName: string
  readonly askerDisabled: boolean
  /** What the asker is now. */
  readonly askerRole: string
  readonly askedAt: number
  readonly expiresAt: number
  readonly decision: {
    readonly approved: boolean
    readonly by: number
    readonly name: string
    readonly at: number
    readonly reason: string
  } | null
  /** Null while it has not come to an end; empty where it was done. */
  readonly failure: string | null
}

interface StoredProposal {
  id: string
  kind: string
  subject: string
  payload: string
  detail: Record<string, string>
  reason: string
  digest: Buffer
  asked_by: string
  asker_name: string
  asker_disabled: boolean
  asker_role: string
  asked_at: string
  expires_at: string
  approved: boolean | null
  decided_by: string | null
  decider_name: string | null
  decided_at: string | null
  decision_reason: string | null
  failure: string | null
}

function decisionOf(row: StoredProposal): ProposalRow['decision'] {
  const { approved, decided_by, decider_name, decided_at, decision_reason } = row
  if (approved === null || decided_by === null || decided_at === null) return null
  return {
    approved,
    by: integerOf(decided_by),
    name: decider_name ?? '',
    at: integerOf(decided_at),
    reason: decision_reason ?? '',
  }
}

function proposalOf(row: StoredProposal): ProposalRow {
  return {
    id: integerOf(row.id),
    kind: row.kind,
    subject: row.subject,
    payload: row.payload,
    detail: row.detail,
    reason: row.reason,
    digest: row.digest.toString('hex'),
    askedBy: integerOf(row.asked_by),
    askerName: row.asker_name,
    askerDisabled: row.asker_disabled,
    askerRole: row.asker_role,
    askedAt: integerOf(row.asked_at),
    expiresAt: integerOf(row.expires_at),
    decision: decisionOf(row),
    failure: row.failure,
  }
}

const select = `SELECT p.*, a.name AS asker_name, a.disabled_at IS NOT NULL AS asker_disabled, a.role AS asker_role,
    d.approved, d.decided_by, o.name AS decider_name, d.decided_at, d.reason AS decision_reason, r.failure
  FROM proposal AS p JOIN operator AS a ON a.id = p.asked_by LEFT JOIN proposal_decision AS d ON d.proposal = p.id
    LEFT JOIN operator AS o ON o.id = d.decided_by LEFT JOIN proposal_result AS r ON r.proposal = p.id`

const askLock = 7_201_945

/** Lets one asker after the other in until the transaction ends, so that a double click is one question. */
export async function lockAsking(client: Queryable): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [askLock])
}

/** The open proposal of an operator that asks for exactly this; null where there is none. */
export async function findSameOpen(
  client: Queryable,
  { kind, payload, askedBy, now }: { kind: string; payload: string; askedBy: number; now: number },
): Promise<ProposalRow | null> {
  const { rows } = await client.query<StoredProposal>(
    `${select} WHERE p.asked_by = $1 AND p.kind = $2 AND p.payload = $3 AND p.expires_at > $4 AND d.proposal IS NULL
     ORDER BY p.id DESC LIMIT 1`,
    [askedBy, kind, payload, now],
  )
  return rows[0] === undefined ? null : proposalOf(rows[0])
}

export async function countOpen(
  client: Queryable,
  { askedBy, now }: { readonly askedBy: number; readonly now: number },
): Promise<{ readonly all: number; readonly own: number }> {
  const { rows } = await client.query<{ all: string; own: string }>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE p.asked_by = $2) AS own
     FROM proposal AS p LEFT JOIN proposal_decision AS d ON d.proposal = p.id
     WHERE p.expires_at > $1 AND d.proposal IS NULL`,
    [now, askedBy],
  )
  return { all: integerOf(rows[0]?.all ?? '0'), own: integerOf(rows[0]?.own ?? '0') }
}

export type Asked = Pick<
  ProposalRow,
  'kind' | 'subject' | 'payload' | 'detail' | 'reason' | 'digest' | 'askedBy' | 'askedAt' | 'expiresAt'
>

/** Keeps what was asked for; gives its number. */
export async function insertProposal(client: Queryable, asked: Asked): Promise<number> {
  const { kind, subject, payload, detail, reason, digest, askedBy, askedAt, expiresAt } = asked
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO proposal (kind, subject, payload, detail, reason, digest, asked_by, asked_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [kind, subject, payload, detail, reason, Buffer.from(digest, 'hex'), askedBy, askedAt, expiresAt],
  )
  return integerOf(rows[0]?.id ?? '0')
}

export async function findProposal(database: Queryable, id: number): Promise<ProposalRow | null> {
  const { rows } = await database.query<StoredProposal>(`${select} WHERE p.id = $1`, [id])
  return rows[0] === undefined ? null : proposalOf(rows[0])
}

/** Holds a proposal until the transaction ends, so that of two who decide at once the second sees the first. */
export async function lockProposal(client: Queryable, id: number): Promise<ProposalRow | null> {
  await client.query('SELECT id FROM proposal WHERE id = $1 FOR UPDATE', [id])
  return findProposal(client, id)
}

export async function insertDecision(
  client: Queryable,
  decision: { proposal: number; approved: boolean; by: number; at: number; reason: string },
): Promise<void> {
  const { proposal, approved, by, at, reason } = decision
  await client.query(
    'INSERT INTO proposal_decision (proposal, approved, decided_by, decided_at, reason) VALUES ($1, $2, $3, $4, $5)',
    [proposal, approved, by, at, reason],
  )
}

/** Keeps what came of an approved proposal; false where that is known already: the first to say so is believed. */
export async function insertResult(
  client: Queryable,
  proposal: number,
  failure: string,
  time: number,
): Promise<boolean> {
  const { rows } = await client.query(
    `INSERT INTO proposal_result (proposal, failure, time) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING proposal`,
    [proposal, failure, time],
  )
  return rows.length > 0
}

export interface ProposalFilter {
  readonly isOpen: boolean
  readonly now: number
  /** Only of these kinds, or asked for by this operator. */
  readonly kinds: readonly string[]
  readonly askedBy: number
  readonly from: number | null
  readonly limit: number
}

/** Open ones from the oldest on (approved ones that are not done yet among them), or ended ones from the newest on. */
export async function findProposals(database: Queryable, filter: ProposalFilter): Promise<ProposalRow[]> {
  const { isOpen, now, kinds, askedBy, from, limit } = filter
  const seen = '(p.kind = ANY($4) OR p.asked_by = $5)'
  const waits = `((d.proposal IS NULL AND p.expires_at > $3) OR (d.approved AND r.proposal IS NULL))`
  const { rows } = await database.query<StoredProposal>(
    isOpen
      ? `${select} WHERE ${waits} AND ${seen} AND p.id > $1 ORDER BY p.id LIMIT $2`
      : `${select} WHERE NOT coalesce(${waits}, false) AND ${seen} AND p.id < $1 ORDER BY p.id DESC LIMIT $2`,
    [from ?? (isOpen ? 0 : Number.MAX_SAFE_INTEGER), limit, now, kinds, askedBy],
  )
  return rows.map(proposalOf)
}

/** Proposals that were approved and whose doing a crash has cut off. */
export async function findUndone(database: Queryable, limit: number): Promise<ProposalRow[]> {
  const { rows } = await database.query<StoredProposal>(
    `${select} WHERE d.approved AND r.proposal IS NULL ORDER BY p.id LIMIT $1`,
    [limit],
  )
  return rows.map(proposalOf)
}

/** What was approved or refused at exactly one of these moments. */
export async function findDecidedAt(database: Queryable, moments: readonly number[]): Promise<ProposalRow[]> {
  const { rows } = await database.query<StoredProposal>(
    `${select} WHERE d.decided_at = ANY($1::bigint[]) ORDER BY p.id LIMIT 100`,
    [moments],
  )
  return rows.map(proposalOf)
}
