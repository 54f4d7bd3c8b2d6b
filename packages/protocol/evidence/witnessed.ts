import * as z from 'zod/mini'
import { parsedAs } from '../parsedAs.ts'
import { millis } from '../values.ts'
import { type KeyChain, type KeySpan, keyOf } from './keyChain.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Where the journal and the logs end at a moment, as one text that is signed and goes to witnesses outside. */
export const witnessStatement = z.object({
  version: z.literal(1),
  statement: z.literal('heads'),
  time: millis,
  /** The last row, entry and proof; zeros where there is none. */
  journal: z.object({ seq: z.int(), digest: hash }),
  evidence: z.object({ size: z.int(), root: hash }),
  liabilities: z.object({ epoch: z.int(), digest: hash }),
})
export type WitnessStatement = z.infer<typeof witnessStatement>

/** What a witness is given: the text, and its signature under the key of the evidence. */
export const witnessedLine = z.object({
  statement: z.string().check(z.maxLength(4_000)),
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type WitnessedLine = z.infer<typeof witnessedLine>

/** A statement out of its text; null where it is none. */
export function readWitnessed(text: string): WitnessStatement | null {
  return parsedAs(witnessStatement, text)
}

/** The key of the evidence that signs a statement of a moment (UTC ms). */
export function keyOfWitnessed(spans: KeyChain['spans'], time: number): KeySpan {
  return keyOf(spans, (since) => since.time <= time)
}
