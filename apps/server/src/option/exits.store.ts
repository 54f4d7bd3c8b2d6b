import { type PriceKind, priceKinds } from '@truemark/core/book/mark'
import { realms } from '@truemark/core/ledger/holders'
import { type VoidReason, voidReasons } from '@truemark/core/option/event'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import * as z from 'zod/mini'
import type { ExitFact } from './optionRows.ts'

/** Places are for ever: they stand in the table. */
export const exitStates = ['sampled', 'missing', 'rebuilt', 'lost'] as const
export type ExitState = (typeof exitStates)[number]

const stateOf: Readonly<Record<ExitFact['type'], ExitState>> = {
  optionExitFixed: 'sampled',
  optionExitMissing: 'missing',
  optionExitRebuilt: 'rebuilt',
  optionExitLost: 'lost',
}

/** Writes where exits stand; the last word on one is what stays. */
export async function keepExits(writer: Queryable, exits: readonly ExitFact[]): Promise<void> {
  if (exits.length === 0) return
  const last = new Map(exits.map((exit) => [`${exit.listing} ${exit.expiry} ${exit.realm} ${exit.kind}`, exit]))
  const rows = [...last.values()]
  await writer.query(
    `INSERT INTO option_exit (listing, expiry, realm, kind, state, stamp, index_tenths, sources, trades)
     SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::bigint[],
       $7::bigint[], $8::smallint[], $9::jsonb[])
     ON CONFLICT (listing, expiry, realm, kind) DO UPDATE SET state = excluded.state, stamp = excluded.stamp,
       index_tenths = excluded.index_tenths, sources = excluded.sources, trades = excluded.trades`,
    [
      rows.map(({ listing }) => listing),
      rows.map(({ expiry }) => expiry),
      rows.map(({ realm }) => realms.indexOf(realm)),
      rows.map(({ kind }) => priceKinds.indexOf(kind)),
      rows.map(({ type }) => exitStates.indexOf(stateOf[type])),
      rows.map((exit) => (exit.type === 'optionExitFixed' ? exit.stamp : null)),
      rows.map((exit) => ('indexTenths' in exit ? exit.indexTenths : null)),
      rows.map((exit) => (exit.type === 'optionExitFixed' ? exit.sources : null)),
      rows.map((exit) => (exit.type === 'optionExitRebuilt' ? tradesText(exit.trades) : null)),
    ],
  )
}

type Trades = Extract<ExitFact, { type: 'optionExitRebuilt' }>['trades']

function tradesText(trades: Trades): string {
  return JSON.stringify(trades.map((trade) => ({ ...trade, price: trade.price.toString() })))
}

const storedTrades = z.array(
  z.object({ source: z.string(), trade: z.string(), time: z.int(), price: z.string().check(z.regex(/^[0-9]{1,40}$/)) }),
)

/** An exit as anyone may see it. */
export interface StoredExit {
  readonly expiry: number
  readonly kind: PriceKind
  readonly state: ExitState
  readonly stamp: number | null
  readonly indexTenths: number | null
  readonly sources: number | null
  readonly trades: readonly { source: string; trade: string; time: number; price: bigint }[]
}

/** The exits of a listing at one moment; realms that stand on the same one are told once. */
export async function findExits(database: Queryable, listing: number, expiry: number): Promise<StoredExit[]> {
  const { rows } = await database.query<{
    kind: number
    state: number
    stamp: string | null
    index_tenths: string | null
    sources: number | null
    trades: unknown
  }>(
    `SELECT DISTINCT ON (kind, state) kind, state, stamp, index_tenths, sources, trades FROM option_exit
     WHERE listing = $1 AND expiry = $2 ORDER BY kind, state, realm`,
    [listing, expiry],
  )
  return rows.map((row) => ({
    expiry,
    kind: wordAt(priceKinds, row.kind),
    state: wordAt(exitStates, row.state),
    stamp: row.stamp === null ? null : integerOf(row.stamp),
    indexTenths: row.index_tenths === null ? null : integerOf(row.index_tenths),
    sources: row.sources,
    trades: z.parse(storedTrades, row.trades ?? []).map((trade) => ({ ...trade, price: BigInt(trade.price) })),
  }))
}

export interface SampleRow {
  readonly stamp: number
  readonly indexTenths: number
  readonly sources: number
  readonly fresh: boolean
}

/** A listing's index samples of one kind from `from` to `to`, both inclusive, oldest first, at most `limit`. */
export async function findSamplesAround(
  database: Queryable,
  { listing, kind, from, to, limit }: { listing: number; kind: PriceKind; from: number; to: number; limit: number },
): Promise<SampleRow[]> {
  const { rows } = await database.query<{ stamp: string; index_tenths: string; sources: number; fresh: boolean }>(
    `SELECT stamp, index_tenths, sources, fresh FROM index_sample
     WHERE listing = $1 AND kind = $2 AND stamp BETWEEN $3 AND $4 ORDER BY stamp LIMIT $5`,
    [listing, priceKinds.indexOf(kind), from, to, limit],
  )
  return rows.map((row) => ({
    stamp: integerOf(row.stamp),
    indexTenths: integerOf(row.index_tenths),
    sources: row.sources,
    fresh: row.fresh,
  }))
}

export interface EndCount {
  readonly listing: number
  readonly reason: VoidReason
  readonly count: number
  readonly settled: number
}

/** How many options of each listing ended void for each reason, beside how many were settled. */
export async function countVoids(database: Queryable): Promise<EndCount[]> {
  const { rows } = await database.query<{ listing: number; reason: number; count: string; settled: string }>(
    `SELECT v.listing, v.reason, v.count, coalesce(s.count, 0) AS settled FROM option_end AS v
     LEFT JOIN option_end AS s ON s.listing = v.listing AND s.reason = -1
     WHERE v.reason >= 0 ORDER BY v.listing, v.reason`,
  )
  return rows.map(({ listing, reason, count, settled }) => ({
    listing,
    reason: wordAt(voidReasons, reason),
    count: integerOf(count),
    settled: integerOf(settled),
  }))
}
