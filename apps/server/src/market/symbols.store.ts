import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { SymbolSpec } from './symbols.ts'

/** A symbol as its row has it; `sources` and `simulation` are still to be read. */
export interface SymbolRow {
  readonly code: string
  /** Null until the exchange has listed it. */
  readonly listing: number | null
  readonly base: string
  readonly quote: string
  readonly priceDecimals: number
  readonly quantityDecimals: number
  readonly jumpPermille: number
  readonly sources: unknown
  readonly simulation: unknown
}

/** Fills the tables of a fresh install, once; what is there already stays. */
export async function seedSymbols(
  database: Database,
  symbols: readonly SymbolSpec[],
  names: Readonly<Record<string, string>>,
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('LOCK TABLE market_symbol IN SHARE ROW EXCLUSIVE MODE')
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM market_symbol) OR EXISTS (SELECT FROM coin_name) AS found',
    )
    if (rows[0]?.found === true) return
    for (const symbol of symbols) {
      await announceSymbol(client, symbol)
      await numberSymbol(client, symbol.code, symbol.listing)
    }
    for (const [code, name] of Object.entries(names)) await nameCoin(client, code, name)
  })
}

/** Every symbol, those first that the exchange listed first. */
export async function findSymbols(client: Queryable): Promise<SymbolRow[]> {
  const { rows } = await client.query<SymbolRow>(
    `SELECT code, listing, base, quote, price_decimals AS "priceDecimals", quantity_decimals AS "quantityDecimals",
       jump_permille AS "jumpPermille", sources, simulation
     FROM market_symbol ORDER BY listing NULLS LAST, code`,
  )
  return rows
}

/** Keeps what was decided of a symbol that the exchange is yet to list. */
export async function announceSymbol(client: Queryable, symbol: Omit<SymbolSpec, 'listing'>): Promise<void> {
  const { code, base, quote, priceDecimals, quantityDecimals, jumpPermille, sources, simulation } = symbol
  await client.query(
    `INSERT INTO market_symbol (code, base, quote, price_decimals, quantity_decimals, jump_permille, sources, simulation)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (code) DO UPDATE SET price_decimals = excluded.price_decimals,
       quantity_decimals = excluded.quantity_decimals, jump_permille = excluded.jump_permille,
       sources = excluded.sources, simulation = excluded.simulation
     WHERE market_symbol.listing IS NULL`,
    [
      code,
      base,
      quote,
      priceDecimals,
      quantityDecimals,
      jumpPermille,
      JSON.stringify(sources),
      JSON.stringify(simulation),
    ],
  )
}

/** Notes under which number the exchange has listed a symbol. */
export async function numberSymbol(client: Queryable, code: string, listing: number): Promise<void> {
  await client.query('UPDATE market_symbol SET listing = $2 WHERE code = $1', [code, listing])
}

/** Takes back a symbol that the exchange did not list. */
export async function dropSymbol(client: Queryable, code: string): Promise<void> {
  await client.query('DELETE FROM market_symbol WHERE code = $1 AND listing IS NULL', [code])
}

/** Changes whence a symbol's price comes, and from which jump on it needs confirming. */
export async function changeSymbol(
  client: Queryable,
  code: string,
  { jumpPermille, sources }: Pick<SymbolSpec, 'jumpPermille' | 'sources'>,
): Promise<void> {
  await client.query('UPDATE market_symbol SET jump_permille = $2, sources = $3 WHERE code = $1', [
    code,
    jumpPermille,
    JSON.stringify(sources),
  ])
}

/** Keeps how a currency is called. */
export async function nameCoin(client: Queryable, code: string, name: string): Promise<void> {
  await client.query(
    'INSERT INTO coin_name (code, name) VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET name = excluded.name',
    [code, name],
  )
}

/** How each currency is called. */
export async function findCoinNames(client: Queryable): Promise<{ readonly code: string; readonly name: string }[]> {
  const { rows } = await client.query<{ code: string; name: string }>('SELECT code, name FROM coin_name')
  return rows
}
