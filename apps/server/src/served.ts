import { mkdirSync } from 'node:fs'
import type { HolderId } from '@truemark/core/ledger/holders'
import { AppData } from './content/door.ts'
import type { Catalogue, Exchange, Reads, Watermark } from './engine/door.ts'
import { markAtStart } from './filesAtStart.ts'
import { type Sessions, openSessions } from './identity/door.ts'
import type { ListedSymbols, Market } from './market/door.ts'
import { startMarketStreams } from './marketStreams.ts'
import { type OperatorSockets, loadReadOnly, openOperatorSessions, openOperatorSockets } from './operator/door.ts'
import { type Follow, startOwnStreams } from './ownStreams.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { SteadyClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createImageReader } from './platform/files/images.ts'
import type { Shelves } from './platform/files/shelves.ts'
import { type Vault, openVault } from './platform/files/vault.ts'
import { lockFolder } from './platform/folderLock.ts'
import { type Limits, createLimits } from './platform/http/limits.ts'
import { assertFree } from './platform/http/listen.ts'
import { ReadOnly } from './platform/http/readOnly.ts'
import { type SessionCache, bothSessions, cacheSessions } from './platform/http/session.ts'
import type { Keys } from './platform/keys/keys.ts'
import type { SealingKeys } from './platform/keys/sealingKeys.ts'
import { httpSmsCarrier, smtpCarrier } from './platform/mail/carriers.ts'
import { type Post, startPost } from './platform/mail/post.ts'
import type { Database } from './platform/postgres/database.ts'
import type { PublicIds } from './platform/publicId.ts'
import type { Receipts } from './platform/receipts.ts'
import { startRounds } from './platform/rounds.ts'
import { type Hub, createHub } from './platform/socket/hub.ts'
import { type Everywhere, Peers, onlyHere } from './platform/socket/peers.ts'
import { StartRefusal, errorCode } from './platform/startRefusal.ts'
import type { Translate } from './platform/texts/translator.ts'
import type { ProcessParts } from './threads.ts'

/** Where the socket stands; /config.json tells it to the web app. */
export const socketPath = '/ws'

/** What serves people is built upon, whether the engine is in this process or in another. */
export interface Foundation {
  readonly clock: SteadyClock
  readonly database: Database
  readonly keys: Keys
  readonly ids: PublicIds
  readonly receipts: Receipts
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly market: Market
  readonly symbols: ListedSymbols
  readonly translate: Translate
  /** Where what people sent lies. */
  readonly shelves: Shelves
}

/** Everything that serves people, before it is bound together and listens. */
export interface Served extends Foundation {
  readonly appData: AppData
  readonly sessions: Sessions
  readonly sessionCache: SessionCache
  readonly operatorSockets: OperatorSockets
  readonly hub: Hub
  /** The hubs of all processes that serve. */
  readonly everywhere: Everywhere
  /** The last number under which this process told a holder something; 0 where others tell holders too. */
  readonly seqOf: (holder: HolderId) => number
  readonly limits: Limits
  /** Whether anything can be changed here now. */
  readonly readOnly: ReadOnly
  readonly post: Post
  readonly vault: Vault
}

/** What follows the engine, and how the other processes are told. */
export interface Following {
  readonly committed: Follow
  readonly watermark: Watermark
  /** Null where this process serves alone. */
  readonly bus: Bus | null
  /** Whether it is this process that makes what options ended by anew. */
  readonly rebuilds: boolean
}

const hubStopTimeout = 1_000
const smallStopTimeout = 1_000
/** How late another process hears of it. */
const readOnlyEveryMs = 2_000

/** Opens all that serves people. Each part is noted in the lifecycle as soon as it runs. */
export async function openServed(process: ProcessParts, on: Foundation, following: Following): Promise<Served> {
  const { config, lifecycle, logger } = process
  const { catalogue, clock, database, exchange, ids, keys, market, translate } = on
  const { bus, committed, rebuilds, watermark } = following
  const onError = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const appData = await AppData.load(database)
  const sessionKeys = { secret: keys.tokens.newest, sealing: keys.sealing, ids }
  const sessionsFailed = onError('sessions could not be kept')
  const sessions = openSessions(database, sessionKeys, () => clock.now(), sessionsFailed, config.role !== 'gateway')
  lifecycle.add('sessions', smallStopTimeout, () => sessions.close())
  const operatorSockets = openOperatorSockets(database, keys.tokens.newest, () => clock.now())
  const hub = openHub(process, on, { sessions, operatorSockets })
  const stopStreams = startMarketStreams({ hub, market, exchange, catalogue, onError: onError('a book was not told') })
  lifecycle.add('market streams', smallStopTimeout, stopStreams)
  const tellOwn = { ...on, hub, watermark, rebuilds, onError: onError('a change was not told') }
  lifecycle.add('own streams', smallStopTimeout, startOwnStreams(committed, tellOwn))
  const post = openPost(config, { database, sealing: keys.sealing }, translate, onError('mail could not be sent'))
  lifecycle.add('post', smallStopTimeout, () => post.close())
  const sessionCache = cacheSessions(bothSessions(sessions, openOperatorSessions(database)))
  const limits = createLimits(config.rateLimitScale, undefined, bus !== null)
  const here = { hub, sessions: sessionCache }
  const everywhere = bus === null ? onlyHere(here) : openPeers(process, { ...here, bus, limits })
  const vault = await vaultOf(process, on)
  const seqOf = (holder: HolderId): number => (bus === null ? hub.seqOf(holder) : 0)
  return {
    ...on,
    appData,
    sessions,
    sessionCache,
    operatorSockets,
    hub,
    everywhere,
    seqOf,
    limits,
    readOnly: await openReadOnly(process, on),
    post,
    vault,
  }
}

