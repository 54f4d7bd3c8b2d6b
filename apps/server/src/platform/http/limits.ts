import { exportPrefix } from '@truemark/protocol/exportFile'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { networkOf } from './network.ts'

/** Routes that share a limit: what costs or endangers alike. */
export type LimitClass = 'door' | 'report' | 'order' | 'write' | 'upload' | 'history' | 'export' | 'read'

interface Rule {
  /** Calls that one account (signed in) or one address (not signed in) may make … */
  readonly points: number
  /** … in this many seconds. */
  readonly seconds: number
}

const rules: Readonly<Record<LimitClass, Rule>> = {
  // Passwords, codes and registrations; the identity slice limits each account besides.
  door: { points: 60, seconds: 60 },
  // What strangers write into the log.
  report: { points: 30, seconds: 60 },
  order: { points: 500, seconds: 5 },
  write: { points: 200, seconds: 10 },
  // Each costs memory while it arrives and a process while its image is read.
  upload: { points: 30, seconds: 60 },
  // One call can be a thousand candles of each market.
  history: { points: 120, seconds: 10 },
  // One call can be a hundred pages of a list.
  export: { points: 20, seconds: 600 },
  read: { points: 600, seconds: 10 },
}

/** What one key of a program may use of that: half, so that a program that runs wild leaves its person the app. */
const keyShare = 2

/** All calls of one address together, so that many accounts behind it are not many allowances. */
const addressRule: Rule = { points: 20_000, seconds: 10 }

/**
 * What an account may change within a day. Each change stands in the journal for ever and its key in the engine's
 * memory for a day, so that even a steady trickle must end somewhere; a guest's sooner, since guests cost nothing.
 */
const dayRules: Readonly<Record<'person' | 'guest', Rule>> = {
  person: { points: 1_000_000, seconds: 86_400 },
  guest: { points: 5_000, seconds: 86_400 },
}

/** Tokens that nobody has, from one address: each costs the database a question, and guessing them is no use. */
const strangerRule: Rule = { points: 300, seconds: 60 }

/** What a key has left of its allowance. */
export interface KeyAllowance {
  /** Calls in each window. */
  readonly limit: number
  readonly left: number
  /** Seconds until the window ends. */
  readonly seconds: number
  /** Whether this call was one too many. */
  readonly isOver: boolean
}

/** An address counts as its network: see {@link networkOf}. */
export interface Limits {
  /** Null where the call may go on, else the seconds to wait. `guest`: a demo account without a person behind it. */
  take(kind: LimitClass, account: string | null, address: string, guest?: boolean): number | null
  /** Counts a call of a key by its number; null where nothing is counted. */
  takeOfKey(kind: LimitClass, key: number): KeyAllowance | null
  /** Null where a token from this address may be looked up, else the seconds to wait. */
  strangerWait(address: string): number | null
  /** Notes that a token from this address was nobody's. */
  noteStranger(address: string): void
  /** What was taken since the last time, for other processes that serve the same people; the most of it first, within a bound. */
  gather(): TakenElsewhere[]
  /** Counts what was taken at another process. */
  add(taken: readonly TakenElsewhere[]): void
}

/** How often something was taken, by the place of its rule and by whom. */
export interface TakenElsewhere {
  readonly rule: number
  readonly key: string
  readonly count: number
}

/**
 * `scale` multiplies every allowance; 0 lifts them all (load tests on a closed network). Where it is `shared`, what is taken
 * is gathered for other processes.
 */
export function createLimits(scale: number, now: () => number = () => performance.now(), shared = false): Limits {
  if (scale === 0) return unlimited
  const all: Windows[] = []
  const limiter = (rule: Rule): Windows => {
    const windows = new Windows({ ...rule, points: Math.ceil(rule.points * scale) }, shared)
    all.push(windows)
    return windows
  }
  const addresses = limiter(addressRule)
  const classesOf = (share: number): Readonly<Record<LimitClass, Windows>> => {
    const part = ({ points, seconds }: Rule): Windows => limiter({ points: points / share, seconds })
    return {
      door: part(rules.door),
      report: part(rules.report),
      order: part(rules.order),
      write: part(rules.write),
      upload: part(rules.upload),
      history: part(rules.history),
      export: part(rules.export),
      read: part(rules.read),
    }
  }
  const [classes, ofKeys] = [classesOf(1), classesOf(keyShare)]
  const strangers = limiter(strangerRule)
  const days = { person: limiter(dayRules.person), guest: limiter(dayRules.guest) }
  return {
    take: (kind, account, address, guest = false) => {
      const at = now()
      const network = networkOf(address)
      const wait = addresses.take(network, at) ?? classes[kind].take(account ?? network, at)
      if (wait !== null || account === null || (kind !== 'order' && kind !== 'write' && kind !== 'upload')) return wait
      return (guest ? days.guest : days.person).take(account, at)
    },
    takeOfKey: (kind, key) => ofKeys[kind].takeOf(String(key), now()),
    strangerWait: (address) => strangers.wait(networkOf(address), now()),
    noteStranger: (address) => void strangers.take(networkOf(address), now()),
    gather: () => {
      const found = all.flatMap((windows, rule) => windows.fresh().map(([key, count]) => ({ rule, key, count })))
      const most = found.toSorted((a, b) => b.count - a.count).slice(0, gatheredMax)
      for (const { rule, key } of most) all[rule]?.told(key)
      return most
    },
    add: (taken) => {
      const at = now()
      for (const { rule, key, count } of taken) all[rule]?.add(key, count, at)
    },
  }
}

