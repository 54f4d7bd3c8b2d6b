import type { Database, Lease } from '../../apps/server/src/platform/postgres/database.ts'
import { type EngineTables, type Statement, statementOf } from './engineSql.ts'
import type { Random } from './random.ts'
import { ReadModelSql, type Result } from './readModelSql.ts'
import { Refusal } from './refusal.ts'
import { type Schema, rowOfKept } from './tables.ts'
import { Transaction } from './transaction.ts'
import type { Owner, VirtualTime } from './virtualTime.ts'

/** What may go wrong with the database now; each is so often in a thousand statements, or on or off. */
export interface Troubles {
  /** The line breaks before a statement arrives. */
  lostBefore: number
  /** It breaks after the statement was done. */
  lostAfter: number
  /** The server asks for the same once more. */
  conflicts: number
  /** The server takes seconds, and gives up after five. */
  slow: number
  /** No write is taken. */
  isFull: boolean
  /** Projections alone have no room: what is read by few lies on another disk. */
  isProjectionFull: boolean
}

export const noTroubles: Troubles = {
  lostBefore: 0,
  lostAfter: 0,
  conflicts: 0,
  slow: 0,
  isFull: false,
  isProjectionFull: false,
}

/** A text of SQL, and what is known of it. */
interface Known {
  readonly text: string
  readonly isWrite: boolean
  /** It begins or ends a transaction or a part of one. */
  readonly isControl: boolean
  /** It waits for the lock of the watermarks. */
  readonly locks: boolean
  readonly statement: Statement
}

interface Asked {
  readonly known: Known
  readonly values: readonly unknown[]
  readonly copied: Buffer | null
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

const latencyMean = 2
const writes = /^(INSERT|UPDATE|DELETE|COPY|COMMIT)/
const controls = /^(SET synchronous_commit = off|BEGIN|COMMIT|ROLLBACK|((RELEASE|ROLLBACK TO) )?SAVEPOINT taking)$/
const statementMax = 5_000

/**
 * Postgres as far as the engine, its snapshots and the read models speak to it: transactions, savepoints, the lock of the
 * watermarks, commits that wait for the disk and such as don't, lines that break, and a server that dies.
 */
export class SimulatedPostgres {
  readonly tables: EngineTables = { journal: [], epoch: 0, holder: '', snapshots: new Map() }
  readonly sql: ReadModelSql
  readonly time: VirtualTime
  readonly random: Random
  troubles: Troubles = { ...noTroubles }
  isUp = true
  /** How often each trouble happened. */
  readonly seen = new Map<string, number>()
  /** Called at the moment of a row's commit. */
  onRow: (seq: number) => void = () => undefined
  /** Since the last commit that reached the disk: what a crash of the server may take back, oldest first. */
  #soft: (() => void)[] = []
  readonly #open = new Set<Connection>()
  #lockedBy: Connection | null = null
  #waiting: (() => void)[] = []
  readonly #known = new Map<string, Known>()

  constructor(time: VirtualTime, random: Random, schema: Schema) {
    this.time = time
    this.random = random
    this.sql = new ReadModelSql(schema)
  }

  /** What is known of a text; each is read once. */
  known(text: string): Known {
    let known = this.#known.get(text)
    if (known === undefined) {
      const trimmed = text.trimStart()
      const [isWrite, isControl] = [writes.test(trimmed), controls.test(trimmed)]
      const locks = trimmed.endsWith('FOR UPDATE')
      known = { text: trimmed, isWrite, isControl, locks, statement: statementOf(this.sql, trimmed) }
      this.#known.set(text, known)
    }
    return known
  }

  /** The row that all read models have taken. */
  projectedUpTo(): number {
    const marks = [...this.sql.table('projection').rows.values()].map((kept) => Number(rowOfKept(kept)['seq']))
    return marks.length === 0 ? 0 : Math.min(...marks)
  }

  count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  /** The server as a process of `owner` sees it. */
  databaseOf(owner: Owner): Database {
    const connect = async (): Promise<Connection> => {
      await this.time.pause(this.random.wait(latencyMean))
      if (!this.isUp) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      const connection = new Connection(this, owner)
      this.#open.add(connection)
      return connection
    }
    const once = async (text: string, values: readonly unknown[] = []) => {
      const connection = await connect()
      try {
        return await connection.ask(text, values)
      } finally {
        connection.close()
      }
    }
    const database = {
      url: 'simulated',
      query: once,
      prepared: once,
      transaction: () => Promise.reject(new Error('no transaction of the pool is simulated')),
      lease: async () => leaseOf(await connect()),
      close: () => Promise.resolve(),
    }
    return database as unknown as Database
  }

