import type { Listing } from './source.ts'
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
  readonly #products: Product<B>[] = []
  /** When the venue last said something new of any product; 0 for never since the socket opened. */
  spokeAt = 0
  readonly #symbols: string[] = []
  readonly #bySymbol = new Map<string, Product<B>>()
  readonly #byCode = new Map<string, Product<B>>()
  readonly #traits: VenueTraits
  readonly #wrap: (book: ProductBook) => B

  constructor(listings: readonly Listing[], traits: VenueTraits, wrap: (book: ProductBook) => B) {
    this.#traits = traits
    this.#wrap = wrap
    for (const listing of listings) this.add(listing)
  }

  get products(): readonly Product<B>[] {
    return this.#products
  }

  get symbols(): readonly string[] {
    return this.#symbols
  }

  /** Takes in one more product of the venue, of which nothing was heard yet. Throws where its symbol or name is another's. */
  add(listing: Listing): void {
    if (this.#bySymbol.has(listing.symbol) || this.#byCode.has(listing.code))
      throw new RangeError(`${listing.source} is heard for ${listing.symbol} as ${listing.code} twice`)
    const book = this.#wrap(new ProductBook(listing, this.#traits.snapshotDepth))
    const product = { listing, book, tape: new TradeTape(listing, this.#traits.consecutiveIds) }
    this.#products.push(product)
    this.#symbols.push(listing.symbol)
    this.#bySymbol.set(listing.symbol, product)
    this.#byCode.set(listing.code, product)
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