const unlimited: Limits = {
  take: () => null,
  takeOfKey: () => null,
  strangerWait: () => null,
  noteStranger: () => undefined,
  gather: () => [],
  add: () => undefined,
}

/** Whoever has taken least waits to be told of until there is room: their allowance is far off. */
const gatheredMax = 5_000

const keysMax = 100_000

/**
 * Counts by key in windows of fixed length. Synchronous and without a timer for each key, since every
 * request passes here twice.
 */
class Windows {
  readonly #rule: Rule
  readonly #length: number
  readonly #counts = new Map<string, { count: number; until: number }>()
  /** What other processes are yet to hear of; null where there are none. */
  readonly #fresh: Map<string, number> | null

  constructor(rule: Rule, shared: boolean) {
    this.#rule = rule
    this.#fresh = shared ? new Map() : null
    this.#length = rule.seconds * 1000
  }

  /** As `take`, and says what is left. */
  takeOf(key: string, now: number): KeyAllowance {
    const wait = this.take(key, now)
    const { count = 0, until = now } = this.#counts.get(key) ?? {}
    const limit = this.#rule.points
    const seconds = Math.max(1, Math.ceil((until - now) / 1000))
    return { limit, left: Math.max(0, limit - count), seconds, isOver: wait !== null }
  }

  take(key: string, now: number): number | null {
    if (this.#fresh !== null && (this.#fresh.size < keysMax || this.#fresh.has(key)))
      this.#fresh.set(key, (this.#fresh.get(key) ?? 0) + 1)
    const entry = this.add(key, 1, now)
    return entry.count > this.#rule.points ? Math.max(1, Math.ceil((entry.until - now) / 1000)) : null
  }

  /** Counts what was taken; what is over begins a window. */
  add(key: string, count: number, now: number): { readonly count: number; readonly until: number } {
    const entry = this.#counts.get(key)
    if (entry !== undefined && entry.until > now) {
      entry.count += count
      return entry
    }
    if (entry === undefined && this.#counts.size >= keysMax) this.#sweep(now)
    const begun = { count, until: now + this.#length }
    this.#counts.set(key, begun)
    return begun
  }

  /** What was taken and not told of yet. */
  fresh(): readonly (readonly [string, number])[] {
    return [...(this.#fresh ?? [])]
  }

  told(key: string): void {
    this.#fresh?.delete(key)
  }

  /** The seconds to wait where the allowance is used up, without using any of it. */
  wait(key: string, now: number): number | null {
    const entry = this.#counts.get(key)
    if (entry === undefined || entry.until <= now || entry.count < this.#rule.points) return null
    return Math.max(1, Math.ceil((entry.until - now) / 1000))
  }

  #sweep(now: number): void {
    for (const [key, entry] of this.#counts) if (entry.until <= now) this.#counts.delete(key)
    // Where even that leaves too many, the oldest window goes: memory is bounded before fairness.
    for (const key of this.#counts.keys()) {
      if (this.#counts.size < keysMax) break
      this.#counts.delete(key)
    }
  }
}

/** The class of a route: guests' changes are the door, their reports and orders have their own. */
export function limitClassOf(route: RouteDefinition): LimitClass {
  if (route.path.startsWith(`${exportPrefix}/`)) return 'export'
  if (route.method === 'GET') return route.path.includes('/history') ? 'history' : 'read'
  if (route.files !== undefined) return 'upload'
  if (route.access === 'guest') return route.path.endsWith('/log_error') ? 'report' : 'door'
  return route.path.includes('/orders') ? 'order' : 'write'
}
