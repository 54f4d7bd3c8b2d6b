import { createHash } from 'node:crypto'
import type { Lease } from '../platform/postgres/database.ts'
import { type ChainEnd, equalBytes } from './journalRow.ts'

/** The version of a snapshot's envelope; the state inside bears its own. */
const snapshotFormat = 1
const partBytes = 16 * 1024 * 1024
const keptMax = 3

/** The whole durable state as of the journal row `end`. */
export interface Snapshot {
  readonly end: ChainEnd
  readonly state: Uint8Array
}

/** The hash by which states are compared. */
export function stateHash(state: Uint8Array): Uint8Array {
  return createHash('sha256').update(state).digest()
}

/** What is known of a snapshot without its state. */
export interface SnapshotHead {
  readonly seq: number
  readonly time: number
  readonly digest: Uint8Array
  readonly hash: Uint8Array
  readonly parts: number
}

/** The heads of all snapshots, newest first. */
export async function listSnapshots(lease: Lease): Promise<SnapshotHead[]> {
  const { rows } = await lease.query<{ seq: string; time: string; digest: Buffer; hash: Buffer; parts: number }>(
    'SELECT seq, time, digest, hash, parts FROM snapshot WHERE format = $1 ORDER BY seq DESC',
    [snapshotFormat],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq), time: Number(row.time) }))
}

/** The state of a snapshot, or null where its parts don't give its hash. */
export async function readSnapshotState(lease: Lease, head: SnapshotHead): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  for (let part = 0; part < head.parts; part += 1) {
    const { rows } = await lease.query<{ bytes: Buffer }>(
      'SELECT bytes FROM snapshot_part WHERE seq = $1 AND part = $2',
      [head.seq, part],
    )
    const found = rows[0]
    if (found === undefined) return null
    parts.push(found.bytes)
  }
  const state = Buffer.concat(parts)
  return equalBytes(stateHash(state), head.hash) ? state : null
}

/** Writes a snapshot in one transaction, unless there is one of its seq; keeps the newest three. */
export async function writeSnapshot(lease: Lease, snapshot: Snapshot): Promise<void> {
  const { end, state } = snapshot
  const parts = Math.max(1, Math.ceil(state.length / partBytes))
  await lease.query('BEGIN')
  try {
    const { rowCount } = await lease.query(
      `INSERT INTO snapshot (seq, time, format, digest, hash, parts) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [end.seq, end.time, snapshotFormat, end.digest, stateHash(state), parts],
    )
    for (let part = 0; part < parts && rowCount === 1; part += 1) {
      const bytes = state.subarray(part * partBytes, (part + 1) * partBytes)
      await lease.query('INSERT INTO snapshot_part (seq, part, bytes) VALUES ($1, $2, $3)', [end.seq, part, bytes])
    }
    await lease.query(
      'DELETE FROM snapshot WHERE seq < (SELECT min(seq) FROM (SELECT seq FROM snapshot ORDER BY seq DESC LIMIT $1) AS kept)',
      [keptMax],
    )
    await lease.query('COMMIT')
  } catch (error) {
    await lease.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
