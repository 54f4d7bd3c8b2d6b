import type { SlicePorts } from '../engine/door.ts'
import type { Proposals } from '../operator/door.ts'

/** What locked mining stands on. */
export interface MiningPorts extends SlicePorts {
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  readonly now: () => number
}
