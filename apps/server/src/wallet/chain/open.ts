import { usdtScale } from '@truemark/core/money/units'
import type { Config } from '../../platform/config/config.ts'
import { listenOn } from '../../platform/http/listen.ts'
import { createRounds } from '../../platform/rounds.ts'
import { StartRefusal } from '../../platform/startRefusal.ts'
import type { ChainNetwork, PayoutBounds, WalletPorts } from '../ports.ts'
import { type AdapterState, createChainPort } from './port.ts'
import { chainKey } from '../../platform/chain/signature.ts'
import { createScreen } from './screen.ts'
import { countPayouts, openOrders } from '../payout/payouts.store.ts'
import { payoutsDue } from '../payout/tell.ts'
import { followKey } from './sequences.ts'
import { creditDue } from './take.ts'

/** The networks that programs beside the server tell of, each with its own key. */
export function chainNetworksOf({
  chainNetworks,
  chainSecret,
}: Pick<Config, 'chainNetworks' | 'chainSecret'>): ChainNetwork[] {
  return chainSecret === null ? [] : chainNetworks.map((one) => ({ ...one, key: chainKey(chainSecret, one.network) }))
}

/** What programs may pay of what they are handed. */
export function payoutBoundsOf({
  chainPayouts,
  chainPayoutsDay,
}: Pick<Config, 'chainPayouts' | 'chainPayoutsDay'>): PayoutBounds {
  const units = (whole: number): bigint => BigInt(whole) * 10n ** BigInt(usdtScale)
  return {
    orderMax: new Map(chainPayouts.map(({ network, max }) => [network, units(max)])),
    dayMax: units(chainPayoutsDay),
  }
}

/** Whoever is asked before a payment is credited; null where nobody is set. */
export function screenOf({
  chainScreenUrl: url,
  chainScreenToken: token,
}: Pick<Config, 'chainScreenUrl' | 'chainScreenToken'>) {
  return url === null ? null : createScreen({ url, token })
}

async function goOn(ports: WalletPorts): Promise<void> {
  await creditDue(ports)
  await payoutsDue(ports)
}

const roundMs = 10_000

export interface ChainPort {
  readonly adapters: () => readonly AdapterState[]
  readonly port: () => number
  /** Resolves once what waits by now was gone through. */
  readonly settled: () => Promise<void>
  /** Takes no more, and waits for what is under way. */
  readonly stop: () => Promise<void>
}

/** Throws a StartRefusal where payouts are under way in a network that is told of no more: nobody would hear what became of them. */
export async function assertWatched({
  chain,
  database,
  now,
}: Pick<WalletPorts, 'chain' | 'database' | 'now'>): Promise<void> {
  await openOrders(database, now())
  const gone = (await countPayouts(database)).find(
    ({ network, running }) => running > 0 && !chain.some((one) => one.network === network),
  )
  if (gone === undefined) return
  throw new StartRefusal(
    `Payouts of ${gone.network} are under way: keep it in CHAIN_NETWORKS until each is paid, or settled at the desk.`,
  )
}

/**
 * Opens the port of programs that tell of payments, and goes on with what waits from time to time; null where no network
 * is told of. Throws a StartRefusal where the port is taken, or a network with payouts under way is told of no more.
 */
export async function openChainPort(
  ports: WalletPorts,
  { chainHost, chainPort }: Pick<Config, 'chainHost' | 'chainPort'>,
  onError: (error: unknown) => void,
): Promise<ChainPort | null> {
  await assertWatched(ports)
  if (ports.chain.length === 0) return null
  for (const chain of ports.chain) await followKey(ports, chain)
  const rounds = createRounds(() => goOn(ports), { everyMs: roundMs, first: 'later', onError })
  const { server, adapters } = createChainPort(ports, { onError, taken: () => void rounds.now() })
  await listenOn(server, chainHost, chainPort, 'CHAIN_PORT')
  void rounds.now()
  return {
    adapters,
    settled: () => rounds.now(),
    port: () => {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    stop: async () => {
      await rounds.stop()
      server.closeIdleConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
