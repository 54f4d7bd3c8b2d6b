import { type Category, categories } from '@truemark/core/ledger/categories'
import { type Realm, realms, type HolderId } from '@truemark/core/ledger/holders'
import { accounts } from '@truemark/core/ledger/move'
import { dayMs } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import { type Projection, type RowWriter } from '../engine/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import {
  type EventProduct,
  type Payout,
  type ProfitRow,
  type Stake,
  eventProducts,
  profitEvents,
  profitsOf,
} from './profitRows.ts'
import { otherSides } from './tables.ts'

/** What each product brought each holder, by day. */
export const profitProjection: Projection<Event> = {
  name: 'profit',
  wants: profitEvents,
  apply: async (facts, writer) => {
    const { rows, stakes, payouts } = profitsOf(facts)
    await keepStakes(writer, stakes)
    await addProfits(writer, [...rows, ...(await takeStakes(writer, payouts))])
  },
}

const place = ({ product }: { readonly product: EventProduct }): number => eventProducts.indexOf(product)

async function keepStakes(writer: Queryable, stakes: readonly Stake[]): Promise<void> {
  if (stakes.length === 0) return
  await writer.query(
    `INSERT INTO profit_stake (product, ref, currency, amount)
     SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::smallint[], $4::bigint[])`,
    [
      stakes.map(place),
      stakes.map(({ ref }) => ref),
      stakes.map(({ currency }) => currency),
      stakes.map(({ amount }) => String(amount)),
    ],
  )
}

/** The stakes of products that have paid, as what they cost on that day. */
async function takeStakes(writer: Queryable, payouts: readonly Payout[]): Promise<ProfitRow[]> {
  if (payouts.length === 0) return []
  const { rows } = await writer.query<{ product: number; ref: string; currency: number; amount: string }>(
    `DELETE FROM profit_stake USING unnest($1::smallint[], $2::bigint[]) AS paid (product, ref)
     WHERE (profit_stake.product, profit_stake.ref) = (paid.product, paid.ref)
     RETURNING profit_stake.product, profit_stake.ref, currency, amount`,
    [payouts.map(place), payouts.map(({ ref }) => ref)],
  )
  return rows.flatMap((row) => {
    const product = wordAt(eventProducts, row.product)
    const payout = payouts.find((one) => one.product === product && one.ref === integerOf(row.ref))
    if (payout === undefined) return []
    const { holder, day } = payout
    return [{ holder, day, product, currency: row.currency, amount: -BigInt(row.amount) }]
  })
}

async function addProfits(writer: RowWriter, rows: readonly ProfitRow[]): Promise<void> {
  if (rows.length === 0) return
  await writer.query(
    `INSERT INTO profit_day AS p (holder, day, product, currency, amount)
     SELECT holder, day, product, currency, sum(amount) FROM unnest(
       $1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::bigint[]) AS n (holder, day, product, currency, amount)
     GROUP BY holder, day, product, currency
     ON CONFLICT (holder, day, product, currency) DO UPDATE SET amount = p.amount + excluded.amount`,
    [
      rows.map(({ holder }) => holder),
      rows.map(({ day }) => day),
      rows.map(place),
      rows.map(({ currency }) => currency),
      rows.map(({ amount }) => String(amount)),
    ],
  )
}

/** A holder's profits by product since a day of UTC (days since 1970). */
export async function findProfits(database: Queryable, holder: HolderId, fromDay: number): Promise<ProfitRow[]> {
  const { rows } = await database.query<{ day: number; product: number; currency: number; amount: string }>(
    'SELECT day, product, currency, amount FROM profit_day WHERE holder = $1 AND day >= $2',
    [holder, fromDay],
  )
  return rows.map(({ day, product, currency, amount }) => {
    return { holder, day, product: wordAt(eventProducts, product), currency, amount: BigInt(amount) }
  })
}

