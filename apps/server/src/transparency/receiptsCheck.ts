import { createHash } from 'node:crypto'
import {
  type Receipt,
  type ToldRow,
  isGiven,
  readReceiptRow,
  receiptFault,
  receiptFile,
} from '@truemark/protocol/evidence/receipt'
import { keyOfReceipt } from '@truemark/protocol/evidence/keyChain'
import { jsonOf } from '@truemark/protocol/jsonOf'
import * as z from 'zod/mini'
import type { JournalRow } from '../engine/door.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { rowOf } from './receipts.ts'
import { type OwnKeys, keySentence, signerChain } from './signerChain.ts'

const cryptography = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  isSignedBy: async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text),
}

const faultSentences = {
  gone: 'the journal does not have the row',
  row: 'the row has another digest',
  command: 'the command is not at its place in the row',
} as const

/** The rows of a journal by their numbers, of which those that it does not have are left out. */
export type ReadRows = (seqs: ReadonlySet<number>) => Promise<readonly JournalRow[]>

/**
 * Checks a saved file of receipts: that each was given under the key of its time, and that the journal still has the row
 * and the command that it is of. Says a sentence for each that does not hold, and one for all.
 * @param readRows the journal: of a database, or of an export
 * @param own what its reader has of the keys beside it
 * @returns the exit code: 0 where all hold, 1 where one does not
 */
export async function checkReceipts(
  readRows: ReadRows,
  text: string,
  own: OwnKeys,
  say: (sentence: string) => void,
): Promise<number> {
  const file = z.safeParse(receiptFile, jsonOf(text)).data
  if (file === undefined || file.receipts.length === 0) {
    say('Fails: This is no file of receipts.')
    return 1
  }
  const chain = await signerChain('receipts', file, own)
  if (typeof chain === 'string') {
    say(`Fails: ${chain}`)
    return 1
  }
  const rows = await rowsOf(readRows, file.receipts)
  let failed = 0
  const keys = new Set<string>()
  for (const one of file.receipts) {
    const seq = readReceiptRow(one.row)?.seq ?? 0
    const given = await isGiven(one, chain, cryptography)
    const fault = given === true ? receiptFault(one, rows.get(seq)) : null
    keys.add(keyOfReceipt(chain.spans, seq).key)
    if (given === true && fault === null) continue
    failed += 1
    const why = fault === null ? 'it was not given under the key of its time' : faultSentences[fault]
    say(`Fails: The receipt of command ${one.place} in row ${seq} for ${one.account}: ${why}.`)
  }
  const count = file.receipts.length
  if (failed > 0) say(`${failed} of ${count} receipts do not hold.`)
  else say(`The ${count} receipts verify, under ${[...keys].map((key) => keySentence(chain, key)).join(' and ')}.`)
  return failed === 0 ? 0 : 1
}

/** The rows that receipts name, with all commands: whoever has the journal may see them. */
async function rowsOf(readRows: ReadRows, receipts: readonly Receipt[]): Promise<Map<number, ToldRow>> {
  const rows = await readRows(new Set(receipts.flatMap((one) => readReceiptRow(one.row)?.seq ?? [])))
  return new Map(rows.map((row) => [row.seq, rowOf(row, () => true)]))
}
