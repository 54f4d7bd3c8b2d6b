import type { Quote } from '../book/mark.ts'
import type { TickCommand } from './market.ts'
import { reckonIndex, unpackSources } from './sources.ts'

type SourcedQuote = Omit<TickCommand & { type: 'sourcedQuote' }, 'type'>

/** The quote that the sources give by the published rule at a listing's decimals: one of no source where they give no index. */
export function quoteOf({ time, kind, venues, sample }: SourcedQuote, priceDecimals: number): Quote {
  const price = reckonIndex(unpackSources({ venues, sample }, time), priceDecimals)
  const { indexTenths, dispersionTenths, sources } = price.ok ? price : noIndex
  return { listing: sample.listing, time, indexTenths, dispersionTenths, sources, kind }
}

const noIndex = { indexTenths: 0, dispersionTenths: 0, sources: 0 }
