import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { hourMs } from '@truemark/core/money/units'
import { usedKeysIn } from './account/door.ts'
import { AppData } from './content/door.ts'
import { Catalogue, type Exchange, Reads, createExchange } from './engine/door.ts'
import { type Sessions, openSessions } from './identity/door.ts'
import { clockAtStart, watchClock } from './clockAtStart.ts'
import { feedAtStart } from './feedAtStart.ts'
import { refuseCutJournal } from './journalAtStart.ts'
import type { MarketClient } from './market/door.ts'
import { startMarketStreams } from './marketStreams.ts'
import { followCommitted, startOwnStreams } from './ownStreams.ts'
import type { SteadyClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createImageReader } from './platform/files/images.ts'
import { type Vault, openVault } from './platform/files/vault.ts'
import { lockFolder } from './platform/folderLock.ts'
import { assertFree } from './platform/http/listen.ts'
import { type SessionCache, bothSessions, cacheSessions } from './platform/http/session.ts'
import { type Keys, openKeys } from './platform/keys/keys.ts'
import type { SealingKeys } from './platform/keys/sealingKeys.ts'
import { httpSmsCarrier, smtpCarrier } from './platform/mail/carriers.ts'
import type { Logger } from './platform/log.ts'
import { type Post, startPost } from './platform/mail/post.ts'
import { openReceipts } from './ownReceipts.ts'
import type { Receipts } from './platform/receipts.ts'
import { archiveIn } from './platform/postgres/archive.ts'
import type { Database } from './platform/postgres/database.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded.ts'
import { type EmbeddedWatch, watchEmbedded } from './platform/postgres/embeddedWatch.ts'
import { startDatabase } from './platform/postgres/server.ts'
import { beginWritten } from './platform/written/begin.ts'
import { writtenKeys } from './platform/written/seal.ts'
import { sealWritten } from './platform/written/sealedDatabase.ts'
import { type PublicIds, createPublicIds } from './platform/publicId.ts'
import { startRounds } from './platform/rounds.ts'
import { type Hub, createHub } from './platform/socket/hub.ts'
import { StartRefusal, errorCode } from './platform/startRefusal.ts'
import { type Translate, loadTranslate } from './platform/texts/translator.ts'
import {
  endEndless,
  type OperatorSockets,
  type RunningFeed,
  openOperatorSessions,
  openOperatorSockets,
  settleStandings,
} from './operator/door.ts'
import { startShowroom } from './invest/door.ts'
import { seedMining } from './mining/door.ts'
import { seedOptions } from './option/door.ts'
import { sealAtStart } from './sealAtStart.ts'
import { seedListings } from './seed.ts'
import { seedDerivatives } from './seedDerivatives.ts'
import { keepRotations } from './transparency/door.ts'
import { type EngineThreads, type ProcessParts, startThreads } from './threads.ts'
import { startVerificationSweep } from './verification/door.ts'
import { startWalletSweep } from './wallet/door.ts'

/** Where the socket stands; /config.json tells it to the web app. */
export const socketPath = '/ws'

/** Everything that was built, before it is bound together and listens. */
export interface Parts {
  readonly clock: SteadyClock
  readonly database: Database
  /** Null where the database is the operator's own. */
  readonly databaseWatch: EmbeddedWatch | null
  readonly keys: Keys
  readonly ids: PublicIds
  readonly receipts: Receipts
  readonly appData: AppData
  readonly threads: EngineThreads
  readonly feed: RunningFeed
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly market: MarketClient
  readonly sessions: Sessions
  readonly sessionCache: SessionCache
  readonly operatorSockets: OperatorSockets
  readonly hub: Hub
  readonly post: Post
  readonly translate: Translate
  readonly vault: Vault
}

const databaseStopTimeout = 9_500
const hubStopTimeout = 1_000
const smallStopTimeout = 1_000
const settleInterval = 60_000

/**
 * Builds the server from the ground up: the data folder, the database, the engine with its read models, the
 * market, the sockets. Each part is noted in the lifecycle as soon as it runs. Throws a StartRefusal.
 */
