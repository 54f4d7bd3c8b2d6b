import { sourcesMin } from '@truemark/core/book/mark'
import { paysCoin, windowMs } from '@truemark/core/invest/terms'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { type InvestEvidence, evidenceMethod } from '@truemark/protocol/routes/evidence'
import { type InvestRow, findInvest } from '../invest/door.ts'
import { findLiveSeconds } from './evidence.store.ts'
import type { EvidencePorts } from './ports.ts'

/** Samples of one second each in the half hour before maturity: the most that a settlement price is the mean of. */
const samplesMax = windowMs / 1_000

/** What an investment was settled on, by the number of its product; null where there is none. */
export async function investEvidence(
  ports: EvidencePorts,
  id: string,
  product: number,
): Promise<InvestEvidence | null> {
  const { database, catalogue } = ports
  const row = await findInvest(database, product)
  if (row === null) return null
  const listing = catalogue.listing(row.listing)
  const decimals = listing.priceDecimals + 1
  const { priced, direction } = row
  const tenths = priced?.settlementTenths ?? null
  const counted = tenths === null ? [] : await countedSeconds(ports, row)
  return {
    kind: 'investment',
    id,
    symbol: listing.code,
    realm: row.realm,
    // other samples than live ones never count
    simulated: false,
    method: evidenceMethod,
    journal: null,
    direction,
    coin: catalogue.currency(listing.base).code,
    linked_reference_price: formatDecimal(row.referencePrice, listing.priceDecimals),
    annualized_return: formatDecimal(row.annualRate, rateScale),
    holding_period: row.days,
    maturity_date: row.maturity,
    state: priced === null ? 'running' : tenths === null ? 'void' : 'settled',
    settlement_price: tenths === null ? null : formatDecimal(tenths, decimals),
    paid_coin: tenths === null ? null : paysCoin(direction, row.referencePrice, tenths),
    sample_count: priced?.samples ?? 0,
    sources_min: sourcesMin.real,
    index_decimals: decimals,
    samples: counted.map(({ stamp, indexTenths, sources, fresh }) => {
      return { time: stamp, price: formatDecimal(indexTenths, decimals), sources, fresh }
    }),
  }
}

function countedSeconds({ database }: EvidencePorts, { listing, maturity, priced }: InvestRow) {
  const [from, to] = [maturity - windowMs + 1, priced?.last ?? maturity]
  return findLiveSeconds(database, listing, { from, to, sources: sourcesMin.real, limit: samplesMax })
}
