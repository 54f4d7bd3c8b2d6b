import { bindNotifications } from './notification/door.ts'
import { listenAt, openFace, serveApps } from './face.ts'
import { openNotifications } from './notifications.ts'
import { followCore, reachInstallation, type Reached } from './remoteStart.ts'
import { type Served, assertPortsFree, openServed } from './served.ts'
import { openCommon, peoplePorts, publicPorts, supportPorts, tradingPorts } from './slicePorts.ts'
import { bindSlices } from './slices.ts'
import type { ProcessParts } from './threads.ts'

/**
 * Starts a gateway: it serves people, asks the core over the bus, and does nothing by itself. Waits for the core, however long
 * that takes, and says so at its metrics port. Gives the address to open. Throws a StartRefusal.
 */
export async function startGateway(process: ProcessParts, migrationsFolder: string): Promise<string> {
  const reached = await reachInstallation(process, migrationsFolder, () => assertPortsFree(process.config))
  const { bus, condition, health } = reached
  const served = await serveBy(process, reached)
  const gateway = openFace(process, served)
  const common = openCommon(process, served)
  const [trading, open] = [tradingPorts(common), publicPorts(common)]
  bindSlices({
    gateway,
    market: served.market,
    hasSymbol: (code) => served.catalogue.byCode(code) !== undefined,
    ...trading,
    ...open,
    ...peoplePorts(common),
    desk: null,
    support: supportPorts(common),
  })
  bindNotifications(gateway, await openNotifications(process, served, bus))
  serveApps(process, served, gateway, { content: open.content, listings: trading.listings })
  health.observe(gateway)
  const address = await listenAt(process, served, gateway)
  condition.served = served
  condition.isReady = true
  return address
}

/** Opens what serves people, and follows the journal. */
async function serveBy(process: ProcessParts, reached: Reached): Promise<Served> {
  const { bus, foundation, watermark } = reached
  const { committed, follow } = followCore(process, reached)
  const served = await openServed(process, foundation, { committed, watermark, bus, rebuilds: false })
  follow()
  return served
}
