import { type HolderId, type Realm, realms } from '@truemark/core/ledger/holders'
import { accounts } from '@truemark/core/ledger/move'
import { dayMs, usdtScale } from '@truemark/core/money/units'
import { projectedSeq } from '../engine/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** How long hourly samples are kept; older ones are thinned to the first of each day. */
const hoursKeptMs = 8 * dayMs

/** Prices stand at 10⁻¹² USDT for one coin. */
export const worthPriceScale = 12
/** What the column holds. */
export const worthPriceMax = 2n ** 63n - 1n

/** One currency with its price, and the decimals of its amounts. */
export interface WorthPrice {
  readonly currency: number
  readonly scale: number
  readonly price: bigint
}

/**
 * Values every balance of every user, and what they have put into products, at `prices` and keeps it as the hour's; false
 * where the hour has been swept. Each is rounded down by itself, as the assets that are shown are.
 */
export async function sweepWorth(
  database: Database,
  at: { readonly hour: number; readonly time: number },
  prices: readonly WorthPrice[],
): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const { rows } = await client.query(
      'INSERT INTO worth_sweep (hour, time, seq) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING hour',
      [at.hour, at.time, await projectedSeq(client, 'ledger')],
    )
    if (rows.length === 0) return false
    const currencies = prices.map(({ currency }) => currency)
    const texts = prices.map(({ price }) => String(price))
    await client.query(
      `INSERT INTO worth_price (hour, currency, price) SELECT $1, * FROM unnest($2::smallint[], $3::bigint[])`,
      [at.hour, currencies, texts],
    )
    const divisors = prices.map(({ scale }) => String(10n ** BigInt(scale + worthPriceScale - usdtScale)))
    await client.query(
      `WITH kept AS (INSERT INTO worth_sample (holder, hour, coin, contract, option, invested)
       SELECT holder, $1, coalesce(sum(worth) FILTER (WHERE account = $5), 0),
         coalesce(sum(worth) FILTER (WHERE account = $6), 0), coalesce(sum(worth) FILTER (WHERE account = $7), 0),
         coalesce(sum(worth) FILTER (WHERE account IS NULL), 0)
       FROM (SELECT holder, account, div(amount::numeric * price, divisor) AS worth
             FROM (SELECT holder, account, currency, posted AS amount FROM balance WHERE holder >= 32 AND posted > 0
                   UNION ALL SELECT holder, NULL, currency, amount FROM invested) AS owned
             JOIN unnest($2::smallint[], $3::numeric[], $4::numeric[]) AS p (currency, price, divisor) USING (currency)
            ) AS valued
       GROUP BY holder RETURNING holder, coin + contract + option + invested AS worth)
       INSERT INTO worth_total (hour, realm, worth)
       SELECT $1, realm, sum(worth) FROM kept JOIN holder USING (holder) GROUP BY realm`,
      [at.hour, currencies, texts, divisors, ...(['coin', 'contract', 'option'] as const).map(placeOf)],
    )
    await dropOld(client, at.hour - hoursKeptMs)
    return true
  })
}

function placeOf(account: (typeof accounts)[number]): number {
  return accounts.indexOf(account)
}

async function dropOld(client: Queryable, before: number): Promise<void> {
  await client.query('DELETE FROM worth_sample WHERE hour < $1 AND hour % 86400000 <> 0', [before])
  await client.query('DELETE FROM worth_total WHERE hour < $1 AND hour % 86400000 <> 0', [before])
  await client.query('DELETE FROM worth_price WHERE hour < $1 AND hour % 86400000 <> 0', [before])
  await client.query('DELETE FROM worth_sweep WHERE hour < $1 AND hour % 86400000 <> 0', [before])
}

/** The currencies that had a price within a time (ms) before the last hour that was swept, and that hour; null before the first. */
export async function findPriced(
  database: Queryable,
  within: number,
): Promise<{ readonly currencies: ReadonlySet<number>; readonly last: number } | null> {
  const { rows } = await database.query<{ currency: number; last: string }>(
    `SELECT DISTINCT currency, last FROM worth_price, (SELECT max(hour) AS last FROM worth_sweep) AS swept
     WHERE hour > last - $1::bigint`,
    [within],
  )
  if (rows[0] === undefined) return null
  return { currencies: new Set(rows.map(({ currency }) => currency)), last: integerOf(rows[0].last) }
}

/** Whether an hour has been swept. */
export async function isSwept(database: Queryable, hour: number): Promise<boolean> {
  const { rows } = await database.query('SELECT 1 FROM worth_sweep WHERE hour = $1', [hour])
  return rows.length > 0
}

/** What a holder's accounts, and what was put into products, were worth when an hour was swept, in smallest units of USDT. */
export interface WorthSample {
  readonly hour: number
  readonly time: number
  /** How far the ledger was then. */
  readonly seq: number
  readonly coin: bigint
  readonly contract: bigint
  readonly option: bigint
  readonly invested: bigint
}

/** A holder's samples since a moment, oldest first, each hour or each day; an hour in which nothing was owned is a zero. */
export async function findWorth(
  database: Queryable,
  holder: HolderId,
  from: number,
  stepMs: number,
): Promise<WorthSample[]> {
  const { rows } = await database.query<{
    hour: string
    time: string
    seq: string
    coin: string
    contract: string
    option: string
    invested: string
  }>(
    `SELECT hour, s.time, s.seq, coalesce(coin, 0) AS coin, coalesce(contract, 0) AS contract, coalesce(option, 0) AS option,
       coalesce(invested, 0) AS invested
     FROM worth_sweep AS s LEFT JOIN (SELECT * FROM worth_sample WHERE holder = $1) AS w USING (hour)
     WHERE hour >= $2 AND hour % $3 = 0 ORDER BY hour`,
    [holder, from, stepMs],
  )
  return rows.map((row) => ({
    hour: integerOf(row.hour),
    time: integerOf(row.time),
    seq: integerOf(row.seq),
    coin: BigInt(row.coin),
    contract: BigInt(row.contract),
    option: BigInt(row.option),
    invested: BigInt(row.invested),
  }))
}

/** When a holder was opened, UTC milliseconds; null for none. */
export async function findOpenedAt(database: Queryable, holder: HolderId): Promise<number | null> {
  const { rows } = await database.query<{ opened_at: string }>('SELECT opened_at FROM holder WHERE holder = $1', [
    holder,
  ])
  return rows[0] === undefined ? null : integerOf(rows[0].opened_at)
}

/** What all people of a realm owned together at the openings of days, in smallest units of USDT, by day of UTC (since 1970). */
export async function findWorthTotals(
  database: Queryable,
  realm: Realm,
  fromDay: number,
): Promise<Map<number, bigint>> {
  const { rows } = await database.query<{ hour: string; worth: string }>(
    `SELECT hour, coalesce(worth, 0) AS worth FROM worth_sweep LEFT JOIN (SELECT * FROM worth_total WHERE realm = $1) AS t USING (hour)
     WHERE hour >= $2 AND hour % 86400000 = 0 AND hour >= (SELECT min(hour) FROM worth_total)`,
    [realms.indexOf(realm), fromDay * dayMs],
  )
  return new Map(rows.map(({ hour, worth }) => [integerOf(hour) / dayMs, BigInt(worth)]))
}
