import { createHash } from 'node:crypto'
import { actingServer, appendAudit, findAudit } from '../operator/door.ts'
import type { Database } from '../platform/postgres/database.ts'
import { startRounds } from '../platform/rounds.ts'
import { countDeeds } from '../platform/written/rows.store.ts'
import {
  type ChainEnd,
  findChainAt,
  findChainEnd,
  findUnchained,
  lockChain,
  setPlaces,
} from '../platform/written/written.store.ts'

const pageSize = 1_000
const everyMs = 10_000
const noteEveryMs = 600_000
/** Before the first entry. */
export const writtenStart: ChainEnd = { place: 0, chain: Buffer.alloc(32) }

/** The chain one entry further: SHA-256 of what it was, and of the entry's seal. */
export function nextChain(chain: Uint8Array, mac: Uint8Array): Buffer {
  return createHash('sha256').update(chain).update(mac).digest()
}

/**
 * Gives the sealed entries that have none yet a place in the chain; gives where it ends. `known` is where it ended before:
 * throws where the table says something else of it, and lengthens nothing.
 */
export async function chainWritten(database: Database, known: ChainEnd): Promise<ChainEnd> {
  return database.transaction(async (client) => {
    await lockChain(client)
    const there = known.place === 0 ? known.chain : await findChainAt(client, known.place)
    if (there?.equals(known.chain) !== true)
      throw new Error(`the log of what was written is not what it was at its entry ${known.place}`)
    let end = (await findChainEnd(client)) ?? writtenStart
    for (let after = 0; ;) {
      const page = await findUnchained(client, after, pageSize)
      const places = page.flatMap(({ id, mac }) => {
        if (mac === null) return []
        end = { place: end.place + 1, chain: nextChain(end.chain, mac) }
        return [{ id, ...end }]
      })
      if (places.length > 0) await setPlaces(client, places)
      after = page.at(-1)?.id ?? after
      if (page.length < pageSize) return end
    }
  })
}

/** Names where the chain ends in the audit log, whose own head is signed; nothing where it names it already. */
export async function noteWritten(database: Database, { place, chain }: ChainEnd): Promise<void> {
  await database.transaction(async (client) => {
    const [newest] = await findAudit(client, { action: 'written_noted', limit: 1 })
    if (place === 0 || newest?.detail['entries'] === String(place)) return
    const { taken, found } = await countDeeds(client, place)
    const detail = {
      entries: String(place),
      taken: String(taken),
      found: String(found),
      chain: chain.toString('hex'),
    }
    await appendAudit(client, { actor: actingServer, action: 'written_noted', subject: '', reason: '', detail })
  })
}

/**
 * Chains what was written every ten seconds, and names the end in the audit log every ten minutes in which it grew. Returns
 * how to stop.
 */
export function startWritten(
  { database, now }: { readonly database: Database; readonly now: () => number },
  onError: (error: unknown) => void,
): () => Promise<void> {
  let end = writtenStart
  let notedAt = now()
  const round = async (): Promise<void> => {
    end = await chainWritten(database, end)
    if (now() - notedAt < noteEveryMs) return
    notedAt = now()
    await noteWritten(database, end)
  }
  return startRounds(round, { everyMs, first: 'later', onError })
}