/** The time in which nothing can be changed, as any process that serves has set it. */
async function openReadOnly(
  { lifecycle, logger }: ProcessParts,
  { clock, database }: Pick<Foundation, 'clock' | 'database'>,
): Promise<ReadOnly> {
  const readOnly = new ReadOnly(() => clock.now())
  const load = () => loadReadOnly({ database, readOnly })
  await load()
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'whether anything can be changed is not known anew')
  lifecycle.add('read only', smallStopTimeout, startRounds(load, { everyMs: readOnlyEveryMs, first: 'later', onError }))
  return readOnly
}

function openPeers(
  { lifecycle, logger }: ProcessParts,
  parts: Omit<ConstructorParameters<typeof Peers>[0], 'onError'>,
): Peers {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'other servers could not be told')
  const peers = new Peers({ ...parts, onError })
  lifecycle.add('peers', smallStopTimeout, () => peers.close())
  return peers
}

function openHub(
  { config, lifecycle, logger }: ProcessParts,
  { catalogue, clock, market }: Foundation,
  { sessions, operatorSockets }: Pick<Served, 'sessions' | 'operatorSockets'>,
): Hub {
  const hub = createHub({
    clock,
    path: socketPath,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    authenticateSocket: async (token) =>
      (await operatorSockets.authenticate(token)) ?? sessions.authenticateSocket(token),
    hasSymbol: (symbol) => catalogue.byCode(symbol) !== undefined,
    history: async ({ symbol, interval, count, from }) => {
      const answer = await market.history({ symbols: [symbol], interval, count, from: from ?? null })
      if (!answer.ok) throw new Error('the market did not answer in time')
      return JSON.stringify(answer.found?.[0]?.list ?? [])
    },
    onError: (error) => logger.warn({ err: error }, 'a socket could not be served'),
  })
  lifecycle.add('sockets', hubStopTimeout, () => hub.close())
  return hub
}

/** Sends mails and messages by the carriers that the settings name. */
export function openPost(
  config: Config,
  { database, sealing }: { readonly database: Database; readonly sealing: SealingKeys },
  translate: Translate,
  onError: (error: unknown) => void,
): Post {
  return startPost({
    database,
    sealing,
    translate,
    mail: config.smtpUrl === null ? null : smtpCarrier(config.smtpUrl, config.mailFrom),
    sms: config.smsUrl === null ? null : httpSmsCarrier(config.smsUrl, config.smsToken),
    onError,
  })
}

/** The vault of what people send. Throws a StartRefusal where its files are another installation's. */
export async function vaultOf(
  process: ProcessParts,
  { database, keys, shelves }: Pick<Foundation, 'database' | 'keys' | 'shelves'>,
): Promise<Vault> {
  const { logger, programs } = process
  const mark = await markAtStart(shelves, keys, process)
  const onError = (error: unknown): void => logger.warn({ err: error }, 'files could not be swept')
  const images = createImageReader(new URL('imageWorker.js', programs))
  return openVault({ shelves, mark, database, sealing: keys.sealing, images, onError })
}

/** Refuses ports that another process has. Throws a StartRefusal. */
export async function assertPortsFree(config: Config): Promise<void> {
  const { host, port } = config
  await assertFree(host, port, 'PORT')
  await assertMetricsPortFree(config)
  if (config.role !== 'gateway' && config.chainNetworks.length > 0)
    await assertFree(config.chainHost, config.chainPort, 'CHAIN_PORT')
}

/** Refuses a port of the operator's own that another process has. Throws a StartRefusal. */
export async function assertMetricsPortFree({ metricsHost, metricsPort }: Config): Promise<void> {
  await assertFree(metricsHost, metricsPort, 'METRICS_PORT')
}

/** Makes the data folder this process's own. Throws a StartRefusal. */
export function takeDataFolder({ config, lifecycle }: ProcessParts): void {
  const folder = config.dataFolder
  try {
    mkdirSync(folder, { recursive: true })
    const lock = lockFolder(folder, 'truemark.lock')
    if (!lock.taken) {
      throw new StartRefusal(
        `The data folder ${folder} is in use by another Truemark (process ${lock.holder}); stop it, or set DATA_DIR to another folder.`,
      )
    }
    lifecycle.add('data folder', smallStopTimeout, lock.release)
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `This user can't write to the data folder ${folder} (${errorCode(error)}); set DATA_DIR to another folder.`,
    )
  }
}
