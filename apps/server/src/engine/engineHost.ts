import type { MachineTime } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { errorMessage } from '../platform/startRefusal.ts'
import { Engine, type EngineState } from './engine.ts'
import type { IntakeLimits } from './intake.ts'
import { Journal } from './journal.ts'
import type { FollowedRow } from './lostRows.ts'
import type { MachineMaker } from './machine.ts'
import { restore } from './restore.ts'
import { Standby } from './standby.ts'
import { writeSnapshot } from './snapshot.ts'
import { FrameSender, frameKinds, framesOf, itemOf, sendReply } from './wire.ts'

/** The end of a line to the engine's thread, as a MessagePort has it. */
export interface BytePort {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** What the engine's thread tells besides frames. */
export type EngineNotice =
  | {
      readonly notice: 'ready'
      readonly seq: number
      readonly snapshotSeq: number
      readonly rowsEvolved: number
      readonly epoch: number
    }
  | { readonly notice: 'figures'; readonly figures: EngineFigures }
  /** How far an engine is that follows the journal and does not write it yet. */
  | { readonly notice: 'following'; readonly row: FollowedRow }
  /** The last row is written: whoever is next may begin. */
  | { readonly notice: 'written' }
  | { readonly notice: 'warn'; readonly message: string }
  | { readonly notice: 'ended'; readonly sentence: string }
  | { readonly notice: 'stopped' }

/** What metrics and health show of the engine; sent each second. */
export interface EngineFigures {
  readonly state: EngineState
  readonly seq: number
  /** Engine time of the last row, UTC milliseconds. */
  readonly time: number
  /** Of the last row, in hex. */
  readonly digest: string
  readonly waiting: number
  readonly batches: number
  readonly rows: number
  readonly commands: number
  readonly rejections: number
  readonly commitMsTotal: number
  readonly restores: number
  readonly snapshotSeq: number
}

export interface HostOptions {
  readonly database: Database
  readonly make: MachineMaker
  readonly clock: () => number
  /** What the machine tells of time; by default the machine that this runs on. */
  readonly machine?: MachineTime
  readonly limits?: IntakeLimits
  /** A snapshot is due after this many rows, or this many bytes of events. */
  readonly snapshotRows: number
  readonly snapshotBytes: number
  /** Makes a snapshot as of the row `upTo` without stopping the engine; gives the newest snapshot's row. */
  readonly takeSnapshot: (upTo: number) => Promise<number>
  /** Hears of each committed row at once; a hint for followers. */
  readonly hint: (seq: number) => void
  /** Where the engine follows the journal first: calls `take` once it is to take it over. */
  readonly standBy?: (take: () => void) => void
}

const figuresInterval = 1_000
const lastSnapshotTimeout = 60_000

/**
 * Runs an engine at one end of `port`: takes over the journal (at once, or after having followed it), restores, then serves
 * frames until a stop frame, upon which it ends cleanly with a snapshot. Throws a StartRefusal where the journal can't be used.
 */
export async function hostEngine(port: BytePort, options: HostOptions): Promise<void> {
  const { database, make, standBy } = options
  const tell = (notice: EngineNotice): void => port.postMessage(notice, [])
  const standby = new Standby({
    database,
    make,
    followed: ({ seq, time, digest }) => tell({ notice: 'following', row: { seq, time, digest: hexOf(digest) } }),
    warn: (message) => tell({ notice: 'warn', message }),
  })
  standBy?.(() => standby.take())
  const followed = standBy === undefined ? null : await standby.follow()
  const journal = await Journal.open(database)
  const restored =
    followed === null ? await restore(journal.lease, make) : await standby.catchUp(journal.lease, followed)
  const host = new Host(port, journal, restored, options)
  host.start(restored.rowsEvolved)
}

class Host {
  readonly #port: BytePort
  readonly #journal: Journal
  readonly #options: HostOptions
  readonly #engine: Engine
  readonly #sender: FrameSender
  readonly #stopFigures: () => Promise<void>
  #snapshotSeq: number
  #rowsSince = 0
  #bytesSince = 0
  #snapshotting = false
  #flushing = false

