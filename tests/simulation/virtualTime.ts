import { setImmediate as realImmediate } from 'node:timers'
import type { MachineTime } from '../../apps/server/src/platform/clock.ts'
import type { Random } from './random.ts'

/** Whose work something is: what a process that was killed had still to do is not done. */
export interface Owner {
  readonly name: string
  alive: boolean
}

interface Due {
  readonly at: number
  /** Chance decides between things of one moment; what must keep an order says so by its moment. */
  readonly tie: number
  readonly owner: Owner
  readonly run: () => void
  canceled: boolean
}

/** How many steps are asked of the loop of this process at once. */
const stepsARound = 64

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie)
}

/**
 * Time that passes only where nothing is left to do in its moment. Everything that waits, for a timer or for an answer,
 * waits here, and chance decides what comes first.
 */
export class VirtualTime {
  readonly world: Owner = { name: 'world', alive: true }
  /** How far the machine's clock is off, in ms. */
  wallOffset = 0
  readonly #random: Random
  readonly #began: number
  readonly #heap: Due[] = []
  #now = 0
  #slept = 0
  #owner: Owner = this.world
  steps = 0

  /** `began`: the world's time at the begin, UTC ms. */
  constructor(random: Random, began: number) {
    this.#random = random
    this.#began = began
  }

  /** What flows, in ms since the begin; a machine that sleeps does not count it. */
  get now(): number {
    return this.#now
  }

  /** The world's true time, UTC ms. */
  get worldNow(): number {
    return Math.floor(this.#began + this.#now + this.#slept)
  }

  /** What the simulated machine tells of time. */
  readonly machine: Required<MachineTime> = {
    wall: () => Math.floor(this.#began + this.#now + this.#slept + this.wallOffset),
    monotonic: () => this.#now,
    slept: () => this.#slept,
  }

  /** The machine sleeps for so long (ms): nothing runs, and no timer counts it. */
  sleep(ms: number): void {
    this.#slept += ms
  }

  get owner(): Owner {
    return this.#owner
  }

  /** Does `run` after `delay` ms, unless its owner has been killed by then; gives how to call it off. */
  after(delay: number, run: () => void, owner: Owner = this.#owner): () => void {
    const at = this.#now + Math.max(0, delay)
    const due: Due = { at, tie: this.#random.below(0x4000_0000), owner, run, canceled: false }
    this.#push(due)
    return () => {
      due.canceled = true
    }
  }

  /** Resolves after `ms`. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Does `work` as the owner's: what it starts is the owner's too. */
  as<T>(owner: Owner, work: () => T): T {
    const before = this.#owner
    this.#owner = owner
    try {
      return work()
    } finally {
      this.#owner = before
    }
  }

  /** Lets everything happen until `done` says so; throws where nothing is left that could. */
  run(done: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const step = (): void => {
        if (isOver) return
        this.#owner = this.world
        try {
          isOver = done()
          if (isOver) resolve()
          else this.#step()
        } catch (error) {
          isOver = true
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      // between two immediates what was promised goes on; a round of many spares the rest of the loop
      const round = (): void => {
        for (let at = 1; at < stepsARound; at += 1) realImmediate(step)
        realImmediate(() => {
          step()
          if (!isOver) round()
        })
      }
      round()
    })
  }

  /** Does what comes next, of what is not called off and of whoever lives. */
  #step(): void {
    for (;;) {
      const due = this.#pop()
      if (due === null) throw new Error('nothing is left that could happen')
      if (due.canceled || !due.owner.alive) continue
      this.#now = due.at
      this.#owner = due.owner
      this.steps += 1
      return due.run()
    }
  }

  #push(due: Due): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(due)
    while (at > 0) {
      const up = (at - 1) >> 1
      const above = heap[up]
      if (above === undefined || isBefore(above, due)) break
      heap[at] = above
      at = up
    }
    heap[at] = due
  }

  #pop(): Due | null {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined) return null
    if (heap.length > 0) this.#sink(last)
    return first
  }

  #sink(due: Due): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      let below = heap[down]
      const other = heap[down + 1]
      if (below === undefined) break
      if (other !== undefined && isBefore(other, below)) {
        down += 1
        below = other
      }
      if (isBefore(due, below)) break
      heap[at] = below
      at = down
    }
    heap[at] = due
  }
}

/** Puts virtual time, and chance that follows from the seed, in the place of this process's own, for good. */
export function takeOver(time: VirtualTime, random: Random): void {
  const timer = (run: (...args: unknown[]) => void, delay: number | undefined, args: unknown[]) => {
    const cancel = time.after(Math.max(1, delay ?? 1), () => run(...args))
    return { cancel, unref: () => undefined, ref: () => undefined }
  }
  const every = (run: () => void, ms: number) => {
    const again = { cancel: () => undefined as void, unref: () => undefined, ref: () => undefined }
    const wait = (): void => {
      again.cancel = time.after(ms, () => {
        wait()
        run()
      })
    }
    wait()
    return again
  }
  const clear = (timeout: { cancel?: () => void } | null | undefined): void => timeout?.cancel?.()
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => timer(run, ms, args),
    setInterval: every,
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => time.after(0, () => run(...args)),
    clearTimeout: clear,
    clearInterval: clear,
  })
  Date.now = time.machine.wall
  Math.random = () => random.unit()
  Object.defineProperty(performance, 'now', { value: time.machine.monotonic })
  process.hrtime.bigint = () => BigInt(Math.round(time.machine.monotonic() * 1_000_000))
}
