import * as z from 'zod/mini'
import { parsedAs } from '../parsedAs.ts'
import { millis } from '../values.ts'

/** What the installation signs, each with a key of its own: evidence with its log, proofs of what is owed, receipts. */
export const signers = ['evidence', 'liabilities', 'receipts'] as const
export type Signer = (typeof signers)[number]

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/))

/** The public keys of one generation: 32 bytes of Ed25519 each, in hex. */
export const publicKeys = z.object({ evidence: hash, liabilities: hash, receipts: hash })
export type PublicKeys = z.infer<typeof publicKeys>

const signatures = z.object({ evidence: signature, liabilities: signature, receipts: signature })

/**
 * The rotation of the signing keys: `statement` is what both generations sign, each of the old keys and each of the new
 * ones, as one text.
 */
export const signedRotation = z.object({
  statement: z.string().check(z.maxLength(4_000)),
  signatures: z.object({ from: signatures, to: signatures }),
})
export type SignedRotation = z.infer<typeof signedRotation>
export const rotationsMax = 1_000
export const signedRotations = z.array(signedRotation).check(z.maxLength(rotationsMax))

/** What a statement says: which keys took over from which, when, and where journal and logs ended then. */
export const rotationStatement = z.object({
  version: z.literal(1),
  statement: z.literal('key rotation'),
  /** The number of the generation that takes over; the first is 1. */
  generation: z.int().check(z.minimum(2)),
  time: millis,
  from: publicKeys,
  to: publicKeys,
  /** The last row, entry and proof under the old keys; zeros where there is none. */
  journal: z.object({ seq: z.int(), digest: hash }),
  evidence: z.object({ size: z.int(), root: hash }),
  liabilities: z.object({ epoch: z.int(), digest: hash }),
})
export type RotationStatement = z.infer<typeof rotationStatement>

/** A statement out of its text; null where it is none. */
export function readRotation(text: string): RotationStatement | null {
  return parsedAs(rotationStatement, text)
}

/** A key of a signer, and the statement since which it signs; null of the first. */
export interface KeySpan {
  readonly generation: number
  readonly key: string
  readonly since: RotationStatement | null
}

/** Whether a text bears the Ed25519 signature of a key, both in hex; null where this place cannot tell. */
export interface SignatureCheck {
  readonly isSignedBy: (key: string, signature: string, text: string) => Promise<boolean | null>
}

export interface KeyChain {
  /** The oldest first; the last is the newest key. */
  readonly spans: readonly [KeySpan, ...KeySpan[]]
  /** Whether every statement follows the one before and bears both signatures; null where this place knows no Ed25519. */
  readonly holds: boolean | null
}

/**
 * The keys of a signer that statements, the oldest first, lead through to `newest`. A document is signed by the key of its
 * time: where that was rotated, the statements must show it.
 */
export async function followKeys(
  signer: Signer,
  newest: string,
  rotations: readonly SignedRotation[],
  { isSignedBy }: SignatureCheck,
): Promise<KeyChain> {
  const told = rotations.map((rotation) => ({ rotation, said: readRotation(rotation.statement) }))
  const spans = told.map(({ said }, place): KeySpan => ({
    generation: said?.generation ?? 0,
    key: said?.to[signer] ?? '',
    since: said ?? lost(place),
  }))
  const [first] = told
  const root: KeySpan = { generation: 1, key: first?.said?.from[signer] ?? newest, since: null }
  let holds: boolean | null = (spans.at(-1)?.key ?? newest) === newest
  let before = root
  for (const [place, { rotation, said }] of told.entries()) {
    if (said === null || said.generation !== place + 2 || said.from[signer] !== before.key)
      return { spans: [root, ...spans], holds: false }
    for (const side of ['from', 'to'] as const) {
      const signed = await isSignedBy(said[side][signer], rotation.signatures[side][signer], rotation.statement)
      if (signed === false) return { spans: [root, ...spans], holds: false }
      if (signed === null && holds === true) holds = null
    }
    before = spans[place] ?? before
  }
  return { spans: [root, ...spans], holds }
}

/** In the place of a statement that can't be read: nothing is signed since then. */
function lost(place: number): RotationStatement {
  const none = '0'.repeat(64)
  const keys = { evidence: none, liabilities: none, receipts: none }
  const end = Number.MAX_SAFE_INTEGER
  return {
    version: 1,
    statement: 'key rotation',
    generation: place + 2,
    time: 0,
    from: keys,
    to: keys,
    journal: { seq: end, digest: none },
    evidence: { size: end, root: none },
    liabilities: { epoch: end, digest: none },
  }
}

/** Which key of the spans signs: the last whose statement `ended` says had been made before. */
export function keyOf(spans: KeyChain['spans'], isAfter: (since: RotationStatement) => boolean): KeySpan {
  return spans.findLast(({ since }) => since === null || isAfter(since)) ?? spans[0]
}

/** The key of the log's entry at a place. */
export function keyOfEntry(spans: KeyChain['spans'], index: number): KeySpan {
  return keyOf(spans, ({ evidence }) => evidence.size <= index)
}

/** The key of the log's head over the given number of entries. */
export function keyOfLogHead(spans: KeyChain['spans'], size: number): KeySpan {
  return keyOf(spans, ({ evidence }) => evidence.size < size)
}

/** The key of a proof of what is owed. */
export function keyOfProof(spans: KeyChain['spans'], epoch: number): KeySpan {
  return keyOf(spans, ({ liabilities }) => liabilities.epoch < epoch)
}

/** The key of a receipt for a row of the journal. */
export function keyOfReceipt(spans: KeyChain['spans'], seq: number): KeySpan {
  return keyOf(spans, ({ journal }) => journal.seq < seq)
}
