import { type InvestDirection, investDirections } from '@truemark/core/invest/terms'
import { type Realm, realms } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** A product of invest as it was published, and the price that it was settled on (`priced` null: not yet). */
export interface InvestRow {
  readonly realm: Realm
  readonly listing: number
  readonly direction: InvestDirection
  readonly referencePrice: number
  readonly annualRate: number
  readonly days: number
  readonly maturity: number
  readonly priced: {
    /** Null where no price could be had. */
    readonly settlementTenths: number | null
    readonly samples: number
    readonly last: number
  } | null
}

/** The product of somebody's order; null where there is no such order. */
export async function findProductOf(database: Queryable, order: number): Promise<number | null> {
  const { rows } = await database.query<{ product: number }>('SELECT product FROM invest_order WHERE id = $1', [order])
  return rows[0]?.product ?? null
}

/** A product of invest by its number. */
export async function findInvest(database: Queryable, product: number): Promise<InvestRow | null> {
  const { rows } = await database.query<{
    realm: number
    listing: number
    direction: number
    reference_price: string
    annual_rate: string
    days: number
    maturity: string
    settlement_tenths: string | null
    samples: number | null
    last_sample: string | null
  }>(
    `SELECT p.realm, p.listing, p.direction, p.reference_price, p.annual_rate, p.days, p.maturity, s.settlement_tenths,
       s.samples, s.last_sample
     FROM invest_product AS p LEFT JOIN invest_price AS s ON s.listing = p.listing AND s.maturity = p.maturity
     WHERE p.id = $1`,
    [product],
  )
  const [row] = rows
  if (row === undefined) return null
  const tenths = row.settlement_tenths
  return {
    realm: wordAt(realms, row.realm),
    listing: row.listing,
    direction: wordAt(investDirections, row.direction),
    referencePrice: integerOf(row.reference_price),
    annualRate: integerOf(row.annual_rate),
    days: row.days,
    maturity: integerOf(row.maturity),
    priced:
      row.samples === null
        ? null
        : {
            settlementTenths: tenths === null ? null : integerOf(tenths),
            samples: row.samples,
            last: integerOf(row.last_sample ?? '0'),
          },
  }
}
