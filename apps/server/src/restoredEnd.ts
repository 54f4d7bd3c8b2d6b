import { readHeads } from '@truemark/protocol/evidence/headMail'
import { type WitnessStatement, keyOfWitnessed, readWitnessed } from '@truemark/protocol/evidence/witnessed'
import type { Manifest } from './backup/door.ts'
import { claimFault, findJournalEnd, lastRowTime } from './engine/door.ts'
import { isSignedByKey } from './platform/keys/signatures.ts'
import type { SigningKeys } from './platform/keys/signing.ts'
import type { Queryable } from './platform/postgres/database.ts'

export interface RestoredEnd {
  /** Where the journal is not what was told of it, as the rest of a sentence. */
  readonly fault: string | null
  /** The latest that is told of a row after its end: what was acknowledged from that end to there is lost. */
  readonly beyond: WitnessStatement | null
}

/**
 * Compares the end of a restored journal with what its backup says, with the backup's anchor, and with the lines of a witness
 * that was not restored (`witness`: the text of its file). Lines that these keys did not sign tell nothing.
 */
export async function compareEnd(
  database: Queryable,
  { journal, anchor }: Pick<Manifest, 'journal' | 'anchor'>,
  signing: SigningKeys,
  witness: string,
): Promise<RestoredEnd> {
  const end = (await findJournalEnd(database)) ?? { seq: 0, digest: '0'.repeat(64) }
  if (end.seq !== journal.seq || end.digest !== journal.digest)
    return {
      fault: `it ends at row ${end.seq}, and its backup says at row ${journal.seq}, or with another digest`,
      beyond: null,
    }
  const told = [...(anchor === null ? [] : [anchor]), ...readHeads(witness)].flatMap(({ statement, signature }) => {
    const said = readWitnessed(statement)
    if (said === null) return []
    return isSignedByKey(keyOfWitnessed(signing.spans('evidence'), said.time).key, signature, statement) ? [said] : []
  })
  const claims = told
    .filter(({ journal: row }) => row.seq <= end.seq)
    .map(({ time, journal: row }) => ({
      ...row,
      previous: null,
      by: `the signed head of ${new Date(time).toISOString()}`,
    }))
  const [beyond = null] = told
    .filter((said) => said.journal.seq > end.seq)
    .toSorted((a, b) => b.journal.seq - a.journal.seq)
  return { fault: await claimFault(database, claims), beyond }
}

/** Where the journal ends (with the time of its last row, UTC ms), and where it lacks a row that it must have. */
export async function endAfter(database: Queryable, row: Manifest['journal']) {
  const found = (await findJournalEnd(database)) ?? { seq: 0, digest: '0'.repeat(64) }
  const end = { ...found, time: (await lastRowTime(database)) ?? 0 }
  const fault = await claimFault(database, [{ ...row, previous: null, by: 'the backup' }])
  return { end, fault }
}
