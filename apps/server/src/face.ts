import { fileURLToPath } from 'node:url'
import { openAppData } from './content/door.ts'
import { Disclosures } from './disclosure/door.ts'
import { listedMarkets } from './market/door.ts'
import { type Frames, openFrames } from './platform/http/frames.ts'
import { type Gateway, createGateway } from './platform/http/gateway.ts'
import { httpEnd } from './platform/http/httpEnd.ts'
import { listenOn, portOf } from './platform/http/listen.ts'
import { serveDocument } from './platform/http/openapi.ts'
import { serveWebApps } from './platform/http/webApps.ts'
import { gatewayTexts } from './platform/texts/translator.ts'
import { type Served, socketPath } from './served.ts'
import type { SlicesOptions } from './slices.ts'
import type { ProcessParts } from './threads.ts'

/** Shown in the API's document. */
const version = '0.1.0'
const listenStopTimeout = 1_500
const framesStopTimeout = 1_000

/** The HTTP face of this process, to which slices bind their routes. */
export function openFace({ config, logger }: ProcessParts, parts: Served): Gateway {
  return createGateway({
    logger,
    sessions: parts.sessionCache,
    texts: gatewayTexts(parts.translate),
    limits: parts.limits,
    disclosures: new Disclosures(parts.database, parts.exchange),
    receipts: parts.receipts,
    readOnly: parts.readOnly,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    now: () => parts.clock.now(),
  })
}

type OpenPorts = Pick<SlicesOptions, 'content' | 'listings'>

/** Serves the apps, and the document of what is bound. */
export function serveApps(process: ProcessParts, parts: Served, gateway: Gateway, open: OpenPorts): void {
  const { config, programs } = process
  serveDocument(gateway, version)
  const webFolder = fileURLToPath(new URL('../../web/dist', programs))
  serveWebApps(gateway, {
    webFolder,
    deskFolder: config.role === 'gateway' ? null : fileURLToPath(new URL('../../desk/dist', programs)),
    publicUrl: config.publicUrl,
    socketPath,
    texts: gatewayTexts(parts.translate),
    appName: () => parts.appData.name,
    imageOrigins: () => parts.appData.imageOrigins,
    frames: drawFrames(process, webFolder, open),
  })
}

/** Draws first screens in a thread of its own. */
function drawFrames(
  { lifecycle, logger, programs }: ProcessParts,
  folder: string,
  { content, listings }: OpenPorts,
): Frames {
  const frames = openFrames({
    program: new URL('frameWorker.js', programs),
    folder,
    figures: async () => ({ app: await openAppData(content), markets: listedMarkets(listings) }),
    isListed: (symbol) => listings.catalogue.byCode(symbol)?.spot === true,
    onError: (error) => logger.warn({ err: error }, 'a first screen could not be drawn'),
  })
  lifecycle.add('frames', framesStopTimeout, () => frames.stop())
  return frames
}

/** Listens for calls and sockets; gives the address to open. Throws a StartRefusal. */
export async function listenAt(
  { config, lifecycle }: ProcessParts,
  { hub }: Served,
  gateway: Gateway,
): Promise<string> {
  await gateway.app.ready()
  hub.attach(gateway.server, gateway.socketCalls)
  lifecycle.add('http', listenStopTimeout, httpEnd(gateway.app, gateway.server))
  await listenOn(gateway.server, config.host, config.port, 'PORT')
  return addressOf(config.host, portOf(gateway.server))
}

function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1'
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
