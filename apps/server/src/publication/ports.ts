import type { Proposals } from '../operator/door.ts'
import type { Vault } from '../platform/files/vault.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Translate } from '../platform/texts/translator.ts'
import type { PublicIds } from '../platform/publicId.ts'

/** What the operator's texts stand on. */
export interface PublicationPorts {
  readonly database: Database
  readonly ids: PublicIds
  readonly vault: Vault
  /** What operators must do together, shared with the desk. */
  readonly proposals: Proposals
  readonly now: () => number
  readonly translate: Translate
}
