import type { InvestEventOf } from '@truemark/core/invest/event'
import { investDirections, type InvestDirection } from '@truemark/core/invest/terms'
import { realms, type HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import {
  type Fact,
  type Projection,
  type RowOf,
  type RowWriter,
  type StoredOf,
  amount,
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
import { wordAt } from '../platform/postgres/wordAt.ts'

/** How an investment ended. Places are for ever. */
export const investOutcomes = ['coin', 'usdt', 'void'] as const
export type InvestOutcome = (typeof investOutcomes)[number]

const orders = readModel(
  'invest_order',
  {
    order: integer('id'),
    holder: holder(),
    product: int4(),
    currency: int2(),
    coin: int2(),
    shares: int4(),
    amount: amount(),
    coinPayout: amount(),
    usdtPayout: amount(),
    boughtAt: integer(),
  },
  {
    outcome: maybe(word(investOutcomes)),
    paidCurrency: maybe(int2()),
    paidAmount: maybe(amount()),
    settlementTenths: maybe(integer()),
    endedAt: maybe(integer()),
  },
)

/** Products, investments and the prices that they settled on. */
export const investProjection: Projection<Event> = {
  name: 'invest',
  wants: [
    'investPublished',
    'investClosed',
    'investBought',
    'investPriced',
    'investLost',
    'investSettled',
    'investVoided',
  ],
  apply: async (facts, writer) => {
    // whatever stands in one batch, what is changed was made before
    for (const fact of facts) if (fact.event.type === 'investPublished') await publish(writer, fact.event, fact.time)
    await buy(writer, facts)
    for (const { event } of facts) {
      if (event.type === 'investClosed') {
        await writer.query('UPDATE invest_product SET closed = true WHERE id = $1', [event.product])
      } else if (event.type === 'investPriced' || event.type === 'investLost') await price(writer, event)
    }
    await end(writer, facts)
  },
}

async function publish(writer: Queryable, { product, terms }: InvestEventOf<'investPublished'>, time: number) {
  await writer.query(
    `INSERT INTO invest_product (id, draft, realm, listing, direction, reference_price, annual_rate, days, share_price,
       shares, maturity, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      product,
      terms.text,
      realms.indexOf(terms.realm),
      terms.listing,
      investDirections.indexOf(terms.direction),
      terms.referencePrice,
      terms.annualRate,
      terms.days,
      terms.sharePrice,
      terms.shares,
      terms.maturity,
      time,
    ],
  )
}

async function buy(writer: RowWriter, facts: readonly Fact<Event>[]): Promise<void> {
  const bought = facts.flatMap(({ event, time }) =>
    event.type === 'investBought' ? [{ ...event, boughtAt: time }] : [],
  )
  const sold = new Map<number, number>()
  for (const { product, shares } of bought) sold.set(product, (sold.get(product) ?? 0) + shares)
  if (sold.size === 0) return
  await writer.copy(orders, bought)
  await writer.query(
    `UPDATE invest_product AS p SET sold = p.sold + c.sold FROM unnest($1::int[], $2::int[]) AS c (id, sold)
     WHERE p.id = c.id`,
    [[...sold.keys()], [...sold.values()]],
  )
}

async function price(
  writer: Queryable,
  event: InvestEventOf<'investPriced'> | InvestEventOf<'investLost'>,
): Promise<void> {
  const priced = event.type === 'investPriced' ? event : null
  await writer.query(
    `INSERT INTO invest_price (listing, maturity, settlement_tenths, samples, first_sample, last_sample)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      event.listing,
      event.maturity,
      priced?.settlementTenths ?? null,
      priced?.samples ?? 0,
      priced?.first ?? 0,
      priced?.last ?? 0,
    ],
  )
}

async function end(writer: Queryable, facts: readonly Fact<Event>[]): Promise<void> {
  const ended = facts.flatMap(({ event, time }) =>
    event.type === 'investSettled' || event.type === 'investVoided' ? [{ event, time }] : [],
  )
  if (ended.length === 0) return
  const outcomeOf = (event: (typeof ended)[number]['event']): InvestOutcome => {
    if (event.type === 'investVoided') return 'void'
    return event.inCoin ? 'coin' : 'usdt'
  }
  const { rowCount } = await writer.query(
    `UPDATE invest_order AS o SET outcome = c.outcome, paid_currency = c.currency, paid_amount = c.amount,
       settlement_tenths = c.tenths, ended_at = c.ended_at
     FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
       AS c (id, outcome, currency, amount, tenths, ended_at)
     WHERE o.id = c.id`,
    [
      ended.map(({ event }) => event.order),
      ended.map(({ event }) => investOutcomes.indexOf(outcomeOf(event))),
      ended.map(({ event }) => event.currency),
      ended.map(({ event }) => event.amount),
      ended.map(({ event }) => (event.type === 'investSettled' ? event.settlementTenths : null)),
      ended.map(({ time }) => time),
    ],
  )
  if (rowCount !== ended.length) throw new Error(`${ended.length} investments ended, but ${rowCount} have rows`)
}

/** A product's terms as they stand in its row. */
export interface ProductRow {
  readonly product: number
  readonly draft: number
  readonly listing: number
  readonly direction: InvestDirection
  readonly referencePrice: number
  readonly annualRate: number
  readonly days: number
  readonly sharePrice: bigint
  readonly maturity: number
}

/** An investment with its product's terms. */
export interface OrderRow
  extends
    ProductRow,
    Omit<RowOf<typeof orders>, 'outcome' | 'paidCurrency' | 'paidAmount' | 'settlementTenths' | 'endedAt'> {
  /** Null while it runs. */
  readonly ended: {
    readonly outcome: InvestOutcome
    readonly currency: number
    readonly amount: bigint
    /** Null where it ended void. */
    readonly settlementTenths: number | null
    readonly at: number
    readonly samples: number
    readonly first: number
    readonly last: number
  } | null
}

type FoundRow = StoredOf<typeof orders> & {
  draft: string
  listing: number
  direction: number
  reference_price: string
  annual_rate: string
  days: number
  share_price: string
  maturity: string
  samples: number | null
  first_sample: string | null
  last_sample: string | null
}

export interface OrderFilter {
  readonly holder: HolderId
  readonly status?: 'purchased' | 'completed' | undefined
  /** The last order of the page before; null on the first. */
  readonly before: number | null
  readonly limit: number
}

/** A holder's investments that pass the filter, newest first, at most `limit`. */
export async function findInvestments(database: Queryable, filter: OrderFilter): Promise<OrderRow[]> {
  const where = ['o.holder = $1', 'o.id < $2']
  if (filter.status !== undefined) where.push(`o.outcome IS ${filter.status === 'purchased' ? '' : 'NOT '}NULL`)
  const { rows } = await database.query<FoundRow>(
    `SELECT o.*, p.draft, p.listing, p.direction, p.reference_price, p.annual_rate, p.days, p.share_price, p.maturity,
       s.samples, s.first_sample, s.last_sample
     FROM invest_order AS o JOIN invest_product AS p ON p.id = o.product
       LEFT JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
     WHERE ${where.join(' AND ')} ORDER BY o.id DESC LIMIT $3`,
    [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit],
  )
  return rows.map(orderOf)
}

function orderOf(row: FoundRow): OrderRow {
  const { outcome, paidCurrency, paidAmount, settlementTenths, endedAt, ...order } = orders.read(row)
  const first = integerOf(row.first_sample ?? '0')
  const last = integerOf(row.last_sample ?? '0')
  const paid = { currency: paidCurrency ?? 0, amount: paidAmount ?? 0n, settlementTenths, at: endedAt ?? 0 }
  return {
    ...order,
    draft: integerOf(row.draft),
    listing: row.listing,
    direction: wordAt(investDirections, row.direction),
    referencePrice: integerOf(row.reference_price),
    annualRate: integerOf(row.annual_rate),
    days: row.days,
    sharePrice: BigInt(row.share_price),
    maturity: integerOf(row.maturity),
    ended: outcome === null ? null : { outcome, ...paid, samples: row.samples ?? 0, first, last },
  }
}

/** What became of a draft that was published. */
export interface PublishedRow {
  readonly product: number
  readonly draft: number
  readonly sold: number
  readonly closed: boolean
}

/** The products that came of drafts, by draft. */
export async function findPublished(
  database: Queryable,
  drafts: readonly number[],
): Promise<ReadonlyMap<number, PublishedRow>> {
  const { rows } = await database.query<{ id: number; draft: string; sold: number; closed: boolean }>(
    'SELECT id, draft, sold, closed FROM invest_product WHERE draft = ANY($1::bigint[])',
    [drafts],
  )
  const found = rows.map(({ id: product, draft, sold, closed }) => ({ product, draft: integerOf(draft), sold, closed }))
  return new Map(found.map((row) => [row.draft, row]))
}

/** The draft that a product came of; null where there is no such product. */
export async function findDraftOf(database: Queryable, product: number): Promise<number | null> {
  const { rows } = await database.query<{ draft: string }>('SELECT draft FROM invest_product WHERE id = $1', [product])
  return rows[0] === undefined ? null : integerOf(rows[0].draft)
}
