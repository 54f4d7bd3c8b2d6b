import { type MachineTime, SteadyClock, machineTime } from '../platform/clock.ts'

/** How far engine time may run ahead of the clock (it grows by 1 ms a row) before a batch waits for the clock. */
const driftMax = 20
/** Further ahead than this the clock was set back: then time creeps by 1 ms a row, since waiting would stop the exchange. */
const waitMax = 1_000

/**
 * The time of batches, UTC milliseconds: the clock's, but never back and always later than the last row's. A clock that
 * leaps is not followed, whoever hands it over: engine time flows as the monotonic clock does, and steps over a sleep of
 * the machine with it.
 */
export class EngineTime {
  readonly #clock: SteadyClock
  #now = 0

  constructor(clock: () => number, machine: Omit<MachineTime, 'wall'> = machineTime) {
    this.#clock = new SteadyClock({ ...machine, wall: clock })
  }

  /** The time of a batch that follows a row of `last`. */
  after(last: number): number {
    this.#now = Math.max(this.#clock.now(), last + 1, this.#now)
    return this.#now
  }

  /** Whether a batch after a row of `last` has to wait: it would be too far ahead of the clock. */
  isEarly(last: number): boolean {
    const ahead = last + 1 - this.#clock.now()
    return ahead > driftMax && ahead <= waitMax
  }

  /** Waits until a batch after a row of `last` is not early any more, or until `stopped`. */
  async catchUp(last: number, stopped: () => boolean): Promise<void> {
    while (this.isEarly(last) && !stopped()) await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
