import type { Venue } from '../book/venue.ts'
import { formatDecimal } from '../money/decimal.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { MiningCommandOf } from './command.ts'
import type { MiningEvent } from './event.ts'
import type { MiningState } from './state.ts'
import { dayOf, daysAheadMax, miningTermsHold } from './terms.ts'

const percentScale = 7

/** Decides new terms: none without the source of the yield, none that cannot hold. */
export function publishMining(
  mining: MiningState,
  venue: Venue,
  { product: id, terms }: MiningCommandOf<'publishMining'>,
): Result<MiningEvent[]> {
  const old = mining.products.get(id)
  if (id !== 0 && !old) return rejected('mining_unknown')
  if (!venue.currencies[terms.currency]) return rejected('currency_unknown')
  if (terms.text === 0 || terms.digest === '') return rejected('mining_source_missing')
  if (!miningTermsHold(terms)) return rejected('mining_terms_invalid')
  // what open orders lock and earn is counted in the product's currency
  if (old && (old.terms.currency !== terms.currency || old.terms.realm !== terms.realm)) {
    return rejected('mining_terms_invalid')
  }
  const product = old ? old.id : mining.nextProduct
  return accepted([{ type: 'miningPublished', product, version: old ? old.version + 1 : 1, terms }])
}

/** Decides rates of days ahead: within the product's range, none for a day that has begun, none a second time. */
export function publishMiningRates(
  mining: MiningState,
  { product: id, rates }: MiningCommandOf<'publishMiningRates'>,
  now: number,
): Result<MiningEvent[]> {
  const product = mining.products.get(id)
  if (!product) return rejected('mining_unknown')
  if (rates.length === 0 || rates.length > daysAheadMax) return rejected('request_malformed')
  if (new Set(rates.map(({ day }) => day)).size !== rates.length) return rejected('request_malformed')
  const today = dayOf(now)
  const { rateMin, rateMax } = product.terms
  for (const { day, rate } of rates) {
    if (day <= today || day > today + daysAheadMax) return rejected('mining_day_begun')
    if (product.rates.has(day)) return rejected('mining_day_published')
    if (rate < rateMin || rate > rateMax) {
      const [min, max] = [rateMin, rateMax].map((bound) => formatDecimal(bound, percentScale))
      return rejected('mining_rate_out_of_range', { min, max })
    }
  }
  const ordered = rates.toSorted((a, b) => a.day - b.day)
  return accepted([{ type: 'miningRatesPublished', product: id, rates: ordered }])
}
