import { houseAgeMaxMs, openAgeMaxMs, sourcesMin, tradeAgeMaxMs } from '@truemark/core/book/mark'
import { positionsMax } from '@truemark/core/derivative/checks'
import { lotsDecimals, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { fundingEveryMs } from '@truemark/core/funding/premium'
import { formatDecimal } from '@truemark/core/money/decimal'
import {
  entryDelayMs,
  entryWithinMs,
  exitWithinMs,
  openOptionsMax,
  optionSourcesMinReal,
  rebuildWithinMs,
} from '@truemark/core/option/terms'
import { conversionFeeRate } from '@truemark/core/convert/convert'
import { fillsMax } from '@truemark/core/spot/matching'
import { openOrdersMax } from '@truemark/core/spot/place'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { house } from '../engine/door.ts'
import { optionTermsShape } from '../option/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { TransparencyPorts } from './ports.ts'
import { bindRisk } from './risk.ts'
import { bindEvidence } from './evidenceRoutes.ts'
import { findLastSeconds } from './evidence.store.ts'
import { bindFigures, kept } from './figures.ts'
import { bindHalts } from './halts.ts'
import { bindLiabilities } from './liabilityRoutes.ts'
import { findSamples } from './store.ts'

const hour = 3_600_000
const samplesMax = 3_600
const rateScale = 9
/** Grows with every change of a rule below, so that an order can name the rules that it was placed under. */
const rulesVersion = '4'

/** The engine's own constants: what is published is what runs. Rates are shares: 0.0001 is 0.01 %. */
const rules = [
  { name: 'house_quotes_age_max', value: houseAgeMaxMs, unit: 'ms' },
  { name: 'trading_index_age_max', value: tradeAgeMaxMs, unit: 'ms' },
  { name: 'market_open_index_age_max', value: openAgeMaxMs, unit: 'ms' },
  { name: 'sources_min_real', value: sourcesMin.real, unit: '' },
  { name: 'sources_min_demo', value: sourcesMin.demo, unit: '' },
  { name: 'open_orders_max', value: openOrdersMax, unit: '' },
  { name: 'fills_per_order_max', value: fillsMax, unit: '' },
  { name: 'lots_min', value: formatDecimal(lotsMin, lotsDecimals), unit: 'lots' },
  { name: 'lots_max', value: formatDecimal(lotsMax, lotsDecimals), unit: 'lots' },
  { name: 'positions_max', value: positionsMax, unit: '' },
  { name: 'funding_every', value: fundingEveryMs, unit: 'ms' },
  { name: 'option_entry_after', value: entryDelayMs, unit: 'ms' },
  { name: 'option_entry_until', value: entryWithinMs, unit: 'ms' },
  { name: 'option_exit_within', value: exitWithinMs, unit: 'ms' },
  { name: 'option_rebuild_within', value: rebuildWithinMs, unit: 'ms' },
  { name: 'option_sources_min_real', value: optionSourcesMinReal, unit: '' },
  { name: 'option_open_max', value: openOptionsMax, unit: '' },
].map(({ name, value, unit }) => ({ name, value: String(value), unit }))

/** Binds what anyone may check. */
export function bindTransparency(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database } = ports
  bindRisk(gateway, ports)
  bindFigures(gateway, ports)
  bindEvidence(gateway, ports)
  bindLiabilities(gateway, ports)
  bindHalts(gateway, ports)
  // what is served does not change while it is
  let read: ReturnType<TransparencyPorts['published']> | null = null
  const published = () => (read ??= ports.published())
  const terms = kept(() => termsNow(ports), ports.now)
  gateway.bind(transparencyRoutes.transparencyRules, async () => {
    const seconds = await findLastSeconds(database, ports.now())
    const symbols = catalogue.listings.map((listing) => ({
      symbol: listing.code,
      fee_rate_maker: formatDecimal(listing.feeRateMaker, rateScale),
      fee_rate_taker: formatDecimal(listing.feeRateTaker, rateScale),
      half_spread_rate: formatDecimal(listing.ladder.halfSpreadRate, rateScale),
      collar_rate: formatDecimal(listing.collarRate, rateScale),
      kind: ports.kind(),
      source: ports.sourceOf(listing.code),
      sources: seconds.get(listing.id)?.sources ?? null,
      sampled: seconds.get(listing.id)?.stamp ?? null,
    }))
    return done({ version: rulesVersion, build: await published(), rules, symbols, ...(await terms()) })
  })
  gateway.bind(transparencyRoutes.indexSamples, async ({ params, query }) => {
    const listing = catalogue.byCode(params.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const to = query.to === undefined ? ports.now() + 1 : Number(query.to)
    const from = query.from === undefined ? to - 60_000 : Number(query.from)
    if (from >= to || to - from > hour) return refused('field_malformed')
    const samples = await findSamples(database, listing.id, from, to, samplesMax)
    return done(
      samples.map(({ stamp, indexTenths, sources, kind }) => ({
        time: stamp,
        index: formatDecimal(indexTenths, listing.priceDecimals + 1),
        sources,
        simulated: kind !== 'live',
      })),
    )
  })
}

/** The terms that operators set and that hold for everyone. */
async function termsNow({ catalogue, exchange }: TransparencyPorts) {
  const { terms } = await exchange.ask(house, { type: 'optionTerms' })
  const { view } = await exchange.ask(house, { type: 'wallet', holder: 0 })
  return {
    options: terms.map(({ listing, terms: own }) => optionTermsShape(catalogue.listing(listing).code, own)),
    withdrawal: { fee_rate: formatDecimal(view.terms.feeRate, rateScale), deadline: view.terms.reviewMs },
    exchange_fee_rate: formatDecimal(conversionFeeRate, rateScale),
  }
}
