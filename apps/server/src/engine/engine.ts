import { type MachineTime, machineTime } from '../platform/clock.ts'
import { StartRefusal, errorMessage } from '../platform/startRefusal.ts'
import { Commits } from './commits.ts'
import type { Committed } from './committed.ts'
import { EngineTime } from './engineTime.ts'
import { joinFrames } from './frames.ts'
import { Intake, type IntakeLimits, type Waiting } from './intake.ts'
import type { BatchJournal } from './journal.ts'
import { type ChainEnd, type JournalRow, equalBytes } from './journalRow.ts'
import { lostRows } from './lostRows.ts'
import type { Machine, MachineMaker } from './machine.ts'
import { FaultCount, MachineFault } from './machineFaults.ts'
import { Pace } from './pace.ts'
import { type Batch, type Result, keptFrame, repliesOf } from './replies.ts'
import type { EngineRefusal, Reply } from './reply.ts'
import { restore } from './restore.ts'

export type EngineState = 'running' | 'resolving' | 'read-only' | 'ended'

export interface EnginePorts {
  readonly clock: () => number
  readonly machine?: MachineTime
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

type Content = Pick<JournalRow, 'time' | 'commands' | 'events'>

const probePause = 250
/**
 * While a row is under way the next batch goes ahead only once this many commands wait: a row has fixed costs that fewer
 * had better share. An estimate, not tuned.
 */
const aheadMin = 64

/**
 * The one writer. Whatever waits while a batch commits is the next batch: decided and evolved in memory, written as
 * one journal row, and only then answered and published. Where very many wait, the next row is sent while the last is
 * still under way. It knows nothing of threads or sockets.
 */
export class Engine {
  readonly #journal: BatchJournal
  readonly #ports: EnginePorts
  readonly #intake: Intake
  readonly #pace = new Pace()
  readonly counts: EngineCounts = { batches: 0, rows: 0, commands: 0, rejections: 0, commitMsTotal: 0, restores: 0 }
  #machine: Machine
  readonly #commits: Commits<Batch>
  #state: EngineState = 'running'
  #stopping = false
  #wake: (() => void) | null = null
  #done: Promise<void> = Promise.resolve()
  readonly #faults = new FaultCount()
  readonly #time: EngineTime
  #settled = true

