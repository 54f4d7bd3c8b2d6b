import { type Category, categories } from '@truemark/core/ledger/categories'
import type { HolderId } from '@truemark/core/ledger/holders'
import { dayMs, hourMs } from '@truemark/core/money/units'
import type { Queryable } from '../platform/postgres/database.ts'
import { otherSides } from './tables.ts'

/** By what money comes into an installation and leaves it; all else moves within. */
const outward: readonly Category[] = ['deposit', 'manual_deposit', 'withdrawal_success', 'manual_withdrawal']
/** How old (ms) a kept price may be to value what moved; after eight days one a day is kept. */
const priceAgeMs = dayMs + hourMs

/** What came in (or, negative, left) in one hour, in smallest units, with the price by which it is valued: 10⁻¹² USDT. */
export interface MovedIn {
  readonly currency: number
  readonly amount: bigint
  readonly price: bigint | null
}

/** A place in the ledger: a moment (UTC ms), and the last journal row that counts to it. */
interface LedgerPlace {
  readonly time: number
  readonly seq: number
}

/** What a holder deposited and withdrew after one place of the ledger and up to another, by hour, each way for itself. */
export async function findMovedIn(
  view: Queryable,
  holder: HolderId,
  after: LedgerPlace,
  upTo: LedgerPlace,
): Promise<MovedIn[]> {
  const { rows } = await view.query<{ currency: number; amount: string; price: string | null }>(
    `SELECT moved.currency, moved.amount, CASE WHEN moved.currency = 0 THEN 1000000000000 ELSE kept.price END AS price
     FROM (SELECT currency, time / 3600000 * 3600000 AS hour, sum(amount) AS amount FROM ledger_entry
           WHERE holder = $1 AND time >= $2 AND seq > $3 AND seq <= $4 AND other <> $5 AND category = ANY($6::smallint[])
           GROUP BY currency, hour, amount > 0) AS moved
     LEFT JOIN LATERAL (
       SELECT price FROM worth_price AS p
       WHERE p.hour <= moved.hour AND p.hour > moved.hour - $7::bigint AND p.currency = moved.currency
       ORDER BY p.hour DESC LIMIT 1) AS kept ON true`,
    [
      holder,
      // a row is told by its number; its moment may lie a little before that of the sample that has not seen it
      after.time - dayMs,
      after.seq,
      upTo.seq,
      otherSides.indexOf('held'),
      outward.map((one) => categories.indexOf(one)),
      priceAgeMs,
    ],
  )
  return rows.map(({ currency, amount, price }) => ({
    currency,
    amount: BigInt(amount),
    price: price === null ? null : BigInt(price),
  }))
}

/** Each balance of a holder and what is put into each product, in smallest units. */
export async function findOwned(
  view: Queryable,
  holder: HolderId,
): Promise<{ readonly currency: number; readonly amount: bigint }[]> {
  const { rows } = await view.query<{ currency: number; amount: string }>(
    `SELECT currency, posted AS amount FROM balance WHERE holder = $1 AND posted > 0
     UNION ALL SELECT currency, amount FROM invested WHERE holder = $1`,
    [holder],
  )
  return rows.map(({ currency, amount }) => ({ currency, amount: BigInt(amount) }))
}
