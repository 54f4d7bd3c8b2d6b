import type { Database, Lease } from '../platform/postgres/database.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import type { ChainEnd } from './journalRow.ts'
import { lostRows } from './lostRows.ts'
import type { MachineMaker } from './machine.ts'
import { type Restored, advance, restore } from './restore.ts'
import { listSnapshots } from './snapshot.ts'

export interface StandbyOptions {
  readonly database: Database
  readonly make: MachineMaker
  /** Hears each second, and before anything is refused, of the last row that was followed. */
  readonly followed: (end: ChainEnd) => void
  readonly warn: (message: string) => void
}

const statementTimeout = 5_000
/** How long (ms) it rests when there was no row. */
const restMs = 15
const tellEveryMs = 1_000
const reconnectPauseMs = 250

/**
 * A machine that follows the journal in memory while another engine writes it: whoever takes over has then only the last rows to
 * evolve. Of the journal it keeps in mind the last row it has followed, and does not go on with one that has lost it.
 */
export class Standby {
  readonly #options: StandbyOptions
  #state: Restored | null = null
  #toldAt = Number.NEGATIVE_INFINITY
  #taken = false
  #wake: () => void = () => undefined
  #lastWarning = ''

  constructor(options: StandbyOptions) {
    this.#options = options
  }

  /** Has `follow` end: this engine takes the journal over. */
  take(): void {
    this.#taken = true
    this.#wake()
  }

  /** Follows until it is told to take over; null where it has not restored anything by then. Throws a StartRefusal. */
  async follow(): Promise<Restored | null> {
    while (!this.#taken) {
      let lease: Lease | null = null
      try {
        lease = await this.#options.database.lease({ name: 'standby', statementTimeout })
        await this.#followOn(lease)
      } catch (error) {
        if (error instanceof StartRefusal) throw error
        this.#warnOnce(`the journal could not be followed, which is tried again: ${errorMessage(error)}`)
      } finally {
        void lease?.release().catch(() => undefined)
      }
      await this.#rest(reconnectPauseMs)
    }
    return this.#state
  }

  /** The state with all that the journal has, which nobody else writes any more. Throws a StartRefusal where rows were lost. */
  async catchUp(lease: Lease, followed: Restored): Promise<Restored> {
    this.#options.followed(followed.end)
    await refuseLost(lease, followed.end)
    const now = await advance(lease, followed)
    const snapshotSeq = (await listSnapshots(lease))[0]?.seq ?? 0
    return { ...now, snapshotSeq, rowsEvolved: now.end.seq - snapshotSeq }
  }

  async #followOn(lease: Lease): Promise<void> {
    const { make } = this.#options
    this.#state ??= await restore(lease, make)
    // a session that is lost between two pages leaves a machine that has the first of them, and its end has to say so
    const evolved = (now: Restored): void => {
      this.#state = now
    }
    while (!this.#taken) {
      const { end } = this.#state
      this.#state = await advance(lease, this.#state, { evolved })
      await this.#tell(lease, this.#state.end)
      this.#lastWarning = ''
      if (this.#state.end.seq === end.seq) await this.#rest(restMs)
    }
  }

  async #tell(lease: Lease, end: ChainEnd): Promise<void> {
    const now = performance.now()
    if (now - this.#toldAt < tellEveryMs) return
    this.#toldAt = now
    this.#options.followed(end)
    await refuseLost(lease, end)
  }

  #warnOnce(message: string): void {
    if (message !== this.#lastWarning) this.#options.warn(message)
    this.#lastWarning = message
  }

  async #rest(ms: number): Promise<void> {
    if (this.#taken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

async function refuseLost(lease: Lease, { seq, digest }: ChainEnd): Promise<void> {
  const lost = await lostRows(lease, { seq, digest: Buffer.from(digest).toString('hex') })
  if (lost !== null) throw new StartRefusal(lost)
}
