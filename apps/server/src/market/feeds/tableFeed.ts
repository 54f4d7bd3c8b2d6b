import type { ProductBook } from './productBook.ts'
import type { ProductTable } from './productTable.ts'
import type { Listing, FeedStep } from './source.ts'

/** A feed whose products stand in one table, and what it says of each. */
export abstract class TableFeed<B extends { readonly product: ProductBook }> {
  protected readonly table: ProductTable<B>

  constructor(table: ProductTable<B>) {
    this.table = table
  }

  list(listing: Listing): void {
    this.table.add(listing)
  }

  isLive(symbol: string): boolean {
    return this.table.bySymbol(symbol)?.book.product.live ?? false
  }

  get symbols(): readonly string[] {
    return this.table.symbols
  }

  get spokeAt(): number {
    return this.table.spokeAt
  }

  saidAt(symbol: string): number | null {
    return this.table.bySymbol(symbol)?.book.product.saidAt ?? null
  }
}

/** A feed that begins with a snapshot of its own, so that nothing is fetched beside it. */
export abstract class StreamFeed<B extends { readonly product: ProductBook }> extends TableFeed<B> {
  abstract resync(symbol: string): FeedStep

  feedSnapshot(): FeedStep {
    return { events: [], commands: [] }
  }

  /** A new subscription begins with a snapshot; until it comes the book stands as it was. */
  check(symbol: string): FeedStep {
    return this.resync(symbol)
  }

  feedCheck(): FeedStep {
    return { events: [], commands: [] }
  }
}