export async function buildParts(process: ProcessParts, migrationsFolder: string): Promise<Parts> {
  const { config, lifecycle, logger } = process
  const onError = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const phase = phases(logger)
  takeDataFolder(process)
  await assertPortsFree(config)
  const { database: opened, databaseWatch } = await openDatabase(process, migrationsFolder)
  phase('the database answers')
  const { clock, origin } = await clockAtStart(config, opened, logger)
  watchClock(clock, lifecycle, logger)
  const { keys, database } = await takeKeys(config, opened, clock)
  const translate = await loadTranslate()
  const { threads, market, feed } = await startThreads(
    process,
    { database, clock, origin },
    await feedAtStart(config, database),
  )
  phase('the engine and the market are restored')
  const { ids, receipts, reads, exchange } = openExchange(process, threads, { database, keys })
  const catalogue = await Catalogue.load(exchange)
  const committed = followCommitted(threads.engine, catalogue)
  reads.began(threads.engine.firstSeq)
  committed(({ seq, events }) => reads.committed(seq, events))
  await seedListings(exchange, catalogue)
  await seedDerivatives(exchange, catalogue)
  await seedOptions(exchange, catalogue)
  await seedMining({ exchange, catalogue, database, now: () => clock.now() })
  await keepStandings(process, { database, exchange })
  tellTerms(catalogue, market)
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const showroom = { exchange, catalogue, database, translate, indexOf, now: () => clock.now() }
  const stopShowroom = startShowroom({ ...showroom, onError: onError('the demo’s products could not be shown') })
  lifecycle.add('showroom', smallStopTimeout, stopShowroom)
  const appData = await AppData.load(database)
  const sessionKeys = { secret: keys.tokens.newest, sealing: keys.sealing, ids }
  const sessions = openSessions(database, sessionKeys, () => clock.now(), onError('sessions could not be kept'))
  lifecycle.add('sessions', smallStopTimeout, () => sessions.close())
  const operatorSockets = openOperatorSockets(database, keys.tokens.newest, () => clock.now())
  const hub = openHub(process, { clock, sessions, operatorSockets, catalogue, market })
  const stopStreams = startMarketStreams({ hub, market, exchange, catalogue, onError: onError('a book was not told') })
  lifecycle.add('market streams', smallStopTimeout, stopStreams)
  const tellOwn = { hub, exchange, catalogue, database, ids, market, clock, reads, watermark: threads.watermark }
  const stopOwn = startOwnStreams(committed, { ...tellOwn, onError: onError('a change was not told') })
  lifecycle.add('own streams', smallStopTimeout, stopOwn)
  const post = openPost(config, { database, sealing: keys.sealing }, translate, onError('mail could not be sent'))
  lifecycle.add('post', smallStopTimeout, () => post.close())
  const vault = openFiles(process, database, keys.sealing)
  return {
    clock,
    database,
    databaseWatch,
    keys,
    ids,
    receipts,
    appData,
    threads,
    feed,
    exchange,
    catalogue,
    reads,
    market,
    sessions,
    sessionCache: cacheSessions(bothSessions(sessions, openOperatorSessions(database))),
    operatorSockets,
    hub,
    post,
    translate,
    vault,
  }
}

/** The exchange as the slices see it, which notes for whom the journal has what. */
function openExchange(
  { lifecycle, logger }: ProcessParts,
  { engine, watermark }: EngineThreads,
  { database, keys }: { readonly database: Database; readonly keys: Keys },
) {
  const ids = createPublicIds(keys.tokens.names)
  const onError = (error: unknown): void => logger.warn({ err: error }, 'what receipts are given for was not kept')
  const opened = openReceipts({ database, keys, ids, watermark: () => watermark, onError })
  const { receipts, notes, close } = opened
  lifecycle.add('receipts', smallStopTimeout, close)
  const reads = new Reads(watermark)
  return { ids, receipts, reads, exchange: createExchange(engine, usedKeysIn(database, watermark), { reads, notes }) }
}

async function assertPortsFree({ host, port, metricsHost, metricsPort }: Config): Promise<void> {
  await assertFree(host, port, 'PORT')
  await assertFree(metricsHost, metricsPort, 'METRICS_PORT')
}

/** The keys out of their folder, told to the database where it does not know them; and the database that seals with them. */
async function takeKeys({ keysFolder: folder }: Config, database: Database, clock: SteadyClock) {
  const keys = await openKeys({ database, folder, now: () => clock.now() })
  await keepRotations(database, keys)
  const [key, ...former] = writtenKeys(keys.tokens)
  await beginWritten(database, key, clock.now(), former)
  await sealAtStart(database, keys, clock.now())
  return { keys, database: sealWritten(database, key) }
}

