import type { SlicePorts } from '../engine/door.ts'
import type { Proposals } from '../operator/door.ts'

/** What invest and launches stand on. */
export interface InvestPorts extends SlicePorts {
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  readonly indexOf: (symbol: string) => string | null
  readonly simulated: () => boolean
  readonly now: () => number
}
