import { lotsDecimals } from '@truemark/core/derivative/terms'
import { fundingEveryMs } from '@truemark/core/funding/premium'
import type { FundingLine } from '@truemark/core/funding/event'
import type { HolderId } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdt } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import { type FundedEvidence, type FundedPosition, ownFillsMax } from '@truemark/protocol/routes/ownEvidence'
import { findPositionThen, fundingOf, lotsText } from '../derivative/door.ts'
import { rowPlaceAt } from '../engine/door.ts'
import { DecidingRows, type FramePlace } from './decidingRows.ts'
import { indexSecondShape } from './indexSeconds.ts'
import type { EvidencePorts } from './ports.ts'
import { findFundingPlace, findPremiums, findSecondBefore, isSampledAfter } from './premiums.store.ts'
import { findSourced } from './sources.store.ts'

/** The rows after the one that set the rates that are searched for who pays them. */
const rowsOnMax = 4_096

type RatesSet = Extract<Event, { type: 'fundingSet' }>
type Paid = Extract<Event, { type: 'fundingPaid' }>

/** One's own line of a funding, and the row that paid it. */
interface OwnLine {
  readonly line: FundingLine
  readonly seq: number
}

/**
 * What a holder's positions paid or received at a funding; null where they did not, or not all is recorded yet. It follows
 * from rows that are never written again, so that it is the same whenever it is asked for.
 */
export async function fundedEvidence(
  ports: EvidencePorts,
  { holder, id, number }: { readonly holder: HolderId; readonly id: string; readonly number: number },
): Promise<FundedEvidence | null> {
  const { catalogue, database } = ports
  const name = fundingOf(number)
  const { realm, listing: place, stamp } = name
  const set = await findFundingPlace(database, stamp)
  if (set === null || !(await isSampledAfter(database, place, stamp))) return null
  const rows = new DecidingRows(database)
  const found = await rows.find(set, (event): event is RatesSet => event.type === 'fundingSet' && event.stamp === stamp)
  const rate = found?.event.rates.find((one) => one.realm === realm && one.listing === place)
  if (found === null || rate === undefined) return null
  const lines = await ownLines(rows, found, { ...name, holder })
  const journal = await rowPlaceAt(database, set)
  if (lines.length === 0 || journal === null) return null
  const listing = catalogue.listing(place)
  const text = (value: number): string => formatDecimal(value, rateScale)
  const { scale } = catalogue.currency(usdt)
  const second = await markSecond(ports, place, stamp)
  const perTick = catalogue.derivative(place)?.quotePerTickLot ?? 0
  return {
    version: 1,
    kind: 'funding',
    id,
    realm,
    simulated: await isSimulated(ports, rows, found),
    symbol: listing.code,
    time: stamp,
    minutes: await findPremiums(database, { realm, listing: place, from: stamp - fundingEveryMs, to: stamp }),
    premium: text(rate.premiumRate),
    samples: rate.samples,
    rate: text(rate.rate),
    terms: await termsOf(ports, rows, found, place),
    mark: formatDecimal(rate.markTenths, listing.priceDecimals + 1),
    second,
    price_decimals: listing.priceDecimals,
    unit_size: formatDecimal(BigInt(perTick) * 10n ** BigInt(listing.priceDecimals + lotsDecimals), scale),
    decimals: scale,
    positions: await positionsOf(ports, rows, found, { holder, lines: lines.slice(0, ownFillsMax), stamp }),
    journal,
  }
}

/** A holder's lines among all that pay one rate; none where it is still being paid. */
async function ownLines(
  rows: DecidingRows,
  { seq: first }: FramePlace,
  { realm, listing, stamp, holder }: ReturnType<typeof fundingOf> & { readonly holder: HolderId },
): Promise<OwnLine[]> {
  const lines: OwnLine[] = []
  for (let seq = first; seq < first + rowsOnMax; seq += 1) {
    const row = await rows.at(seq)
    if (row === null) return []
    const paid = row.frames.flatMap(({ events }) =>
      events.filter((event): event is Paid => {
        return (
          event.type === 'fundingPaid' && event.stamp === stamp && event.realm === realm && event.listing === listing
        )
      }),
    )
    for (const event of paid) for (const line of event.lines) if (line.holder === holder) lines.push({ line, seq })
    if (paid.some(({ done }) => done)) return lines
  }
  return []
}

async function positionsOf(
  { catalogue, database, ids }: EvidencePorts,
  rows: DecidingRows,
  set: FramePlace,
  { holder, lines, stamp }: { readonly holder: HolderId; readonly lines: readonly OwnLine[]; readonly stamp: number },
): Promise<FundedPosition[]> {
  const row = await rows.at(set.seq)
  const time = row?.row.time ?? stamp
  // what the same row traded after the rates were set is of the next interval
  const later = (row?.frames.slice(set.frame + 1) ?? []).flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'derivativeTraded' ? [event.trade] : [])),
  )
  const { scale } = catalogue.currency(usdt)
  const positions: FundedPosition[] = []
  for (const { line, seq } of lines) {
    const then = await findPositionThen(database, { holder, position: line.position, time, later })
    const journal = await rowPlaceAt(database, seq)
    if (then === null || journal === null) continue
    positions.push({
      position_id: ids.write('derivative', line.position),
      side: then.side,
      lots: lotsText(then.lots),
      opened: then.opened,
      amount: formatDecimal(line.amount, scale),
      journal,
    })
  }
  return positions
}

async function termsOf({ catalogue }: EvidencePorts, rows: DecidingRows, set: FramePlace, place: number) {
  const found = await rows.leverageBefore(catalogue.listing(place), set)
  if (found === null) return null
  const { terms, seq } = found
  return {
    interest_rate: formatDecimal(terms.fundingInterestRate, rateScale),
    clamp_rate: formatDecimal(terms.fundingDampRateMax, rateScale),
    fee_rate_taker: formatDecimal(terms.feeRatePerpetualTaker, rateScale),
    impact_notional: formatDecimal(terms.fundingImpactNotional, catalogue.currency(usdt).scale),
    seq,
  }
}

/** The recorded second whose index is the mark, with its sources; null where none told it. */
async function markSecond({ catalogue, database }: EvidencePorts, place: number, stamp: number) {
  const time = await findSecondBefore(database, place, stamp)
  if (time === null) return null
  const [found] = await findSourced(database, place, { from: time, to: time + 1, limit: 1 })
  return found === undefined ? null : indexSecondShape(catalogue.listing(place), found)
}

/** By what the row itself says of the second in which the rates were set. */
async function isSimulated({ kind }: EvidencePorts, rows: DecidingRows, { seq, frame }: FramePlace): Promise<boolean> {
  const events = (await rows.at(seq))?.frames[frame]?.events ?? []
  const sampled = events.find((event) => event.type === 'indexSampled')
  return (sampled?.kind ?? kind()) !== 'live'
}
