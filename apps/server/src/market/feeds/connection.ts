import { WebSocket, type RawData } from 'ws'
import { Backoff } from './backoff.ts'
import { readJson } from './reading.ts'
import { ReadingBudget } from './readingBudget.ts'
import type { RestGate } from './restGate.ts'
import type { Listing, DownReason, Feed, FeedClock, FeedCommand, FeedStep, SourceEvent, SourceSink } from './source.ts'

/** All in ms. */
export interface ConnectionTimings {
  /** From the call to the open socket. */
  connectTimeout: number
  pingEvery: number
  /** A socket silent about all its products for this long is given up, even if it answers pings. */
  silenceMax: number
  /** A live book the venue has been silent about for this long is asked for … */
  quietAfter: number
  /** … and asked for again after this long. */
  checkEvery: number
  backoffMin: number
  backoffMax: number
  /** A socket or book that held this long has its back-off reset. */
  steadyAfter: number
  /** A book not live this long after a fresh start was asked for is asked for again. */
  restartTimeout: number
  heardEvery: number
}

const defaultTimings: ConnectionTimings = {
  connectTimeout: 10_000,
  pingEvery: 500,
  silenceMax: 10_000,
  quietAfter: 1_000,
  checkEvery: 5_000,
  backoffMin: 1_000,
  backoffMax: 30_000,
  steadyAfter: 60_000,
  restartTimeout: 15_000,
  heardEvery: 100,
}

export interface ConnectionOptions {
  feed: Feed
  emit: SourceSink
  rest: RestGate
  clock: FeedClock
  /** Numbers from 0 to below 1. */
  random: () => number
  timings?: Partial<ConnectionTimings>
}

/** A venue that would have to rest longer than this (ms) is given up. */
const restMax = 1_000

/** One socket's life, from the call to its end. */
interface Session {
  readonly socket: WebSocket
  /** Ends a timer of this session. */
  readonly timers: Set<() => void>
  readonly budget: ReadingBudget
  /** When each quiet book was asked for last. */
  readonly checkedAt: Map<string, number>
  openedAt: number | null
  heardAt: number
  toldAt: number
}

/** When the book of a symbol last had a fresh start, and whether one is under way. */
interface Restart {
  readonly backoff: Backoff
  lastAt: number | null
  pending: boolean
}

/**
 * Keeps one venue's public socket open: connects, subscribes, pings, gives each frame to the feed and carries out
 * what it wants done; reconnects, and restarts single books, with jittered back-off. Nothing queues here: what the
 * venue sends is dealt with as it comes, what is sent is a few subscriptions and pings.
 */
