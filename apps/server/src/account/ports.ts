import type { HolderId } from '@truemark/core/ledger/holders'
import type { SlicePorts } from '../engine/door.ts'
import type { Caller } from '../platform/http/session.ts'
import type { DerivativeKinds } from './causes.ts'
import type { StatementPrinter } from './statementPrinter.ts'
import type { IndexOf } from './worth.ts'

/** What the routes of accounts stand on. */
export interface AccountPorts extends SlicePorts {
  readonly indexOf: IndexOf
  readonly simulated: () => boolean
  /** The last number of a holder's stream of changes. */
  readonly seqOf: (holder: HolderId) => number
  readonly now: () => number
  readonly printer: StatementPrinter
  /** Who a caller is, as a statement names them: the name they go by, and what they log in with. */
  readonly ownerOf: (caller: Caller) => Promise<{ readonly name: string; readonly account: string }>
  readonly appName: () => string
  /** What each of some numbers of contracts and perpetuals is. */
  readonly derivativeKinds: (numbers: readonly number[]) => Promise<DerivativeKinds>
}
