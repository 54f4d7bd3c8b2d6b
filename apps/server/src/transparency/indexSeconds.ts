import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import { decidingSeconds } from '@truemark/protocol/evidence/optionChecks'
import type { IndexSecond, OptionEvidence } from '@truemark/protocol/routes/evidence'
import type { EvidencePorts } from './ports.ts'
import { findSourced, type SourcedSecond } from './sources.store.ts'

const halfScale = 13

/** What a source said, as the wire writes it; prices come as halves of bid and ask together. */
export function saidShape(
  source: string,
  top: { readonly bid: bigint; readonly ask: bigint; readonly heard: number },
  quote: 'USD' | 'USDT',
) {
  return { source, price: formatDecimal((top.bid + top.ask) * 5n, halfScale), quote, time: top.heard }
}

/** A recorded second of a listing with what its sources said, as the wire writes it. */
export function indexSecondShape(
  { priceDecimals }: Pick<Listing, 'priceDecimals'>,
  { stamp, indexTenths, said: { tops, rate } }: SourcedSecond,
): IndexSecond {
  return {
    time: stamp,
    index: formatDecimal(indexTenths, priceDecimals + 1),
    sources: tops.map((top) => saidShape(top.source, top, top.quote)),
    rate: rate === null ? null : saidShape(rate.source, rate, 'USD'),
  }
}

/** What the sources said in the seconds that decided an option; those that are not recorded any more are missing. */
export async function decidingSources(ports: EvidencePorts, option: OptionEvidence): Promise<IndexSecond[]> {
  const listing = ports.catalogue.byCode(option.symbol)
  if (listing === undefined) return []
  const found = await Promise.all(
    decidingSeconds(option).map(({ time }) =>
      findSourced(ports.database, listing.id, { from: time, to: time + 1, limit: 1 }),
    ),
  )
  return found.flat().map((second) => indexSecondShape(listing, second))
}
