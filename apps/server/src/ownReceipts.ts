import { createHash } from 'node:crypto'
import { decode } from '@truemark/core/codec/codec'
import type { HolderId } from '@truemark/core/ledger/holders'
import { type Key, hexOf } from '@truemark/core/keyBytes'
import { factsCodec } from '@truemark/core/record'
import type { Event } from '@truemark/core/vocabulary'
import { findUsedKey } from './account/door.ts'
import {
  type AnsweredBefore,
  type KeptNotes,
  type Watermark,
  readRowsAt,
  rowOfTime,
  splitFrames,
} from './engine/door.ts'
import type { Caller } from './platform/http/session.ts'
import type { Keys } from './platform/keys/keys.ts'
import type { Database } from './platform/postgres/database.ts'
import type { PublicIds } from './platform/publicId.ts'
import { ReceiptKeeper } from './platform/receiptKeeper.ts'
import { type FoundRow, Receipts } from './platform/receipts.ts'

/** How long to wait for the table of used keys, in ms. */
const patienceMs = 5_000

export interface ReceiptParts {
  readonly database: Database
  readonly keys: Pick<Keys, 'signing'>
  readonly ids: PublicIds
  /** How far the read models are. */
  readonly watermark: () => Watermark
  readonly onError: (error: unknown) => void
}

/** Receipts under the installation's key, to users by the ids that they know themselves by; the same to who asks again. */
export function openReceipts({ database, keys: { signing }, ids, watermark, onError }: ReceiptParts): {
  readonly receipts: Receipts
  readonly notes: KeptNotes
  readonly close: () => Promise<void>
} {
  const keeper = new ReceiptKeeper(database, onError)
  const receipts = new Receipts({
    signerOf: (seq) => signing.receiptSigner(seq),
    accountOf: (userId) => ids.write('user', userId),
    keep: (row) => keeper.keep(row),
  })
  const find = async (before: AnsweredBefore): Promise<FoundRow | null> => {
    if (!(await watermark().waitFor(before.seq, patienceMs))) return null
    const found = await findAnswered(database, before)
    return found === null ? null : { ...found, leaves: await keeper.find(found.seq) }
  }
  return {
    receipts,
    notes: {
      kept: (asker, kept) => {
        if (isCaller(asker)) receipts.note(asker, kept)
      },
      again: (asker, before) => {
        if (isCaller(asker)) receipts.noteAgain(asker, () => find(before))
      },
    },
    close: () => keeper.close(),
  }
}

// who asks otherwise is the house
function isCaller(asker: object): asker is Caller {
  return 'kind' in asker && asker.kind === 'user' && 'userId' in asker && 'realm' in asker
}

/** The row in which a key was used, with the digests of its commands; null where the table does not know the key any more. */
async function findAnswered(
  database: Database,
  { holder, key }: AnsweredBefore,
): Promise<Omit<FoundRow, 'leaves'> | null> {
  const used = await findUsedKey(database, holder, key.route, key.id)
  const place = used === null ? null : await rowOfTime(database, used.time)
  if (place === null) return null
  const [row] = await readRowsAt(database, [place.seq])
  if (row === undefined) return null
  const frames = splitFrames(row.events)
  const at = frames.findIndex((frame) => decode(factsCodec, frame).some((event) => isUseOf(event, holder, key)))
  if (at < 0) return null
  return {
    seq: row.seq,
    time: row.time,
    row: row.digest,
    place: at,
    commands: splitFrames(row.commands).map((frame) => createHash('sha256').update(frame).digest()),
  }
}

function isUseOf(event: Event, holder: HolderId, { route, id }: Key): boolean {
  if (event.type === 'keyTaken') return event.holder === holder && event.route === route && hexOf(event.id) === id
  return event.type === 'keyUsed' && event.holder === holder && event.route === route && event.id === id
}
