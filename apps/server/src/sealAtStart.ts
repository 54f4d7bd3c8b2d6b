import type { Keys } from './platform/keys/keys.ts'
import type { SealingKeys } from './platform/keys/sealingKeys.ts'
import type { Database, Queryable } from './platform/postgres/database.ts'
import { sealClearMail } from './platform/mail/secretsSealed.store.ts'
import { doOnce } from './platform/written/begin.ts'
import { writtenKeys } from './platform/written/seal.ts'
import { sealClearOperatorTotp } from './operator/door.ts'

/** What older versions kept in clear, by the name of the mark that it lies sealed. A name stays for ever. */
const steps: readonly (readonly [what: string, seal: (client: Queryable, sealing: SealingKeys) => Promise<void>])[] = [
  ['operator totp sealed', sealClearOperatorTotp],
  ['mail sealed', sealClearMail],
]

/** Seals what an older version kept in clear, each once, at the first start after the upgrade. */
export async function sealAtStart(
  database: Database,
  { sealing, tokens }: Pick<Keys, 'sealing' | 'tokens'>,
  now: number,
): Promise<void> {
  for (const [what, seal] of steps)
    await doOnce(database, writtenKeys(tokens), { what, now }, (client) => seal(client, sealing))
}
