import { type SignedRotation, followKeys } from '@truemark/protocol/evidence/keyChain'
import {
  type Receipt,
  type ToldRow,
  isGiven,
  readReceiptRow,
  receipt,
  receiptFault,
} from '@truemark/protocol/evidence/receipt'
import type { Cryptography } from '@truemark/protocol/evidence/verify'
import * as z from 'zod/mini'

const faults = ['gone', 'row', 'command', 'given', 'key'] as const
/** What of a receipt does not hold: as against the journal, or that it was never given under the server's keys. */
export type ReceiptBreach = (typeof faults)[number]

const brokenShape = z.object({ what: z.enum(faults), at: z.int(), receipt })
export type Broken = z.infer<typeof brokenShape>

/** The receipts among what is kept. */
export function readReceipts(kept: readonly unknown[]): Receipt[] {
  return kept.flatMap((one) => z.safeParse(receipt, one).data ?? [])
}

/** What was found wrong before; null where nothing was. */
export function readBroken(broken: unknown): Broken | null {
  return z.safeParse(brokenShape, broken).data ?? null
}

/** What of the server is asked. */
export interface ToldReceipts extends Cryptography {
  /** The newest key of receipts, and the statements that lead to it. */
  readonly keys: () => Promise<{ readonly key: string; readonly rotations: readonly SignedRotation[] }>
  /** Rows of the journal with the account's own commands. */
  readonly rows: (seqs: readonly number[]) => Promise<readonly ToldRow[]>
}

/** Whose receipts are compared: rows tell an account of its own commands alone. */
export interface OwnAccount {
  readonly account: string
  readonly realm: Receipt['realm']
}

/** The rows asked for at once. */
const rowsMax = 50

/**
 * Compares the receipts of an account with what the journal has now; gives the first that does not hold, null where all do.
 * @param now UTC ms
 */
export async function compareReceipts(
  receipts: readonly Receipt[],
  { account, realm }: OwnAccount,
  told: ToldReceipts,
  now: number,
): Promise<Broken | null> {
  const own = receipts.filter((one) => one.account === account && one.realm === realm)
  if (own.length === 0) return null
  const { key, rotations } = await told.keys()
  const chain = await followKeys('receipts', key, rotations, told)
  for (const one of own) {
    if (chain.holds === false) return { what: 'key', at: now, receipt: one }
    if ((await isGiven(one, chain, told)) === false) return { what: 'given', at: now, receipt: one }
  }
  const seqs = [...new Set(own.flatMap((one) => readReceiptRow(one.row)?.seq ?? []))]
  const rows = new Map<number, ToldRow>()
  for (let from = 0; from < seqs.length; from += rowsMax)
    for (const row of await told.rows(seqs.slice(from, from + rowsMax))) rows.set(row.seq, row)
  for (const one of own) {
    const what = receiptFault(one, rows.get(readReceiptRow(one.row)?.seq ?? 0))
    if (what !== null) return { what, at: now, receipt: one }
  }
  return null
}
