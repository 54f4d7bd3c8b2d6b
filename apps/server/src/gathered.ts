import { statfs } from 'node:fs/promises'
import { type Catalogue, type Exchange, house } from './engine/door.ts'
import { requestsWaiting } from './operator/door.ts'
import { type UnsentCount, countUnsent } from './platform/mail/store.ts'
import { LeadSession } from './platform/lead/leadSession.ts'
import { archiveFailing } from './platform/postgres/archive.ts'
import type { Database } from './platform/postgres/database.ts'
import { countUnwaited } from './platform/postgres/durability.ts'
import { type OwnCheck, findOwnChecks } from './transparency/door.ts'
import { type ChainCounts, type PayoutCounts, countPayments, countPayouts } from './wallet/door.ts'

export interface GatherPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** Whose disk is looked at. */
  readonly dataFolder: string
  readonly now: () => number
}

/** How much of what the house may hold of a market it holds, in real money; 1 is all. */
export interface Stake {
  readonly symbol: string
  readonly product: 'spot' | 'derivative'
  readonly share: number
}

/** What an operator watches that has to be asked for. Money is in whole units, for a picture: the ledger has it exactly. */
export interface Gathered {
  readonly requests: Awaited<ReturnType<typeof requestsWaiting>>
  readonly unsent: readonly UnsentCount[]
  readonly checks: readonly OwnCheck[]
  /** Payments that networks show and that wait, are held, or were lost after their credit. */
  readonly payments: readonly ChainCounts[]
  /** Payouts that programs were handed. */
  readonly payouts: readonly PayoutCounts[]
  readonly stakes: readonly Stake[]
  /** USDT that stand in for losses beyond a margin. */
  readonly insurance: number
  /** For how many seconds the database’s log has not been archived; 0 while it is, null where nothing archives it. */
  readonly archiveFailing: number | null
  /** How many servers stand by to take over from this one. */
  readonly standbys: number
  readonly replicasUnwaited: number
  /** Bytes, of the disk that holds the data folder. */
  readonly disk: { readonly free: number; readonly size: number }
}

/** Asks the engine, the database and the disk for what is watched; some milliseconds. */
export async function gather(ports: GatherPorts): Promise<Gathered> {
  const { database, dataFolder, now } = ports
  const { insurance, stakes } = await derivatives(ports)
  const disk = await statfs(dataFolder)
  return {
    requests: await requestsWaiting(database, now()),
    unsent: await countUnsent(database),
    checks: await findOwnChecks(database),
    payments: await countPayments(database),
    payouts: await countPayouts(database),
    stakes: [...(await spotStakes(ports)), ...stakes],
    insurance,
    archiveFailing: await archiveFailing(database),
    standbys: await LeadSession.countWaiting(database),
    replicasUnwaited: await countUnwaited(database),
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
  }
}

async function spotStakes({ catalogue, exchange }: GatherPorts): Promise<Stake[]> {
  const { accounts } = await exchange.ask(house, { type: 'house', realm: 'real' })
  return catalogue.listings.map((listing) => {
    const held = accounts.find((one) => one.house === 'liquidity' && one.currency === listing.base)?.posted ?? 0n
    const most = whole(listing.ladder.positionMax, listing.quantityDecimals)
    return stakeOf(listing.code, 'spot', whole(held, catalogue.currency(listing.base).scale), most)
  })
}

async function derivatives({ catalogue, exchange }: GatherPorts) {
  const { positions, insurance } = await exchange.ask(house, { type: 'derivativeHouse', realm: 'real' })
  return {
    stakes: positions.map(({ listing, lots, positionMax }) =>
      stakeOf(catalogue.listing(listing).code, 'derivative', lots, positionMax),
    ),
    insurance: whole(insurance, catalogue.currency(0).scale),
  }
}

function stakeOf(symbol: string, product: Stake['product'], held: number, most: number): Stake {
  return { symbol, product, share: most === 0 ? 0 : Math.abs(held) / most }
}

function whole(units: bigint | number, decimals: number): number {
  return Number(units) / 10 ** decimals
}
