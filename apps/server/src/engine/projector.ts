import type { Database, Lease, Queryable } from '../platform/postgres/database.ts'
import { errorMessage } from '../platform/startRefusal.ts'
import { copyRows } from './copyBinary.ts'
import { splitFrames } from './frames.ts'
import { readRow, readRows } from './journalReader.ts'
import type { JournalRow } from './journalRow.ts'
import type { Fact } from './fact.ts'
import { type ReadModel } from './readModel.ts'
import { type SetAside, countSetAside, findSetAside, forgetSetAside, isOfFact, takeOrSetAside } from './setAside.ts'

/** How a projection writes, within the transaction that also moves its watermark. */
export interface RowWriter extends Queryable {
  /** Appends rows to a read model, by binary COPY. */
  copy<Written>(model: ReadModel<Written, unknown>, written: readonly Written[]): Promise<void>
}

/** A read model: rows made of events, in the order in which they happened. */
export interface Projection<E extends { readonly type: string }> {
  /** Its name in the table `projection`. A new name starts from the first row of the journal. */
  readonly name: string
  readonly wants: readonly E['type'][] | 'all'
  /**
   * Writes what `facts` (those it wants, never none) change. It sees each fact once; a thrown error undoes all. A fact
   * that it can't take is set aside, and tried again at a later start: then it comes after later ones.
   */
  apply(facts: readonly Fact<E>[], writer: RowWriter): Promise<void>
}

/** How far the read models are. */
export interface Projected {
  readonly seq: number
  /** Engine time of that row, UTC milliseconds. */
  readonly time: number
}

export interface ProjectorOptions<E extends { readonly type: string }> {
  readonly database: Database
  readonly projections: readonly Projection<E>[]
  /** The events of one frame of a journal row. */
  readonly decode: (frame: Uint8Array) => readonly E[]
  readonly projected: (to: Projected) => void
  readonly warn: (message: string) => void
  /** A fact was set aside: what a read model shows lacks it. */
  readonly alarm?: (message: string) => void
  /** How many facts are set aside, at the start and whenever it changes. */
  readonly setAside?: (count: number) => void
}

const pollInterval = 250
const rowsMax = 2_000
const rowsMin = 16
const pageBytesGoal = 4 * 1024 * 1024
/** A rest is as long as the step before it, but no longer than this (ms): readers wait for what is written. */
const restMax = 50
const retryPauseMin = 100
const retryPauseMax = 5_000
/** A step that fails by its data is tried so often as it is, for what fails may still be on its way; then in parts. */
const wholeTriesMax = 3
const statementTimeout = 60_000

/**
 * Follows the journal and keeps the read models. Several journal rows go into one transaction, together with the
 * watermarks; what was lost with a crash is simply applied again.
 */
export class Projector<E extends { readonly type: string }> {
  readonly #options: ProjectorOptions<E>
  #stopping = false
  #wake: (() => void) | null = null
  #hinted = false
  readonly #readers = new Map<E['type'], readonly number[]>()
  #pageRows = rowsMin
  #done: Promise<void> = Promise.resolve()
  #lastWarning = ''
  #last: Projected | null = null
  #dataFaults = 0
  #retried = false

  constructor(options: ProjectorOptions<E>) {
    this.#options = options
  }

  start(): void {
    this.#done = this.#run()
  }

  /** Says that there are new rows; without it they are found within 250 ms. */
  hint(): void {
    this.#hinted = true
    this.#wake?.()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    await this.#done
  }

