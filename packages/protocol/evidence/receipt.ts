import { bytesOf, hexOf } from '@truemark/core/codec/hex'
import { encodeUtf8 } from '@truemark/core/codec/utf8'
import { logLeaf, logPathMax, rootByInclusion } from '@truemark/core/proof/log'
import type { Sha256 } from '@truemark/core/proof/liabilities'
import * as z from 'zod/mini'
import { parsedAs } from '../parsedAs.ts'
import { id, millis, realm } from '../values.ts'
import { type KeyChain, keyOfReceipt, signedRotations } from './keyChain.ts'
import type { Cryptography } from './verify.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What is signed for a row of the journal: its place, time and digest, and the root over the receipts that it gives. */
const receiptRow = z.object({
  version: z.literal(1),
  receipt: z.literal('row'),
  seq: z.int().check(z.minimum(1)),
  time: millis,
  digest: hash,
  /** The number of receipts below it, as a Merkle tree of RFC 6962. */
  size: z.int().check(z.minimum(1)),
  root: hash,
})
export type ReceiptRow = z.infer<typeof receiptRow>

/**
 * What is acknowledged to whoever gave a command: that it stands in the journal, where, and under which digest. `row` is
 * what is signed, as one text; the other fields lead to its root.
 */
export const receipt = z.object({
  row: z.string().check(z.maxLength(400)),
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
  /** The account and the realm that the command is of. */
  account: id,
  realm,
  /** Which command of the row it is, from 0. */
  place: z.int().check(z.minimum(0)),
  /** SHA-256 of the command as it stands in the journal. */
  command: hash,
  /** What keeps those beside it in the tree from guessing what it is of. */
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  index: z.int().check(z.minimum(0)),
  path: z.array(hash).check(z.maxLength(logPathMax)),
})
export type Receipt = z.infer<typeof receipt>

/** The most receipts kept by a browser, and in a file. */
export const receiptsMax = 200

/** Receipts as their reader saved them, with the key that the server named then. */
export const receiptFile = z.object({
  version: z.literal(1),
  key: hash,
  rotations: signedRotations,
  receipts: z.array(receipt).check(z.maxLength(receiptsMax)),
})
export type ReceiptFile = z.infer<typeof receiptFile>

/** A row of the journal as it stands there: its digest, and those of one's own commands in it. */
export const toldRow = z.object({
  seq: z.int(),
  time: millis,
  digest: hash,
  commands: z.array(z.object({ place: z.int(), digest: hash })).check(z.maxLength(4_096)),
})
export type ToldRow = z.infer<typeof toldRow>

/** The text of a row that is signed. */
export function receiptRowText(row: Omit<ReceiptRow, 'version' | 'receipt'>): string {
  const { seq, time, digest, size, root } = row
  return JSON.stringify({ version: 1, receipt: 'row', seq, time, digest, size, root })
}

/** What a signed row says; null where it can't be read. */
export function readReceiptRow(text: string): ReceiptRow | null {
  return parsedAs(receiptRow, text)
}

/** The leaf of a receipt in its row's tree. */
export function receiptLeaf(
  sha256: Sha256,
  { account, realm: of, place, command, nonce }: Pick<Receipt, 'account' | 'realm' | 'place' | 'command' | 'nonce'>,
): Uint8Array {
  return logLeaf(sha256, encodeUtf8([nonce, account, of, place, command].join(' ')))
}

/** Whether a receipt was given: its fields lead to a row that is signed under the key of its time; null where it can't be told. */
export async function isGiven(one: Receipt, { spans }: KeyChain, by: Cryptography): Promise<boolean | null> {
  const row = readReceiptRow(one.row)
  if (row === null) return false
  const path = one.path.map(bytesOf)
  const root = rootByInclusion(by.sha256, { leaf: receiptLeaf(by.sha256, one), index: one.index, size: row.size, path })
  if (root === null || hexOf(root) !== row.root) return false
  return by.isSignedBy(keyOfReceipt(spans, row.seq).key, one.signature, one.row)
}

/** What of a receipt does not stand in the journal any more; null where all does. `told` is the row as it is there. */
export type ReceiptFault = 'gone' | 'row' | 'command'

export function receiptFault(one: Receipt, told: ToldRow | undefined): ReceiptFault | null {
  if (told === undefined) return 'gone'
  if (told.digest !== readReceiptRow(one.row)?.digest) return 'row'
  return told.commands.some(({ place, digest }) => place === one.place && digest === one.command) ? null : 'command'
}
