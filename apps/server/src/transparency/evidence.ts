import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { entryDelayMs, entryWithinMs } from '@truemark/core/option/terms'
import {
  type AnyEvidence,
  type EvidenceSample,
  type FundingEvidence,
  type LiquidationEvidence,
  type OptionEvidence,
  type TriggerEvidence,
  evidenceMethod as method,
} from '@truemark/protocol/routes/evidence'
import { usdtText } from '../account/door.ts'
import {
  averageText,
  findFundingRates,
  findPublicCloses,
  fundingOf,
  lotsText,
  markText,
  priceText,
} from '../derivative/door.ts'
import { rowOfTime } from '../engine/door.ts'
import { exitsOf, findOption, findOptionRealm } from '../option/door.ts'
import { findSeconds } from './evidence.store.ts'
import { type EvidenceSubject, evidenceId } from './evidenceSubjects.ts'
import { decidingSources, heardSeconds } from './indexSeconds.ts'
import { investEvidence } from './investEvidence.ts'
import type { EvidencePorts } from './ports.ts'
import { reckoningOfClose } from './reckoning.ts'
import { payoutEvidence } from './payoutEvidence.ts'
import { type SampleRow } from './store.ts'
import { noticeEvidence, termsEvidence } from './termsEvidence.ts'
import { findTrigger } from './triggers.store.ts'

const aroundMs = 5_000
/** How long after the acceptance entries are searched; what lies around it is shown too. */
const entryShownMs = entryWithinMs + 2_000

/** What was decided on prices, with these, under the number by which it was asked for; null where nothing was. */
export function evidenceOf(
  ports: EvidencePorts,
  { kind, number }: EvidenceSubject,
  id = evidenceId(ports.ids, { kind, number }),
): Promise<AnyEvidence | null> {
  switch (kind) {
    case 'option':
      return optionEvidence(ports, id, number)
    case 'liquidation':
      return liquidationEvidence(ports, id, number)
    case 'trigger':
      return triggerEvidence(ports, id, number)
    case 'funding':
      return fundingEvidence(ports, id, number)
    case 'investment':
      return investEvidence(ports, id, number)
    case 'terms':
      return termsEvidence(ports, id, number)
    case 'notice':
      return noticeEvidence(ports, id, number)
    case 'payout':
      return payoutEvidence(ports, id, number)
  }
}

function sampleShape(listing: Listing, { stamp, indexTenths, sources, fresh }: SampleRow): EvidenceSample {
  return { time: stamp, price: formatDecimal(indexTenths, listing.priceDecimals + 1), sources, fresh }
}

// where no second was recorded there, by what runs now
function isSimulated(ports: EvidencePorts, seconds: readonly SampleRow[]): boolean {
  return seconds.length === 0 ? ports.kind() !== 'live' : seconds.some(({ kind }) => kind !== 'live')
}

async function optionEvidence(ports: EvidencePorts, id: string, order: number): Promise<OptionEvidence | null> {
  const { catalogue, database } = ports
  const view = await findOption(database, order)
  const realm = await findOptionRealm(database, order)
  if (view === null || realm === null) return null
  const listing = catalogue.listing(view.listing)
  const price = (tenths: number): string => formatDecimal(tenths, listing.priceDecimals + 1)
  const hasEntered = view.entryStamp > 0
  const hasEnded = view.status !== 'open'
  const around = { from: view.acceptedAt + entryDelayMs - 2_000, to: view.acceptedAt + entryShownMs }
  const seconds = await findSeconds(database, listing.id, around.from, around.to)
  const exits = hasEntered && hasEnded ? await exitsOf(ports, listing, view.expiry) : []
  const simulated = hasEntered ? view.kind !== 'live' : ports.kind() !== 'live'
  const option: OptionEvidence = {
    kind: 'option',
    id,
    symbol: listing.code,
    realm,
    simulated,
    method,
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
    index_decimals: listing.priceDecimals + 1,
    journal: hasEnded ? await rowOfTime(database, view.closedAt) : null,
  }
  if (!hasEnded) return option
  return { ...option, entry_heard: await heardSeconds(ports, option), sources: await decidingSources(ports, option) }
}