  constructor(
    journal: BatchJournal,
    restored: { machine: Machine; end: ChainEnd },
    ports: EnginePorts,
    limits?: IntakeLimits,
  ) {
    this.#journal = journal
    this.#machine = restored.machine
    this.#commits = new Commits(journal, restored.end)
    this.#ports = ports
    this.#time = new EngineTime(ports.clock, ports.machine)
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
    return this.#commits.end
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

  /** Ends after the batches under way; what still waits is refused. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    await this.#done
    this.#state = 'ended'
  }

  async #run(): Promise<void> {
    while (!this.#stopping && this.#state !== 'ended') {
      if (this.#commits.size > 0 && !this.#mayGoAhead()) {
        await this.#landOrWake()
        continue
      }
      // time that passes, also while the machine's clock is held still
      const items = this.#intake.take(this.#pace.quota(performance.now()))
      if (items.length === 0) {
        await this.#sleep()
        continue
      }
      this.#pace.spend(items.filter((item) => item.source.kind === 'holder').length)
      await this.#turn(items)
    }
    await this.#landAll()
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

  /** Whether a batch may be decided before the last row is answered: enough may be taken, and nothing has to wait. */
  #mayGoAhead(): boolean {
    if (this.#intake.size < aheadMin || this.#commits.isFull) return false
    const slowed = Math.max(0, this.#intake.users - this.#pace.quota(performance.now()))
    return this.#intake.size - slowed >= aheadMin && !this.#time.isEarly(this.#commits.head.time)
  }

  /** Waits for the oldest row under way, or until a batch may go ahead of its answer. */
  async #landOrWake(): Promise<void> {
    const woken = new Promise<'ahead'>((resolve) => {
      this.#wake = () => {
        if (this.#mayGoAhead()) resolve('ahead')
      }
    })
    const first = await Promise.race([this.#commits.answered(), woken])
    this.#wake = null
    if (first !== 'ahead') await this.#land()
  }

  async #turn(items: readonly Waiting[]): Promise<void> {
    await this.#time.catchUp(this.#commits.head.time, () => this.#stopping)
    let left = items
    while (left.length > 0) {
      try {
        this.#settled = false
        const { batch, content } = this.#decide(left)
        if (content !== null) this.#commits.send(content, batch)
        left = left.slice(batch.items.length)
        if (content === null) await this.#answerUnwritten(batch)
        // the rest did not fit in the row: it is decided once this one is on its way
        while (left.length > 0 && this.#commits.isFull) await this.#land()
      } catch (error) {
        left = await this.#recoverFrom(error, left)
      }
      if (this.#stopping || this.#state === 'ended') break
    }
    this.#refuse(left, 'engine_stopping')
  }

  /** A batch that changed nothing durable is answered at once, or with the row whose effects it has seen. */
  async #answerUnwritten(batch: Batch): Promise<void> {
    if (this.#commits.follow(batch)) return
    this.#settled = true
    this.#speak(batch)
    // Without a commit nothing lets the event loop run; new arrivals must not wait for the whole backlog.
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** Decides and evolves as many of `items` as one row may hold. */
  #decide(items: readonly Waiting[]): { batch: Batch; content: Content | null } {
    const now = this.#time.after(this.#commits.head.time)
    const results: Result[] = []
    const commands: Uint8Array[] = []
    const events: Uint8Array[] = []
    let bytes = 0
    for (const item of items) {
      const result = this.#execute(item, now)
      results.push(result)
      const frame = keptFrame(item, result)
      if (frame !== null && result.kind === 'accepted') {
        commands.push(frame)
        events.push(result.events)
        bytes += result.events.length
      }
      if (bytes >= rowEventBytesMax) break
    }
    const batch = { items: items.slice(0, results.length), results }
    if (events.length === 0) return { batch, content: null }
    return { batch, content: { time: now, commands: joinFrames(commands), events: joinFrames(events) } }
  }

  #execute(item: Waiting, now: number): Result {
    if (item.kind === 'query') return this.#ask(item, now)
    try {
      return this.#machine.execute(item.bytes, now, (this.#ports.machine ?? machineTime).wall())
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

  async #landAll(): Promise<void> {
    while (this.#commits.size > 0) await this.#land()
  }

  /** Waits for the oldest row under way, and answers all that waited for it. */
  async #land(): Promise<void> {
    const landed = await this.#commits.land({
      stopped: () => this.#stopping,
      lost: (why) => {
        this.#state = 'resolving'
        this.#ports.warn(why)
      },
    })
    if (landed === null) return
    const { end, batches, ms } = landed
    if (end.kind === 'committed') {
      if (this.#state === 'resolving') this.#state = 'running'
      this.#settled = this.#commits.size === 0
      this.counts.rows += 1
      this.counts.commitMsTotal += ms
      this.#ports.committed({ seq: end.row.seq, time: end.row.time, events: end.row.events })
      for (const batch of batches) this.#speak(batch)
      return
    }
    if (end.kind === 'absent') return this.#undo(end.why, batches)
    if (end.kind === 'superseded') await this.#superseded()
    const isUnknown = end.kind === 'unknown' || end.written === 'unknown'
    for (const { items } of batches) this.#refuse(items, isUnknown ? 'outcome_unknown' : 'not_committed')
  }

  async #superseded(): Promise<void> {
    const { seq, digest } = this.end
    const seen = { seq, digest: Buffer.from(digest).toString('hex') }
    const lost = await lostRows(this.#journal.lease, seen).catch(() => null)
    this.#endWith(lost ?? 'Another engine has taken over the journal; this one has stopped.')
  }

  #endWith(sentence: string): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#refuseWaiting('engine_stopping')
    this.#ports.ended(sentence)
  }

  #speak(batch: Batch): void {
    this.counts.batches += 1
    for (const [item, result, reply] of repliesOf(batch, this.end)) {
      if (item.kind === 'command') this.counts.commands += 1
      if (result.kind === 'rejected') this.counts.rejections += 1
      this.#ports.reply(item, reply)
    }
  }

  /** Goes back to what is committed; the engine is read-only until the database takes writes again. */
  async #undo(why: string, batches: readonly Batch[]): Promise<void> {
    this.#ports.warn(`${why}; going back to row ${this.end.seq}, read-only until the database takes writes again`)
    this.#state = 'read-only'
    for (const { items } of batches) this.#refuse(items, 'not_committed')
    await this.#restore()
    await this.#waitUntilWritable()
  }

  async #waitUntilWritable(): Promise<void> {
    while (!this.#stopping) {
      const probe = await this.#journal.probe()
      if (probe === 'superseded') {
        await this.#superseded()
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
    const commands = items.filter((item) => item.kind === 'command')
    this.#refuse(commands, 'server_busy')
    const queries = items.filter((item) => item.kind === 'query')
    const now = this.#time.after(this.#commits.head.time)
    this.#speak({ items: queries, results: queries.map((item) => this.#ask(item, now)) })
  }

  /** Rebuilds the machine from the journal; a lost connection is made anew until it succeeds. */
  async #restore(): Promise<void> {
    this.counts.restores += 1
    while (!this.#stopping) {
      try {
        const restored = await restore(this.#journal.lease, this.#ports.make)
        if (!equalBytes(restored.end.digest, this.end.digest))
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
      // what was decided before stands; what is under way decides nothing about a state that is void
      await this.#landAll()
      this.#settled = false
      if (!(fault instanceof MachineFault)) throw fault
      this.#ports.warn(`the machine failed on a command: ${fault.message}`)
      this.#faults.add(fault, performance.now())
      await this.#restore()
      this.#refuse([fault.item], 'engine_fault')
      return items.filter((item) => item !== fault.item)
    } catch (error) {
      this.#refuse(items, 'outcome_unknown')
      throw error
    }
  }
}

const noBytes = new Uint8Array(0)
const rowEventBytesMax = 8 * 1024 * 1024
