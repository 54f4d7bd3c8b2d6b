import type { HolderId } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { notificationKindOf, type NotificationKind } from '@truemark/protocol/notifications'
import type { Queryable } from '../platform/postgres/database.ts'
import { type FilledOrder } from '../spot/door.ts'
import type { NoteValue } from './note.ts'

/** What stands in a row, in the order in which it happened; the holder's person is looked up on the way in. */
export interface Noted {
  readonly holder: HolderId
  readonly kind: NotificationKind
  readonly ref: number
  readonly params: Readonly<Record<string, string>>
  readonly once: string
  /** UTC ms. */
  readonly time: number
}

/** What figures of the engine are called and how they are written. */
export interface Names {
  text(value: NoteValue): string
  /** The parameters of a filled spot order. */
  filled(order: FilledOrder): Record<string, string>
}

interface ListingRow {
  id: number
  code: string
  base: string
  quote: string
  quote_scale: number
  price_decimals: number
  quantity_decimals: number
}

/** Codes and scales of all currencies and listings: some dozens. */
export async function namesOf(client: Queryable): Promise<Names> {
  const currencies = await client.query<{ id: number; code: string; scale: number }>(
    'SELECT id, code, scale FROM currency',
  )
  const listings = await client.query<ListingRow>(
    `SELECT l.id, l.code, b.code AS base, q.code AS quote, q.scale AS quote_scale, l.price_decimals, l.quantity_decimals
     FROM listing AS l JOIN currency AS b ON b.id = l.base JOIN currency AS q ON q.id = l.quote`,
  )
  const currency = found('currency', currencies.rows)
  const listing = found('listing', listings.rows)
  return {
    text: (value) => {
      if (typeof value === 'string') return value
      switch (value.as) {
        case 'symbol':
          return listing(value.listing).code
        case 'price':
          return formatDecimal(value.ticks, listing(value.listing).price_decimals)
        case 'currency':
          return currency(value.currency).code
        case 'amount':
          return formatDecimal(value.units, currency(value.currency).scale)
      }
    },
    filled: ({ listing: id, quantity, quoteAmount }) => {
      const { base, quote, quote_scale, quantity_decimals } = listing(id)
      return {
        quantity: formatDecimal(quantity, quantity_decimals),
        base,
        amount: formatDecimal(quoteAmount, quote_scale),
        currency: quote,
      }
    },
  }
}

function found<Row extends { readonly id: number }>(what: string, rows: readonly Row[]): (id: number) => Row {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Error(`there is no ${what} ${id}`)
    return row
  }
}

/** What is older than this when it is written down is history: it stands in the centre and is sent nowhere. */
const newsHours = 1

/** Writes down what holders are told, each for the person behind it; a holder without one is told nothing. */
export async function insertNoted(client: Queryable, notes: readonly Noted[]): Promise<void> {
  const column = <T>(of: (note: Noted) => T): T[] => notes.map(of)
  await client.query(
    `INSERT INTO notification (user_id, realm, kind, category, params, ref, once, happened_at, told)
     SELECT u.id, u.realm, n.kind, n.category, n.params::jsonb, nullif(n.ref, 0), n.once, n.at,
       n.at < now() - interval '${newsHours} hours'
     FROM (SELECT holder, kind, category, params, ref, once, place, to_timestamp(time / 1000.0) AS at
           FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
             WITH ORDINALITY AS x (holder, kind, category, params, ref, once, time, place)) AS n
     JOIN LATERAL (SELECT id, 'real' AS realm FROM app_user WHERE real_holder = n.holder
                   UNION ALL SELECT id, 'demo' FROM app_user WHERE demo_holder = n.holder) AS u ON true
     ORDER BY n.place ON CONFLICT (user_id, once) DO NOTHING`,
    [
      column(({ holder }) => holder),
      column(({ kind }) => kind),
      column(({ kind }) => notificationKindOf(kind).category),
      column(({ params }) => JSON.stringify(params)),
      column(({ ref }) => ref),
      column(({ once }) => once),
      column(({ time }) => time),
    ],
  )
}

/** A note for everybody who has registered. */
export interface NotedForAll {
  readonly kind: Noted['kind']
  readonly params: Readonly<Record<string, string>>
  readonly once: string
  readonly time: number
}

/** Writes one for everybody who has registered; guests' demo accounts are left alone. What is old is not sent on. */
export async function insertNotedForAll(client: Queryable, { kind, params, once, time }: NotedForAll): Promise<void> {
  await client.query(
    `INSERT INTO notification (user_id, kind, category, params, once, happened_at, told)
     SELECT id, $1, $2, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($5 / 1000.0) < now() - interval '${newsHours} hours'
     FROM app_user WHERE NOT guest AND NOT is_disabled(app_user) ON CONFLICT (user_id, once) DO NOTHING`,
    [kind, notificationKindOf(kind).category, JSON.stringify(params), once, time],
  )
}
