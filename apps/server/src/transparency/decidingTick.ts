import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { DecidingTick } from '@truemark/protocol/routes/ownEvidence'
import type { FoundTick } from './decidingRows.ts'
import { saidShape } from './indexSeconds.ts'

/** What the market said last before a decision, as the wire writes it. */
export function tickShape({ code, priceDecimals }: Listing, { quote, time, said }: FoundTick): DecidingTick {
  const decimals = priceDecimals + 1
  const rate = said?.rate ?? null
  return {
    symbol: code,
    time,
    index: formatDecimal(quote.indexTenths, decimals),
    index_decimals: decimals,
    dispersion: formatDecimal(quote.dispersionTenths, decimals),
    sources: (said?.tops ?? []).map((top) => saidShape(top.source, top, top.quote)),
    rate: rate === null ? null : saidShape(rate.source, rate, 'USD'),
    simulated: quote.kind !== 'live',
  }
}