  async #run(): Promise<void> {
    for (let pause = retryPauseMin; !this.#stopping; pause = Math.min(pause * 2, retryPauseMax)) {
      let lease: Lease | null = null
      try {
        lease = await this.#options.database.lease({ name: 'projector', statementTimeout })
        // A lost commit is lost together with its watermark, so it need not wait for the disk.
        await lease.query('SET synchronous_commit = off')
        // Its few statements are planned once, for a page of any size: each looks rows up by their key, and a plan
        // that was made while the tables were small must not read them whole when they are large.
        await lease.query('SET plan_cache_mode = force_generic_plan')
        await lease.query('SET enable_seqscan = off')
        await lease.query('SET jit = off')
        await this.#enrol(lease)
        if (!this.#retried) await this.#retrySetAside(lease)
        this.#retried = true
        await this.#follow(lease, () => (pause = retryPauseMin))
      } catch (error) {
        this.#warnOnce(`the projector failed and tries again: ${errorMessage(error)}`)
      } finally {
        await lease?.release().catch(() => undefined)
      }
      if (!this.#stopping) await this.#sleep(pause)
    }
  }

  async #enrol(lease: Lease): Promise<void> {
    const names = this.#options.projections.map((projection) => projection.name)
    await lease.query('INSERT INTO projection (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [names])
  }

  async #follow(lease: Lease, progressed: () => void): Promise<void> {
    while (!this.#stopping) {
      this.#hinted = false
      const began = performance.now()
      const moved = await this.#step(lease)
      this.#dataFaults = 0
      progressed()
      this.#lastWarning = ''
      if (moved === 'nothing' && !this.#hinted) await this.#sleep(pollInterval)
      else if (moved === 'all') await pause(Math.min(restMax, performance.now() - began))
    }
  }

  /**
   * One transaction, and whether it wrote all there was. What comes while it rests then goes into one transaction
   * too: a page of few rows costs nearly what one of many does.
   */
  async #step(lease: Lease): Promise<'nothing' | 'all' | 'page'> {
    await lease.query('BEGIN')
    try {
      const watermarks = await this.#lockWatermarks(lease)
      const after = Math.min(...watermarks.values())
      const pageRows = this.#pageRows
      const rows = await readRows(lease, after, Number.MAX_SAFE_INTEGER, pageRows)
      const last = rows.at(-1)
      if (last === undefined) {
        const time = this.#last?.seq === after ? this.#last.time : ((await readRow(lease, after))?.time ?? 0)
        await lease.query('COMMIT')
        // Said again at each poll: whoever began to listen later must hear it too.
        this.#announce({ seq: after, time })
        return 'nothing'
      }
      this.#adaptPage(rows)
      const alarms = await this.#apply(lease, rows, watermarks)
      await lease.prepared('UPDATE projection SET seq = $1 WHERE name = ANY($2) AND seq < $1', [
        last.seq,
        [...watermarks.keys()],
      ])
      await lease.query('COMMIT')
      await this.#ring(lease, alarms)
      this.#announce({ seq: last.seq, time: last.time })
      return rows.length < pageRows ? 'all' : 'page'
    } catch (error) {
      const undone = await lease.query('ROLLBACK').catch(() => null)
      if (undone !== null && isOfFact(error)) this.#dataFaults += 1
      throw error
    }
  }

