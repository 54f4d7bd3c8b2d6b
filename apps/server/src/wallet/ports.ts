import type { SlicePorts } from '../engine/door.ts'
import type { Alerts, Letters, StepUp } from '../identity/door.ts'
import type { Proposals } from '../operator/door.ts'
import type { Vault } from '../platform/files/vault.ts'
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
  readonly now: () => number
}

/** The currencies that the operator pays out to bank accounts. */
export const cardCurrencies: readonly string[] = ['USDT']
