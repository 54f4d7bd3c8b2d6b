import type { HolderId } from '@truemark/core/ledger/holders'
import type { SlicePorts } from '../engine/door.ts'
import type { Alerts, Letters, StepUp } from '../identity/door.ts'
import type { Proposals } from '../operator/door.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Screen } from './chain/screen.ts'
import type { Queryable } from '../platform/postgres/database.ts'

/** What the wallet stands on. */
export interface WalletPorts extends SlicePorts {
  readonly vault: Vault
  readonly stepUp: StepUp
  readonly alerts: Alerts
  readonly letters: Letters
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  /** Opens a ticket for whoever says that a payout did not arrive, and tells the desk of it once it is kept. */
  readonly disputes: {
    readonly open: (
      client: Queryable,
      ticket: { readonly userId: number; readonly question: string },
    ) => Promise<number>
    readonly told: (ticket: number) => Promise<void>
  }
  /** The networks whose payments a machine beside the server tells of; none unless they are set. */
  readonly chain: readonly ChainNetwork[]
  /** Whoever is asked before such a payment is credited; null for nobody. */
  readonly screen: Screen | null
  /** Tells a person’s screens that a payment on its way in, or out, stands otherwise. */
  readonly paymentTold: (holder: HolderId, change: PaymentChange, kind?: 'payment' | 'payout') => void
  /** What programs may pay of what they are handed. */
  readonly payouts: PayoutBounds
  /** What programs said of themselves last, by network, since the start of the server. */
  readonly chainHeard: Map<string, ChainHeard>
  readonly now: () => number
}

/** A network that a custodian or a node beside the server tells of. */
export interface ChainNetwork {
  readonly network: string
  /** From how many confirmations on a payment is credited. */
  readonly confirmations: number
  readonly key: Uint8Array
}

/** What a network’s program said of itself. */
export interface ChainHeard {
  /** In ms. */
  readonly time: number
  /** The height of its network’s last block. */
  readonly height: number
  /** What its wallet lacks for what it was handed; canonical decimals. */
  readonly short: readonly { readonly currency: string; readonly amount: string }[]
}

/** What programs may pay, in smallest units of USDT. */
export interface PayoutBounds {
  /** At once, by network; none that is not named here pays. */
  readonly orderMax: ReadonlyMap<string, bigint>
  /** In a day of UTC over all accounts and networks. */
  readonly dayMax: bigint
}

/** How a payment on its way stands. */
export interface PaymentChange {
  readonly id: string
  readonly status: string
  readonly reason: string
}
