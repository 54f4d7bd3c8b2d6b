import * as z from 'zod/mini'
import { parsedAs } from '../parsedAs.ts'
import { millis } from '../values.ts'
import { type KeySpan, type SignatureCheck, type Signer, rotationStatement, rotationsMax, signers } from './keyChain.ts'

/** What has a key that signs nothing: its replacement is signed for by the signing keys. */
export const replacedPurposes = ['sealing', 'tokens'] as const
export type ReplacedPurpose = (typeof replacedPurposes)[number]

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/))

/** What a statement says: which key took over from which, by fingerprints, when, and where journal and logs ended then. */
export const replacementStatement = z.object({
  version: z.literal(1),
  statement: z.literal('key replacement'),
  purpose: z.enum(replacedPurposes),
  /** The number of the generation that takes over; the first is 1. */
  generation: z.int().check(z.minimum(2)),
  time: millis,
  from: fingerprint,
  to: fingerprint,
  /** The generation of the signing keys that sign this. */
  signing: z.int().check(z.minimum(1)),
  journal: rotationStatement.shape.journal,
  evidence: rotationStatement.shape.evidence,
  liabilities: rotationStatement.shape.liabilities,
})
export type ReplacementStatement = z.infer<typeof replacementStatement>

/** A statement of a replaced key, as each signing key that was in force signed it. */
export const signedReplacement = z.object({
  statement: z.string().check(z.maxLength(4_000)),
  signatures: z.object({ evidence: signature, liabilities: signature, receipts: signature }),
})
export type SignedReplacement = z.infer<typeof signedReplacement>
export const signedReplacements = z.array(signedReplacement).check(z.maxLength(rotationsMax * replacedPurposes.length))

/** A statement out of its text; null where it is none. */
export function readReplacement(text: string): ReplacementStatement | null {
  return parsedAs(replacementStatement, text)
}

/** The keys that sign, with the statements since which they do. */
export type SigningSpans = Readonly<Record<Signer, readonly KeySpan[]>>

/**
 * Whether the statements of one purpose, the oldest first, lead from key to key without a gap, and each bears the
 * signatures of the signing keys that were in force at its place; null where this place knows no Ed25519.
 */
export async function replacementsHold(
  purpose: ReplacedPurpose,
  replacements: readonly SignedReplacement[],
  spans: SigningSpans,
  { isSignedBy }: SignatureCheck,
): Promise<boolean | null> {
  let holds: boolean | null = true
  let before: ReplacementStatement | null = null
  for (const [place, { statement, signatures }] of replacements.entries()) {
    const said = readReplacement(statement)
    if (said === null || said.purpose !== purpose || said.generation !== place + 2) return false
    if (before !== null && (before.to !== said.from || before.time > said.time)) return false
    for (const signer of signers) {
      const span = spans[signer].find(({ generation }) => generation === said.signing)
      if (span === undefined || !isWithin(said, span, spans[signer])) return false
      const signed = await isSignedBy(span.key, signatures[signer], statement)
      if (signed === false) return false
      if (signed === null) holds = null
    }
    before = said
  }
  return holds
}

/** Neither a former signing key nor a later one speaks for another's time. Where a database was restored, only time goes on. */
function isWithin({ time }: ReplacementStatement, span: KeySpan, spans: readonly KeySpan[]): boolean {
  const next = spans.find(({ generation }) => generation === span.generation + 1)?.since ?? null
  return (span.since === null || span.since.time <= time) && (next === null || time <= next.time)
}
