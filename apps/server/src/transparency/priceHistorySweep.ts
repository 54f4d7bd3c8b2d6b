import { readDocument } from '@truemark/protocol/evidence/verify'
import { saidIn } from '@truemark/protocol/evidence/indexChecks'
import type { Catalogue } from '../engine/door.ts'
import type { NamedPrice, PriceHistory } from '../market/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { drawOptionDocuments } from './evidenceLog.store.ts'
import { namedOf } from './namedPrices.ts'
import { noteOwnCheck } from './ownChecks.ts'
import { namedText, rangeText } from './pricesCheck.ts'
import { findLiveSourced } from './sources.store.ts'

const everyMs = 3_600_000
/** How old the compared prices are (ms): the sources' minutes are over, and none of them has forgotten them. */
const agoMin = 600_000
const agoMax = agoMin + everyMs
/** The seconds compared in a round: of those that decided options, and of all. */
const decidingMax = 6
const othersMax = 6
const shownMax = 5

/** What the comparison of prices stands on. */
export interface PriceHistoryPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly history: Pick<PriceHistory, 'compare'>
  /** Numbers from 0 to 1. */
  readonly random: () => number
  readonly now: () => number
}

/**
 * Compares live prices that were recorded in the last hour with the sources' own public history, and notes whether they
 * agree: seconds that decided options, and others, drawn. Notes nothing where nothing can be told.
 */
export async function checkPriceHistory(ports: PriceHistoryPorts): Promise<void> {
  const named = [...(await decidingPrices(ports)), ...(await otherPrices(ports))]
  const faults: string[] = []
  let passed = 0
  for (const one of named) {
    const past = await ports.history.compare(one)
    if (past.state === 'agrees') passed += 1
    if (past.state === 'apart') faults.push(`${namedText(one)}, traded around then: ${rangeText(past)}`)
  }
  if (passed + faults.length === 0) return
  const outcome = { passed, failed: faults.length, detail: faults.slice(0, shownMax).join('; ') }
  await ports.database.transaction((client) => noteOwnCheck(client, 'prices', outcome, ports.now()))
}

async function decidingPrices({ database, now }: PriceHistoryPorts): Promise<NamedPrice[]> {
  const span = { from: now() - agoMax, to: now() - agoMin }
  const documents = await drawOptionDocuments(database, span, decidingMax)
  return documents.flatMap((document) => {
    const found = readDocument({ document })
    if (found === null || found.kind !== 'option' || found.simulated) return []
    return (found.sources ?? []).flatMap((second) => namedOf(found.symbol, saidIn(second)))
  })
}

async function otherPrices({ database, catalogue, random, now }: PriceHistoryPorts): Promise<NamedPrice[]> {
  const seconds = new Map<string, readonly NamedPrice[]>()
  for (let at = 0; at < othersMax; at += 1) {
    const listing = catalogue.listings[Math.floor(random() * catalogue.listings.length)]
    if (listing === undefined) continue
    const from = now() - agoMax + Math.floor(random() * (agoMax - agoMin))
    const second = await findLiveSourced(database, listing.id, { from, to: now() - agoMin })
    if (second !== null) seconds.set(`${listing.code} ${second.stamp}`, namedOf(listing.code, second.said))
  }
  return [...seconds.values()].flat()
}

/** Compares prices with the sources' history every hour, for the first time an hour after the start. Returns how to stop. */
export function startPriceHistoryChecks(
  ports: PriceHistoryPorts,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return startRounds(() => checkPriceHistory(ports), { everyMs, first: 'later', onError })
}
