import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { commitRow } from './commit.ts'
import { joinFrames } from './frames.ts'
import { Intake, type IntakeLimits, type Waiting } from './intake.ts'
import type { BatchJournal } from './journal.ts'
import { type ChainEnd, type JournalRow, chainRow, equalBytes } from './journalRow.ts'
import type { Executed, Machine, MachineMaker } from './machine.ts'
import { Pace } from './pace.ts'
import { restore } from './restore.ts'

/** Why the engine itself did not take or answer a command. After `outcome_unknown` it may have been committed. */
export type EngineRefusal = 'server_busy' | 'engine_fault' | 'not_committed' | 'outcome_unknown' | 'engine_stopping'

/** What the asker hears, after the commit of the batch. `seq` is the journal's last row then. */
export type Reply =
  | { readonly kind: 'accepted'; readonly answer: Uint8Array; readonly seq: number }
  | { readonly kind: 'rejected'; readonly rejection: Uint8Array; readonly seq: number }
  | { readonly kind: 'refused'; readonly reason: EngineRefusal }

/** A batch that has been committed: frames of events, one for each command that changed something. */
export interface Committed {
  readonly seq: number
  readonly time: number
  readonly events: Uint8Array
}

export type EngineState = 'running' | 'resolving' | 'read-only' | 'ended'

export interface EnginePorts {
  readonly clock: () => number
  readonly make: MachineMaker
  readonly reply: (item: Waiting, reply: Reply) => void
  readonly committed: (batch: Committed) => void
  /** Called once, when the engine must not go on; the process is to end with this sentence. */
  readonly ended: (sentence: string) => void
  readonly warn: (message: string) => void
}

export interface EngineCounts {
  batches: number
  rows: number
  commands: number
  rejections: number
  commitMsTotal: number
  restores: number
}

type Result = Executed | { readonly kind: 'faulty' }

interface Batch {
  readonly items: readonly Waiting[]
  readonly results: readonly Result[]
  readonly row: JournalRow | null
}

type Fate = 'committed' | 'not-committed' | 'unknown'

const probePause = 250
/** Engine time may run ahead of the clock by so much (it grows by 1 ms a row); then a batch waits for the clock. */
const driftMax = 20
const faultsMax = 5
const faultWindow = 60_000

class MachineFault extends Error {
  readonly item: Waiting

  constructor(item: Waiting, error: unknown) {
    super(errorMessage(error))
    this.item = item
  }
}

/**
 * The one writer. Whatever waits while a batch commits is the next batch: decided and evolved in memory, written as
 * one journal row, and only then answered and published. It knows nothing of threads or sockets.
 */
export class Engine {
  readonly #journal: BatchJournal
  readonly #ports: EnginePorts
  readonly #intake: Intake
  readonly #pace = new Pace()
  readonly counts: EngineCounts = { batches: 0, rows: 0, commands: 0, rejections: 0, commitMsTotal: 0, restores: 0 }
  #machine: Machine
  #end: ChainEnd
  #state: EngineState = 'running'
  #stopping = false
  #wake: (() => void) | null = null
  #done: Promise<void> = Promise.resolve()
  #faults: number[] = []
  #now = 0
  #settled = true

  constructor(
    journal: BatchJournal,
    restored: { machine: Machine; end: ChainEnd },
    ports: EnginePorts,
    limits?: IntakeLimits,
  ) {
    this.#journal = journal
    this.#machine = restored.machine
    this.#end = restored.end
    this.#ports = ports
    this.#intake = new Intake(limits)
  }

  get state(): EngineState {
    return this.#state
  }

  get waiting(): number {
    return this.#intake.size
  }

  /** The journal's last row. */
  get end(): ChainEnd {
    return this.#end
  }

  /** After a stop: the machine as of `end`, or null where it is not surely that of the last row. */
  settledMachine(): Machine | null {
    return this.#state === 'ended' && this.#settled ? this.#machine : null
  }

  start(): void {
    this.#done = this.#run().catch((error: unknown) => this.#endWith(`The engine stopped: ${errorMessage(error)}.`))
  }

