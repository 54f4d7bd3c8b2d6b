import type { Database, Lease } from '../platform/postgres/database.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { walkRows } from './journalReader.ts'
import { type ChainEnd, type JournalRow, chainFault, chainStart, equalBytes } from './journalRow.ts'
import type { Machine, MachineMaker } from './machine.ts'
import { executeRowAgain } from './executeAgain.ts'
import { type SnapshotHead, listSnapshots, readSnapshotState, stateHash } from './snapshot.ts'

/** What a check of the whole journal found. `fault` names the first bad row or snapshot, null where there is none. */
export interface Verified {
  readonly rows: number
  /** Of how many the commands were executed again; of the others the events were only evolved. */
  readonly rowsExecuted: number
  readonly end: ChainEnd
  /** The hash of the state that the whole journal gives. */
  readonly stateHash: string
  readonly snapshotsChecked: number
  readonly fault: string | null
}

/** Looks at the state at a row. */
export type Look = (state: Uint8Array) => void | Promise<void>

/** What goes along with a check. */
export interface Companions {
  /** Who looks at the state at which row; 0 is before the first. */
  readonly looks?: ReadonlyMap<number, readonly Look[]>
  /** Hears of the rows that verified, page by page, before the next ones are read. */
  readonly follow?: (rows: readonly JournalRow[]) => Promise<void>
}

const verifyTimeout = 600_000

/**
 * Replays the journal from its first row: each row is checked against the chain and its commands are executed again, which
 * must give the events that it bears; wherever a snapshot was taken its hash must be that of the state then. It only reads, and may run beside an engine.
 */
export async function verifyJournal(database: Database, make: MachineMaker): Promise<Verified> {
  const lease = await database.lease({ name: 'verify', statementTimeout: verifyTimeout })
  try {
    return await verifyOn(lease, make)
  } finally {
    await lease.release()
  }
}

/** As `verifyJournal`, on a connection of the caller's: what it sees is what that sees. */
export async function verifyOn(lease: Lease, make: MachineMaker, companions: Companions = {}): Promise<Verified> {
  const walk = new Walk(lease, make, await listSnapshots(lease), companions.looks ?? new Map())
  await walk.look()
  let fault: string | null = null
  try {
    for await (const page of walkRows(lease, 0, Number.MAX_SAFE_INTEGER)) {
      for (const row of page) if ((fault ??= await walk.rowFault(row)) !== null) break
      if (fault !== null) break
      await companions.follow?.(page)
    }
    fault ??= walk.beyond()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    fault = error.message
  }
  return { ...walk.result(), fault }
}

class Walk {
  readonly #lease: Lease
  readonly #make: MachineMaker
  readonly #machine: Machine
  readonly #snapshots: Map<number, SnapshotHead>
  readonly #looks: ReadonlyMap<number, readonly Look[]>
  #end = chainStart
  #snapshotsChecked = 0
  #executed = 0

  constructor(
    lease: Lease,
    make: MachineMaker,
    snapshots: readonly SnapshotHead[],
    looks: ReadonlyMap<number, readonly Look[]>,
  ) {
    this.#lease = lease
    this.#make = make
    this.#machine = make(null)
    this.#snapshots = new Map(snapshots.map((head) => [head.seq, head]))
    this.#looks = looks
  }

  async rowFault(row: JournalRow): Promise<string | null> {
    const fault = chainFault(this.#end, row)
    if (fault !== null) return fault
    const again = executeRowAgain(this.#machine, row)
    if (typeof again === 'object') return again.fault
    if (again === 'executed') this.#executed += 1
    this.#end = { seq: row.seq, time: row.time, epoch: row.epoch, digest: row.digest }
    await this.look()
    return this.#snapshotFault(row.seq)
  }

  /** Shows the state as it is now to those who wait for this row. */
  async look(): Promise<void> {
    for (const look of this.#looks.get(this.#end.seq) ?? []) await look(this.#machine.encodeState())
  }

  async #snapshotFault(seq: number): Promise<string | null> {
    const head = this.#snapshots.get(seq)
    if (head === undefined) return null
    this.#snapshots.delete(seq)
    const state = await readSnapshotState(this.#lease, head)
    // one that another version wrote can't be compared; a start takes none of these either
    if (state !== null && !isReadable(this.#make, state)) return null
    const fault = snapshotFault(head, this.#end, stateHash(this.#machine.encodeState()))
    if (fault !== null) return fault
    if (state === null) return `the snapshot at row ${head.seq} is damaged`
    this.#snapshotsChecked += 1
    return null
  }

  /** A snapshot of a row that no longer exists proves that the journal's end was cut off. */
  beyond(): string | null {
    const { seq } = this.#end
    const beyond = [...this.#snapshots.keys()].filter((one) => one > seq).toSorted((a, b) => a - b)[0]
    return beyond === undefined ? null : `row ${seq + 1} is missing, though a snapshot was taken at row ${beyond}`
  }

  result(): Omit<Verified, 'fault'> {
    return {
      rows: this.#end.seq,
      rowsExecuted: this.#executed,
      end: this.#end,
      stateHash: Buffer.from(stateHash(this.#machine.encodeState())).toString('hex'),
      snapshotsChecked: this.#snapshotsChecked,
    }
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
  if (head.time !== end.time) return `the snapshot at row ${head.seq} bears another time than its row`
  if (!equalBytes(head.digest, end.digest)) return `the snapshot at row ${head.seq} was taken of another journal`
  if (!equalBytes(head.hash, hash)) return `the snapshot at row ${head.seq} is not the state that the journal gives`
  return null
}