  /** Tries once more, in order, what was set aside before: a start may come with what it lacked. */
  async #retrySetAside(lease: Lease): Promise<void> {
    const { projections } = this.#options
    for (const one of await findSetAside(
      lease,
      projections.map(({ name }) => name),
    )) {
      const projection = projections.find(({ name }) => name === one.projection)
      if (projection !== undefined) await this.#retry(lease, projection, one)
    }
    this.#options.setAside?.(await countSetAside(lease))
  }

  async #retry(lease: Lease, projection: Projection<E>, one: SetAside): Promise<void> {
    await lease.query('BEGIN')
    try {
      await this.#lockWatermarks(lease)
      const row = await readRow(lease, one.seq)
      const fact = row === null ? undefined : this.#factsOf(row).find(({ place }) => place === one.place)
      if (fact !== undefined) {
        const failures = await this.#takeInParts(lease, projection, [fact])
        if (failures.length === 0) await forgetSetAside(lease, one)
        for (const failure of failures) this.#options.alarm?.(failure)
      }
      await lease.query('COMMIT')
    } catch (error) {
      await lease.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** By place of its projection, the facts that each wants and has not seen; every fact is looked at once for all. */
  #wanted(rows: readonly JournalRow[], watermarks: ReadonlyMap<string, number>): Fact<E>[][] {
    const { projections } = this.#options
    const wanted = projections.map(({ name }) => ({ after: watermarks.get(name) ?? 0, facts: [] as Fact<E>[] }))
    for (const row of rows) {
      for (const fact of this.#factsOf(row)) {
        for (const at of this.#readersOf(fact.event.type)) {
          const one = wanted[at]
          if (one !== undefined && fact.seq > one.after) one.facts.push(fact)
        }
      }
    }
    return wanted.map(({ facts }) => facts)
  }

  /** The places of the projections that want facts of a type. */
  #readersOf(type: E['type']): readonly number[] {
    let readers = this.#readers.get(type)
    if (readers === undefined) {
      readers = [...this.#options.projections.entries()]
        .filter(([, { wants }]) => wants === 'all' || wants.includes(type))
        .map(([at]) => at)
      this.#readers.set(type, readers)
    }
    return readers
  }

  async #takeInParts(lease: Lease, projection: Projection<E>, facts: readonly Fact<E>[]): Promise<string[]> {
    const { name } = projection
    const failures: string[] = []
    const writer = this.#writerOn(lease)
    const taking = { name, apply: (part: readonly Fact<E>[]) => projection.apply(part, writer) }
    await takeOrSetAside(lease, taking, facts, ({ seq, place, event }, reason) =>
      failures.push(`the projection ${name} could not take ${event.type} (row ${seq}, place ${place}): ${reason}`),
    )
    return failures
  }

  /** Tells, once it stands in the table, what was set aside. */
  async #ring(lease: Lease, alarms: readonly string[]): Promise<void> {
    if (alarms.length === 0) return
    for (const alarm of alarms) this.#options.alarm?.(alarm)
    this.#options.setAside?.(await countSetAside(lease))
  }

  /** Locks them, so that a second projector waits and then sees what the first has done. */
  async #lockWatermarks(lease: Lease): Promise<Map<string, number>> {
    const names = this.#options.projections.map((projection) => projection.name)
    const { rows } = await lease.prepared<{ name: string; seq: string }>(
      'SELECT name, seq FROM projection WHERE name = ANY($1) ORDER BY name FOR UPDATE',
      [names],
    )
    if (rows.length !== names.length) throw new Error('a watermark is missing')
    return new Map(rows.map((row) => [row.name, Number(row.seq)]))
  }

  /** What could not be taken and was set aside, as sentences; none as long as the step was not tried in vain before. */
  async #apply(lease: Lease, rows: readonly JournalRow[], watermarks: ReadonlyMap<string, number>): Promise<string[]> {
    const wantedBy = this.#wanted(rows, watermarks)
    const alarms: string[] = []
    for (const [at, projection] of this.#options.projections.entries()) {
      const wanted = wantedBy[at] ?? []
      if (wanted.length === 0) continue
      if (this.#dataFaults < wholeTriesMax) await projection.apply(wanted, this.#writerOn(lease))
      else alarms.push(...(await this.#takeInParts(lease, projection, wanted)))
    }
    return alarms
  }

  #writerOn(lease: Lease): RowWriter {
    return {
      query: (text, values) => lease.prepared(text, values ?? []),
      copy: (model, written) => copyRows(lease, model.target, model.rows(written)),
    }
  }

  #factsOf(row: JournalRow): Fact<E>[] {
    const { seq, time } = row
    const facts: Fact<E>[] = []
    for (const frame of splitFrames(row.events)) {
      for (const event of this.#options.decode(frame)) facts.push({ seq, time, place: facts.length, event })
    }
    return facts
  }

  #adaptPage(rows: readonly JournalRow[]): void {
    let bytes = 1
    for (const row of rows) bytes += row.commands.length + row.events.length
    const fitting = Math.trunc((pageBytesGoal * rows.length) / bytes)
    this.#pageRows = Math.max(rowsMin, Math.min(rowsMax, fitting))
  }

  #announce(projected: Projected): void {
    this.#last = projected
    this.#options.projected(projected)
  }

  #warnOnce(message: string): void {
    if (message === this.#lastWarning) return
    this.#lastWarning = message
    this.#options.warn(message)
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopping) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = null
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
