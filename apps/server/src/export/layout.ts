import { type JournalRow, journalRowHead } from '../engine/door.ts'
import { signedRotations } from '@truemark/protocol/evidence/keyChain'
import { evidenceKinds } from '../transparency/door.ts'
import * as z from 'zod/mini'

/** The version of an export's layout. */
export const exportVersion = 1

/** The parts of an export. `SHA256SUMS` is what `sha256sum -c` reads, and `SHA256SUMS.signature` is of its bytes. */
export const files = {
  manifest: 'manifest.json',
  journal: 'journal.bin',
  evidence: 'evidence.jsonl',
  evidenceHeads: 'evidence-heads.jsonl',
  liabilityHeads: 'liability-heads.jsonl',
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.signature',
} as const

/** What `SHA256SUMS` names, in its order. */
export const summedFiles = [
  files.manifest,
  files.journal,
  files.evidence,
  files.evidenceHeads,
  files.liabilityHeads,
] as const

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/))

export const manifestShape = z.strictObject({
  version: z.literal(exportVersion),
  /** When it was made, UTC ms. */
  created: z.int(),
  /** What ran here, as the public page names it. */
  build: z.strictObject({ commit: z.nullable(z.string()), changed: z.boolean(), server: z.nullable(z.string()) }),
  /** The Ed25519 keys under which its texts are signed now, and the statements by which each took over from the one before. */
  keys: z.strictObject({ evidence: hash, liabilities: hash }),
  rotations: signedRotations,
  journal: z.strictObject({ rows: z.int(), digest: hash }),
  evidence: z.strictObject({ entries: z.int(), heads: z.int() }),
  liabilities: z.strictObject({ heads: z.int() }),
})
export type Manifest = z.infer<typeof manifestShape>

/** An entry of the evidence log; what it is of stands in `kind` and `number`. */
export const evidenceLine = z.strictObject({
  place: z.int(),
  kind: z.enum(evidenceKinds),
  number: z.int(),
  time: z.int(),
  document: z.string(),
  digest: hash,
  signature,
})
export type EvidenceLine = z.infer<typeof evidenceLine>

/** A signed head of the evidence log. */
export const evidenceHeadLine = z.strictObject({ size: z.int(), time: z.int(), head: z.string(), signature })

/** A signed head of what is owed. */
export const liabilityHeadLine = z.strictObject({
  epoch: z.int(),
  time: z.int(),
  seq: z.int(),
  asked: z.boolean(),
  head: z.string(),
  digest: hash,
  signature,
})
export type LiabilityHeadLine = z.infer<typeof liabilityHeadLine>

const digestBytes = 32
const headBytes = 34
const mark = 0x54_4d_4a_52
/** The longest a row's commands or events may be. */
const partMax = 512 * 1024 * 1024

/** A row as it stands in `journal.bin`: the bytes that its digest is over, then the digest. */
export function rowBytes(row: JournalRow): Uint8Array[] {
  return [journalRowHead(row), row.commands, row.events, row.previous, row.digest]
}

/** The row that `bytes` begins with and how long it is; null where it is not whole. Throws where it is no row. */
export function readRowBytes(bytes: Buffer): { readonly row: JournalRow; readonly length: number } | null {
  if (bytes.length < headBytes) return null
  if (bytes.readUInt32BE(0) !== mark) throw new RangeError('no row begins here')
  const commands = bytes.readUInt32BE(26)
  const events = bytes.readUInt32BE(30)
  if (commands > partMax || events > partMax) throw new RangeError('a row is longer than any')
  const length = headBytes + commands + events + 2 * digestBytes
  if (bytes.length < length) return null
  const part = (from: number, to: number): Uint8Array => bytes.subarray(from, to)
  const eventsAt = headBytes + commands
  const row = {
    seq: Number(bytes.readBigUInt64BE(6)),
    epoch: bytes.readUInt32BE(14),
    time: Number(bytes.readBigUInt64BE(18)),
    format: bytes.readUInt16BE(4),
    commands: part(headBytes, eventsAt),
    events: part(eventsAt, eventsAt + events),
    previous: part(length - 2 * digestBytes, length - digestBytes),
    digest: part(length - digestBytes, length),
  }
  return { row, length }
}
