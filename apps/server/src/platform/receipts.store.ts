import { type Of, decode, encode, list, oneOf, struct, u53 } from '@truemark/core/codec/codec'
import { realms } from '@truemark/core/ledger/holders'
import type { Database, Queryable } from './postgres/database.ts'

const leavesCodec = list(struct({ place: u53, userId: u53, realm: oneOf(realms) }))
/** Whose commands a row's receipts are of, and at which places of it: in the order of their tree. */
export type ReceiptLeaves = Of<typeof leavesCodec>

export interface ReceiptRowKept {
  readonly seq: number
  /** Of the row, UTC ms. */
  readonly time: number
  readonly leaves: ReceiptLeaves
}

/** Keeps what the receipts of rows were given for. What a lost database loses of it leads to another tree, no more. */
export async function keepReceiptRows(database: Database, rows: readonly ReceiptRowKept[]): Promise<void> {
  await database.transaction(async (client) => {
    // the journal's commits do not wait behind it
    await client.query('SET LOCAL synchronous_commit = off')
    await client.query(
      `INSERT INTO receipt_row (seq, time, leaves) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
       ON CONFLICT DO NOTHING`,
      [
        rows.map(({ seq }) => seq),
        rows.map(({ time }) => time),
        rows.map(({ leaves }) => Buffer.from(encode(leavesCodec, leaves))),
      ],
    )
  })
}

/** What the receipts of a row were given for; null where it is not kept. */
export async function findReceiptLeaves(database: Queryable, seq: number): Promise<ReceiptLeaves | null> {
  const { rows } = await database.query<{ leaves: Buffer }>('SELECT leaves FROM receipt_row WHERE seq = $1', [seq])
  return rows[0] === undefined ? null : decode(leavesCodec, rows[0].leaves)
}

/** Takes out what is of before a moment (UTC ms). */
export async function eraseReceiptRows(database: Queryable, before: number): Promise<void> {
  await database.query('DELETE FROM receipt_row WHERE time < $1', [before])
}
