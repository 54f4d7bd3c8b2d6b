import { uptime } from 'node:os'

/** Where the server takes its time from. Tests pass their own. */
export interface Clock {
  /** UTC milliseconds; never goes back. */
  now(): number
}

/** What a machine tells of time, in ms: its wall can be set by anybody at any moment, the other only flows. */
export interface MachineTime {
  /** UTC. */
  readonly wall: () => number
  /** Since some moment; the same in all threads of the process. */
  readonly monotonic: () => number
  /** How long the machine has slept since it was started; null where it cannot be told just now. */
  readonly slept?: () => number | null
}

export const machineTime: MachineTime = {
  wall: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint()) / 1_000_000,
  slept,
}

/** The longest time between two readings of clocks (ms) that still says something of their difference. */
const readingMax = 100

// Linux counts sleep in the time since its start, and not in its monotonic clock; what others do differs by version.
function slept(): number | null {
  if (process.platform !== 'linux') return null
  const before = machineTime.monotonic()
  const up = uptime() * 1_000
  const after = machineTime.monotonic()
  return after - before > readingMax ? null : up - after
}

/** A moment by both readings: threads that begin with the same one agree on the time from then on. */
export interface ClockOrigin {
  /** UTC ms. */
  readonly time: number
  readonly monotonic: number
}

/** A difference that is followed at once: the ordinary discipline of a machine's clock. */
const followMax = 100
/** How much slower or faster (per cent) than it flows the time is told while it approaches the machine's. */
const slewPercent = 1
/** A clock that leapt further ahead than this is not approached at all: what falls due by time waits for a person. */
const aheadMax = 60_000
/** A shorter sleep (ms) is none: it is approached as any difference. */
const sleepMin = 1_000

/**
 * The time of the exchange, which flows as the monotonic clock does, whatever is done to the machine's own. A
 * difference is approached by 1 %; nothing is ever skipped, and nothing stands still. A machine's sleep alone is stepped
 * over at once, as a pause of the server is: prices from before it are old. See docs/decisions/0030.
 */
export class SteadyClock implements Clock {
  readonly #machine: MachineTime
  #time: number
  #monotonic: number
  #lead: number
  /** How long the machine had slept, and how far its clock was ahead, when that was looked at last. */
  #slept: number
  #lookedAt = 0

  /** Begins at `origin`, by default at what the machine says now. */
  constructor(machine: MachineTime = machineTime, origin?: ClockOrigin) {
    this.#machine = machine
    this.#time = origin?.time ?? machine.wall()
    this.#monotonic = origin?.monotonic ?? machine.monotonic()
    this.#lead = this.#time - machine.wall()
    this.#slept = machine.slept?.() ?? Infinity
  }

  now(): number {
    const monotonic = this.#machine.monotonic()
    const elapsed = Math.max(0, monotonic - this.#monotonic)
    const wall = this.#machine.wall()
    const flowed = this.#time + elapsed + this.#sleptOver(wall - this.#time - elapsed)
    this.#monotonic = Math.max(monotonic, this.#monotonic)
    this.#time = Math.max(this.#time, approached(flowed, wall, elapsed))
    this.#lead = this.#time - wall
    return Math.floor(this.#time)
  }

  /** How long (ms) the machine has just slept, by two witnesses: its clock, which is so far ahead, and its time since its start. */
  #sleptOver(behind: number): number {
    if (behind < sleepMin || Math.abs(behind - this.#lookedAt) <= followMax) return 0
    const total = this.#machine.slept?.() ?? null
    if (total === null) return 0
    const newly = total - this.#slept
    this.#slept = total
    const step = newly < sleepMin ? 0 : Math.min(newly, behind)
    this.#lookedAt = behind - step
    return step
  }

  /** How far (ms) this time ran ahead of the machine's clock when it was last read; below zero: behind. */
  get lead(): number {
    return this.#lead
  }
}

function approached(flowed: number, wall: number, elapsed: number): number {
  const behind = wall - flowed
  if (Math.abs(behind) <= followMax) return wall
  if (behind > aheadMax) return flowed
  const most = (elapsed * slewPercent) / 100
  return flowed + Math.sign(behind) * Math.min(Math.abs(behind), most)
}
