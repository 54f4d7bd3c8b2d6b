import type { Listing } from './listings.ts'
import { ProductBook } from './productBook.ts'
import { TradeTape } from './tradeTape.ts'

/** What can be said otherwise of a feed: other products, a mirror of the venue, a test's own server. */
export interface FeedOptions {
  listings?: readonly Listing[]
  url?: string
  restUrl?: string
}

/** What holds for all products of a venue. */
export interface VenueTraits {
  /** Its trades are numbered without a gap. */
  consecutiveIds: boolean
  /** Levels a side at which it cuts a snapshot, where its changes don't make good for the rest. */
  snapshotDepth?: number
}

/** One product of a feed: what is kept of it. */
export interface Product<B> {
  readonly listing: Listing
  readonly book: B
  readonly tape: TradeTape
}

/** The products of a feed, by our symbol and by the venue's name. */
export class ProductTable<B> {
  readonly products: readonly Product<B>[]
  /** When the venue last said something new of any product; 0 for never since the socket opened. */
  spokeAt = 0
  readonly symbols: readonly string[]
  readonly #bySymbol = new Map<string, Product<B>>()
  readonly #byCode = new Map<string, Product<B>>()

  constructor(listings: readonly Listing[], traits: VenueTraits, wrap: (book: ProductBook) => B) {
    this.products = listings.map((listing) => ({
      listing,
      book: wrap(new ProductBook(listing, traits.snapshotDepth)),
      tape: new TradeTape(listing, traits.consecutiveIds),
    }))
    this.symbols = listings.map(({ symbol }) => symbol)
    for (const product of this.products) {
      this.#bySymbol.set(product.listing.symbol, product)
      this.#byCode.set(product.listing.code, product)
    }
  }

  bySymbol(symbol: string): Product<B> | undefined {
    return this.#bySymbol.get(symbol)
  }

  byCode(code: unknown): Product<B> | undefined {
    return typeof code === 'string' ? this.#byCode.get(code) : undefined
  }

  /** A new socket is open: what was heard on the one before is not heard any more. */
  reopen(): void {
    this.spokeAt = 0
    for (const { tape } of this.products) tape.reopen()
  }
}
