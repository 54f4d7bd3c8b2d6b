import { randomBytes } from 'node:crypto'
import type { Database } from '../postgres/database.ts'
import { StartRefusal } from '../startRefusal.ts'
import { followKeys, readRotation, signers } from '@truemark/protocol/evidence/keyChain'
import {
  type ReplacedPurpose,
  type SignedReplacement,
  readReplacement,
  replacedPurposes,
} from '@truemark/protocol/evidence/keyReplacement'
import { isSignedByKey } from './signatures.ts'
import {
  type KeyFile,
  type KeyGeneration,
  type KeyPurpose,
  fingerprintOf,
  heldGenerations,
  keyPurposes,
  readKeyFile,
  writeKeyFile,
} from './keyFile.ts'
import { isReplaced } from './replacement.ts'
import { SealingKeys } from './sealingKeys.ts'
import { SigningKeys } from './signing.ts'
import { type TokenKeys, tokenKeysOf } from './tokenKeys.ts'
import { type KnownKey, findFormerSecret, findKnownKeys, noteKnownKey, wipeFormerSecret } from './store.ts'

/** All keys of an installation, which stand nowhere in its database. */
export interface Keys {
  /** Signs evidence, proofs of what is owed, and receipts. */
  readonly signing: SigningKeys
  /** Encrypts what is sealed at rest. */
  readonly sealing: SealingKeys
  /** Makes ids, tokens, and the hashes by which codes and addresses are recognised. */
  readonly tokens: TokenKeys
  /** What the signing keys said of each replacement of the other two, the oldest first. */
  readonly replacements: Readonly<Record<ReplacedPurpose, readonly SignedReplacement[]>>
}

/** How long the secret of a purpose is. */
export const secretBytes: Readonly<Record<KeyPurpose, number>> = { signing: 32, sealing: 32, tokens: 16 }

export interface KeyGround {
  readonly database: Database
  /** Where the keys lie. */
  readonly folder: string
  readonly now: () => number
}

/**
 * The installation's keys, out of their folder. At the first start they are made there; where an older version kept its
 * secret in the database, that becomes the first generation, and is wiped from the database once it is on the disk. Throws
 * a StartRefusal where the database knows keys that the folder does not hold.
 */
export async function openKeys({ database, folder, now }: KeyGround): Promise<Keys> {
  const { known, former, files } = await found(database, folder)
  const make = (purpose: KeyPurpose): KeyFile => {
    const drawn = former === null
    const secret = former ?? randomBytes(secretBytes[purpose])
    const first: KeyGeneration = { generation: 1, made: now(), origin: drawn ? 'drawn' : 'database', secret }
    const file = { generations: [first], rotations: [], replacements: [] }
    writeKeyFile(folder, purpose, file)
    return file
  }
  const made = keyPurposes.map((purpose) => [purpose, files.get(purpose) ?? make(purpose)] as const)
  const keys = await assembled(folder, new Map(made))
  await database.transaction(async (client) => {
    for (const [purpose, file] of made) {
      const newest = knownOf(purpose, file)
      if (known.get(purpose)?.generation !== newest.generation) await noteKnownKey(client, purpose, newest)
    }
    await wipeFormerSecret(client)
  })
  return keys
}

/** As `openKeys`, for what only reads: makes nothing, and takes the former secret where the keys have yet to be made. */
export async function readKeys({ database, folder }: Omit<KeyGround, 'now'>): Promise<Keys> {
  const { former, files } = await found(database, folder)
  const taken = keyPurposes.map((purpose) => {
    const file = files.get(purpose)
    if (file !== undefined) return [purpose, file] as const
    if (former === null)
      throw new StartRefusal(`The folder ${folder} holds no keys yet: they are made at the first start.`)
    const first: KeyGeneration = { generation: 1, made: 0, origin: 'database', secret: former }
    return [purpose, { generations: [first], rotations: [], replacements: [] }] as const
  })
  return assembled(folder, new Map(taken))
}

interface Found {
  readonly known: ReadonlyMap<KeyPurpose, KnownKey>
  readonly former: Buffer | null
  readonly files: ReadonlyMap<KeyPurpose, KeyFile>
}

