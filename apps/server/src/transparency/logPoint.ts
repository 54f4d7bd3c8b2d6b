import { foldRange, rangePlaces } from '@truemark/core/proof/log'
import { findJournalEnd } from '../engine/door.ts'
import type { RotationPoint } from '../platform/keys/signing.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { findHashes, logSize } from './evidenceLog.store.ts'
import { findNewestEpoch } from './liabilities.store.ts'
import { sha256 } from './liabilityTree.ts'

const none = '0'.repeat(64)

/** Where the journal, the log of evidence and the proofs of what is owed end now; zeros where there is nothing yet. */
export async function pointOf(database: Database, time: number): Promise<RotationPoint> {
  const size = await logSize(database)
  const newest = await findNewestEpoch(database)
  const journal = await findJournalEnd(database)
  return {
    time,
    journal: journal ?? { seq: 0, digest: none },
    evidence: { size, root: size === 0 ? none : await rootOf(database, size) },
    liabilities: newest === null ? { epoch: 0, digest: none } : { epoch: newest.epoch, digest: hexOf(newest.digest) },
  }
}

async function rootOf(database: Queryable, size: number): Promise<string> {
  return hexOf(foldRange(sha256, await findHashes(database, rangePlaces({ start: 0, end: size }))))
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
