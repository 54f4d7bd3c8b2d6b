import type { HolderId } from '@truemark/core/ledger/holders'
import type { MiningEventOf, MiningLine } from '@truemark/core/mining/event'
import { type MiningView, miningStatuses } from '@truemark/core/mining/view'
import type { Event } from '@truemark/core/vocabulary'
import { BinaryRows, type Fact, type Projection, type RowWriter } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

const orderTarget = `mining_order (id, holder, product, version, currency, amount, rate_min, rate_max, days,
  redemption_rate, first_day, opened_at, status)`
const incomeTarget = 'mining_income (order_id, day, rate, published, amount, credited_at)'

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
  const rows = new BinaryRows()
  for (const { event, time } of facts) {
    if (event.type !== 'miningOpened') continue
    rows.row(13).int8(event.order).holder(event.holder).int4(event.product).int4(event.version).int2(event.currency)
    rows.int8(event.amount).int8(event.rateMin).int8(event.rateMax).int4(event.days).int8(event.redemptionRate)
    rows.int4(event.firstDay).int8(time).int2(miningStatuses.indexOf('ongoing'))
  }
  await writer.copy(orderTarget, rows)
}

async function pay(writer: RowWriter, facts: readonly Fact<Event>[]): Promise<void> {
  const rows = new BinaryRows()
  const sums = new Map<number, { days: number; amount: bigint }>()
  const take = ({ order, rate, published, amount }: MiningLine, day: number, time: number): void => {
    rows.row(6).int8(order).int4(day).int8(rate).bool(published).int8(amount).int8(time)
    const sum = sums.get(order) ?? { days: 0, amount: 0n }
    sums.set(order, { days: sum.days + 1, amount: sum.amount + amount })
  }
  for (const { event, time } of facts) {
    if (event.type === 'miningPaid') for (const line of event.lines) take(line, event.day, time)
  }
  if (sums.size === 0) return
  await writer.copy(incomeTarget, rows)
  const { rowCount } = await writer.query(
    `UPDATE mining_order AS o SET days_paid = o.days_paid + c.days, paid = o.paid + c.amount
     FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS c (id, days, amount) WHERE o.id = c.id`,
    [[...sums.keys()], [...sums.values()].map(({ days }) => days), [...sums.values()].map(({ amount }) => amount)],
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

interface OrderRow {
  id: string
  holder: HolderId
  product: number
  version: number
  draft: string
  currency: number
  amount: string
  rate_min: string
  rate_max: string
  days: number
  redemption_rate: string
  first_day: number
  opened_at: string
  days_paid: number
  paid: string
  status: number
  cost: string
  ended_at: string | null
}

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
  return {
    order: integerOf(row.id),
    holder: row.holder,
    product: row.product,
    version: row.version,
    draft: integerOf(row.draft),
    currency: row.currency,
    amount: BigInt(row.amount),
    rateMin: integerOf(row.rate_min),
    rateMax: integerOf(row.rate_max),
    days: row.days,
    redemptionRate: integerOf(row.redemption_rate),
    firstDay: row.first_day,
    openedAt: integerOf(row.opened_at),
    daysPaid: row.days_paid,
    paid: BigInt(row.paid),
    status: wordAt(miningStatuses, row.status),
    cost: BigInt(row.cost),
    endedAt: row.ended_at === null ? 0 : integerOf(row.ended_at),
  }
}

/** The income of one day, as it was credited. */
export interface IncomeRow {
  readonly day: number
  readonly rate: number
  readonly published: boolean
  readonly amount: bigint
  readonly creditedAt: number
}

interface StoredIncome {
  day: number
  rate: string
  published: boolean
  amount: string
  credited_at: string
}

/** The income of each day of an order, oldest first. */
export async function findIncomes(database: Queryable, order: number): Promise<IncomeRow[]> {
  const { rows } = await database.query<StoredIncome>('SELECT * FROM mining_income WHERE order_id = $1 ORDER BY day', [
    order,
  ])
  return rows.map((row) => ({
    day: row.day,
    rate: integerOf(row.rate),
    published: row.published,
    amount: BigInt(row.amount),
    creditedAt: integerOf(row.credited_at),
  }))
}

/** The drafts that the given editions of products came of, by `product version`. */
export async function findTermsDrafts(database: Queryable, products: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ product: number; version: number; draft: string }>(
    'SELECT product, version, draft FROM mining_terms WHERE product = ANY($1::int[])',
    [products],
  )
  return new Map(rows.map(({ product, version, draft }) => [`${product} ${version}`, integerOf(draft)]))
}