/** What the database knows and the folder holds. Throws a StartRefusal where they are not of one installation. */
async function found(database: Database, folder: string): Promise<Found> {
  const known = await findKnownKeys(database)
  const former = await findFormerSecret(database)
  const files = new Map<KeyPurpose, KeyFile>()
  for (const purpose of keyPurposes) {
    const file = readKeyFile(folder, purpose)
    const fault = faultOf({ purpose, file, known: known.get(purpose) ?? null, former })
    if (fault !== null) throw new StartRefusal(`The keys in ${folder} are not this database's: ${fault}. ${advice}`)
    if (file !== null) files.set(purpose, file)
  }
  return { known, former, files }
}

const advice =
  'Put back the files that belong to it, or set KEYS_DIR to the folder that has them; without them nothing that was signed, sealed or issued can be gone on with.'

/** What keeps the keys of a folder from being those that a database knows, as the rest of a sentence; null where they are. */
export function keyFault(known: ReadonlyMap<KeyPurpose, KnownKey>, folder: string): string | null {
  for (const purpose of keyPurposes) {
    const found = { purpose, file: readKeyFile(folder, purpose), known: known.get(purpose) ?? null, former: null }
    const fault = found.known === null ? null : faultOf(found)
    if (fault !== null) return fault
  }
  return null
}

interface Compared {
  readonly purpose: KeyPurpose
  readonly file: KeyFile | null
  readonly known: KnownKey | null
  readonly former: Buffer | null
}

function faultOf({ purpose, file, known, former }: Compared): string | null {
  if (known === null) {
    const [first, ...later] = file?.generations ?? []
    if (first === undefined) return null
    if (former !== null && first.secret !== null && !former.equals(first.secret))
      return `the database has another secret for ${purpose}`
    return later.length === 0
      ? null
      : `it knows of no key for ${purpose}, and there is one of generation ${later.length + 1}`
  }
  if (file === null) return `it knows of a key for ${purpose}, and there is none`
  const held = fingerprintAt(purpose, file, known.generation)
  const count = file.generations.length
  if (held === null)
    return `its key for ${purpose} is of generation ${known.generation}, and the newest there is of ${count}`
  return held.equals(known.fingerprint) ? null : `the key for ${purpose} is another one`
}

/** The fingerprint of a generation, out of what is said of it where it was destroyed; null where there is no such one. */
function fingerprintAt(purpose: KeyPurpose, file: KeyFile, generation: number): Buffer | null {
  const held = file.generations[generation - 1]
  if (held === undefined) return null
  if (held.secret !== null) return fingerprintOf(purpose, held.secret)
  const said = readReplacement(file.replacements[generation - 1]?.statement ?? '')
  return said === null ? null : Buffer.from(said.from, 'hex')
}

function knownOf(purpose: KeyPurpose, file: KeyFile): KnownKey {
  const generation = file.generations.length
  const fingerprint = fingerprintAt(purpose, file, generation)
  if (fingerprint === null) throw new RangeError('a key file without a key')
  return { generation, fingerprint }
}

async function assembled(folder: string, files: ReadonlyMap<KeyPurpose, KeyFile>): Promise<Keys> {
  const [signing, sealing, tokens] = keyPurposes.map((purpose) => files.get(purpose))
  if (signing === undefined || sealing === undefined || tokens === undefined) throw new RangeError('a key is missing')
  if (!(await isChained(signing)))
    throw new StartRefusal(`The rotations in ${folder} do not lead from the first signing key to the newest. ${advice}`)
  const signs = new SigningKeys(heldGenerations(signing), signing.rotations)
  for (const purpose of replacedPurposes)
    if (!(await isReplaced(purpose, purpose === 'sealing' ? sealing : tokens, signs)))
      throw new StartRefusal(`No signed statements lead to the newest key for ${purpose} in ${folder}. ${advice}`)
  return {
    signing: signs,
    sealing: new SealingKeys(sealing.generations),
    tokens: tokenKeysOf(heldGenerations(tokens)),
    replacements: { sealing: sealing.replacements, tokens: tokens.replacements },
  }
}

/** Whether the statements are those of these generations, and bear their signatures. */
async function isChained(file: KeyFile): Promise<boolean> {
  const { rotations } = file
  const generations = heldGenerations(file)
  if (rotations.length !== generations.length - 1) return false
  if (rotations.some(({ statement }) => readRotation(statement) === null)) return false
  const keys = new SigningKeys(generations, rotations)
  const isSignedBy = async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text)
  for (const signer of signers) {
    const chain = await followKeys(signer, keys.key(signer).publicHex, rotations, { isSignedBy })
    if (chain.holds !== true || chain.spans[0].key !== keys.spans(signer)[0].key) return false
  }
  return true
}