  /** Queues a command or a query; its reply comes later, or at once where it is refused. */
  submit(item: Waiting): void {
    if (this.#stopping || this.#state === 'ended')
      return this.#ports.reply(item, { kind: 'refused', reason: 'engine_stopping' })
    const shut = this.#state !== 'running' && item.kind === 'command'
    if (shut || !this.#intake.offer(item)) return this.#ports.reply(item, { kind: 'refused', reason: 'server_busy' })
    this.#wake?.()
  }

  /** Takes users' commands no faster than this (a second); null for as fast as it goes. The house's are never slowed. */
  setPace(commandsPerSecond: number | null): void {
    this.#pace.set(commandsPerSecond, performance.now())
    this.#wake?.()
  }

  /** Ends after the batch under way; what still waits is refused. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    await this.#done
    this.#state = 'ended'
  }

  async #run(): Promise<void> {
    while (!this.#stopping && this.#state !== 'ended') {
      // time that passes, also while the machine's clock is held still
      const usersMax = this.#pace.quota(performance.now())
      const items = this.#intake.take(usersMax)
      if (items.length === 0) {
        await this.#sleep()
        continue
      }
      this.#pace.spend(items.filter((item) => item.source.kind === 'holder').length)
      await this.#turn(items)
    }
    this.#refuseWaiting('engine_stopping')
  }

  #refuseWaiting(reason: EngineRefusal): void {
    while (this.#intake.size > 0) this.#refuse(this.#intake.take(Infinity), reason)
  }

  #refuse(items: readonly Waiting[], reason: EngineRefusal): void {
    for (const item of items) this.#ports.reply(item, { kind: 'refused', reason })
  }

  async #sleep(): Promise<void> {
    // Users may be waiting for their pace; then the pause is short, else until something comes.
    const paced = this.#intake.users > 0
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (paced) setTimeout(resolve, 5)
    })
    this.#wake = null
  }

  async #turn(items: readonly Waiting[]): Promise<void> {
    await this.#letClockCatchUp()
    let left = items
    while (left.length > 0) {
      try {
        this.#settled = false
        const batch = this.#decide(left)
        const fate = batch.row === null ? 'committed' : await this.#commit(batch.row)
        if (fate === 'committed') this.#settled = true
        if (fate === 'committed') this.#speak(batch)
        else this.#refuse(batch.items, fate === 'unknown' ? 'outcome_unknown' : 'not_committed')
        left = left.slice(batch.items.length)
        if (this.#state === 'read-only') await this.#waitUntilWritable()
        // Without a commit nothing lets the event loop run; new arrivals must not wait for the whole backlog.
        if (batch.row === null) await new Promise((resolve) => setImmediate(resolve))
      } catch (error) {
        left = await this.#recoverFrom(error, left)
      }
      if (this.#stopping || this.#state === 'ended') break
    }
    this.#refuse(left, 'engine_stopping')
  }

  async #letClockCatchUp(): Promise<void> {
    while (this.#end.time + 1 - this.#ports.clock() > driftMax && !this.#stopping) {
      const ahead = this.#end.time + 1 - this.#ports.clock()
      // After a clock was set back by far, time creeps by 1 ms a row instead: waiting would stop the exchange.
      if (ahead > 1_000) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  /** Decides and evolves as many of `items` as one row may hold. */
  #decide(items: readonly Waiting[]): Batch {
    const now = this.#tick()
    const results: Result[] = []
    const commands: Uint8Array[] = []
    const events: Uint8Array[] = []
    let bytes = 0
    for (const item of items) {
      const result = this.#execute(item, now)
      results.push(result)
      if (item.kind === 'command' && result.kind === 'accepted' && result.events.length > 0) {
        commands.push(item.bytes)
        events.push(result.events)
        bytes += result.events.length
      }
      if (bytes >= rowEventBytesMax) break
    }
    const done = items.slice(0, results.length)
    if (events.length === 0) return { items: done, results, row: null }
    const content = {
      epoch: this.#journal.epoch,
      time: now,
      commands: joinFrames(commands),
      events: joinFrames(events),
    }
    return { items: done, results, row: chainRow(this.#end, content) }
  }

  /** Engine time: the clock's, but never back and later than the last row's. */
  #tick(): number {
    this.#now = Math.max(this.#ports.clock(), this.#end.time + 1, this.#now)
    return this.#now
  }

  #execute(item: Waiting, now: number): Result {
    if (item.kind === 'query') return this.#ask(item, now)
    try {
      return this.#machine.execute(item.bytes, now)
    } catch (error) {
      throw new MachineFault(item, error)
    }
  }

  #ask(item: Waiting, now: number): Result {
    try {
      return { kind: 'accepted', answer: this.#machine.query(item.bytes, now), events: noBytes }
    } catch (error) {
      this.#ports.warn(`a query failed: ${errorMessage(error)}`)
      return { kind: 'faulty' }
    }
  }

  async #commit(row: JournalRow): Promise<Fate> {
    const began = performance.now()
    const end = await commitRow(this.#journal, this.#end, row, {
      stopped: () => this.#stopping,
      lost: (why) => {
        this.#state = 'resolving'
        this.#ports.warn(why)
      },
    })
    if (end.kind === 'unknown') return 'unknown'
    if (end.kind === 'superseded') return this.#superseded(end.written === 'no' ? 'not-committed' : 'unknown')
    if (end.kind === 'absent') return this.#undo(end.why)
    this.#state = 'running'
    const { seq, time, epoch, digest } = end.row
    this.#end = { seq, time, epoch, digest }
    this.counts.rows += 1
    this.counts.commitMsTotal += performance.now() - began
    this.#ports.committed({ seq, time, events: end.row.events })
    return 'committed'
  }

  #superseded(fate: Fate): Fate {
    this.#endWith('Another engine has taken over the journal; this one has stopped.')
    return fate
  }

  #endWith(sentence: string): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#refuseWaiting('engine_stopping')
    this.#ports.ended(sentence)
  }

  #speak(batch: Batch): void {
    this.counts.batches += 1
    batch.items.forEach((item, index) => {
      const result = batch.results[index]
      if (result === undefined) return
      if (item.kind === 'command') this.counts.commands += 1
      if (result.kind === 'rejected') this.counts.rejections += 1
      if (result.kind === 'faulty') this.#refuse([item], 'engine_fault')
      else this.#ports.reply(item, { ...result, seq: this.#end.seq })
    })
  }

  /** Goes back to what is committed; the engine is read-only until the database takes writes again. */
  async #undo(why: string): Promise<Fate> {
    this.#ports.warn(`${why}; going back to row ${this.#end.seq}, read-only until the database takes writes again`)
    this.#state = 'read-only'
    await this.#restore()
    return 'not-committed'
  }

  async #waitUntilWritable(): Promise<void> {
    while (!this.#stopping) {
      const probe = await this.#journal.probe()
      if (probe === 'superseded') {
        this.#superseded('not-committed')
        return
      }
      if (probe === 'writable') break
      this.#answerQueries()
      await new Promise((resolve) => setTimeout(resolve, probePause))
    }
    this.#state = 'running'
  }

  /** While read-only: queries see the committed state, commands hear that nobody takes them now. */
  #answerQueries(): void {
    const items = this.#intake.take(Infinity)
    this.#refuse(
      items.filter((item) => item.kind === 'command'),
      'server_busy',
    )
    const queries = items.filter((item) => item.kind === 'query')
    const now = this.#tick()
    this.#speak({ items: queries, results: queries.map((item) => this.#ask(item, now)), row: null })
  }

  /** Rebuilds the machine from the journal; a lost connection is made anew until it succeeds. */
  async #restore(): Promise<void> {
    this.counts.restores += 1
    while (!this.#stopping) {
      try {
        const restored = await restore(this.#journal.lease, this.#ports.make)
        if (!equalBytes(restored.end.digest, this.#end.digest))
          throw new StartRefusal('The journal has rows that this engine did not write.')
        this.#machine = restored.machine
        this.#settled = true
        return
      } catch (error) {
        if (error instanceof StartRefusal) throw error
        this.#ports.warn(`restoring failed and is tried again: ${errorMessage(error)}`)
        await this.#journal.probe()
        await new Promise((resolve) => setTimeout(resolve, probePause))
      }
    }
  }

  /** A fault of the machine voids its state: restore, refuse the command that did it, and decide the others anew. */
  async #recoverFrom(fault: unknown, items: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      if (!(fault instanceof MachineFault)) throw fault
      this.#countFault(fault)
      await this.#restore()
      this.#refuse([fault.item], 'engine_fault')
      return items.filter((item) => item !== fault.item)
    } catch (error) {
      this.#refuse(items, 'outcome_unknown')
      throw error
    }
  }

  #countFault(fault: MachineFault): void {
    const now = performance.now()
    this.#faults = [...this.#faults.filter((time) => now - time < faultWindow), now]
    this.#ports.warn(`the machine failed on a command: ${fault.message}`)
    if (this.#faults.length <= faultsMax) return
    throw new Error(`the machine failed ${faultsMax} times within a minute, last: ${fault.message}`)
  }
}

const noBytes = new Uint8Array(0)
const rowEventBytesMax = 8 * 1024 * 1024
