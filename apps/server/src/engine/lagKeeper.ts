import type { Projected } from './projector.ts'

/** How far the read models may lag behind before users' commands are taken more slowly, in ms of engine time. */
export const lagBound = 2_000
/** Below this the engine is let go step by step. */
const lagEased = 500
const paceMin = 50
const paceUnlimited = 100_000
const slowing = 0.6
const easing = 1.5

export interface LagKeeperPorts {
  readonly projected: () => Projected
  /** The journal's last row, and how many users' commands were committed so far. */
  readonly committed: () => { readonly seq: number; readonly time: number; readonly commands: number }
  readonly setPace: (commandsPerSecond: number | null) => void
}

/**
 * Slows the engine's intake of users while the read models lag by more than the bound, and eases it step by step
 * afterwards. `step` is to be called about each second, with the milliseconds since the last call.
 */
export class LagKeeper {
  readonly #ports: LagKeeperPorts
  #pace: number | null = null
  #commands = 0

  constructor(ports: LagKeeperPorts) {
    this.#ports = ports
    this.#commands = ports.committed().commands
  }

  /** The lag now, in ms; 0 where all is projected. */
  get lag(): number {
    const committed = this.#ports.committed()
    const projected = this.#ports.projected()
    return projected.seq >= committed.seq ? 0 : Math.max(0, committed.time - projected.time)
  }

  get pace(): number | null {
    return this.#pace
  }

  step(elapsed: number): void {
    const { commands } = this.#ports.committed()
    const rate = ((commands - this.#commands) * 1_000) / Math.max(1, elapsed)
    this.#commands = commands
    const { lag } = this
    if (lag > lagBound) this.#set(Math.max(paceMin, (this.#pace ?? rate) * slowing))
    else if (this.#pace !== null && lag < lagEased) {
      const eased = this.#pace * easing
      this.#set(eased > paceUnlimited || eased > rate * 10 + 1_000 ? null : eased)
    }
  }

  #set(pace: number | null): void {
    this.#pace = pace
    this.#ports.setPace(pace)
  }
}
