import type { Listing } from '@truemark/core/book/listing'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { HeardSources, Said } from '@truemark/core/market/sources'
import { decidingSeconds } from '@truemark/protocol/evidence/optionChecks'
import type { HeardSecond, IndexSecond, OptionEvidence } from '@truemark/protocol/routes/evidence'
import type { EvidencePorts } from './ports.ts'
import { findHeard, findSourced, type SourcedSecond } from './sources.store.ts'

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

/** By what the seconds in which an option could have entered count as fresh; those of which it was not recorded are missing. */
export async function heardSeconds(ports: EvidencePorts, option: OptionEvidence): Promise<HeardSecond[]> {
  const listing = ports.catalogue.byCode(option.symbol)
  const [first, last] = [option.entry_samples.at(0), option.entry_samples.at(-1)]
  if (listing === undefined || first === undefined || last === undefined) return []
  const [from, to] = [first.time, last.time]
  const heard = await findHeard(ports.database, { from, to })
  const sourced = await findSourced(ports.database, listing.id, { from, to: to + 1, limit: heard.size })
  return sourced.flatMap(({ stamp, said }) => {
    const ages = heard.get(stamp)
    return ages === undefined ? [] : [heardSecondShape(stamp, said, ages)]
  })
}

/** The sources in the index of a second with when each was heard last, as the wire writes it. */
export function heardSecondShape(stamp: number, said: Said, heard: HeardSources): HeardSecond {
  const ages = new Map(heard.map(({ venue, age }) => [venue, age]))
  const sources = said.tops.map(({ source }) => {
    const age = ages.get(source)
    return { source, heard: age === undefined ? null : stamp - age }
  })
  return { time: stamp, sources }
}
