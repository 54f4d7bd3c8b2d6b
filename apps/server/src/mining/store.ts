import type { HolderId } from '@truemark/core/ledger/holders'
import type { MiningEventOf } from '@truemark/core/mining/event'
import { type MiningView, miningStatuses } from '@truemark/core/mining/view'
import type { Event } from '@truemark/core/vocabulary'
import {
  type Fact,
  type Projection,
  type RowOf,
  type RowWriter,
  type StoredOf,
  amount,
  bool,
  holder,
  int2,
  int4,
  integer,
  maybe,
  readModel,
  word,
} from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

const orders = readModel(
  'mining_order',
  {
    order: integer('id'),
    holder: holder(),
    product: int4(),
    version: int4(),
    currency: int2(),
    amount: amount(),
    rateMin: integer(),
    rateMax: integer(),
    days: int4(),
    redemptionRate: integer(),
    firstDay: int4(),
    openedAt: integer(),
    status: word(miningStatuses),
  },
  { daysPaid: int4(), paid: amount(), cost: amount(), endedAt: maybe(integer()) },
)

/** The income of each day of an order, as it was credited. */
const incomes = readModel('mining_income', {
  order: integer('order_id'),
  day: int4(),
  rate: integer(),
  published: bool(),
  amount: amount(),
  creditedAt: integer(),
})
export type IncomeRow = RowOf<typeof incomes>

/** Orders of locked mining, the income of each of their days, and what each edition of a product came of. */
export const miningProjection: Projection<Event> = {
  name: 'mining',
  wants: ['miningPublished', 'miningOpened', 'miningPaid', 'miningDone', 'miningRedeemed'],
  apply: async (facts, writer) => {
    // whatever stands in one batch, what is changed was made before
    for (const { event } of facts) if (event.type === 'miningPublished') await publish(writer, event)
    await open(writer, facts)
    await pay(writer, facts)
    await end(writer, facts)
  },
}

async function publish(writer: Queryable, { product, version, terms }: MiningEventOf<'miningPublished'>) {
  await writer.query('INSERT INTO mining_terms (product, version, draft) VALUES ($1, $2, $3)', [
    product,
    version,
    terms.text,
  ])
}

async function open(writer: RowWriter, facts: readonly Fact<Event>[]): Promise<void> {
  const opened = facts.flatMap(({ event, time }) =>
    event.type === 'miningOpened' ? [{ ...event, openedAt: time, status: 'ongoing' as const }] : [],
  )
  await writer.copy(orders, opened)
}

async function pay(writer: RowWriter, facts: readonly Fact<Event>[]): Promise<void> {
  const paid = facts.flatMap(({ event, time }) =>
    event.type === 'miningPaid' ? event.lines.map((line) => ({ ...line, day: event.day, creditedAt: time })) : [],
  )
  const sums = new Map<number, { days: number; amount: bigint }>()
  for (const { order, amount: income } of paid) {
    const sum = sums.get(order) ?? { days: 0, amount: 0n }
    sums.set(order, { days: sum.days + 1, amount: sum.amount + income })
  }
  if (sums.size === 0) return
  await writer.copy(incomes, paid)
  const { rowCount } = await writer.query(
    `UPDATE mining_order AS o SET days_paid = o.days_paid + c.days, paid = o.paid + c.amount
     FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS c (id, days, amount) WHERE o.id = c.id`,
    [[...sums.keys()], [...sums.values()].map(({ days }) => days), [...sums.values()].map((sum) => sum.amount)],
  )
  if (rowCount !== sums.size) throw new Error(`${sums.size} mining orders were paid, but ${rowCount} have rows`)
}

async function end(writer: Queryable, facts: readonly Fact<Event>[]): Promise<void> {
  const ended = facts.flatMap(({ event, time }) =>
    event.type === 'miningDone' || event.type === 'miningRedeemed' ? [{ event, time }] : [],
  )
  if (ended.length === 0) return
  const { rowCount } = await writer.query(
    `UPDATE mining_order AS o SET status = c.status, cost = c.cost, ended_at = c.ended_at
     FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[]) AS c (id, status, cost, ended_at)
     WHERE o.id = c.id`,
    [
      ended.map(({ event }) => event.order),
      ended.map(({ event }) => miningStatuses.indexOf(event.type === 'miningDone' ? 'settled' : 'history')),
      ended.map(({ event }) => (event.type === 'miningRedeemed' ? event.cost : 0n)),
      ended.map(({ time }) => time),
    ],
  )
  if (rowCount !== ended.length) throw new Error(`${ended.length} mining orders ended, but ${rowCount} have rows`)
}

/** An order with the draft that its terms came of. */
export interface MiningRow extends MiningView {
  readonly draft: number
}

type OrderRow = StoredOf<typeof orders> & { draft: string }

const selected = `SELECT o.*, t.draft FROM mining_order AS o
  JOIN mining_terms AS t ON t.product = o.product AND t.version = o.version`

export interface MiningFilter {
  readonly holder: HolderId
  /** `history` are those that have ended, in either way. */
  readonly status?: 'ongoing' | 'history' | undefined
  /** The last order of the page before. */
  readonly before?: number | null
  readonly limit: number
}

/** A holder's orders that pass the filter, newest first, at most `limit`. */
export async function findMining(database: Queryable, filter: MiningFilter): Promise<MiningRow[]> {
  const where = ['o.holder = $1', 'o.id < $2']
  const ongoing = miningStatuses.indexOf('ongoing')
  if (filter.status !== undefined) where.push(`o.status ${filter.status === 'ongoing' ? '=' : '<>'} ${ongoing}`)
  const { rows } = await database.query<OrderRow>(
    `${selected} WHERE ${where.join(' AND ')} ORDER BY o.id DESC LIMIT $3`,
    [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit],
  )
  return rows.map(orderOf)
}

/** The orders with these ids, whoever's they are, oldest first. */
export async function findMiningById(database: Queryable, ids: readonly number[]): Promise<MiningRow[]> {
  const { rows } = await database.query<OrderRow>(`${selected} WHERE o.id = ANY($1::bigint[]) ORDER BY o.id`, [ids])
  return rows.map(orderOf)
}

function orderOf(row: OrderRow): MiningRow {
  const order = orders.read(row)
  return { ...order, endedAt: order.endedAt ?? 0, draft: integerOf(row.draft) }
}

/** The income of each day of an order, oldest first. */
export async function findIncomes(database: Queryable, order: number): Promise<IncomeRow[]> {
  const { rows } = await database.query<StoredOf<typeof incomes>>(
    'SELECT * FROM mining_income WHERE order_id = $1 ORDER BY day',
    [order],
  )
  return rows.map(incomes.read)
}

/** The drafts that the given editions of products came of, by `product version`. */
export async function findTermsDrafts(database: Queryable, products: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ product: number; version: number; draft: string }>(
    'SELECT product, version, draft FROM mining_terms WHERE product = ANY($1::int[])',
    [products],
  )
  return new Map(rows.map(({ product, version, draft }) => [`${product} ${version}`, integerOf(draft)]))
}
