import { errorMessage } from '../platform/startRefusal.ts'
import type { Waiting } from './intake.ts'

const faultsMax = 5
const faultWindow = 60_000

/** The machine failed on `item`; its state is void. */
export class MachineFault extends Error {
  readonly item: Waiting

  constructor(item: Waiting, error: unknown) {
    super(errorMessage(error))
    this.item = item
  }
}

/** How often the machine has failed of late. */
export class FaultCount {
  #times: readonly number[] = []

  /** Counts a fault at `now` (ms that pass); throws where there are more than five within a minute. */
  add(fault: MachineFault, now: number): void {
    this.#times = [...this.#times.filter((time) => now - time < faultWindow), now]
    if (this.#times.length <= faultsMax) return
    throw new Error(`the machine failed ${faultsMax} times within a minute, last: ${fault.message}`)
  }
}
