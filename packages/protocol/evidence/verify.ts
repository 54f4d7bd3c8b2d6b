import { bytesOf, hexOf } from '@truemark/core/codec/hex'
import { encodeUtf8 } from '@truemark/core/codec/utf8'
import type { Sha256 } from '@truemark/core/proof/liabilities'
import { isConsistent, logLeaf, rootByInclusion } from '@truemark/core/proof/log'
import * as z from 'zod/mini'
import { parsedAs } from '../parsedAs.ts'
import {
  type AnyEvidence,
  type EvidenceFile,
  type IndexSecond,
  type LogHead,
  anyEvidence,
  evidenceMethod,
} from '../routes/evidence.ts'
import { type KeyChain, type SignatureCheck, followKeys, keyOfEntry, keyOfLogHead } from './keyChain.ts'
import { fundingChecks } from './fundingChecks.ts'
import { investChecks } from './investChecks.ts'
import { liquidationChecks } from './liquidationChecks.ts'
import { optionChecks, sourceChecks } from './optionChecks.ts'
import { payoutChecks } from './payoutChecks.ts'
import { termChecks } from './termChecks.ts'
import { triggerChecks } from './triggerChecks.ts'

/** What a check needs of the place that it runs in. */
export interface Cryptography extends SignatureCheck {
  readonly sha256: Sha256
}

/** The checks of an evidence file beside those of its result, in their order. */
export type FileCheckName = 'keys' | 'document' | 'digest' | 'signature' | 'inclusion' | 'head' | 'earlier' | 'growth'

export interface FileCheck {
  readonly name: FileCheckName
  /** Null where it cannot be told. */
  readonly holds: boolean | null
}

const headShape = z.object({
  version: z.literal(1),
  log: z.literal('evidence'),
  size: z.int(),
  time: z.int(),
  root: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type EvidenceHead = z.infer<typeof headShape>

/** The text of a head, which is what is signed. */
export function headText({ size, time, root }: Omit<EvidenceHead, 'version' | 'log'>): string {
  return JSON.stringify({ version: 1, log: 'evidence', size, time, root })
}

/** What a signed head of the evidence log says; null where it can't be read. */
export function readLogHead(head: string): EvidenceHead | null {
  return parsedAs(headShape, head)
}

/** The evidence that a file's document is; null where it is none. */
export function readDocument({ document }: Pick<EvidenceFile, 'document'>): AnyEvidence | null {
  return parsedAs(anyEvidence, document)
}

/** What a check has beside the evidence itself; null where it is not there. */
export interface Beside {
  readonly reckoning: string | null
  readonly sources: readonly IndexSecond[] | null
}

/**
 * The checks of a result: whether the published prices and terms lead to it. None where nothing was settled yet. What a
 * liquidation was decided by is its owner's alone: `reckoning` is null for anybody else. What sources said is checked where
 * it is there.
 */
export function resultChecks(
  found: AnyEvidence,
  { reckoning, sources }: Beside,
  sha256: Sha256,
): readonly { readonly name: string; readonly holds: boolean | null }[] {
  // an older or newer rule is not ours to judge by
  if (found.method !== evidenceMethod) return [{ name: 'method', holds: null }]
  switch (found.kind) {
    case 'option': {
      const told = found.sources ?? sources
      return [...optionChecks(found), ...(told === null ? [] : sourceChecks(found, told))]
    }
    case 'trigger':
      return triggerChecks(found)
    case 'funding':
      return fundingChecks(found)
    case 'investment':
      return investChecks(found)
    case 'liquidation':
      return liquidationChecks(found, reckoning, sha256)
    case 'terms':
    case 'notice':
      return termChecks(found)
    case 'payout':
      return payoutChecks(found)
  }
}

/**
 * Checks an evidence file by itself: that its document is evidence with this digest and signature, that the head's log
 * holds it at its place, and that the log has only grown since the earlier head. The keys are those that the file's
 * statements lead through to the one in it, unless a longer `chain` is given: who got a key elsewhere looks for it there.
 */
export async function fileChecks(
  file: EvidenceFile,
  { sha256, isSignedBy }: Cryptography,
  chain?: KeyChain,
): Promise<FileCheck[]> {
  const keys = chain ?? (await followKeys('evidence', file.key, file.rotations ?? [], { isSignedBy }))
  const { spans } = keys
  const bytes = encodeUtf8(file.document)
  const head = readLogHead(file.head.head)
  const isSigned = (one: LogHead, size: number) => isSignedBy(keyOfLogHead(spans, size).key, one.signature, one.head)
  const root =
    head === null
      ? null
      : rootByInclusion(sha256, {
          leaf: logLeaf(sha256, bytes),
          index: file.index,
          size: head.size,
          path: file.path.map(bytesOf),
        })
  const checks: FileCheck[] = [
    ...(spans.length > 1 ? [{ name: 'keys', holds: keys.holds } as const] : []),
    { name: 'document', holds: readDocument(file) !== null },
    { name: 'digest', holds: hexOf(sha256(bytes)) === file.digest },
    { name: 'signature', holds: await isSignedBy(keyOfEntry(spans, file.index).key, file.signature, file.document) },
    { name: 'inclusion', holds: root !== null && hexOf(root) === head?.root },
    { name: 'head', holds: head === null ? false : await isSigned(file.head, head.size) },
  ]
  if (file.earlier === null) return checks
  const before = readLogHead(file.earlier.head)
  const hasGrown =
    head !== null && before !== null && growthHolds(sha256, before, head, file.earlier.path) && before.time <= head.time
  return [
    ...checks,
    { name: 'earlier', holds: before === null ? false : await isSigned(file.earlier, before.size) },
    { name: 'growth', holds: hasGrown },
  ]
}

/** Whether the log of one head begins the log of a later one. */
export function growthHolds(
  sha256: Sha256,
  before: EvidenceHead,
  after: EvidenceHead,
  path: readonly string[],
): boolean {
  return isConsistent(sha256, {
    from: before.size,
    fromRoot: bytesOf(before.root),
    to: after.size,
    toRoot: bytesOf(after.root),
    path: path.map(bytesOf),
  })
}
