import { createHash, randomBytes } from 'node:crypto'
import { foldRange, rangePlaces } from '@truemark/core/proof/log'
import { readRotation } from '@truemark/protocol/evidence/keyChain'
import { actingServer, appendAudit } from '../operator/door.ts'
import { writeKeyFile } from '../platform/keys/keyFile.ts'
import { type KeyGround, type Keys, openKeys } from '../platform/keys/keys.ts'
import { type SigningKeys, rotated } from '../platform/keys/signing.ts'
import { findRotations, keepRotation } from '../platform/keys/store.ts'
import { type JournalClaim, claimFault } from '../engine/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { findHashesAt } from './evidenceLog.store.ts'
import { findEpochDigest, findRotationNotes } from './liabilities.store.ts'
import { sha256 } from './liabilityTree.ts'
import { hexOf, pointOf } from './logPoint.ts'

const secretBytes = 32

/**
 * Makes the next generation of the signing keys, with the statement by which the old ones hand over to it: first beside the
 * keys, then in the database and the audit log. No server may run meanwhile, since it would go on signing as before.
 */
export async function rotateKeys(ground: KeyGround): Promise<Keys> {
  const { database, folder, now } = ground
  const { signing } = await openKeys(ground)
  await keepRotations(database, signing)
  const next = { generation: signing.generations.length + 1, made: now(), origin: 'drawn' } as const
  const point = await pointOf(database, next.made)
  writeKeyFile(folder, 'signing', rotated(signing, { ...next, secret: randomBytes(secretBytes) }, point))
  const keys = await openKeys(ground)
  await keepRotations(database, keys.signing)
  return keys
}

/** Puts the statements beside the keys into the database, with a note in the audit log, where they are not there yet. */
export async function keepRotations(database: Database, signing: SigningKeys): Promise<void> {
  for (const [place, { statement, signatures }] of signing.rotations.entries()) {
    const row = { generation: place + 2, statement, signatures: JSON.stringify(signatures) }
    await database.transaction(async (client) => {
      if (!(await keepRotation(client, row))) return
      const subject = String(row.generation)
      const detail = { digest: digestOf(statement) }
      await appendAudit(client, { actor: actingServer, action: 'signing_keys_rotated', subject, reason: '', detail })
    })
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What the statements of rotations tell of the journal. */
export function rotationClaims(rotations: readonly { readonly statement: string }[]): JournalClaim[] {
  return rotations.flatMap(({ statement }) => {
    const said = readRotation(statement)
    if (said === null || said.journal.seq === 0) return []
    const by = `the rotation of the signing keys to generation ${said.generation}`
    return [{ by, previous: null, ...said.journal }]
  })
}

/**
 * Holds the rotations that stand beside the keys against those in the database and the audit log, and what they say of
 * journal and logs against these: what is wrong as the rest of a sentence, or null.
 */
export async function rotationFault(database: Queryable, { rotations }: SigningKeys): Promise<string | null> {
  const kept = await findRotations(database)
  const notes = await findRotationNotes(database)
  for (const [place, { statement, signatures }] of rotations.entries()) {
    const generation = place + 2
    const where = `key_rotation generation=${generation}`
    const row = kept.find((one) => one.generation === generation)
    if (row === undefined) return `${where}: it is missing, though it stands beside the keys`
    if (row.statement !== statement) return `${where}, statement: it is not the one beside the keys`
    if (row.signatures !== JSON.stringify(signatures)) return `${where}, signatures: they are not those beside the keys`
    if (notes.get(generation) !== digestOf(statement)) return `audit: it has no note of ${where}`
    const fault = await pointFault(database, statement)
    if (fault !== null) return `${fault}, though ${where} names it`
  }
  const beyond = kept.find(({ generation }) => generation > rotations.length + 1)
  if (beyond !== undefined) return `key_rotation generation=${beyond.generation}: it does not stand beside the keys`
  const unmet = await claimFault(database, rotationClaims(rotations))
  return unmet === null ? null : `the journal is not the one they name: ${unmet}`
}

async function pointFault(database: Queryable, statement: string): Promise<string | null> {
  const said = readRotation(statement)
  if (said === null) return 'the statement can’t be read'
  const { evidence, liabilities } = said
  if (evidence.size > 0) {
    const hashes = await findHashesAt(database, rangePlaces({ start: 0, end: evidence.size }))
    const whole = hashes.flatMap((hash) => (hash === null ? [] : [hash]))
    if (whole.length < hashes.length) return `evidence_node: the log has not ${evidence.size} entries`
    if (hexOf(foldRange(sha256, whole)) !== evidence.root)
      return `evidence_node: the root of ${evidence.size} is another`
  }
  if (liabilities.epoch === 0) return null
  const digest = await findEpochDigest(database, liabilities.epoch)
  return digest?.toString('hex') === liabilities.digest
    ? null
    : `liability_epoch epoch=${liabilities.epoch}: it is another`
}