async function liquidationEvidence(
  ports: EvidencePorts,
  id: string,
  number: number,
): Promise<LiquidationEvidence | null> {
  const { catalogue, database } = ports
  const [close] = await findPublicCloses(database, {}, number + 1, 1)
  if (close === undefined || close.id !== number) return null
  const listing = catalogue.listing(close.listing)
  const seconds = await findSeconds(database, listing.id, close.indexTime - aroundMs, close.time + aroundMs)
  const reckoning = await reckoningOfClose(ports, number)
  return {
    kind: 'liquidation',
    id,
    symbol: listing.code,
    realm: close.realm,
    simulated: isSimulated(ports, seconds),
    method,
    side: close.side,
    lots: lotsText(close.lots),
    mark: formatDecimal(close.indexTenths, listing.priceDecimals + 1),
    mark_time: close.indexTime,
    price: averageText(ports, listing, close.lots, close.quoteAmount) ?? '0',
    taken_over: close.takenOver,
    ...(reckoning === null ? {} : { reckoning_digest: reckoning.digest }),
    insurance: usdtText(catalogue, close.insurance),
    time: close.time,
    samples: seconds.map((second) => sampleShape(listing, second)),
    journal: await rowOfTime(database, close.time),
  }
}

async function triggerEvidence(ports: EvidencePorts, id: string, position: number): Promise<TriggerEvidence | null> {
  const { catalogue, database } = ports
  const found = await findTrigger(database, position)
  if (found === null) return null
  const listing = catalogue.listing(found.listing)
  const seconds = await findSeconds(database, listing.id, found.indexTime - aroundMs, found.time + aroundMs)
  return {
    kind: 'trigger',
    id,
    symbol: listing.code,
    realm: found.realm,
    simulated: isSimulated(ports, seconds),
    method,
    product: found.positionKind === 'ticket' ? 'contract' : 'perpetual',
    position: found.side,
    cause: found.cause,
    target: priceText(listing, found.price),
    mark: formatDecimal(found.indexTenths, listing.priceDecimals + 1),
    mark_time: found.indexTime,
    previous_mark: markText(listing, found.previousTenths),
    time: found.time,
    state: found.endedAt === null ? 'closing' : 'closed',
    lots: lotsText(found.lotsClosed),
    price: averageText(ports, listing, found.lotsClosed, found.proceeds),
    closed: found.endedAt,
    samples: seconds.map((second) => sampleShape(listing, second)),
    journal: await rowOfTime(database, found.time),
  }
}

async function fundingEvidence(ports: EvidencePorts, id: string, number: number): Promise<FundingEvidence | null> {
  const { catalogue, database } = ports
  const { realm, listing: place, stamp } = fundingOf(number)
  const rates = await findFundingRates(database, { listing: place, stamp }, 2)
  const rate = rates.find((one) => one.realm === realm)
  const terms = catalogue.derivative(place)
  if (rate === undefined || terms === undefined) return null
  const listing = catalogue.listing(place)
  const text = (value: number): string => formatDecimal(value, rateScale)
  const seconds = await findSeconds(database, place, stamp - aroundMs, stamp)
  return {
    kind: 'funding',
    id,
    symbol: listing.code,
    realm,
    simulated: isSimulated(ports, seconds),
    method,
    time: stamp,
    rate: text(rate.rate),
    premium: text(rate.premiumRate),
    samples: rate.samples,
    mark: formatDecimal(rate.markTenths, listing.priceDecimals + 1),
    interest_rate: text(terms.fundingInterestRate),
    clamp_rate: text(terms.fundingDampRateMax),
    fee_rate_taker: text(terms.feeRatePerpetualTaker),
    journal: null,
  }
}
