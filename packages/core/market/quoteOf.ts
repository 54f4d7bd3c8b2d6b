import type { Quote } from '../book/mark.ts'
import type { Venue } from '../book/venue.ts'
import type { MarketCommand } from './market.ts'
import { reckonIndex, unpackSources } from './sources.ts'

/** The quote that the sources give by the published rule: one of no source where they give no index; null for no listing. */
export function quoteOf(
  venue: Venue,
  { time, kind, venues, sample }: Omit<MarketCommand & { type: 'sourcedQuote' }, 'type'>,
): Quote | null {
  const listing = venue.listings[sample.listing]
  if (!listing) return null
  const price = reckonIndex(unpackSources({ venues, sample }, time), listing.priceDecimals)
  const { indexTenths, dispersionTenths, sources } = price.ok ? price : noIndex
  return { listing: listing.id, time, indexTenths, dispersionTenths, sources, kind }
}

const noIndex = { indexTenths: 0, dispersionTenths: 0, sources: 0 }
