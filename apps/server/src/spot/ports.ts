import type { SlicePorts } from '../engine/door.ts'

/** What the routes of spot are bound with. */
export interface SpotPorts extends SlicePorts {
  /** Whether prices are simulated or replayed. */
  readonly simulated: () => boolean
}
