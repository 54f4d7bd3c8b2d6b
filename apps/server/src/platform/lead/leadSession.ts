import { hostname } from 'node:os'
import type { Database, Lease, Queryable } from '../postgres/database.ts'
import { endWithPeer } from '../postgres/peerGone.ts'

/** The process that leads a database, as the database tells of its session. */
export interface Leader {
  /** Its machine and process id, with a slash between them. */
  readonly place: string
  /** Where its session comes from; null on a socket of the database's own machine. */
  readonly address: string | null
  /** When it connected, UTC milliseconds by the database's clock. */
  readonly since: number
  /**
   * When it last said anything, by the database's clock: to be compared with another look, and with no time. Null where this
   * user may not know.
   */
  readonly beat: string | null
  readonly tag: string
  /** The process of its session in the database. */
  readonly session: number
}

/** What one process at a time has: the lead of the database, or the work that goes by the clock. */
export type Duty = 'lead' | 'clock'

/**
 * The two halves of each lock's key, the same for all versions; the values themselves mean nothing. `followers` is a lock that
 * all share who wait for the other.
 */
const lockKeys = {
  lead: { held: [1_414_680_907, 1_818_583_396], followers: [1_414_680_907, 1_718_578_796] },
  clock: { held: [1_414_680_907, 1_668_050_787], followers: [1_414_680_907, 2_003_792_491] },
} as const
const statementTimeout = 5_000
const placeMax = 28

/** This process in the database's list of sessions, where a name has few letters. */
export function placeOfThis(): string {
  return `${hostname().slice(0, placeMax)}/${process.pid}`
}

/**
 * The session whose lock is the lead of its database, or another duty that one process at a time has. It falls with the session:
 * when the process dies at once, when its machine is gone after five seconds.
 */
export class LeadSession {
  readonly #lease: Lease
  readonly #duty: Duty

  private constructor(lease: Lease, duty: Duty) {
    this.#lease = lease
    this.#duty = duty
  }

  static async open(database: Database, place: string, duty: Duty = 'lead'): Promise<LeadSession> {
    const lease = await database.lease({ name: `${duty} ${place}`, statementTimeout })
    try {
      await endWithPeer(lease)
      return new LeadSession(lease, duty)
    } catch (error) {
      await lease.release().catch(() => undefined)
      throw error
    }
  }

  /** Takes the duty where nobody has it; true also where this session has it already. */
  async tryTake(): Promise<boolean> {
    const { rows } = await this.#lease.query<{ taken: boolean }>(
      `SELECT held.is OR pg_try_advisory_lock($1::int, $2::int) AS taken FROM (SELECT EXISTS (
         SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND objsubid = 2
           AND classid = $1::int AND objid = $2::int) AS is) AS held`,
      [...lockKeys[this.#duty].held],
    )
    return rows[0]?.taken === true
  }

  /** Lets the database know that this process goes on: it notes when a session last asked for anything. */
  async beat(): Promise<void> {
    await this.#lease.query('SELECT 1')
  }

  /** Who has the duty; null where nobody does. */
  leader(): Promise<Leader | null> {
    return findLeader(this.#lease, this.#duty)
  }

  /** Ends one session of this database, whoever has it. */
  async end(session: number): Promise<void> {
    await this.#lease.query('SELECT pg_terminate_backend($1::int)', [session])
  }

  /** Ends all sessions of the process that leads, where it has not said anything since that look at it; whether it did. */
  async endSilent({ session, tag, beat }: Leader): Promise<boolean> {
    const { rows } = await this.#lease.query<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND (pid = $1::int OR application_name LIKE $2)
         AND EXISTS (SELECT 1 FROM pg_stat_activity AS a
           WHERE a.pid = $1::int AND (extract(epoch FROM a.state_change) * 1000000)::bigint::text = $3)`,
      [session, `truemark % ${tag === '' ? 'of nobody' : tag}`, beat],
    )
    return rows.length > 0
  }

  /** Is counted from now on among those who stand by. */
  async follow(): Promise<void> {
    await this.#lease.query('SELECT pg_try_advisory_lock_shared($1::int, $2::int)', [...lockKeys[this.#duty].followers])
  }

  /** Gives the duty to whoever asks next, and keeps the session. */
  async giveUp(): Promise<void> {
    await this.#lease.query('SELECT pg_advisory_unlock($1::int, $2::int)', [...lockKeys[this.#duty].held])
  }

  /** Who stands by and would have the duty next, in no order. */
  waiting(): Promise<Leader[]> {
    return findWaiting(this.#lease, this.#duty)
  }

  /** How many processes stand by and would lead next. */
  static async countWaiting(database: Queryable): Promise<number> {
    return (await findWaiting(database, 'lead')).length
  }

  /** Calls `listener` once when the session is gone by another hand. */
  onLost(listener: () => void): void {
    this.#lease.onLost(listener)
  }

  /** Ends the session, and its duty with it. */
  async release(): Promise<void> {
    await this.#lease.release()
  }
}

/** Who leads a database, or has the other duty; null where nobody does. */
export async function findLeader(database: Queryable, duty: Duty = 'lead'): Promise<Leader | null> {
  const [leader] = await findHolders(database, lockKeys[duty].held, noKey)
  return leader ?? null
}

function findWaiting(database: Queryable, duty: Duty): Promise<Leader[]> {
  const { followers, held } = lockKeys[duty]
  return findHolders(database, followers, held)
}

type LockKey = readonly [number, number]
/** Of a lock that nobody holds. */
const noKey: LockKey = [0, 0]

/** The sessions of this database that hold a lock and do not hold another. */
async function findHolders(database: Queryable, key: LockKey, without: LockKey): Promise<Leader[]> {
  const { rows } = await database.query<{
    session: number
    name: string | null
    address: string | null
    since: Date | null
    beat: string | null
  }>(
    `SELECT a.pid AS session, a.application_name AS name, host(a.client_addr) AS address, a.backend_start AS since,
         (extract(epoch FROM a.state_change) * 1000000)::bigint::text AS beat
       FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
       WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid = $1::int AND l.objid = $2::int
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND NOT EXISTS (
           SELECT 1 FROM pg_locks AS o WHERE o.pid = l.pid AND o.locktype = 'advisory' AND o.granted AND o.objsubid = 2
             AND o.classid = $3::int AND o.objid = $4::int)`,
    [...key, ...without],
  )
  return rows.map(({ session, name, address, since, beat }) => {
    const [, place = 'an unknown machine', tag = ''] = /^truemark (?:lead|clock) (\S+) (\w+)$/.exec(name ?? '') ?? []
    return { place, address, since: since?.getTime() ?? 0, beat, tag, session }
  })
}

/** Where and since when a leader is, for a sentence. */
export function leaderText({ place, address, since }: Leader): string {
  const [machine = place, process] = place.split('/')
  const where = process === undefined ? `on ${machine}` : `on ${machine} (process ${process})`
  const from = address === null ? '' : ` from ${address}`
  return `${where}${from}, since ${new Date(since).toISOString()}`
}
