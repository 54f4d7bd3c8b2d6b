import type { HolderId } from '@truemark/core/ledger/holders'
import type { SlicePorts } from '../engine/door.ts'

/** What the routes of contracts and perpetuals stand on. */
export interface DerivativePorts extends SlicePorts {
  /** Whether prices are simulated or replayed. */
  readonly simulated: () => boolean
  /** The last number of a holder's stream of changes. */
  readonly seqOf: (holder: HolderId) => number
  readonly now: () => number
}
