import { createHash, randomBytes } from 'node:crypto'
import { foldRange, rangePlaces } from '@truemark/core/proof/log'
import { readRotation } from '@truemark/protocol/evidence/keyChain'
import { readReplacement } from '@truemark/protocol/evidence/keyReplacement'
import { actingServer, appendAudit, entriesOf } from '../operator/door.ts'
import {
  type KeyGeneration,
  type KeyPurpose,
  keyPurposes,
  readKeyFile,
  writeKeyFile,
} from '../platform/keys/keyFile.ts'
import { type KeyGround, type Keys, openKeys, secretBytes } from '../platform/keys/keys.ts'
import { replaced } from '../platform/keys/replacement.ts'
import { rotated } from '../platform/keys/signing.ts'
import { type RotationRow, findRotations, keepRotation } from '../platform/keys/store.ts'
import { type JournalClaim, claimFault } from '../engine/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { findHashesAt } from './evidenceLog.store.ts'
import { findEpochDigest } from './liabilities.store.ts'
import { sha256 } from './liabilityTree.ts'
import { hexOf, pointOf } from './logPoint.ts'

/**
 * Makes the next generation of a key, with the statement of it: of the signing keys by the old ones, which hand over, and of
 * the others by the signing keys. It stands beside the keys first, then in the database and the audit log. No server may run
 * meanwhile, since it would go on as before.
 */
export async function rotateKeys(ground: KeyGround, purpose: KeyPurpose = 'signing'): Promise<Keys> {
  const { database, folder, now } = ground
  const keys = await openKeys(ground)
  await keepRotations(database, keys)
  const { signing } = keys
  const time = Math.max(now(), ...rowsOf(keys).map(({ statement }) => saidOf(statement)?.time ?? 0))
  const point = await pointOf(database, time)
  const secret = randomBytes(secretBytes[purpose])
  const nextOf = (count: number): KeyGeneration => ({ generation: count + 1, made: time, origin: 'drawn', secret })
  if (purpose === 'signing') {
    writeKeyFile(folder, purpose, rotated(signing, nextOf(signing.generations.length), point))
  } else {
    const file = readKeyFile(folder, purpose)
    if (file === null) throw new RangeError('the keys are gone')
    writeKeyFile(folder, purpose, replaced(purpose, file, nextOf(file.generations.length), { signing, point }))
  }
  const after = await openKeys(ground)
  await keepRotations(database, after)
  return after
}

function saidOf(statement: string) {
  return readRotation(statement) ?? readReplacement(statement)
}

type Told = Pick<Keys, 'signing' | 'replacements'>

/** The statements that stand beside the keys, as the database keeps them. */
function rowsOf({ signing, replacements }: Told): RotationRow[] {
  const each = { signing: signing.rotations, ...replacements }
  return keyPurposes.flatMap((purpose) =>
    each[purpose].map(({ statement, signatures }, place) => {
      return { purpose, generation: place + 2, statement, signatures: JSON.stringify(signatures) }
    }),
  )
}

/** What the audit log says of a statement. */
function noteOf({ purpose, generation }: Pick<RotationRow, 'purpose' | 'generation'>) {
  return purpose === 'signing'
    ? ({ action: 'signing_keys_rotated', subject: String(generation) } as const)
    : ({ action: 'key_replaced', subject: `${purpose} ${generation}` } as const)
}

/** Puts the statements beside the keys into the database, with a note in the audit log, where they are not there yet. */
export async function keepRotations(database: Database, keys: Told): Promise<void> {
  for (const row of rowsOf(keys)) {
    await database.transaction(async (client) => {
      if (!(await keepRotation(client, row))) return
      const detail = { digest: digestOf(row.statement) }
      await appendAudit(client, { actor: actingServer, ...noteOf(row), reason: '', detail })
    })
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What the statements of rotations and replacements tell of the journal. */
export function rotationClaims(rows: readonly Pick<RotationRow, 'statement'>[]): JournalClaim[] {
  return rows.flatMap(({ statement }) => {
    const said = saidOf(statement)
    if (said === null || said.journal.seq === 0) return []
    const which = 'purpose' in said ? `key for ${said.purpose}` : 'signing keys'
    const by = `the rotation of the ${which} to generation ${said.generation}`
    return [{ by, previous: null, ...said.journal }]
  })
}

function placeOf({ purpose, generation }: Pick<RotationRow, 'purpose' | 'generation'>): string {
  return `key_rotation ${purpose === 'signing' ? '' : `purpose=${purpose} `}generation=${generation}`
}

/**
 * Holds the statements that stand beside the keys against those in the database and the audit log, and what they say of
 * journal and logs against these: what is wrong as the rest of a sentence, or null.
 */
export async function rotationFault(database: Queryable, keys: Told): Promise<string | null> {
  const kept = await findRotations(database)
  const entries = await entriesOf(database, ['signing_keys_rotated', 'key_replaced'])
  const notes = new Map(entries.map((note) => [`${note.action} ${note.subject}`, note.detail['digest']]))
  const rows = rowsOf(keys)
  for (const told of rows) {
    const { statement, signatures } = told
    const where = placeOf(told)
    const row = kept.find((one) => one.purpose === told.purpose && one.generation === told.generation)
    if (row === undefined) return `${where}: it is missing, though it stands beside the keys`
    if (row.statement !== statement) return `${where}, statement: it is not the one beside the keys`
    if (row.signatures !== signatures) return `${where}, signatures: they are not those beside the keys`
    const { action, subject } = noteOf(told)
    if (notes.get(`${action} ${subject}`) !== digestOf(statement)) return `audit: it has no note of ${where}`
    const fault = await pointFault(database, statement)
    if (fault !== null) return `${fault}, though ${where} names it`
  }
  const beyond = kept.find((row) => !rows.some((one) => placeOf(one) === placeOf(row)))
  if (beyond !== undefined) return `${placeOf(beyond)}: it does not stand beside the keys`
  const unmet = await claimFault(database, rotationClaims(rows))
  return unmet === null ? null : `the journal is not the one they name: ${unmet}`
}

async function pointFault(database: Queryable, statement: string): Promise<string | null> {
  const said = saidOf(statement)
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
