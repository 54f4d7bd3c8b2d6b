import type { Currency, Listing } from '@truemark/core/book/listing'
import { makeListing } from '@truemark/core/book/listing'
import { type Derivative, type DerivativeTerms, makeDerivative } from '@truemark/core/derivative/terms'
import type { Event } from '@truemark/core/vocabulary'
import { type Exchange, house } from './exchangeClient.ts'

const setting = ['derivativeConfigured', 'derivativeTermsSet', 'bracketsEnforced', 'chargesEnforced'] as const
type TermsEvent = Extract<Event, { type: (typeof setting)[number] }>

function setsTerms(event: Event): event is TermsEvent {
  return setting.some((type) => type === event.type)
}

/** What is listed, as the main thread knows it: asked of the engine at the start and kept by its committed events. */
export class Catalogue {
  readonly #currencies: Currency[] = []
  readonly #listings: Listing[] = []
  readonly #haltedUntil = new Map<number, number>()
  readonly #derivatives: (Derivative | undefined)[] = []
  readonly #options = new Set<number>()
  readonly #byCode = new Map<string, Listing>()
  readonly #currencyByCode = new Map<string, Currency>()
  readonly #listeners = new Set<(listing: Listing) => void>()

  /** Asks the engine for all that is listed. */
  static async load(exchange: Exchange): Promise<Catalogue> {
    const catalogue = new Catalogue()
    const { currencies, listings } = await exchange.ask(house, { type: 'catalogue' })
    for (const currency of currencies) catalogue.#addCurrency(currency)
    for (const { id, terms, haltedUntil } of listings) {
      catalogue.#addListing(id, terms)
      if (haltedUntil > 0) catalogue.#haltedUntil.set(id, haltedUntil)
    }
    const derivatives = await exchange.ask(house, { type: 'derivativeTerms' })
    for (const { listing, terms } of derivatives.listings) catalogue.#addDerivative(listing, terms)
    const options = await exchange.ask(house, { type: 'optionTerms' })
    for (const { listing } of options.terms) catalogue.#options.add(listing)
    return catalogue
  }

  /** Keeps up with a committed event. */
  take(event: Event): void {
    if (event.type === 'currencyListed') {
      this.#addCurrency({ id: event.currency, code: event.code, scale: event.scale })
    } else if (event.type === 'symbolListed' || event.type === 'listingConfigured') {
      const listing = this.#addListing(event.listing, event.terms)
      for (const listener of this.#listeners) listener(listing)
    } else if (event.type === 'marketSuspended') {
      this.#haltedUntil.set(event.listing, event.until)
    } else if (event.type === 'marketResumed') {
      this.#haltedUntil.delete(event.listing)
    } else if (setsTerms(event)) {
      this.#addDerivative(event.listing, event.terms)
    } else if (event.type === 'optionConfigured') {
      this.#options.add(event.listing)
    }
  }

  /** Calls `listener` when a listing is added or its terms change. */
  onListing(listener: (listing: Listing) => void): void {
    this.#listeners.add(listener)
  }

  #addCurrency(currency: Currency): void {
    this.#currencies[currency.id] = currency
    this.#currencyByCode.set(currency.code, currency)
  }

  #addListing(id: number, terms: Parameters<typeof makeListing>[1]): Listing {
    const listing = makeListing(id, terms, this.#currencies)
    if (listing === null) throw new Error(`the engine listed ${terms.code}, which cannot be exact`)
    this.#listings[id] = listing
    this.#byCode.set(listing.code, listing)
    return listing
  }

  #addDerivative(id: number, terms: DerivativeTerms): void {
    const derivative = makeDerivative(this.listing(id), terms, this.#currencies)
    if (derivative === null) throw new Error(`the engine took terms of listing ${id} that cannot be exact`)
    this.#derivatives[id] = derivative
  }

  get currencies(): readonly Currency[] {
    return this.#currencies
  }

  get listings(): readonly Listing[] {
    return this.#listings
  }

  /** The listing of a symbol's code, if there is one. */
  byCode(code: string): Listing | undefined {
    return this.#byCode.get(code)
  }

  /** When an operator's halt of a market ends by itself, UTC milliseconds; null where there is none. */
  haltedUntil(id: number): number | null {
    return this.#haltedUntil.get(id) ?? null
  }

  currencyByCode(code: string): Currency | undefined {
    return this.#currencyByCode.get(code)
  }

  /** The listing of an id that came from the engine. */
  listing(id: number): Listing {
    const listing = this.#listings[id]
    if (listing === undefined) throw new Error(`no listing ${id}`)
    return listing
  }

  /**
   * Whether anything can be traded in a market: its spot, or contracts, perpetuals or options, whose terms it then has.
   */
  isTraded({ id, spot }: Listing): boolean {
    return spot || this.derivative(id) !== undefined || this.#options.has(id)
  }

  /** The terms of a listing's contracts and perpetuals, where it has any. */
  derivative(id: number): Derivative | undefined {
    return this.#derivatives[id]
  }

  /** The currency of an id that came from the engine. */
  currency(id: number): Currency {
    const currency = this.#currencies[id]
    if (currency === undefined) throw new Error(`no currency ${id}`)
    return currency
  }
}