  constructor(port: BytePort, journal: Journal, restored: Awaited<ReturnType<typeof restore>>, options: HostOptions) {
    this.#port = port
    this.#journal = journal
    this.#options = options
    this.#snapshotSeq = restored.snapshotSeq
    this.#rowsSince = restored.rowsEvolved
    this.#sender = new FrameSender((message) => port.postMessage(message, [message.buffer]))
    this.#engine = new Engine(
      journal,
      restored,
      {
        clock: options.clock,
        ...(options.machine === undefined ? {} : { machine: options.machine }),
        make: options.make,
        reply: (item, reply) => {
          sendReply(this.#sender, item.request, reply)
          this.#flushSoon()
        },
        committed: (batch) => {
          this.#sender.add(frameKinds.committed, [], [batch.seq, batch.time], batch.events)
          this.#flushSoon()
          options.hint(batch.seq)
          this.#countForSnapshot(batch.events.length)
        },
        ended: (sentence) => {
          this.#notify({ notice: 'figures', figures: this.#figuresNow() })
          this.#notify({ notice: 'ended', sentence })
        },
        warn: (message) => this.#notify({ notice: 'warn', message }),
      },
      options.limits,
    )
    this.#stopFigures = startRounds(() => this.#notify({ notice: 'figures', figures: this.#figuresNow() }), {
      everyMs: figuresInterval,
      first: 'later',
      onError: (error) => this.#notify({ notice: 'warn', message: `figures were not told: ${errorMessage(error)}` }),
    })
  }

  start(rowsEvolved: number): void {
    this.#engine.start()
    this.#port.on('message', (message) => {
      if (message instanceof Uint8Array) this.#take(message)
    })
    const { seq } = this.#engine.end
    this.#notify({ notice: 'ready', seq, snapshotSeq: this.#snapshotSeq, rowsEvolved, epoch: this.#journal.epoch })
  }

  #take(message: Uint8Array): void {
    for (const frame of framesOf(message)) {
      if (frame.kind === frameKinds.command || frame.kind === frameKinds.query) this.#engine.submit(itemOf(frame))
      else if (frame.kind === frameKinds.stop) void this.#stop()
      else if (frame.kind === frameKinds.pace) {
        const pace = frame.f64(0, 0)
        this.#engine.setPace(Number.isFinite(pace) ? pace : null)
      }
    }
  }

  #notify(notice: EngineNotice): void {
    this.#sender.flush()
    this.#port.postMessage(notice, [])
  }

  /** After the batch's replies have all been added: they are in one synchronous run. */
  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    queueMicrotask(() => {
      this.#flushing = false
      this.#sender.flush()
    })
  }

  #countForSnapshot(bytes: number): void {
    this.#rowsSince += 1
    this.#bytesSince += bytes
    const due = this.#rowsSince >= this.#options.snapshotRows || this.#bytesSince >= this.#options.snapshotBytes
    if (!due || this.#snapshotting) return
    this.#snapshotting = true
    this.#rowsSince = 0
    this.#bytesSince = 0
    // The row of this moment is committed, but `end` moves on: the snapshot is as of here.
    this.#options
      .takeSnapshot(this.#engine.end.seq)
      .then((seq) => {
        this.#snapshotSeq = seq
      })
      .catch((error: unknown) => this.#notify({ notice: 'warn', message: `a snapshot failed: ${errorMessage(error)}` }))
      .finally(() => {
        this.#snapshotting = false
      })
  }

  #figuresNow(): EngineFigures {
    const { seq, time, digest } = this.#engine.end
    return {
      ...this.#engine.counts,
      state: this.#engine.state,
      seq,
      time,
      digest: hexOf(digest),
      waiting: this.#engine.waiting,
      snapshotSeq: this.#snapshotSeq,
    }
  }

  async #stop(): Promise<void> {
    await this.#stopFigures()
    await this.#engine.stop()
    this.#notify({ notice: 'written' })
    try {
      await this.#lastSnapshot()
    } catch (error) {
      this.#notify({ notice: 'warn', message: `the last snapshot failed: ${errorMessage(error)}` })
    }
    await this.#journal.close()
    await this.#options.database.close()
    this.#notify({ notice: 'stopped' })
  }

  /** Nothing waits any more, so the engine's own state is written. */
  async #lastSnapshot(): Promise<void> {
    const machine = this.#engine.settledMachine()
    const { end } = this.#engine
    if (machine === null || end.seq <= this.#snapshotSeq) return
    const lease = await this.#options.database.lease({ name: 'snapshot', statementTimeout: lastSnapshotTimeout })
    try {
      await writeSnapshot(lease, { end, state: machine.encodeState() })
    } finally {
      await lease.release()
    }
  }
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex')
}
