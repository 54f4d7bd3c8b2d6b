import type { Database } from '../postgres/database.ts'
import { errorMessage } from '../startRefusal.ts'
import { type Leader, LeadSession, leaderText } from './leadSession.ts'
import { SilenceWatch } from './silence.ts'

/** What becomes of the lead, told in order. */
export type LeadNotice =
  | { readonly notice: 'leading' }
  /** Another leads, and this one waits for the lead: the sentence says who. Told anew when that changes. */
  | { readonly notice: 'standing-by'; readonly leader: string }
  /** The lead is another's: the process is to end with 1 and this sentence. */
  | { readonly notice: 'ended'; readonly sentence: string }
  | { readonly notice: 'warn'; readonly message: string }
  | { readonly notice: 'released' }

export interface LeadOptions {
  readonly database: Database
  readonly place: string
  /** Of this process, as its sessions bear it. */
  readonly tag: string
  readonly tell: (notice: LeadNotice) => void
  /**
   * Waits for the lead where another has it, and takes it from one that has said nothing for `silence` ms; null refuses
   * instead.
   */
  readonly standby: { readonly silence: number } | null
  /** How long (ms) it asks for the lead at the start, where it does not stand by. */
  readonly patience?: number
  /** A leader that has said it is alive and then is silent this long (ms) hangs: it beats no more. */
  readonly hangs?: number
}

/** How often (ms) whoever leads says so. */
const beatInterval = 250
const askInterval = 50
/** The same, when whoever led was just ended: its lock falls as its session does. */
const askSoon = 5
/** The lead of a machine that is gone falls within five seconds; one that is held longer (ms) is not let go. */
const patienceDefault = 7_000
const reconnectPauseMin = 50
const reconnectPauseMax = 500
const hangsDefault = 10_000

/**
 * Has the lead of a database for this process, or says who has it: one process at a time changes anything, and another
 * that is started by mistake ends without having done so. A session that is lost is made anew, and the lead taken again
 * unless another has it by then.
 */
export class Lead {
  readonly #options: LeadOptions
  readonly #patience: number
  #session: LeadSession | null = null
  #hasLed = false
  #wasLost = false
  #aliveAt: number | null = null
  #toldOf = 0
  #follows = false
  #released = false
  #wake: () => void = () => undefined

  constructor(options: LeadOptions) {
    this.#options = options
    this.#patience = options.patience ?? patienceDefault
  }

