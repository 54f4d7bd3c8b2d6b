import { liveSource } from '@truemark/protocol/routes/deskFeed'
import * as z from 'zod/mini'
import type { Database } from '../platform/postgres/database.ts'
import { rateListing } from './feeds/listings.ts'
import { type SymbolRow, findCoinNames, findSymbols, seedSymbols } from './symbols.store.ts'
import { type FirstSymbol, type SymbolSource, type SymbolSpec, firstNames, firstSymbols } from './symbols.ts'

const sourcesShape = z.array(
  z.object({ source: liveSource, quote: z.enum(['USDT', 'USD']), code: z.string(), restCode: z.string() }),
)
const simulationShape = z.object({
  price: z.number(),
  volatility: z.number(),
  correlation: z.number(),
  jumpsPerYear: z.number(),
  jumpSize: z.number(),
  tradesPerSecond: z.number(),
  tradeNotional: z.number(),
})

/** A symbol that was decided on and that the exchange is yet to list. */
export type WaitingSymbol = Omit<SymbolSpec, 'listing'>

/** What the symbols' table holds, as the main thread knows it: read at the start and whenever an operator has changed it. */
export class ListedSymbols {
  readonly #database: Database
  #specs: readonly SymbolSpec[] = []
  #waiting: readonly WaitingSymbol[] = []
  #names: ReadonlyMap<string, string> = new Map()

  private constructor(database: Database) {
    this.#database = database
  }

  /** Reads the table, which a fresh install has filled with `first`. */
  static async load(database: Database, first: readonly FirstSymbol[] = firstSymbols): Promise<ListedSymbols> {
    await seedSymbols(database, first, firstNames)
    const listed = new ListedSymbols(database)
    await listed.refresh()
    return listed
  }

  /** Reads the table anew. */
  async refresh(): Promise<void> {
    const rows = await findSymbols(this.#database)
    this.#specs = rows.flatMap((row) => (row.listing === null ? [] : [{ ...specOf(row), listing: row.listing }]))
    this.#waiting = rows.flatMap((row) => (row.listing === null ? [specOf(row)] : []))
    this.#names = new Map((await findCoinNames(this.#database)).map(({ code, name }) => [code, name]))
  }

  /** What the exchange has listed, in the order of its numbers. */
  get specs(): readonly SymbolSpec[] {
    return this.#specs
  }

  find(code: string): SymbolSpec | undefined {
    return this.#specs.find((spec) => spec.code === code)
  }

  /** What was decided on and the exchange is yet to list. */
  get waiting(): readonly WaitingSymbol[] {
    return this.#waiting
  }

  /**
   * The name of a venue that another symbol than `code` has there, on its socket or in REST calls, and which: one that is
   * listed or waits, or the venue's rate of USDT; null where both names are free.
   */
  ownerOf({ source, code: name, restCode }: SymbolSource, code: string): { name: string; symbol: string } | null {
    const rate = rateListing(source)
    const named = [...this.#specs, ...this.#waiting].flatMap((spec) =>
      spec.sources.map((own) => ({ ...own, symbol: spec.code })),
    )
    const owner = [...named, ...(rate === undefined ? [] : [rate])].find(
      (one) => one.source === source && one.symbol !== code && (one.code === name || one.restCode === restCode),
    )
    return owner === undefined ? null : { name: owner.code === name ? name : restCode, symbol: owner.symbol }
  }

  /** How a currency is called: its code, where it has no name. */
  nameOf(code: string): string {
    return this.#names.get(code) ?? code
  }
}

function specOf(row: SymbolRow): WaitingSymbol {
  const { listing: _, ...known } = row
  return {
    ...known,
    sources: z.parse(sourcesShape, row.sources),
    simulation: z.parse(simulationShape, row.simulation),
  }
}
