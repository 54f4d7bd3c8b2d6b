import type { NoteKept } from './engine/door.ts'
import type { Caller } from './platform/http/session.ts'
import type { Keys } from './platform/keys/keys.ts'
import type { PublicIds } from './platform/publicId.ts'
import { Receipts } from './platform/receipts.ts'

/** Gives receipts under the installation's key, to users by the ids that they know themselves by. */
export function receiptsOf({ signing }: Keys, ids: PublicIds): Receipts {
  return new Receipts(signing.key('receipts'), (userId) => ids.write('user', userId))
}

/** Notes what the engine has kept for a caller; who asks otherwise is the house. */
export function noteIn(receipts: Receipts): NoteKept {
  return (asker, kept) => {
    if (isCaller(asker)) receipts.note(asker, kept)
  }
}

function isCaller(asker: object): asker is Caller {
  return 'kind' in asker && asker.kind === 'user' && 'userId' in asker && 'realm' in asker
}
