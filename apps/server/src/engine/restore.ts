import type { Lease } from '../platform/postgres/database.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { splitFrames } from './frames.ts'
import { readRow, walkRows } from './journalReader.ts'
import { type ChainEnd, type JournalRow, chainFault, chainStart, equalBytes, rowDigest } from './journalRow.ts'
import type { Machine, MachineMaker } from './machine.ts'
import { listSnapshots, readSnapshotState } from './snapshot.ts'

/** A machine as of the journal row `end`. */
export interface Restored {
  readonly machine: Machine
  readonly end: ChainEnd
  /** The row of the snapshot it began with; 0 for none. */
  readonly snapshotSeq: number
  readonly rowsEvolved: number
}

export interface RestoreOptions {
  /** The last row to evolve; by default the journal's last. */
  readonly upTo?: number
  /** False replays from the first row on. */
  readonly snapshots?: boolean
}

export interface AdvanceOptions {
  /** The last row to evolve; by default the journal's last. */
  readonly upTo?: number
  /** Hears of each row as soon as the machine has it. */
  readonly evolved?: (now: Restored) => void
}

interface Start {
  readonly machine: Machine
  readonly end: ChainEnd
}

/**
 * The state that the journal gives: the newest sound snapshot, then the rows after it, each checked against the
 * chain before it is evolved. Throws a StartRefusal that names the first bad row.
 */
export async function restore(lease: Lease, make: MachineMaker, options: RestoreOptions = {}): Promise<Restored> {
  const upTo = options.upTo ?? Number.MAX_SAFE_INTEGER
  const start = options.snapshots === false ? null : await startFromSnapshot(lease, make, upTo)
  const machine = start?.machine ?? make(null)
  const end = start?.end ?? chainStart
  return advance(lease, { machine, end, snapshotSeq: end.seq, rowsEvolved: 0 }, { upTo })
}

/**
 * The same state with the rows up to `upTo` that follow it, each checked as by `restore`. Throws a StartRefusal, and whatever the
 * database throws between two rows: the machine is then as of the last that `evolved` has heard of.
 */
export async function advance(
  lease: Lease,
  from: Restored,
  { upTo = Number.MAX_SAFE_INTEGER, evolved }: AdvanceOptions = {},
): Promise<Restored> {
  let now = from
  for await (const page of walkRows(lease, from.end.seq, upTo)) {
    for (const row of page) {
      refuse(chainFault(now.end, row))
      evolveRow(now.machine, row)
      const end = { seq: row.seq, time: row.time, epoch: row.epoch, digest: row.digest }
      now = { ...now, end, rowsEvolved: now.rowsEvolved + 1 }
      evolved?.(now)
    }
  }
  return now
}

async function startFromSnapshot(lease: Lease, make: MachineMaker, upTo: number): Promise<Start | null> {
  for (const head of await listSnapshots(lease)) {
    if (head.seq > upTo) continue
    const row = head.seq === 0 ? null : await readRow(lease, head.seq)
    if (head.seq > 0 && row === null) refuse(`row ${head.seq} is missing, though a snapshot was taken at it`)
    if (row !== null) {
      if (!equalBytes(row.digest, rowDigest(row)))
        refuse(`row ${row.seq} has been changed: its digest does not fit its content`)
      if (!equalBytes(row.digest, head.digest))
        refuse(`row ${row.seq} is not the one that the snapshot of it was taken at`)
    }
    // A snapshot that is damaged costs time, not truth: an older one or the whole journal gives the same state.
    const state = await readSnapshotState(lease, head)
    const machine = state === null ? null : machineOf(make, state)
    if (machine === null) continue
    return { machine, end: row ?? chainStart }
  }
  return null
}

/** The machine of a state, or null where it can't read it: another version wrote it. */
function machineOf(make: MachineMaker, state: Uint8Array): Machine | null {
  try {
    return make(state)
  } catch {
    return null
  }
}

/** Evolves all of a row's events, whose digest was found to fit; throws a StartRefusal where the machine can't. */
export function evolveRow(machine: Machine, row: JournalRow): void {
  try {
    for (const events of splitFrames(row.events)) machine.evolve(events, row.time)
  } catch (error) {
    // its digest fits: nothing of it was changed
    throw new StartRefusal(
      `Row ${row.seq} of the journal is as it was written, and this version of Truemark can't apply it (${errorMessage(error)}): another version wrote it. Start that version; change nothing in the database.`,
    )
  }
}

function refuse(fault: string | null): void {
  if (fault !== null)
    throw new StartRefusal(`The journal does not verify: ${fault}. Restore the database from a backup.`)
}
