import type { PriceKind } from '@truemark/core/book/mark'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { type Candle, assertCandle, priceScale, turnoverScale, volumeScale } from './candles.ts'
import { type Interval, dayMillis, intervalMillis, intervals, parseInterval } from './intervals.ts'

/** A finished candle on its way to the table. */
export interface CandleRow {
  readonly symbol: string
  readonly interval: Interval
  readonly candle: Candle
}

/** The most rows that one statement writes. */
export const rowsPerStatementMax = 4_000
/** How long candles are kept, by interval (ms); longer intervals are kept for ever. */
export const retentionMillis: Partial<Record<Interval, number>> = {
  '1m': 90 * dayMillis,
  '5m': 366 * dayMillis,
  '15m': 2 * 366 * dayMillis,
}
const pruneRowsMax = 20_000

interface CandleColumns {
  readonly symbol: string
  readonly resolution: string
  readonly open_time: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly turnover: string
  readonly source: string
}

/** All SQL of the market room. */
export class MarketStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Keeps finished candles and, in the same transaction, a named value; a candle that is there stays as it is. */
  async keep(kind: PriceKind, rows: readonly CandleRow[], kept?: { name: string; value: unknown }): Promise<void> {
    await this.#database.transaction(async (client) => {
      for (let at = 0; at < rows.length; at += rowsPerStatementMax) {
        await insertCandles(client, kind, rows.slice(at, at + rowsPerStatementMax))
      }
      if (kept !== undefined) await keepValue(client, kept.name, kept.value)
    })
  }

  /** Keeps a value under a name, in place of the one before. */
  async keepValue(name: string, value: unknown): Promise<void> {
    await keepValue(this.#database, name, value)
  }

  /** A kept value as it was, or null. */
  async kept(name: string): Promise<unknown> {
    const { rows } = await this.#database.query<{ value: unknown }>('SELECT value FROM market_kept WHERE name = $1', [
      name,
    ])
    return rows[0]?.value ?? null
  }

  /** The newest candles of each symbol and interval, oldest first, at most `limit(interval)` of each. */
  async newest(
    kind: PriceKind,
    symbols: readonly string[],
    limit: (interval: Interval) => number,
  ): Promise<Map<string, Map<Interval, Candle[]>>> {
    const { rows } = await this.#database.query<CandleColumns>(
      `SELECT c.* FROM unnest($2::text[]) AS s (symbol), unnest($3::text[], $4::int[]) AS r (resolution, most)
       CROSS JOIN LATERAL (
         SELECT * FROM candle
         WHERE kind = $1 AND symbol = s.symbol AND resolution = r.resolution
         ORDER BY open_time DESC LIMIT r.most
       ) AS c ORDER BY c.open_time`,
      [kind, symbols, intervals, intervals.map(limit)],
    )
    const found = new Map(symbols.map((symbol) => [symbol, new Map<Interval, Candle[]>()]))
    for (const row of rows) {
      const interval = parseInterval(row.resolution)
      const windows = found.get(row.symbol)
      if (interval === null || windows === undefined) continue
      const window = windows.get(interval)
      const candle = candleOf(row, interval)
      if (window === undefined) windows.set(interval, [candle])
      else window.push(candle)
    }
    return found
  }

  /** Up to `count` candles with `from` ≤ open time < `before`, oldest first; the last ones where `from` is null. */
  async range(
    kind: PriceKind,
    symbol: string,
    interval: Interval,
    { from, before, count }: { from: number | null; before: number; count: number },
  ): Promise<Candle[]> {
    const { rows } = await this.#database.query<CandleColumns>(
      `SELECT * FROM candle
       WHERE kind = $1 AND symbol = $2 AND resolution = $3 AND open_time >= $4 AND open_time < $5
       ORDER BY open_time ${from === null ? 'DESC' : 'ASC'} LIMIT $6`,
      [kind, symbol, interval, from ?? 0, before, count],
    )
    const candles = rows.map((row) => candleOf(row, interval))
    return from === null ? candles.reverse() : candles
  }

  /**
   * Removes the candles of `kind` that end after `until`, all of them where it is null: a generated history that was
   * not finished is made anew.
   */
  async discardAfter(kind: PriceKind, until: number | null): Promise<void> {
    const lengths = intervals.map((interval) => intervalMillis[interval])
    await this.#database.query(
      `DELETE FROM candle USING unnest($2::text[], $3::bigint[]) AS r (resolution, length)
       WHERE kind = $1 AND candle.resolution = r.resolution AND open_time + r.length > $4`,
      [kind, intervals, lengths, until ?? 0],
    )
  }

  /** Removes candles that are older than they are kept; in small steps, returns how many went. */
  async prune(now: number): Promise<number> {
    let pruned = 0
    for (const [resolution, keptFor] of Object.entries(retentionMillis)) {
      const { rowCount } = await this.#database.query(
        `DELETE FROM candle WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM candle WHERE resolution = $1 AND open_time < $2 LIMIT $3))`,
        [resolution, now - keptFor, pruneRowsMax],
      )
      pruned += rowCount ?? 0
    }
    return pruned
  }
}

async function keepValue(client: Queryable, name: string, value: unknown): Promise<void> {
  await client.query(
    `INSERT INTO market_kept (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, kept_at = now()`,
    [name, JSON.stringify(value)],
  )
}

/** A year of history is a hundred thousand candles: their figures go as units, which Postgres sets the point in. */
async function insertCandles(client: Queryable, kind: PriceKind, rows: readonly CandleRow[]): Promise<void> {
  const units = (unitsOf: (candle: Candle) => number | bigint): string =>
    `{${rows.map(({ candle }) => unitsOf(candle)).join(',')}}`
  await client.query(
    `INSERT INTO candle (kind, symbol, resolution, open_time, open, high, low, close, volume, turnover, source)
     SELECT $1, symbol, resolution, open_time, open * 1e-${priceScale}, high * 1e-${priceScale}, low * 1e-${priceScale},
       close * 1e-${priceScale}, volume * 1e-${volumeScale}, turnover * 1e-${turnoverScale}, source
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[],
       $8::numeric[], $9::numeric[], $10::numeric[], $11::text[])
       AS c (symbol, resolution, open_time, open, high, low, close, volume, turnover, source)
     ON CONFLICT DO NOTHING`,
    [
      kind,
      rows.map((row) => row.symbol),
      rows.map((row) => row.interval),
      units(({ openTime }) => openTime),
      units(({ open }) => open),
      units(({ high }) => high),
      units(({ low }) => low),
      units(({ close }) => close),
      units(({ volume }) => volume),
      units(({ turnover }) => turnover),
      rows.map((row) => row.candle.source),
    ],
  )
}

function candleOf(row: CandleColumns, interval: Interval): Candle {
  const candle = {
    openTime: Number(row.open_time),
    open: Number(exact(row.open, priceScale)),
    high: Number(exact(row.high, priceScale)),
    low: Number(exact(row.low, priceScale)),
    close: Number(exact(row.close, priceScale)),
    volume: exact(row.volume, volumeScale),
    turnover: exact(row.turnover, turnoverScale),
    source: row.source,
  }
  assertCandle(interval, candle)
  return candle
}

function exact(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale)
  if (value === null) throw new RangeError(`the kept figure ${text} has more than ${scale} decimals`)
  return value
}
