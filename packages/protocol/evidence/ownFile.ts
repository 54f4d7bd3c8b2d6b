import { hexOf } from '@truemark/core/codec/hex'
import { encodeUtf8 } from '@truemark/core/codec/utf8'
import { parsedAs } from '../parsedAs.ts'
import { type OwnEvidence, type OwnEvidenceFile, anyOwnEvidence } from '../routes/ownEvidence.ts'
import { conversionChecks } from './conversionChecks.ts'
import { fillChecks } from './fillChecks.ts'
import { fundedChecks } from './fundedChecks.ts'
import { type KeyChain, followKeys } from './keyChain.ts'
import type { Cryptography, FileCheck } from './verify.ts'

/** The evidence that a file's document is; null where it is none. */
export function readOwnDocument(document: string): OwnEvidence | null {
  return parsedAs(anyOwnEvidence, document)
}

/** The checks of a result: whether it follows from what the market said, and from the terms. */
export function ownChecksOf(found: OwnEvidence): readonly { readonly name: string; readonly holds: boolean | null }[] {
  if (found.kind === 'funding') return fundedChecks(found)
  return found.kind === 'fills' ? fillChecks(found) : conversionChecks(found)
}

/**
 * Checks a file of one's own evidence by itself: its document, digest and signature. The keys are those that the file's
 * statements lead through to its own, unless a longer `chain` is given, which must hold it.
 */
export async function ownFileChecks(
  file: OwnEvidenceFile,
  { sha256, isSignedBy }: Cryptography,
  chain?: KeyChain,
): Promise<FileCheck[]> {
  const keys = chain ?? (await followKeys('evidence', file.key, file.rotations ?? [], { isSignedBy }))
  const isLed = keys.spans.some(({ key }) => key === file.key)
  return [
    ...(keys.spans.length > 1 ? [{ name: 'keys', holds: isLed ? keys.holds : false } as const] : []),
    { name: 'document', holds: readOwnDocument(file.document) !== null },
    { name: 'digest', holds: hexOf(sha256(encodeUtf8(file.document))) === file.digest },
    { name: 'signature', holds: isLed ? await isSignedBy(file.key, file.signature, file.document) : false },
  ]
}
