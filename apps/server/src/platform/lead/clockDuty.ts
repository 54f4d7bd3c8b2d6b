import type { Database } from '../postgres/database.ts'
import { errorMessage } from '../startRefusal.ts'
import { type Leader, LeadSession, leaderText } from './leadSession.ts'
import { SilenceWatch } from './silence.ts'

/** Work that goes by the clock, while it runs. */
export interface ClockWork {
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

export interface ClockDutyOptions {
  readonly database: Database
  readonly place: string
  /** Whether this process is there for the work; another does it only while no worker is there. */
  readonly isWorker: boolean
  readonly start: () => ClockWork
  readonly warn: (message: string) => void
  /** Whoever has the work and is silent this long (ms) loses it. */
  readonly silence?: number
  readonly everyMs?: number
  /** How long (ms) the work of whoever was cut off has to end, before it begins here. */
  readonly grace?: number
}

const silenceDefault = 10_000
const lookEveryMs = 500
const graceDefault = 3_000

/**
 * Has the work of an installation that goes by the clock done by one of its processes: by a worker where one is there, else by the
 * core. Whoever has it holds a lock of a session of its own; it falls with the session, and with it the work.
 */
export class ClockDuty {
  readonly #options: ClockDutyOptions
  readonly #everyMs: number
  #work: ClockWork | null = null
  /** When this session took the duty (ms of `performance.now()`); null while it has not. */
  #takenAt: number | null = null
  /** Of the sessions that have the duty, or wait for it. */
  readonly #watches = new Map<number, SilenceWatch>()
  #isReleased = false
  #wake: () => void = () => undefined
  readonly #run: Promise<void>

  constructor(options: ClockDutyOptions) {
    this.#options = options
    this.#everyMs = options.everyMs ?? lookEveryMs
    this.#run = this.#take()
  }

  /** Whether this process does the work now. */
  get isMine(): boolean {
    return this.#work !== null
  }

  /** Ends the work here and lets another have it. */
  async release(): Promise<void> {
    this.#isReleased = true
    this.#wake()
    await this.#run
  }

  async #take(): Promise<void> {
    let isTold = false
    while (!this.#isReleased) {
      try {
        await this.#within(() => {
          isTold = false
        })
      } catch (error) {
        if (!isTold) this.#options.warn(`what goes by the clock is not done here for now: ${errorMessage(error)}`)
        isTold = true
      }
      await this.#pause()
    }
  }

  /** Takes and gives up the work in a session, until that is lost or the duty is released. */
  async #within(opened: () => void): Promise<void> {
    const { database, isWorker, place } = this.#options
    const session = await LeadSession.open(database, place, 'clock')
    this.#watches.clear()
    let isLost = false
    session.onLost(() => {
      isLost = true
      this.#wake()
    })
    try {
      if (isWorker) await session.follow()
      opened()
      while (!this.#isReleased && !isLost) {
        if (this.#takenAt === null) await this.#ask(session)
        else if (await this.#isWanted(session)) await this.#giveUp(session)
        else {
          await session.beat()
          if (!isLost) this.#begin(this.#takenAt)
        }
        if (!isLost) await this.#pause()
      }
    } finally {
      await this.#stop()
      await session.release().catch(() => undefined)
    }
    if (isLost) throw new Error('the database ended the connection')
  }

  /** Whether a worker waits for what this process, which is none, has; one that is silent does not. */
  async #isWanted(session: LeadSession): Promise<boolean> {
    if (this.#options.isWorker) return false
    const asked = performance.now()
    const waiting = await session.waiting()
    const answered = performance.now()
    const silent = waiting.filter((one) => this.#isSilent(one, asked, answered))
    for (const one of silent) await this.#end(session, one)
    return waiting.length > silent.length
  }

  async #ask(session: LeadSession): Promise<void> {
    if (await this.#isWanted(session)) return
    const asked = performance.now()
    if (await session.tryTake()) {
      this.#takenAt = asked
      return
    }
    const leader = await session.leader()
    if (leader !== null && this.#isSilent(leader, asked, performance.now())) await this.#end(session, leader)
  }

  #isSilent(one: Leader, asked: number, answered: number): boolean {
    const watch = this.#watches.get(one.session) ?? new SilenceWatch(this.#options.silence ?? silenceDefault)
    this.#watches.set(one.session, watch)
    return watch.isSilent(one, asked, answered)
  }

  async #end(session: LeadSession, silent: Leader): Promise<void> {
    this.#watches.delete(silent.session)
    this.#options.warn(`who does what goes by the clock, or waits to, says nothing: ${leaderText(silent)}`)
    await session.end(silent.session)
  }

  // a session that was cut off gives its lock away before its process has heard of that
  #begin(takenAt: number): void {
    const { grace = graceDefault, start } = this.#options
    if (this.#work === null && !this.#isReleased && performance.now() - takenAt >= grace) this.#work = start()
  }

  async #giveUp(session: LeadSession): Promise<void> {
    await this.#stop()
    await session.giveUp()
  }

  async #stop(): Promise<void> {
    const work = this.#work
    this.#work = null
    this.#takenAt = null
    await work?.stop()
  }

  async #pause(): Promise<void> {
    if (this.#isReleased) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#everyMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = () => undefined
  }
}