  /** All connections of a process end with it; what it had sent may still be done. */
  dropAllOf(owner: Owner): void {
    for (const connection of this.#open) if (connection.owner === owner) connection.cut()
  }

  /** The server dies, and comes back after `ms`; what was committed without waiting for the disk may be gone. */
  crash(ms: number): void {
    this.count('server died')
    this.isUp = false
    for (const connection of this.#open) connection.cut()
    const lost = this.random.below(this.#soft.length + 1)
    if (lost > 0) this.count('soft commits lost')
    for (const undo of this.#soft.splice(this.#soft.length - lost).toReversed()) undo()
    this.#soft = []
    this.time.after(ms, () => (this.isUp = true), this.time.world)
  }

  /** Whether the lock of the watermarks is had; else `again` is called when it may be. */
  lock(connection: Connection, again: () => void): boolean {
    if (this.#lockedBy !== null && this.#lockedBy !== connection) {
      this.count('waited for a lock')
      this.#waiting.push(again)
      return false
    }
    this.#lockedBy = connection
    return true
  }

  unlock(connection: Connection): void {
    if (this.#lockedBy !== connection) return
    this.#lockedBy = null
    for (const again of this.#waiting.splice(0)) this.time.after(0, again, this.time.world)
  }

  commit(transaction: Transaction, isSoft: boolean): void {
    if (isSoft) this.#soft.push(transaction.commitSoftly())
    else {
      transaction.commit()
      this.#soft = []
    }
  }

  closed(connection: Connection): void {
    this.#open.delete(connection)
    this.unlock(connection)
  }
}

/** One session. Statements are done in the order in which they were sent. */
export class Connection {
  readonly owner: Owner
  readonly #server: SimulatedPostgres
  readonly #queue: Asked[] = []
  readonly #lost: ((error: Error) => void)[] = []
  #busy = false
  #isOpen = true
  #transaction: Transaction | null = null
  #isSoft = false
  /** A statement of the transaction has failed: all of it is to be undone, or back to its savepoint. */
  #isAborted = false

  constructor(server: SimulatedPostgres, owner: Owner) {
    this.#server = server
    this.owner = owner
  }

  onLost(listener: (error: Error) => void): void {
    this.#lost.push(listener)
  }

  ask(text: string, values: readonly unknown[], copied: Buffer | null = null): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) return reject(new Error('Connection terminated unexpectedly'))
      this.#queue.push({ known: this.#server.known(text), values, copied, resolve, reject })
      this.#pump()
    })
  }

  /** The line breaks: nobody hears of what is under way; it may still arrive, and be done, when nobody waits any more. */
  cut(): void {
    if (!this.#isOpen) return
    const [first] = this.#queue
    if (first !== undefined && this.#transaction === null && this.#server.isUp && this.#server.random.once(2))
      this.#haunt(first)
    this.close()
    const error = new Error('Connection terminated unexpectedly')
    for (const asked of this.#queue.splice(0)) this.#answer(() => asked.reject(error), 0)
    this.#answer(() => {
      for (const listener of this.#lost) listener(error)
    }, 0)
  }

  #haunt(asked: Asked): void {
    const { time, random } = this.#server
    const late = (): void => {
      if (!this.#server.isUp) return
      this.#server.count('statement done after its line broke')
      try {
        this.#execute(asked)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    if (asked.known.isWrite && asked.copied === null) time.after(random.wait(300), late, time.world)
  }

  close(): void {
    this.#isOpen = false
    this.#transaction = null
    this.#server.closed(this)
  }

  #answer(run: () => void, delay: number): void {
    this.#server.time.after(delay, run, this.owner)
  }

  #pump(): void {
    const asked = this.#queue[0]
    if (this.#busy || asked === undefined) return
    this.#busy = true
    const { time, random, troubles } = this.#server
    const { isWrite } = asked.known
    if (isWrite && random.below(1_000) < troubles.lostBefore) {
      this.#server.count('line lost before')
      time.after(random.wait(latencyMean), () => this.cut(), time.world)
      return
    }
    const isSlow = isWrite && random.below(1_000) < troubles.slow
    const delay = isSlow ? random.below(2 * statementMax) : random.wait(latencyMean)
    if (isSlow) this.#server.count('slow statement')
    time.after(Math.min(delay, statementMax), () => this.#arrive(asked, delay > statementMax), time.world)
  }

  #arrive(asked: Asked, isTooSlow: boolean): void {
    if (!this.#isOpen) return
    let result: Result
    try {
      if (isTooSlow) throw new Refusal('57014', 'canceling statement due to statement timeout')
      if (asked.known.locks && !this.#server.lock(this, () => this.#arrive(asked, false))) return
      result = this.#execute(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return this.#give(() => asked.reject(error))
    }
    const { random, troubles } = this.#server
    if (asked.known.isWrite && random.below(1_000) < troubles.lostAfter) {
      this.#server.count('answer lost after commit')
      return this.cut()
    }
    this.#give(() => asked.resolve(result))
  }

  #give(answer: () => void): void {
    this.#queue.shift()
    this.#busy = false
    this.#answer(answer, this.#server.random.wait(latencyMean))
    this.#pump()
  }

  #execute(asked: Asked): Result {
    if (asked.known.isControl) return this.#control(asked.known.text)
    try {
      return this.#do(asked)
    } catch (error) {
      this.#isAborted = this.#transaction !== null
      throw error
    }
  }

  #do({ known: { text, isWrite, statement }, values, copied }: Asked): Result {
    if (this.#isAborted) throw new Refusal('25P02', 'current transaction is aborted')
    if (isWrite) this.#refuse()
    const server = this.#server
    const transaction = this.#transaction ?? new Transaction()
    const before = server.tables.journal.length
    const result = copied === null ? statement(server.tables, transaction, values) : { rows: [], rowCount: 0 }
    if (copied !== null) server.sql.copy(transaction, text, copied)
    if (this.#transaction === null && isWrite) server.commit(transaction, this.#isSoft)
    if (server.tables.journal.length > before) server.onRow(server.tables.journal.length)
    return result
  }

  #refuse(): void {
    const { random, troubles } = this.#server
    if (troubles.isFull || (troubles.isProjectionFull && this.#isSoft)) {
      this.#server.count(this.#isSoft ? 'no room for a projection' : 'no room for a row')
      throw new Refusal('53100', 'could not extend file: No space left on device')
    }
    if (random.below(1_000) >= troubles.conflicts) return
    this.#server.count('conflict')
    throw new Refusal('40001', 'could not serialize access due to concurrent update')
  }

  #control(text: string): Result {
    if (text === 'SET synchronous_commit = off') this.#isSoft = true
    if (text === 'BEGIN') this.#transaction = new Transaction()
    else if (text === 'SAVEPOINT taking') this.#transaction?.savepoint()
    else if (text === 'RELEASE SAVEPOINT taking') this.#transaction?.release()
    else if (text === 'ROLLBACK TO SAVEPOINT taking') {
      this.#transaction?.rollbackTo()
      this.#isAborted = false
    } else if (text === 'COMMIT' || text === 'ROLLBACK') {
      const isDone = text === 'COMMIT' && !this.#isAborted
      if (isDone && this.#transaction !== null) this.#server.commit(this.#transaction, this.#isSoft)
      this.#transaction = null
      this.#isAborted = false
      this.#server.unlock(this)
    }
    return { rows: [], rowCount: 0 }
  }
}

interface CopyQuery {
  submit(connection: object): void
  handleCopyInResponse(connection: object): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

interface Named {
  readonly text: string
  readonly values?: readonly unknown[]
}

function leaseOf(connection: Connection): Lease {
  const ask = (text: string, values: readonly unknown[] = []) => connection.ask(text, values)
  const client = {
    query: (asked: CopyQuery | Named | string, values?: readonly unknown[]) => {
      if (typeof asked === 'string') return ask(asked, values)
      return 'submit' in asked ? copied(connection, asked) : ask(asked.text, asked.values)
    },
  }
  const lease = {
    client,
    query: ask,
    prepared: ask,
    onLost: (listener: (error: Error) => void) => connection.onLost(listener),
    release: () => {
      connection.close()
      return Promise.resolve()
    },
  }
  return lease as unknown as Lease
}

/** The driver's part of COPY: the product's own query is asked for its bytes, and told what became of them. */
function copied(connection: Connection, asked: CopyQuery): void {
  let text = ''
  const chunks: Buffer[] = []
  const driver = {
    query: (said: string) => (text = said),
    sendCopyFromChunk: (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)),
    endCopyFrom: () => undefined,
    sendCopyFail: () => undefined,
  }
  asked.submit(driver)
  asked.handleCopyInResponse(driver)
  const [first = Buffer.alloc(0)] = chunks
  connection.ask(text, [], chunks.length === 1 ? first : Buffer.concat(chunks)).then(
    () => asked.handleReadyForQuery(),
    (error: Error) => asked.handleError(error),
  )
}
