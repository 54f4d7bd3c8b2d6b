import { decode } from '@truemark/core/codec/codec'
import { houseOf } from '@truemark/core/ledger/holders'
import { triggerCauses } from '@truemark/core/liquidation/event'
import { factsCodec } from '@truemark/core/record'
import type { Event } from '@truemark/core/vocabulary'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import type { Database } from '../../apps/server/src/platform/postgres/database.ts'
import { type EvidenceKind, evidenceKinds } from '../../apps/server/src/transparency/door.ts'

type Counts = Partial<Record<EvidenceKind, number>>

/** How many decisions of each kind the journal's facts tell of, and of the log how many entries and how many decisions. */
export interface Told {
  readonly decided: Counts
  readonly logged: Counts
  readonly distinct: Counts
}

/** Every fact of the journal, in order. */
export async function factsOf(database: Database): Promise<Event[]> {
  const { rows } = await database.query<{ events: Buffer }>('SELECT events FROM journal ORDER BY seq')
  return rows.flatMap(({ events }) => splitFrames(events).flatMap((frame) => decode(factsCodec, frame)))
}

/** What of evidence the journal asks for, by its facts alone, and what the log has. */
export async function evidenceTold(database: Database): Promise<Told> {
  const { rows } = await database.query<{ kind: number; entries: string; numbers: string }>(
    'SELECT kind, count(*) AS entries, count(DISTINCT number) AS numbers FROM evidence_entry GROUP BY kind',
  )
  const decided = decidedIn(await factsOf(database))
  const counted = (of: (row: (typeof rows)[number]) => string): Counts => {
    const found = rows.map((row) => [evidenceKinds[row.kind] ?? '', Number(of(row))] as const)
    return Object.fromEntries(found.filter(([kind]) => kind in decided))
  }
  return { decided, logged: counted(({ entries }) => entries), distinct: counted(({ numbers }) => numbers) }
}

function decidedIn(facts: readonly Event[]): Counts {
  const counts: Counts = {}
  const count = (kind: EvidenceKind, times = 1): void => {
    if (times > 0) counts[kind] = (counts[kind] ?? 0) + times
  }
  const triggered = new Set<number>()
  const products = new Map<string, number>()
  for (const event of facts) {
    if (event.type === 'optionSettled' || event.type === 'optionVoided') count('option')
    if (event.type === 'fundingSet') count('funding', event.rates.length)
    if (event.type === 'positionTriggered') triggered.add(event.position)
    if (event.type === 'positionTakenOver' && event.cause === 'bankruptcy') count('liquidation')
    if (event.type === 'derivativeTraded') {
      for (const { holder, purpose, closing, lots, opening } of [event.maker, event.taker]) {
        if (houseOf(holder) === null && purpose === 'liquidation') count('liquidation')
        const isFired = triggerCauses.some((cause) => cause === purpose)
        if (isFired && (lots === 0 || opening > 0) && triggered.delete(closing)) count('trigger')
      }
    }
    if (event.type === 'investPublished') {
      const name = `${event.terms.listing} ${event.terms.maturity}`
      products.set(name, (products.get(name) ?? 0) + 1)
    }
    if (event.type === 'investPriced' || event.type === 'investLost')
      count('investment', products.get(`${event.listing} ${event.maturity}`) ?? 0)
  }
  return counts
}
