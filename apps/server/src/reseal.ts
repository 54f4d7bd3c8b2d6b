import { apiSecretSealed } from './apiKey/door.ts'
import { totpSealed } from './identity/door.ts'
import { pushKeySealed } from './notification/door.ts'
import { resealFiles } from './platform/files/reseal.ts'
import type { Shelves } from './platform/files/shelves.ts'
import { mailSecretsSealed } from './platform/mail/secretsSealed.store.ts'
import { readKeyFile, writeKeyFile } from './platform/keys/keyFile.ts'
import { type Resealed, type SealedColumn, resealColumn } from './platform/keys/sealedColumn.ts'
import type { SealedPurpose, SealingKeys } from './platform/keys/sealingKeys.ts'
import type { Database } from './platform/postgres/database.ts'
import { actingServer, appendAudit, operatorTotpNextSealed, operatorTotpSealed } from './operator/door.ts'
import { fieldsSealed } from './verification/door.ts'

/** Every column that lies sealed: what is sealed for a purpose has one, or it is no purpose. */
const columns: Readonly<Record<Exclude<SealedPurpose, 'files'>, SealedColumn>> = {
  totp: totpSealed,
  'operator totp': operatorTotpSealed,
  'operator totp next': operatorTotpNextSealed,
  mail: mailSecretsSealed,
  verification: fieldsSealed,
  'push key': pushKeySealed,
  'api key': apiSecretSealed,
}

/** Where sealed things lie. */
export interface SealedGround {
  readonly database: Database
  readonly shelves: Shelves
  readonly sealing: SealingKeys
}

/** Seals all that lies sealed anew under the newest key, wherever that was cut off before. */
export async function reseal(
  { database, shelves, sealing }: SealedGround,
  progress: (what: SealedPurpose, count: number) => void,
): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0]
  const add = (one: Resealed): void => {
    resealed += one.resealed
    unreadable += one.unreadable
  }
  for (const column of Object.values(columns))
    add(await resealColumn(database, sealing, column, (count) => progress(column.purpose, count)))
  add(await resealFiles({ shelves, database, sealing }, (count) => progress('files', count)))
  return { resealed, unreadable }
}

/**
 * Takes the former keys for sealing out of their file, once nothing lies under them any more: the caller has sealed all
 * anew. Gives how many were taken out.
 */
export async function destroyFormer(database: Database, keysFolder: string): Promise<number> {
  const file = readKeyFile(keysFolder, 'sealing')
  if (file === null) throw new RangeError('the keys are gone')
  const former = file.generations.filter(({ secret }, place) => secret !== null && place < file.generations.length - 1)
  if (former.length === 0) return 0
  const generations = file.generations.map((one, place) =>
    place < file.generations.length - 1 ? { ...one, secret: null } : one,
  )
  writeKeyFile(keysFolder, 'sealing', { ...file, generations })
  const subject = former.map(({ generation }) => generation).join(' ')
  await database.transaction((client) =>
    appendAudit(client, { actor: actingServer, action: 'former_keys_destroyed', subject, reason: '', detail: {} }),
  )
  return former.length
}
