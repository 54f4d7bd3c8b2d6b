import { hourMs } from '@truemark/core/money/units'
import { usedKeysIn } from './account/door.ts'
import { Catalogue, type Exchange, JournalEnd, Reads, createExchange } from './engine/door.ts'
import { refuseLostRows } from './anchor.ts'
import { openBus, startCoreLine } from './busAtStart.ts'
import { clockAtStart, watchClock } from './clockAtStart.ts'
import { feedAtStart } from './feedAtStart.ts'
import { filesAtStart } from './filesAtStart.ts'
import { refuseCutJournal } from './journalAtStart.ts'
import { type Led, leadOrStandBy, watchLead } from './leadAtStart.ts'
import { ListedSymbols, type MarketClient, firstSymbols } from './market/door.ts'
import { followCommitted } from './ownStreams.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { SteadyClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { type Keys, openKeys } from './platform/keys/keys.ts'
import type { Logger } from './platform/log.ts'
import { openReceipts } from './ownReceipts.ts'
import { archiveIn } from './platform/postgres/archive.ts'
import type { Database } from './platform/postgres/database.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded.ts'
import { type EmbeddedWatch, watchEmbedded } from './platform/postgres/embeddedWatch.ts'
import { startDatabase } from './platform/postgres/server.ts'
import { beginWritten } from './platform/written/begin.ts'
import { writtenKeys } from './platform/written/seal.ts'
import { sealWritten } from './platform/written/sealedDatabase.ts'
import { createPublicIds } from './platform/publicId.ts'
import { startRounds } from './platform/rounds.ts'
import { errorMessage } from './platform/startRefusal.ts'
import { loadTranslate } from './platform/texts/translator.ts'
import { endEndless, type RunningFeed, settleStandings } from './operator/door.ts'
import { startShowroom } from './invest/door.ts'
import { seedMining } from './mining/door.ts'
import { seedOptions } from './option/door.ts'
import { sealAtStart } from './sealAtStart.ts'
import { seedListings } from './seed.ts'
import { seedDerivatives } from './seedDerivatives.ts'
import { type Served, assertPortsFree, openServed, takeDataFolder } from './served.ts'
import { keepRotations } from './transparency/door.ts'
import { type EngineThreads, type ProcessParts, startThreads } from './threads.ts'

/** Everything that was built around an engine, before it is bound together and listens. */
export interface Parts extends Served {
  /** Null where the database is the operator's own. */
  readonly databaseWatch: EmbeddedWatch | null
  readonly threads: EngineThreads
  readonly feed: RunningFeed
  readonly market: MarketClient
  /** Null where no gateways ask. */
  readonly bus: Bus | null
}

const databaseStopTimeout = 9_500
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
  const shelves = await filesAtStart(process)
  const translate = await loadTranslate()
  const { database: opened, databaseWatch, led } = await openDatabase(process, migrationsFolder)
  phase('the database answers')
  const { clock, origin } = await clockAtStart(config, opened, logger)
  watchClock(clock, lifecycle, logger)
  const { keys, database } = await takeKeys(config, opened, clock)
  const symbols = await ListedSymbols.load(database)
  const { threads, market, feed } = await startThreads(
    process,
    { database, clock, origin, symbols, warm: led.warm, written: () => void led.lead.release() },
    await feedAtStart(config, database),
  )
  watchLead(process, led, threads.engine)
  phase('the engine is restored')
  const { ids, receipts, reads, exchange } = openExchange(process, threads, { database, keys })
  const catalogue = await Catalogue.load(exchange)
  const committed = followCommitted(threads.engine, catalogue)
  reads.began(threads.engine.firstSeq)
  committed(({ seq, events }) => reads.committed(seq, events))
  await seedProduct({ exchange, catalogue, symbols, database, now: () => clock.now() })
  await keepStandings(process, { database, exchange })
  await settleMarket(process, { catalogue, market }, led)
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const showroom = { exchange, catalogue, database, translate, indexOf, now: () => clock.now() }
  const stopShowroom = startShowroom({ ...showroom, onError: onError('the demo’s products could not be shown') })
  lifecycle.add('showroom', smallStopTimeout, stopShowroom)
  const stands = { clock, database, keys, ids, receipts, exchange, catalogue, reads, market, symbols, translate }
  const bus = await openBus(process, keys)
  const following = { committed, watermark: threads.watermark, bus, rebuilds: true }
  const served = await openServed(process, { ...stands, shelves }, following)
  if (bus !== null) startCoreLine(process, { bus, threads, market })
  return { ...served, databaseWatch, threads, feed, market, bus }
}

/**
 * Tells the market its terms and waits for its history; one that takes over serves meanwhile what needs no price. Throws a
 * StartRefusal.
 */
async function settleMarket(
  { ended }: ProcessParts,
  { catalogue, market }: Pick<Parts, 'catalogue' | 'market'>,
  { warm }: Led,
): Promise<void> {
  tellTerms(catalogue, market)
  if (warm === null) return market.ready
  market.ready.catch((error: unknown) => ended(errorMessage(error)))
}

/** What a fresh install begins with: currencies, markets, their terms, and examples. */
async function seedProduct(
  ports: Pick<Parts, 'exchange' | 'catalogue' | 'symbols' | 'database'> & { readonly now: () => number },
): Promise<void> {
  const { exchange, catalogue, symbols } = ports
  await seedListings(exchange, catalogue, symbols)
  await seedDerivatives(exchange, catalogue)
  await seedOptions(
    exchange,
    catalogue,
    firstSymbols.map(({ code }) => code),
  )
  await seedMining(ports)
}

/** The exchange as the slices see it, which notes for whom the journal has what. */
function openExchange(
  { config, lifecycle, logger }: ProcessParts,
  { engine, watermark }: EngineThreads,
  { database, keys }: { readonly database: Database; readonly keys: Keys },
) {
  const ids = createPublicIds(keys.tokens.names)
  const onError = (error: unknown): void => logger.warn({ err: error }, 'what receipts are given for was not kept')
  const opened = openReceipts({ database, keys, ids, watermark: () => watermark, onError })
  const { receipts, notes, close } = opened
  lifecycle.add('receipts', smallStopTimeout, close)
  const end = new JournalEnd(database)
  // where gateways tell people as well
  const reads = new Reads(watermark, undefined, undefined, config.role === 'core' ? () => end.find() : null)
  return { ids, receipts, reads, exchange: createExchange(engine, usedKeysIn(database, watermark), { reads, notes }) }
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

/**
 * The operator's own Postgres, or the embedded one in the data folder, once this process leads it, with a journal that is as
 * long as was told of it.
 */
async function openDatabase(
  process: ProcessParts,
  migrationsFolder: string,
): Promise<Pick<Parts, 'database' | 'databaseWatch'> & { readonly led: Led }> {
  const { config, lifecycle, logger, ended, programs } = process
  const lead: { held: Led | null } = { held: null }
  const { database, embedded } = await startDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    archive: archiveIn(config.archiveFolder, programs),
    migrationsFolder,
    mayChange: async (reached) => {
      lead.held = await leadOrStandBy(process, reached, migrationsFolder)
    },
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
  await refuseLostRows(config.dataFolder, database)
  if (lead.held === null) throw new Error('the database was opened without its lead')
  return { database, databaseWatch, led: lead.held }
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
