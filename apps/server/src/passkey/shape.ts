import type { Passkey } from '@truemark/protocol/routes/passkeys'
import type { PublicIds } from '../platform/publicId.ts'
import type { PasskeyRow } from './store.ts'

/** A passkey as its owner is shown it. */
export function passkeyShape(ids: PublicIds, row: PasskeyRow): Passkey {
  const { id, name, createdAt, usedAt, synced, site, doubted } = row
  return { id: ids.write('passkey', id), name, created: createdAt, last_used: usedAt, synced, site, doubted }
}