/** How many people traded a product at risk since a day, and how many of them it cost more than it brought. */
export interface Losing {
  readonly realm: Realm
  readonly product: 'derivative' | 'option'
  readonly people: number
  readonly losing: number
}

/** Counts who lost in contracts and perpetuals, and in options, since a day of UTC (days since 1970). */
export async function countLosing(database: Queryable, fromDay: number): Promise<Losing[]> {
  const place = (product: EventProduct): number => eventProducts.indexOf(product)
  const { rows } = await database.query<{ realm: number; is_option: boolean; people: string; losing: string }>(
    `SELECT realm, is_option, count(*) AS people, count(*) FILTER (WHERE amount < 0) AS losing
     FROM (SELECT realm, holder, product = $2 AS is_option, sum(amount) AS amount FROM profit_day JOIN holder USING (holder)
           WHERE day >= $1 AND product = ANY($3::smallint[]) AND currency = 0
           GROUP BY 1, 2, 3) AS own
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [fromDay, place('option'), [place('contract'), place('perpetual'), place('option')]],
  )
  return rows.map(({ realm, is_option, people, losing }) => ({
    realm: wordAt(realms, realm),
    product: is_option ? 'option' : 'derivative',
    people: integerOf(people),
    losing: integerOf(losing),
  }))
}

/** Prices of a day's first hour at 10⁻¹² USDT, by day and currency as `${day} ${currency}`. */
export async function findDayPrices(database: Queryable, fromDay: number): Promise<Map<string, bigint>> {
  const { rows } = await database.query<{ hour: string; currency: number; price: string }>(
    'SELECT hour, currency, price FROM worth_price WHERE hour >= $1 AND hour % 86400000 = 0',
    [fromDay * dayMs],
  )
  return new Map(rows.map((row) => [`${integerOf(row.hour) / dayMs} ${row.currency}`, BigInt(row.price)]))
}

/** What comes into the coin account or leaves it without being a price's doing or a trade's. */
const inward: readonly Category[] = categories.filter(
  (one) => !['spot_buy', 'spot_sell', 'transaction_fee', 'exchange', 'exchange_fee_rate'].includes(one),
)

/** What came into and left a holder's coin account between two places of the ledger. */
export interface Flow {
  /** Which of the bounds it lies after: 0 for the first. */
  readonly after: number
  readonly currency: number
  readonly amount: bigint
}

/** Sums what came in and left after each of `bounds` (numbers of journal rows, ascending) up to the next, or to now. */
export async function findFlows(
  database: Queryable,
  holder: HolderId,
  since: number,
  bounds: readonly number[],
): Promise<Flow[]> {
  if (bounds.length === 0) return []
  const { rows } = await database.query<{ bucket: number; currency: number; amount: string }>(
    `SELECT width_bucket(seq - 1, $3::bigint[]) AS bucket, currency, sum(amount) AS amount FROM ledger_entry
     WHERE holder = $1 AND time >= $2 AND account = $4 AND other <> $5 AND category = ANY($6::smallint[]) AND seq > $7
     GROUP BY 1, 2`,
    [
      holder,
      since,
      bounds,
      accounts.indexOf('coin'),
      otherSides.indexOf('held'),
      inward.map((one) => categories.indexOf(one)),
      bounds[0],
    ],
  )
  return rows.map(({ bucket, currency, amount }) => ({ after: bucket - 1, currency, amount: BigInt(amount) }))
}

/** What stands in a holder's coin account, by currency. */
export async function findCoins(database: Queryable, holder: HolderId): Promise<Map<number, bigint>> {
  const { rows } = await database.query<{ currency: number; posted: string }>(
    'SELECT currency, posted FROM balance WHERE holder = $1 AND account = $2 AND posted > 0',
    [holder, accounts.indexOf('coin')],
  )
  return new Map(rows.map(({ currency, posted }) => [currency, BigInt(posted)]))
}

/** Reads several tables as they stand at one moment: what is written meanwhile is in none of them. */
export function readAtOnce<T>(database: Database, work: (view: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return work(client)
  })
}
