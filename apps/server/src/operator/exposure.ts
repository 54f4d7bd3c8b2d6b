import { type Realm, realms } from '@truemark/core/ledger/holders'
import { dayMs } from '@truemark/core/money/units'
import { type IndexOf, worthOf } from '../account/door.ts'
import { house } from '../engine/door.ts'
import { startRounds } from '../platform/rounds.ts'
import { noteExposure } from './exposure.store.ts'
import { optionExposures } from './options.ts'
import type { DeskPorts } from './ports.ts'

interface ExposurePorts extends Pick<DeskPorts, 'catalogue' | 'database' | 'exchange' | 'now'> {
  readonly indexOf: IndexOf
}

const lookInterval = 30_000

/**
 * What the house has at stake in a realm now, in smallest units of USDT: the coins that it holds or owes at the index, its
 * positions in contracts and perpetuals at the mark, and of each market's open options what the dearer direction could cost.
 * Nothing is set off against anything. Null while one of them has no price.
 */
async function exposureNow(ports: ExposurePorts, realm: Realm): Promise<bigint | null> {
  const { catalogue, exchange, indexOf } = ports
  const { accounts } = await exchange.ask(house, { type: 'house', realm })
  const { positions } = await exchange.ask(house, { type: 'derivativeHouse', realm })
  const options = (await optionExposures(ports)).filter((one) => one.realm === realm)
  const coins = new Set(catalogue.listings.map(({ base }) => base))
  const held = [...coins].map((base) => {
    const posted = accounts.find((one) => one.house === 'liquidity' && one.currency === base)?.posted ?? 0n
    return worthOf(catalogue, indexOf, base, posted < 0n ? -posted : posted)
  })
  const open = positions.map(({ lots, markTenths, value }) => (lots > 0 && markTenths === 0 ? null : value))
  const couldCost = options.map(({ up, down }) => (up > down ? up : down))
  return [...held, ...open, ...couldCost].reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0n)
}

/** Looks at what the house has at stake in both realms and keeps it where the day had not as much. */
export async function noteExposures(ports: ExposurePorts): Promise<void> {
  for (const realm of realms) {
    const amount = await exposureNow(ports, realm)
    if (amount !== null) await noteExposure(ports.database, Math.floor(ports.now() / dayMs), realm, amount)
  }
}

/** Keeps each day's highest exposure, looking twice a minute; returns how to stop. */
export function startNotingExposures(ports: ExposurePorts, onError: (error: unknown) => void): () => Promise<void> {
  return startRounds(() => noteExposures(ports), { everyMs: lookInterval, first: 'now', onError })
}
