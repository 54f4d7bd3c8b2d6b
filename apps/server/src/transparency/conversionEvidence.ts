import { houseAgeMaxMs } from '@truemark/core/book/mark'
import { quoteValidMs } from '@truemark/core/convert/convert'
import type { HolderId } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale, usdt } from '@truemark/core/money/units'
import type { Event } from '@truemark/core/vocabulary'
import type { ConversionEvidence, DecidingTick } from '@truemark/protocol/routes/ownEvidence'
import { findConversionTime } from '../account/door.ts'
import { rowOfTime, rowPlaceAt } from '../engine/door.ts'
import { DecidingRows, type FramePlace } from './decidingRows.ts'
import { tickShape } from './decidingTick.ts'
import type { EvidencePorts } from './ports.ts'

type Quoted = Extract<Event, { type: 'conversionQuoted' }>
type Converted = Extract<Event, { type: 'converted' }>

/** What a holder's exchange was quoted by; null where it is not theirs. */
export async function conversionEvidence(
  ports: EvidencePorts,
  { holder, id, number }: { readonly holder: HolderId; readonly id: string; readonly number: number },
): Promise<ConversionEvidence | null> {
  const { catalogue, database } = ports
  const time = await findConversionTime(database, holder, number)
  const row = time === null ? null : await rowOfTime(database, time)
  if (time === null || row === null) return null
  const rows = new DecidingRows(database)
  const made = await rows.find(row.seq, (event): event is Converted => {
    return event.type === 'converted' && event.conversion === number
  })
  if (made === null) return null
  const { event } = made
  const quote = await quoteBefore(rows, made, time - quoteValidMs)
  const quotedAt = quote === null ? time : ((await rows.at(quote.seq))?.row.time ?? time)
  const ticks = quote === null ? [] : await ticksOf(ports, rows, quote, quotedAt)
  const source = catalogue.currency(event.source)
  const target = catalogue.currency(event.target)
  const rate = (value: number): string => formatDecimal(value, rateScale)
  return {
    version: 1,
    kind: 'conversion',
    id,
    realm: event.realm,
    simulated: ticks.length === 0 ? ports.kind() !== 'live' : ticks.some((tick) => tick.simulated),
    source: source.code,
    target: target.code,
    source_decimals: source.scale,
    target_decimals: target.scale,
    source_amount: formatDecimal(event.sourceAmount, source.scale),
    target_amount: formatDecimal(event.targetAmount, target.scale),
    fee: formatDecimal(event.fee, target.scale),
    fee_rate: rate(event.feeRate),
    spread_rate: rate(event.spreadRate),
    source_index: indexText(ports, event.source, event.sourceIndex),
    target_index: indexText(ports, event.target, event.targetIndex),
    ticks,
    quoted: quotedAt,
    valid_until: quote?.event.validUntil ?? time,
    time,
    quote_journal: quote === null ? null : await rowPlaceAt(database, quote.seq),
    journal: row,
  }
}

/** The quote that was accepted: it stands before, and not longer ago than it was valid. */
async function quoteBefore(
  rows: DecidingRows,
  { seq, event: made }: FramePlace & { readonly event: Converted },
  since: number,
): Promise<(FramePlace & { readonly event: Quoted }) | null> {
  for (let at = seq; ; at -= 1) {
    const row = await rows.at(at)
    if (row === null || row.row.time < since) return null
    const found = await rows.find(at, (event): event is Quoted => {
      return event.type === 'conversionQuoted' && event.quote === made.quote
    })
    if (found !== null) return found
  }
}

function listingOf({ catalogue }: EvidencePorts, currency: number) {
  return currency === usdt
    ? undefined
    : catalogue.listings.find(({ base, quote }) => base === currency && quote === usdt)
}

function indexText(ports: EvidencePorts, currency: number, tenths: number): string | null {
  const listing = listingOf(ports, currency)
  return listing === undefined ? null : formatDecimal(tenths, listing.priceDecimals + 1)
}

/** What the market had said of both currencies: the source's first, none of USDT. */
async function ticksOf(
  ports: EvidencePorts,
  rows: DecidingRows,
  quote: FramePlace & { readonly event: Quoted },
  time: number,
): Promise<DecidingTick[]> {
  const { source, target, sourceIndex, targetIndex } = quote.event
  const ticks: DecidingTick[] = []
  for (const [currency, index] of [
    [source, sourceIndex],
    [target, targetIndex],
  ] as const) {
    const listing = listingOf(ports, currency)
    if (listing === undefined) continue
    const found = await rows.tickBefore(
      listing,
      quote,
      time - houseAgeMaxMs,
      (tick) => tick.quote.indexTenths === index,
    )
    if (found !== null) ticks.push(tickShape(listing, found))
  }
  return ticks
}