/** The vault of what people send, in the data folder; what a crash left behind in it is cleared away from time to time. */
function openFiles(
  { config, lifecycle, logger, programs }: ProcessParts,
  database: Database,
  sealing: SealingKeys,
): Vault {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'files could not be swept')
  const images = createImageReader(new URL('imageWorker.js', programs))
  const vault = openVault({ folder: join(config.dataFolder, 'files'), database, sealing, images, onError })
  lifecycle.add('wallet sweep', smallStopTimeout, startWalletSweep({ database, vault }, onError))
  lifecycle.add('verification sweep', smallStopTimeout, startVerificationSweep(database, onError))
  return vault
}

/** The operator's own Postgres, or the embedded one in the data folder, with a journal that is as long as was told of it. */
async function openDatabase(
  { config, lifecycle, logger, ended, programs }: ProcessParts,
  migrationsFolder: string,
): Promise<Pick<Parts, 'database' | 'databaseWatch'>> {
  const { database, embedded } = await startDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    archive: archiveIn(config.archiveFolder, programs),
    migrationsFolder,
    onError: (error: unknown) => logger.warn({ err: error }, 'a connection to the database was lost'),
    started: (stop) => lifecycle.add('database', databaseStopTimeout, stop),
  })
  const isStopping = (): boolean => lifecycle.isStopping
  const warn = (message: string): void => logger.warn(message)
  const alarm = (message: string): void => logger.error(message)
  const databaseWatch = embedded === null ? null : watchEmbedded({ embedded, isStopping, warn, alarm, ended })
  // noted after the database itself, so that it ends before it
  if (databaseWatch !== null) lifecycle.add('database watch', smallStopTimeout, () => databaseWatch.stop())
  if (embedded !== null) renewLogs(embedded, { lifecycle, logger })
  await refuseCutJournal(database)
  return { database, databaseWatch }
}

/** Begins the database's log anew once it is large, and where SIGHUP says that someone takes it away. */
function renewLogs(
  embedded: EmbeddedPostgres,
  { lifecycle, logger }: Pick<ProcessParts, 'lifecycle' | 'logger'>,
): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the log of the database could not be renewed')
  const rounds = startRounds(() => embedded.renewLog(), { everyMs: hourMs, first: 'later', onError })
  const renew = (): void => {
    try {
      embedded.renewLog(0)
    } catch (error) {
      onError(error)
    }
  }
  process.on('SIGHUP', renew)
  lifecycle.add('database log', smallStopTimeout, rounds)
}

/** Tells the engine how people stand, now and again: it may have been too busy to hear of a disabling. */
async function keepStandings(
  { lifecycle, logger }: ProcessParts,
  ports: { readonly database: Database; readonly exchange: Exchange },
): Promise<void> {
  await endEndless(ports)
  await settleStandings(ports)
  const onError = (error: unknown): void => logger.warn({ err: error }, 'standings could not be settled')
  const rounds = { everyMs: settleInterval, first: 'later', onError } as const
  lifecycle.add(
    'standings',
    smallStopTimeout,
    startRounds(() => settleStandings(ports), rounds),
  )
}

/** Tells the market what operators decided of each symbol, now and whenever it changes. */
function tellTerms(catalogue: Catalogue, market: MarketClient): void {
  for (const listing of catalogue.listings) market.setTerms(listing.code, listing)
  catalogue.onListing((listing) => market.setTerms(listing.code, listing))
}

/** Tells how long each step of the start took, for who looks why it is slow. */
function phases(logger: Logger): (what: string) => void {
  let last = performance.now()
  return (what) => {
    const now = performance.now()
    logger.debug({ ms: Math.round(now - last) }, what)
    last = now
  }
}

/** Makes the data folder this process's own. */
function takeDataFolder({ config, lifecycle }: ProcessParts): void {
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

interface HubParts {
  readonly clock: SteadyClock
  readonly sessions: Sessions
  readonly operatorSockets: OperatorSockets
  readonly catalogue: Catalogue
  readonly market: MarketClient
}

function openHub({ config, lifecycle, logger }: ProcessParts, parts: HubParts): Hub {
  const { clock, sessions, operatorSockets, catalogue, market } = parts
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

function openPost(
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
