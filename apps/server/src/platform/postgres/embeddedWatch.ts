import { setTimeout as pause } from 'node:timers/promises'
import { errorMessage } from '../startRefusal.ts'
import type { EmbeddedPostgres } from './embedded.ts'

export interface WatchOptions {
  readonly embedded: Pick<EmbeddedPostgres, 'pid' | 'state' | 'startAgain' | 'stop'>
  /** Whether the end of the whole server has begun: then nothing is started any more. */
  readonly isStopping: () => boolean
  readonly warn: (message: string) => void
  readonly alarm: (message: string) => void
  /** It does not come up any more: the process is to end with this sentence. */
  readonly ended: (sentence: string) => void
  readonly limits?: Partial<WatchLimits>
}

/** Durations in ms. */
export interface WatchLimits {
  readonly every: number
  /** The pause before the second start; each further one is twice as long, up to `pauseMax`. The first is at once. */
  readonly pauseMin: number
  readonly pauseMax: number
  /** The starts tried before giving up; the count begins anew once it has run for `calm`. */
  readonly startsMax: number
  readonly calm: number
  /** How long whoever ended it has to end Truemark too, as a service manager does with both. */
  readonly stoppingPatience: number
}

export interface EmbeddedWatch {
  /** What is wrong, as a sentence of /readyz; null while it runs. */
  trouble(): string | null
  /** How often it has been started again. */
  restarts(): number
  /** Ends the watch; afterwards it starts nothing any more. */
  stop(): Promise<void>
}

const limitsDefault: WatchLimits = {
  every: 250,
  pauseMin: 250,
  pauseMax: 15_000,
  startsMax: 20,
  calm: 600_000,
  stoppingPatience: 5_000,
}

/** Watches the embedded Postgres and starts it again where it ends by another hand. */
export function watchEmbedded(options: WatchOptions): EmbeddedWatch {
  return new Watch(options)
}

class Watch implements EmbeddedWatch {
  readonly #options: WatchOptions
  readonly #limits: WatchLimits
  readonly #end = new AbortController()
  readonly #done: Promise<void>
  #starts = 0
  #restarts = 0
  #upSince = performance.now()
  #isDown = false

  constructor(options: WatchOptions) {
    this.#options = options
    this.#limits = { ...limitsDefault, ...options.limits }
    this.#done = this.#run().catch((error: unknown) => {
      if (!this.#isEnding()) options.ended(`The watch over the embedded Postgres failed: ${errorMessage(error)}.`)
    })
  }

  trouble(): string | null {
    if (!this.#isDown) return null
    return `the database has ended and is started again (${this.#starts} of ${this.#limits.startsMax})`
  }

  restarts(): number {
    return this.#restarts
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#done
  }

  #isEnding(): boolean {
    return this.#end.signal.aborted || this.#options.isStopping()
  }

  async #run(): Promise<void> {
    while (await this.#waited(this.#limits.every)) {
      const state = this.#options.embedded.state()
      if (state === 'stopping') await this.#endStopping()
      else if (state === 'ended') await this.#bringBack()
      else if (performance.now() - this.#upSince > this.#limits.calm) this.#starts = 0
    }
  }

  /** One that was told to end takes no new connections, and would go on without any for as long as one old one is open. */
  async #endStopping(): Promise<void> {
    if (!(await this.#waited(this.#limits.stoppingPatience))) return
    const { embedded, warn } = this.#options
    if (embedded.state() !== 'stopping') return
    warn('the embedded Postgres was told to end by another hand; it is ended and started again')
    await embedded.stop()
  }

  async #bringBack(): Promise<void> {
    const { embedded, alarm, warn, ended } = this.#options
    const since = performance.now()
    this.#isDown = true
    alarm(`the embedded Postgres (process ${embedded.pid}) has ended by another hand; it is started again`)
    for (let why = ''; ;) {
      if (this.#starts >= this.#limits.startsMax) {
        this.#end.abort()
        const last = why === '' ? 'It ended again each time; its log says why.' : `The last time: ${why}`
        ended(`The embedded Postgres ended and was started again ${this.#starts} times in vain. ${last}`)
        return
      }
      if (this.#starts > 0 && !(await this.#waited(this.#pauseBefore(this.#starts)))) return
      this.#starts += 1
      try {
        await embedded.startAgain(() => this.#isEnding())
        if (this.#isEnding()) return
        break
      } catch (error) {
        why = errorMessage(error)
        warn(`the embedded Postgres did not come up: ${why}`)
      }
    }
    this.#isDown = false
    this.#restarts += 1
    this.#upSince = performance.now()
    warn(`the embedded Postgres answers again after ${Math.round(this.#upSince - since)} ms`)
  }

  #pauseBefore(starts: number): number {
    return Math.min(this.#limits.pauseMin * 2 ** (starts - 1), this.#limits.pauseMax)
  }

  /** Waits; false where the end came meanwhile. */
  async #waited(ms: number): Promise<boolean> {
    await pause(ms, undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined)
    return !this.#isEnding()
  }
}
