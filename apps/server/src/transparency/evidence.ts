import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { entryDelayMs, entryWithinMs } from '@truemark/core/option/terms'
import {
  type EvidenceSample,
  type FundingEvidence,
  type LiquidationEvidence,
  type OptionEvidence,
  evidenceRoutes as routes,
} from '@truemark/protocol/routes/evidence'
import { usdtText } from '../account/door.ts'
import { averageText, findPublicCloses, lotsText } from '../derivative/door.ts'
import { exitsOf, findOption } from '../option/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import {
  type SampleRow,
  findFirstClose,
  findFundingRates,
  findJournalRow,
  findOptionRealm,
  findSeconds,
} from './evidence.store.ts'
import { fundingOf } from './fundingIds.ts'
import { investEvidence } from './investEvidence.ts'
import type { TransparencyPorts } from './ports.ts'

const rateScale = 9
const aroundMs = 5_000
/** Entries are looked for so long after the acceptance; what lies around it is shown too. */
const entryShownMs = entryWithinMs + 2_000

/** Binds what anyone may look up by its number. */
export function bindEvidence(gateway: Gateway, ports: TransparencyPorts): void {
  const { ids } = ports
  gateway.bind(routes.evidence, async ({ params }) => {
    await ports.reads.current()
    const option = ids.read('option', params.id)
    if (option !== null) return optionEvidence(ports, params.id, option)
    const close = ids.read('liquidationClose', params.id)
    if (close !== null) return liquidationEvidence(ports, params.id, close)
    const liquidation = ids.read('liquidation', params.id)
    const first = liquidation === null ? null : await findFirstClose(ports.database, liquidation)
    if (first !== null) return liquidationEvidence(ports, params.id, first)
    const funding = ids.read('funding', params.id)
    if (funding !== null) return fundingEvidence(ports, params.id, funding)
    const investment = await investEvidence(ports, params.id)
    return investment === null ? refused('evidence_unknown') : done(investment)
  })
}

function sampleShape(listing: Listing, { stamp, indexTenths, sources, fresh }: SampleRow): EvidenceSample {
  return { time: stamp, price: formatDecimal(indexTenths, listing.priceDecimals + 1), sources, fresh }
}

async function optionEvidence(ports: TransparencyPorts, id: string, order: number): Promise<Outcome<OptionEvidence>> {
  const { catalogue, database } = ports
  const view = await findOption(database, order)
  const realm = await findOptionRealm(database, order)
  if (view === null || realm === null) return refused('evidence_unknown')
  const listing = catalogue.listing(view.listing)
  const price = (tenths: number): string => formatDecimal(tenths, listing.priceDecimals + 1)
  const hasEntered = view.entryStamp > 0
  const hasEnded = view.status !== 'open'
  const around = { from: view.acceptedAt + entryDelayMs - 2_000, to: view.acceptedAt + entryShownMs }
  const seconds = await findSeconds(database, listing.id, around.from, around.to)
  const exits = hasEntered && hasEnded ? await exitsOf(ports, listing, view.expiry) : []
  const simulated = hasEntered ? view.kind !== 'live' : ports.kind() !== 'live'
  return done({
    kind: 'option',
    id,
    symbol: listing.code,
    realm,
    simulated,
    type: view.direction,
    trade_mode: view.seconds,
    payout_rate: formatDecimal(view.rate, rateScale),
    tie_rule: view.tie,
    accepted: view.acceptedAt,
    status: view.status,
    outcome: view.outcome,
    reason: view.reason,
    entry: hasEntered ? { time: view.entryStamp, price: price(view.entryTenths), sources: view.entrySources } : null,
    entry_samples: seconds.map((second) => sampleShape(listing, second)),
    expiration: hasEntered ? view.expiry : null,
    exit_price: view.status === 'closed' ? price(view.exitTenths) : null,
    closed: hasEnded ? view.closedAt : null,
    exit: exits.find((exit) => exit.simulated === simulated) ?? null,
    journal: hasEnded ? await findJournalRow(database, view.closedAt) : null,
  })
}

async function liquidationEvidence(
  ports: TransparencyPorts,
  id: string,
  number: number,
): Promise<Outcome<LiquidationEvidence>> {
  const { catalogue, database } = ports
  const [close] = await findPublicCloses(database, {}, number + 1, 1)
  if (close === undefined || close.id !== number) return refused('evidence_unknown')
  const listing = catalogue.listing(close.listing)
  const seconds = await findSeconds(database, listing.id, close.indexTime - aroundMs, close.time + aroundMs)
  return done({
    kind: 'liquidation',
    id,
    symbol: listing.code,
    realm: close.realm,
    simulated: seconds.some(({ kind }) => kind !== 'live'),
    side: close.side,
    lots: lotsText(close.lots),
    mark: formatDecimal(close.indexTenths, listing.priceDecimals + 1),
    mark_time: close.indexTime,
    price: averageText(ports, listing, close.lots, close.quoteAmount) ?? '0',
    taken_over: close.takenOver,
    insurance: usdtText(catalogue, close.insurance),
    time: close.time,
    samples: seconds.map((second) => sampleShape(listing, second)),
    journal: await findJournalRow(database, close.time),
  })
}

async function fundingEvidence(
  ports: TransparencyPorts,
  id: string,
  number: number,
): Promise<Outcome<FundingEvidence>> {
  const { catalogue, database } = ports
  const { realm, listing: place, stamp } = fundingOf(number)
  const rates = await findFundingRates(database, { listing: place, stamp }, 2)
  const rate = rates.find((one) => one.realm === realm)
  const terms = catalogue.derivative(place)
  if (rate === undefined || terms === undefined) return refused('evidence_unknown')
  const listing = catalogue.listing(place)
  const text = (value: number): string => formatDecimal(value, rateScale)
  const seconds = await findSeconds(database, place, stamp - aroundMs, stamp)
  return done({
    kind: 'funding',
    id,
    symbol: listing.code,
    realm,
    simulated: seconds.some(({ kind }) => kind !== 'live'),
    time: stamp,
    rate: text(rate.rate),
    premium: text(rate.premiumRate),
    samples: rate.samples,
    mark: formatDecimal(rate.markTenths, listing.priceDecimals + 1),
    interest_rate: text(terms.fundingInterestRate),
    clamp_rate: text(terms.fundingDampRateMax),
    fee_rate_taker: text(terms.feeRatePerpetualTaker),
    journal: null,
  })
}