  /** Until the lead is released, or is another's. Never rejects. */
  async run(): Promise<void> {
    let pause = reconnectPauseMin
    const began = performance.now()
    while (!this.#released) {
      try {
        this.#session = await LeadSession.open(this.#options.database, this.#options.place)
        if (!(await this.#take(this.#session))) break
        pause = reconnectPauseMin
        await this.#keep(this.#session)
      } catch (error) {
        if (this.#released) break
        const why = errorMessage(error)
        this.#wasLost = true
        if (!this.#hasLed && this.#options.standby === null && performance.now() - began > this.#patience) {
          this.#end(`The lead of the database could not be asked for: ${why}.`)
          break
        }
        const isTold = this.#hasLed || this.#options.standby !== null
        if (isTold && pause === reconnectPauseMin)
          this.#warn(`the session that leads the database, or waits to, was lost, and is made anew: ${why}`)
      }
      await this.#drop()
      await this.#pause(pause)
      pause = Math.min(pause * 2, reconnectPauseMax)
    }
    await this.#drop()
    this.#options.tell({ notice: 'released' })
  }

  /** Says that what leads is alive; from then on it has to be said again and again. */
  alive(): void {
    this.#aliveAt = performance.now()
  }

  /** Says that this process, which stands by, fits and follows: from then on it is counted, and leads next. */
  follow(): void {
    this.#follows = true
  }

  /** Gives the lead away. */
  release(): void {
    this.#released = true
    this.#wake()
  }

  #take(session: LeadSession): Promise<boolean> {
    const { standby } = this.#options
    return standby === null || this.#hasLed ? this.#takeOrRefuse(session) : this.#wait(session, standby.silence)
  }

  /** Whether the lead was taken; else this one was released meanwhile. */
  async #wait(session: LeadSession, silence: number): Promise<boolean> {
    // where the database was away, its leader comes back to it first
    if (this.#wasLost) await this.#pause(silence)
    let watch = new SilenceWatch(silence)
    let isMarked = false
    while (!this.#released) {
      // whoever waits for another, and has yet to find out whether it may lead at all, leaves the lead to those who may
      const mayLead = this.#toldOf === 0 || this.#follows
      const asked = performance.now()
      if (mayLead && (await session.tryTake())) {
        this.#lead()
        return true
      }
      const leader = await session.leader()
      const isOver = leader !== null && watch.isSilent(leader, asked, performance.now())
      if (leader !== null) this.#tellOf(leader)
      const wasEnded = isOver && mayLead && (await session.endSilent(leader))
      if (wasEnded) {
        this.#warn(
          `who led the database has said nothing for over ${silence} ms, and leads no more: ${leaderText(leader)}`,
        )
        watch = new SilenceWatch(silence)
      }
      if (this.#follows && !isMarked) await session.follow()
      isMarked = this.#follows
      await this.#pause(wasEnded ? askSoon : askInterval)
    }
    return false
  }

  #tellOf(leader: Leader): void {
    if (this.#toldOf !== leader.session) this.#options.tell({ notice: 'standing-by', leader: leaderText(leader) })
    this.#toldOf = leader.session
  }

  #lead(): void {
    if (!this.#hasLed) this.#options.tell({ notice: 'leading' })
    this.#hasLed = true
  }

  /** Whether the lead was taken: else another has it, or this one was released meanwhile. */
  async #takeOrRefuse(session: LeadSession): Promise<boolean> {
    const until = performance.now() + this.#patience
    let looked: Leader | null = null
    while (!this.#released) {
      // a process that hangs would hold what another could lead
      if (!this.#hangs() && (await session.tryTake())) {
        this.#lead()
        return true
      }
      const leader = await session.leader()
      if (leader !== null && leader.tag === this.#options.tag) await session.end(leader.session)
      else if (leader !== null) {
        const first: Leader = looked?.session === leader.session ? looked : leader
        looked = first
        const isOver = performance.now() > until
        if (this.#hasLed || hasBeaten(first, leader) || isOver) {
          this.#end(this.#hasLed ? lostText(leader) : refusalText(leader, isOver))
          return false
        }
      }
      await this.#pause(askInterval)
    }
    return false
  }

  /** Whether what leads has said that it is alive, and then no more. */
  #hangs(): boolean {
    const { hangs = hangsDefault } = this.#options
    return this.#aliveAt !== null && performance.now() - this.#aliveAt >= hangs
  }

  async #keep(session: LeadSession): Promise<void> {
    let lost = false
    session.onLost(() => {
      lost = true
      this.#wake()
    })
    while (!this.#released && !lost) {
      if (!this.#hangs()) await session.beat()
      if (!lost) await this.#pause(beatInterval)
    }
    if (lost) throw new Error('the database ended the connection')
  }

  async #drop(): Promise<void> {
    const session = this.#session
    this.#session = null
    await session?.release().catch(() => undefined)
  }

  #end(sentence: string): void {
    this.#released = true
    this.#options.tell({ notice: 'ended', sentence })
  }

  #warn(message: string): void {
    this.#options.tell({ notice: 'warn', message })
  }

  /** Waits `ms`, or until something has happened. */
  async #pause(ms: number): Promise<void> {
    if (this.#released) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = () => undefined
  }
}

/** Whether a leader has said anything since it was first looked at: both are looks at the same session. */
function hasBeaten(first: Leader, now: Leader): boolean {
  return first.beat !== null && now.beat !== null && now.beat !== first.beat
}

function refusalText(leader: Leader, isSilent: boolean): string {
  const who = `Another Truemark uses this database: ${leaderText(leader)}`
  if (!isSilent) return `${who}. Stop that one first, or set STANDBY=yes to have this one wait for its end.`
  return `${who}, though it says nothing. If it hangs, end its process; if its machine is gone, end its session in the database (SELECT pg_terminate_backend(${leader.session})). Until then this one changes nothing.`
}

function lostText(leader: Leader): string {
  return `Another Truemark leads this database now: ${leaderText(leader)}. This one has stopped.`
}
