import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { type SignedRotation, signedRotations } from '@truemark/protocol/evidence/keyChain'
import { type SignedReplacement, signedReplacements } from '@truemark/protocol/evidence/keyReplacement'
import * as z from 'zod/mini'
import { StartRefusal, errorCode } from '../startRefusal.ts'

/** What an installation has keys for: to sign, to seal what is encrypted at rest, and to make tokens, ids and hashes. */
export const keyPurposes = ['signing', 'sealing', 'tokens'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** One generation of a key; a destroyed one has null for its secret. */
export interface KeyGeneration<Secret = Uint8Array> {
  readonly generation: number
  /** When it was made, UTC ms. */
  readonly made: number
  /** Whether it was drawn here, or is the secret that an older version kept in the database: then it is to be rotated. */
  readonly origin: 'drawn' | 'database'
  readonly secret: Secret
}

export interface KeyFile {
  /** The oldest first. */
  readonly generations: readonly KeyGeneration<Uint8Array | null>[]
  /** Of the signing keys: the statements by which each handed over to the next. */
  readonly rotations: readonly SignedRotation[]
  /** Of the other keys: the statements by which the signing keys told of each next one. */
  readonly replacements: readonly SignedReplacement[]
}

const shape = z.object({
  version: z.literal(1),
  generations: z
    .array(
      z.object({
        generation: z.int(),
        made: z.int(),
        origin: z.enum(['drawn', 'database']),
        secret: z.nullable(z.string().check(z.regex(/^([0-9a-f]{32}|[0-9a-f]{64})$/))),
      }),
    )
    .check(z.minLength(1)),
  rotations: signedRotations,
  // older versions wrote none
  replacements: z.optional(signedReplacements),
})

function pathOf(folder: string, purpose: KeyPurpose): string {
  return join(folder, `${purpose}.json`)
}

/** The keys of a purpose in a folder; null where it has none. Throws a StartRefusal where they can't be read. */
export function readKeyFile(folder: string, purpose: KeyPurpose): KeyFile | null {
  const path = pathOf(folder, purpose)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new StartRefusal(`The keys in ${path} can't be read (${errorCode(error)}).`)
  }
  const data = parsed(text, purpose)
  if (data === null) throw new StartRefusal(`The file ${path} holds no keys; put back the one that Truemark wrote.`)
  const generations = data.generations.map(({ secret, ...rest }) => ({
    ...rest,
    secret: secret === null ? null : Buffer.from(secret, 'hex'),
  }))
  return { generations, rotations: data.rotations, replacements: data.replacements ?? [] }
}

function parsed(text: string, purpose: KeyPurpose): z.infer<typeof shape> | null {
  try {
    const { data } = z.safeParse(shape, JSON.parse(text))
    if (data === undefined) return null
    const { generations, rotations, replacements = [] } = data
    const inOrder = generations.every(({ generation }, place) => generation === place + 1)
    // only what was sealed can be sealed anew, so that a key can go
    const isHeld = generations.every(
      ({ secret }, place) => secret !== null || (purpose === 'sealing' && place < generations.length - 1),
    )
    const most = generations.length - 1
    return inOrder && isHeld && rotations.length <= most && replacements.length <= most ? data : null
  } catch {
    return null
  }
}

/**
 * Writes the keys of a purpose into a folder, whole or not at all, and readable by this user alone; they are on the disk
 * once it returns. Throws a StartRefusal where the folder can't be written.
 */
export function writeKeyFile(
  folder: string,
  purpose: KeyPurpose,
  { generations, rotations, replacements = [] }: Omit<KeyFile, 'replacements'> & Partial<KeyFile>,
): void {
  const text = JSON.stringify(
    {
      version: 1,
      generations: generations.map(({ secret, ...rest }) => ({
        ...rest,
        secret: secret === null ? null : Buffer.from(secret).toString('hex'),
      })),
      rotations,
      ...(replacements.length > 0 && { replacements }),
    },
    null,
    2,
  )
  const path = pathOf(folder, purpose)
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = openSync(draft, 'w', 0o600)
    try {
      writeSync(file, `${text}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
    settleFolder(folder)
  } catch (error) {
    throw new StartRefusal(
      `This user can't write keys to the folder ${folder} (${errorCode(error)}); set KEYS_DIR to another folder.`,
    )
  }
}

/** Makes sure that a name stands in its folder after a loss of power; Windows knows no such thing. */
function settleFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** The generations of a key of which none was destroyed. */
export function heldGenerations({ generations }: Pick<KeyFile, 'generations'>): KeyGeneration[] {
  return generations.map(({ secret, ...rest }) => {
    if (secret === null) throw new RangeError('a key that was destroyed')
    return { ...rest, secret }
  })
}

/** What tells a key from every other one, and nothing of it. */
export function fingerprintOf(purpose: KeyPurpose, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `fingerprint of ${purpose}`, 32))
}
