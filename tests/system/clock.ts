import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Told {
  /** What is added to the system's time (ms). */
  readonly offset: number
  /** By how much (ms) the clock that the server sees was set. */
  readonly step: number
  /** The time goes no further than this (UTC ms); null where it flows. */
  readonly stopAt: number | null
  readonly marketStopped: boolean
}

/** The clock of a server under test: set, moved on and stopped from outside, as that of a machine can be. */
export class MovedClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'truemark-clock-'))
  readonly #file = join(this.#folder, 'clock.json')
  #told: Told

  /** It shows `time` (UTC ms) now, and flows. */
  constructor(time: number) {
    this.#told = { offset: time - Date.now(), step: 0, stopAt: null, marketStopped: false }
    this.#tell({})
  }

  /** With these settings a server lives by this clock. */
  get settings(): Readonly<Record<string, string>> {
    const preload = pathToFileURL(join(import.meta.dirname, 'movedClock.mjs')).href
    return { NODE_OPTIONS: `--import ${preload}`, MOVED_CLOCK: this.#file }
  }

  now(): number {
    return Math.min(Date.now() + this.#told.offset, this.#told.stopAt ?? Number.MAX_SAFE_INTEGER)
  }

  /** Sets the server's clock ahead or back, as a person or the network's time would; time itself flows on. */
  set(by: number): void {
    this.#tell({ step: this.#told.step + by })
  }

  /** What the server's clock shows, however it was set. */
  shown(): number {
    return this.now() + this.#told.step
  }

  /** Moves on to a moment that is yet to come, and flows from there. */
  moveTo(time: number): void {
    if (time < this.now()) throw new RangeError('a clock is not set back')
    this.#tell({ offset: time - Date.now(), stopAt: null })
  }

  /** Stops all threads at one moment that is so many ms away, and waits until it has come. */
  async stopIn(wait: number): Promise<void> {
    const stopAt = this.now() + wait
    this.#tell({ stopAt })
    await this.until(stopAt)
  }

  /** Moves a stopped clock on by so many ms: an engine's own time runs ahead of a clock that stands by a little only. */
  nudge(by: number): void {
    this.#tell({ stopAt: this.now() + by })
  }

  /** Flows on from where it was stopped. */
  flow(): void {
    this.#tell({ offset: this.now() - Date.now(), stopAt: null })
  }

  /** Stops and frees the thread of the market alone. */
  holdMarket(marketStopped: boolean): void {
    this.#tell({ marketStopped })
  }

  /** Waits until it shows a moment. */
  async until(time: number): Promise<void> {
    while (this.now() < time) await new Promise((resolve) => setTimeout(resolve, Math.max(1, time - this.now())))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #tell(change: Partial<Told>): void {
    this.#told = { ...this.#told, ...change }
    const next = `${this.#file}.next`
    writeFileSync(next, JSON.stringify(this.#told))
    renameSync(next, this.#file)
  }
}
