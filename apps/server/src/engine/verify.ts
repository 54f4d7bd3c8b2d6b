import type { Database } from '../platform/postgres/database.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { walkRows } from './journalReader.ts'
import { type ChainEnd, chainFault, chainStart, equalBytes } from './journalRow.ts'
import type { MachineMaker } from './machine.ts'
import { evolveRow } from './restore.ts'
import { type SnapshotHead, listSnapshots, readSnapshotState, stateHash } from './snapshot.ts'

/** What a check of the whole journal found. `fault` names the first bad row or snapshot, null where there is none. */
export interface Verified {
  readonly rows: number
  readonly end: ChainEnd
  /** The hash of the state that the whole journal gives. */
  readonly stateHash: string
  readonly snapshotsChecked: number
  readonly fault: string | null
}

/** What else is compared with the state at one row; gives what is wrong, or null. */
export interface Beside {
  readonly seq: number
  readonly fault: (state: Uint8Array) => string | null
}

const verifyTimeout = 600_000

/**
 * Replays the journal from its first row: each row is checked against the chain and evolved, and wherever a
 * snapshot was taken its hash must be that of the state then. It only reads, and may run beside an engine.
 */
export async function verifyJournal(
  database: Database,
  make: MachineMaker,
  beside: Beside | null = null,
): Promise<Verified> {
  const lease = await database.lease({ name: 'verify', statementTimeout: verifyTimeout })
  const machine = make(null)
  let end = chainStart
  let snapshotsChecked = 0
  let fault: string | null = null
  try {
    const snapshots = new Map((await listSnapshots(lease)).map((head) => [head.seq, head]))
    for await (const page of walkRows(lease, 0, Number.MAX_SAFE_INTEGER)) {
      for (const row of page) {
        fault = chainFault(end, row)
        if (fault !== null) break
        evolveRow(machine, row)
        end = { seq: row.seq, time: row.time, epoch: row.epoch, digest: row.digest }
        fault = beside?.seq === row.seq ? beside.fault(machine.encodeState()) : null
        if (fault !== null) break
        const head = snapshots.get(row.seq)
        if (head === undefined) continue
        snapshots.delete(row.seq)
        const state = await readSnapshotState(lease, head)
        // one that another version wrote can't be compared; a start takes none of these either
        if (state !== null && !isReadable(make, state)) continue
        fault = snapshotFault(head, end, stateHash(machine.encodeState()))
        if (fault === null && state === null) fault = `the snapshot at row ${head.seq} is damaged`
        if (fault !== null) break
        snapshotsChecked += 1
      }
      if (fault !== null) break
    }
    // A snapshot of a row that no longer exists proves that the journal's end was cut off.
    const beyond = [...snapshots.keys()].filter((seq) => seq > end.seq).toSorted((a, b) => a - b)[0]
    if (fault === null && beyond !== undefined)
      fault = `row ${end.seq + 1} is missing, though a snapshot was taken at row ${beyond}`
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    fault = error.message
  } finally {
    await lease.release()
  }
  return {
    rows: end.seq,
    end,
    stateHash: Buffer.from(stateHash(machine.encodeState())).toString('hex'),
    snapshotsChecked,
    fault,
  }
}

function isReadable(make: MachineMaker, state: Uint8Array): boolean {
  try {
    make(state)
    return true
  } catch {
    return false
  }
}

function snapshotFault(head: SnapshotHead, end: ChainEnd, hash: Uint8Array): string | null {
  if (!equalBytes(head.digest, end.digest)) return `the snapshot at row ${head.seq} was taken of another journal`
  if (!equalBytes(head.hash, hash)) return `the snapshot at row ${head.seq} is not the state that the journal gives`
  return null
}
