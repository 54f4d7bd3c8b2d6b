import type { Queryable } from '../platform/postgres/database.ts'

/** An entry of the audit log as far as it says by whom something was done. */
export interface AuditedDeed {
  readonly id: number
  readonly action: string
  readonly role: string | null
  readonly request: string | null
  readonly digest: string
  /** The number of the proposal that it names; undefined where it names none. */
  readonly proposal: string | undefined
}

interface Stored {
  id: string
  action: string
  role: string | null
  request: string | null
  digest: Buffer
  proposal: string | null
}

const columns = `id, action, role, request, digest, detail ->> 'proposal' AS proposal`

function deedOf({ id, digest, proposal, ...told }: Stored): AuditedDeed {
  return { ...told, id: Number(id), digest: digest.toString('hex'), proposal: proposal ?? undefined }
}

/** An entry by its number; null where there is none. */
export async function findEntry(database: Queryable, id: number): Promise<AuditedDeed | null> {
  const { rows } = await database.query<Stored>(`SELECT ${columns} FROM audit WHERE id = $1`, [id])
  return rows[0] === undefined ? null : deedOf(rows[0])
}

/** Who asked for a proposal and who approved it. */
export async function findEntriesOfProposal(database: Queryable, proposal: number): Promise<AuditedDeed[]> {
  const { rows } = await database.query<Stored>(
    `SELECT ${columns} FROM audit
     WHERE action IN ('proposal_made', 'proposal_approved') AND detail ->> 'proposal' = $1 ORDER BY id`,
    [String(proposal)],
  )
  return rows.map(deedOf)
}

/** How many entries after a deed its approval can be: both are written in one transaction. */
const nearMax = 8

/** The entries that the same request wrote right after this one. */
export async function findEntriesOfRequest(
  database: Queryable,
  { id, request }: Pick<AuditedDeed, 'id' | 'request'>,
): Promise<AuditedDeed[]> {
  if (request === null || request === '') return []
  const { rows } = await database.query<Stored>(
    `SELECT ${columns} FROM audit WHERE id BETWEEN $1 AND $1 + ${nearMax} AND request = $2 ORDER BY id`,
    [id, request],
  )
  return rows.map(deedOf)
}
