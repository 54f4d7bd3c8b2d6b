import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { processTag } from '../processIdentity.ts'

/** Whatever takes SQL: the pool, a transaction or a leased connection. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>
}

/** What also plans a statement once for each connection. */
export interface Preparing extends Queryable {
  /** As `query`, for a text that stands in the program: each other text would stay in the server's memory. */
  prepared<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<Row>>
}

/** A connection of one's own, outside the pool, with its own time-outs. */
export interface Lease extends Preparing {
  /** The driver's client, for COPY and the like. */
  readonly client: pg.Client
  /** Called once when the server ends the connection or the network breaks it. */
  onLost(listener: (error: Error) => void): void
  release(): Promise<void>
}

export interface Database extends Preparing {
  readonly url: string
  /** Runs `work` between BEGIN and COMMIT; any error rolls back and is thrown on. */
  transaction<T>(work: (client: Queryable) => Promise<T>): Promise<T>
  lease(options?: LeaseOptions): Promise<Lease>
  /** How many wait for a connection of the pool. */
  waiting(): number
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** What the server's list of sessions shows before the process's tag, so that an operator knows who is who. */
  readonly name: string
  /** By default this process's: by it all sessions of one process are told from those of another. */
  readonly tag?: string
  readonly connectionsMax?: number
  /** How long a statement of the pool may run, in ms; 0 for no limit. */
  readonly statementTimeout?: number
  /** How long to wait for a connection that is free, in ms. */
  readonly waitTimeout?: number
  /**
   * Refuses what a transaction asks of the pool beside its own connection: as many transactions as there are connections
   * would wait for one another. For tests, which meet it where one call does it.
   */
  readonly refuseNested?: boolean
  /** Called for errors of idle connections, which belong to no query. */
  readonly onError: (error: Error) => void
}

export interface LeaseOptions {
  readonly name?: string
  /** In ms; 0 for no limit. */
  readonly statementTimeout?: number
  /** Sends a statement also while the one before it is under way; each is still answered by itself, in order. */
  readonly pipeline?: boolean
}

/** What runs between BEGIN and COMMIT, and whatever it began. */
interface Transaction {
  open: boolean
}

const connectTimeout = 5_000
const poolWaitTimeout = 5_000
const idleTimeout = 60_000
const statementTimeoutDefault = 10_000
const connectionsMaxDefault = 8

/**
 * Opens a pool on `url`; no connection is made before the first query. Waiting for a free connection
 * ends with an error after 5 s. `numeric` and `int8` come as strings, `timestamptz` as Date.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeout = options.statementTimeout ?? statementTimeoutDefault
  const pool = new pg.Pool({
    ...connection(options, options.name, statementTimeout),
    max: options.connectionsMax ?? connectionsMaxDefault,
    connectionTimeoutMillis: options.waitTimeout ?? poolWaitTimeout,
    idleTimeoutMillis: idleTimeout,
  })
  const within = options.refuseNested === true ? new AsyncLocalStorage<Transaction>() : null
  const free = (): pg.Pool => {
    if (within?.getStore()?.open !== true) return pool
    throw new Error('a transaction asks the pool for another connection while it holds one')
  }
  let closed: Promise<void> | null = null
  pool.on('error', (error) => {
    // While the pool ends, the server may well be quicker to cut a connection.
    if (closed === null) options.onError(error)
  })
  return {
    url: options.url,
    query: async (text, values) => free().query(text, toArray(values)),
    prepared: async (text, values) => free().query({ name: nameOf(text), text, values: [...values] }),
    transaction: async (work) => {
      const own = free()
      if (within === null) return runTransaction(own, work)
      const transaction = { open: true }
      return within
        .run(transaction, () => runTransaction(own, work))
        .finally(() => {
          transaction.open = false
        })
    },
    lease: (leaseOptions = {}) => openLease(options, leaseOptions),
    waiting: () => pool.waitingCount,
    close: () => (closed ??= pool.end()),
  }
}

function connection(
  { url, tag = processTag() }: DatabaseOptions,
  name: string,
  statementTimeout: number,
): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: `truemark ${name} ${tag}`,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000,
    // The server's own limit answers first; this one is for a server that no longer answers at all.
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + 5_000,
  }
}

const statementNames = new Map<string, string>()

/** The name of a prepared statement: one text has one name in all connections of the process. */
function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) statementNames.set(text, (name = `truemark_${statementNames.size}`))
  return name
}

function toArray(values: readonly unknown[] | undefined): unknown[] | undefined {
  return values === undefined ? undefined : [...values]
}

async function runTransaction<T>(pool: pg.Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  // A connection that is lent out is nobody's to listen to, and its loss would end the process; its query says it too.
  const lose = (): void => {
    broken = true
  }
  client.on('error', lose)
  try {
    await client.query('BEGIN')
    const value = await work({ query: (text, values) => client.query(text, toArray(values)) })
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      // A connection that can't even roll back must not return to the pool.
      broken = true
    })
    throw error
  } finally {
    client.off('error', lose)
    client.release(broken)
  }
}

async function openLease(options: DatabaseOptions, leaseOptions: LeaseOptions): Promise<Lease> {
  const name = leaseOptions.name ?? options.name
  const client = new pg.Client({
    ...connection(options, name, leaseOptions.statementTimeout ?? statementTimeoutDefault),
    pipeline: leaseOptions.pipeline === true,
  })
  const listeners: ((error: Error) => void)[] = []
  let lost: Error | null = null
  let released = false
  const report = (error: Error): void => {
    if (released || lost !== null) return
    lost = error
    for (const listener of listeners) listener(error)
  }
  client.on('error', report)
  client.on('end', () => report(new Error('the database ended the connection')))
  await client.connect()
  return {
    client,
    query: (text, values) => client.query(text, toArray(values)),
    prepared: (text, values) => client.query({ name: nameOf(text), text, values: [...values] }),
    onLost: (listener) => {
      listeners.push(listener)
      if (lost !== null) listener(lost)
    },
    release: async () => {
      released = true
      await client.end()
    },
  }
}
