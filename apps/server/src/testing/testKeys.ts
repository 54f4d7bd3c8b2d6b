import { randomBytes } from 'node:crypto'
import { type KeyFile, type KeyGeneration, type KeyPurpose, heldGenerations } from '../platform/keys/keyFile.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { SealingKeys } from '../platform/keys/sealingKeys.ts'
import { SigningKeys } from '../platform/keys/signing.ts'
import { tokenKeysOf } from '../platform/keys/tokenKeys.ts'

/** A first key of each purpose, as its file holds it. */
function testKeyFiles(): Readonly<Record<KeyPurpose, KeyFile>> {
  const fileOf = (length: number): KeyFile => ({
    generations: [{ generation: 1, made: 0, origin: 'drawn', secret: randomBytes(length) }],
    rotations: [],
    replacements: [],
  })
  return { signing: fileOf(32), sealing: fileOf(32), tokens: fileOf(16) }
}

/** Keys for sealing of tests: as many generations as secrets. */
export function testSealing(...secrets: readonly Uint8Array[]): SealingKeys {
  const held = secrets.length === 0 ? [randomBytes(32)] : secrets
  return new SealingKeys(
    held.map((secret, place) => ({ generation: place + 1, made: 0, origin: 'drawn' as const, secret })),
  )
}

const laterTokens: readonly KeyGeneration[] = [{ generation: 2, made: 0, origin: 'drawn', secret: randomBytes(16) }]

/** Keys of a test, with what their files would hold. */
export interface TestKeys extends Keys {
  readonly files: Readonly<Record<KeyPurpose, KeyFile>>
}

/** Keys of an installation of tests, in memory alone: `later` are the keys for tokens that its files do not hold. */
export function testKeys(later: readonly KeyGeneration[] = laterTokens): TestKeys {
  const files = testKeyFiles()
  return {
    files,
    signing: new SigningKeys(heldGenerations(files.signing), []),
    sealing: new SealingKeys(files.sealing.generations),
    // ids go by the first key for ever, and all else by the newest: no test may take one for the other
    tokens: tokenKeysOf([...heldGenerations(files.tokens), ...later]),
    replacements: { sealing: [], tokens: [] },
  }
}