export class SourceConnection {
  readonly #options: ConnectionOptions
  readonly #timings: ConnectionTimings
  readonly #backoff: Backoff
  #session: Session | null = null
  #cancelReconnect: (() => void) | null = null
  #restarts = new Map<string, Restart>()
  #running = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#timings = { ...defaultTimings, ...options.timings }
    this.#backoff = this.#newBackoff()
  }

  /** Connects, and stays connected until `stop`. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#connect()
  }

  /** Closes the socket and cancels all that is due. */
  stop(): void {
    this.#running = false
    this.#cancelReconnect?.()
    this.#cancelReconnect = null
    if (this.#session) this.#end(this.#session, 'stopped')
  }

  /** Hears one more product of the venue, on the socket that is open. */
  list(listing: Listing): void {
    this.#options.feed.list(listing)
    const session = this.#session
    // a socket that is still to open subscribes to all of them
    if (session !== null && session.openedAt !== null) this.#restart(session, listing.symbol)
  }

  #connect(): void {
    const { clock, feed } = this.#options
    const socket = new WebSocket(feed.url, { maxPayload: feed.frameBytesMax, perMessageDeflate: false })
    const now = clock.now()
    const timers = new Set<() => void>()
    const budget = new ReadingBudget()
    const session: Session = { socket, timers, budget, checkedAt: new Map(), openedAt: null, heardAt: now, toldAt: 0 }
    this.#session = session
    this.#after(session, this.#timings.connectTimeout, () => {
      if (session.openedAt === null) this.#end(session, 'timeout')
    })
    socket.on('open', () => this.#guarded(session, () => this.#opened(session)))
    socket.on('message', (data) => this.#guarded(session, () => this.#received(session, data)))
    socket.on('pong', () => this.#heard(session))
    socket.on('close', () => this.#end(session, session.openedAt === null ? 'failed' : 'closed'))
    // A socket's error is always followed by its close, which says what matters here.
    socket.on('error', () => undefined)
  }

  #opened(session: Session): void {
    if (session !== this.#session) return
    const { clock, emit, feed } = this.#options
    session.openedAt = clock.now()
    this.#restarts = new Map()
    const step = feed.open()
    this.#carryOut(session, step)
    emit({ type: 'up', source: feed.source, received: session.openedAt })
    this.#heard(session)
    this.#ping(session)
    for (const symbol of feed.symbols) this.#awaitBook(session, symbol)
  }

  /** A venue may refuse or lose one subscription of many: where no book has come of it, it is asked for again. */
  #awaitBook(session: Session, symbol: string): void {
    this.#after(session, this.#timings.restartTimeout, () => {
      if (!this.#options.feed.isLive(symbol) && !this.#restarts.has(symbol)) this.#restart(session, symbol)
    })
  }

  #received(session: Session, data: RawData): void {
    if (session !== this.#session) return
    this.#heard(session)
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
    // OKX answers its text ping with a bare word; all else is JSON.
    if (text === 'pong') return
    const began = performance.now()
    const step = this.#options.feed.feedFrame(readJson(text), session.heardAt)
    this.#carryOut(session, step)
    // what cannot be read could have been of any product: nothing that this socket said before is sure any more
    if (step.events.some(isUnreadable)) return this.#end(session, 'faulty')
    this.#rest(session, session.budget.spend(began, performance.now()))
  }

  /** A venue whose frames take too long to read waits, unread, for the others; one that floods is given up. */
  #rest(session: Session, pause: number): void {
    if (pause <= 0 || session !== this.#session) return
    if (pause > restMax) return this.#end(session, 'flooding')
    session.socket.pause()
    this.#after(session, pause, () => session.socket.resume())
  }

  /** Whatever fails in here ends this connection alone. */
  #guarded(session: Session, work: () => void): void {
    try {
      work()
    } catch {
      this.#end(session, 'faulty')
    }
  }

  #heard(session: Session): void {
    if (session !== this.#session) return
    session.heardAt = this.#options.clock.now()
    if (session.heardAt - session.toldAt < this.#timings.heardEvery) return
    session.toldAt = session.heardAt
    this.#options.emit({ type: 'heard', source: this.#options.feed.source, received: session.heardAt })
  }

  #ping(session: Session): void {
    const now = this.#options.clock.now()
    if (now - Math.max(this.#options.feed.spokeAt, session.openedAt ?? now) > this.#timings.silenceMax)
      return this.#end(session, 'silent')
    this.#checkQuiet(session, now)
    if (session.openedAt !== null && now - session.openedAt > this.#timings.steadyAfter) this.#backoff.reset()
    const { pingText } = this.#options.feed
    if (pingText === null) session.socket.ping()
    else session.socket.send(pingText)
    this.#after(session, this.#timings.pingEvery, () => this.#ping(session))
  }

  /** Asks for the live books of which the venue says nothing: a quiet market is confirmed, a frozen one found out. */
  #checkQuiet(session: Session, now: number): void {
    const { feed } = this.#options
    for (const symbol of feed.symbols) {
      const saidAt = feed.saidAt(symbol)
      if (saidAt === null || now - saidAt < this.#timings.quietAfter) continue
      if (now - (session.checkedAt.get(symbol) ?? 0) < this.#timings.checkEvery) continue
      session.checkedAt.set(symbol, now)
      this.#carryOut(session, feed.check(symbol))
    }
  }

  #end(session: Session, reason: DownReason): void {
    if (session !== this.#session) return
    this.#session = null
    for (const cancel of session.timers) cancel()
    session.socket.terminate()
    const { clock, emit, feed } = this.#options
    emit({ type: 'down', source: feed.source, reason, received: clock.now() })
    if (!this.#running) return
    this.#cancelReconnect = clock.after(this.#backoff.next(), () => {
      this.#cancelReconnect = null
      this.#connect()
    })
  }

  #carryOut(session: Session, step: FeedStep): void {
    for (const event of step.events) this.#options.emit(event)
    for (const command of step.commands) this.#carryOutOne(session, command)
  }

  #carryOutOne(session: Session, command: FeedCommand): void {
    // What an event's listener did (a stop, say) may have ended the session between two commands.
    if (session !== this.#session) return
    if (command.type === 'send') session.socket.send(command.text)
    else if (command.type === 'fetch') void this.#fetch(session, command.symbol, command.url)
    else if (command.type === 'fetch-check') void this.#fetchCheck(session, command.symbol, command.url)
    else this.#restart(session, command.symbol)
  }

  /** The first fresh start of a book is immediate; those that follow soon after wait longer each time. */
  #restart(session: Session, symbol: string): void {
    const restart = this.#restartOf(symbol)
    if (restart.pending) return
    restart.pending = true
    const now = this.#options.clock.now()
    const steady = restart.lastAt === null || now - restart.lastAt > this.#timings.steadyAfter
    if (steady) restart.backoff.reset()
    const delay = steady ? 0 : restart.backoff.next()
    this.#after(session, delay, () => {
      restart.lastAt = this.#options.clock.now()
      const step = this.#options.feed.resync(symbol)
      restart.pending = step.commands.some(({ type }) => type === 'fetch')
      this.#carryOut(session, step)
      this.#after(session, this.#timings.restartTimeout, () => {
        if (!this.#options.feed.isLive(symbol)) this.#restart(session, symbol)
      })
    })
  }

  async #fetch(session: Session, symbol: string, url: string): Promise<void> {
    const answer = await this.#options.rest.get(url, 1)
    if (session !== this.#session) return
    this.#restartOf(symbol).pending = false
    if (!answer.ok) return this.#restart(session, symbol)
    this.#guarded(session, () => {
      this.#carryOut(session, this.#options.feed.feedSnapshot(symbol, answer.body, this.#options.clock.now()))
    })
  }

  async #fetchCheck(session: Session, symbol: string, url: string): Promise<void> {
    const answer = await this.#options.rest.get(url, 1)
    if (session !== this.#session || !answer.ok) return
    this.#guarded(session, () => {
      this.#carryOut(session, this.#options.feed.feedCheck(symbol, answer.body, this.#options.clock.now()))
    })
  }

  #restartOf(symbol: string): Restart {
    const known = this.#restarts.get(symbol)
    if (known) return known
    const restart: Restart = { backoff: this.#newBackoff(), lastAt: null, pending: false }
    this.#restarts.set(symbol, restart)
    return restart
  }

  #newBackoff(): Backoff {
    return new Backoff(this.#timings.backoffMin, this.#timings.backoffMax, this.#options.random)
  }

  /** A timer that dies with its session. */
  #after(session: Session, ms: number, callback: () => void): void {
    const cancel = this.#options.clock.after(ms, () => {
      session.timers.delete(cancel)
      if (session === this.#session) this.#guarded(session, callback)
    })
    session.timers.add(cancel)
  }
}

function isUnreadable(event: SourceEvent): boolean {
  return event.type === 'refused' && event.reason === 'malformed' && event.symbol === ''
}
