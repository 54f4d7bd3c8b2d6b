import { EngineServer } from './engine/door.ts'
import { type MarketClient, MarketServer } from './market/door.ts'
import { Bus } from './platform/bus/bus.ts'
import { busKeys, busName } from './platform/bus/envelope.ts'
import type { Keys } from './platform/keys/keys.ts'
import { processTag } from './platform/processIdentity.ts'
import type { EngineThreads, ProcessParts } from './threads.ts'

const stopTimeout = 1_500

/** The bus of an installation with gateways; null where this server is alone. Throws a StartRefusal. */
export async function openBus(
  { config, lifecycle, logger }: ProcessParts,
  { tokens }: Pick<Keys, 'tokens'>,
): Promise<Bus | null> {
  if (config.role === 'all' || config.busUrl === null) return null
  // what speaks with the bus is loaded only where there is one
  const { connectNats } = await import('./platform/bus/nats.ts')
  const warn = (message: string): void => logger.warn(message)
  const wire = connectNats({
    url: config.busUrl,
    credentials: config.busCredentials,
    authorities: config.busAuthorities,
    name: `truemark ${config.role} ${processTag()}`,
    warn,
  })
  const bus = new Bus({ wire, keys: busKeys(tokens), name: busName(tokens), warn })
  lifecycle.add('bus', stopTimeout, () => bus.close())
  return bus
}

export interface CoreLineParts {
  readonly bus: Bus
  readonly threads: EngineThreads
  readonly market: MarketClient
}

/** Lets gateways ask the engine and the market of this process, and tells them what these tell. */
export function startCoreLine(
  { lifecycle, logger }: ProcessParts,
  { bus, threads: { engine, watermark }, market }: CoreLineParts,
): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'a gateway could not be answered')
  const engineServer = new EngineServer({ bus, engine, watermark, onError })
  lifecycle.add('engine line', stopTimeout, () => engineServer.close())
  const marketServer = new MarketServer({ bus, market, onError })
  lifecycle.add('market line', stopTimeout, () => marketServer.close())
}
