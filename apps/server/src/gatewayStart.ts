import { usedKeysIn } from './account/door.ts'
import { openBus } from './busAtStart.ts'
import { clockAtStart, watchClock } from './clockAtStart.ts'
import { Catalogue, JournalEnd, Reads, RemoteEngine, Watermark, createExchange, keyEach } from './engine/door.ts'
import { bindNotifications } from './notification/door.ts'
import { listenAt, openFace, serveApps } from './face.ts'
import { openNotifications } from './notifications.ts'
import { type GatewayCondition, serveGatewayHealth } from './gatewayHealth.ts'
import { untilFits } from './leadAtStart.ts'
import { ListedSymbols, RemoteMarket } from './market/door.ts'
import { openReceipts } from './ownReceipts.ts'
import { followCommitted } from './ownStreams.ts'
import type { Bus } from './platform/bus/bus.ts'
import { readKeys } from './platform/keys/keys.ts'
import type { Database } from './platform/postgres/database.ts'
import { reachDatabase } from './platform/postgres/server.ts'
import { createPublicIds } from './platform/publicId.ts'
import { startRounds } from './platform/rounds.ts'
import { loadTranslate } from './platform/texts/translator.ts'
import { writtenKeys } from './platform/written/seal.ts'
import { sealWritten } from './platform/written/sealedDatabase.ts'
import { type Foundation, type Served, assertPortsFree, openServed, takeDataFolder } from './served.ts'
import { openCommon, peoplePorts, publicPorts, supportPorts, tradingPorts } from './slicePorts.ts'
import { bindSlices } from './slices.ts'
import { type ProcessParts, newChannel } from './threads.ts'

const databaseStopTimeout = 2_000
const smallStopTimeout = 1_000
/** How often symbols are read that the desk has listed or changed. */
const symbolsEveryMs = 5_000

/**
 * Starts a gateway: it serves people, asks the core over the bus, and does nothing by itself. Waits for the core, however long
 * that takes, and says so at its metrics port. Gives the address to open. Throws a StartRefusal.
 */
export async function startGateway(process: ProcessParts, migrationsFolder: string): Promise<string> {
  const { config } = process
  takeDataFolder(process)
  await assertPortsFree(config)
  const condition: GatewayCondition = { bus: null, engine: null, market: null, served: null, database: null }
  const health = await serveGatewayHealth(process, condition)
  const database = await openDatabase(process)
  condition.database = database
  await untilFits(process, { database, migrationsFolder })
  const keys = await readKeys({ database, folder: config.keysFolder })
  const bus = openBus(process, keys)
  if (bus === null) throw new Error('a gateway was started without a bus')
  condition.bus = bus
  const [newestKey] = writtenKeys(keys.tokens)
  const remote = await reachCore(process, { bus, database: sealWritten(database, newestKey), keys }, condition)
  const served = await serveBy(process, remote)
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
  return address
}

/** The operator's own Postgres, in which a gateway changes nothing but what people write. Throws a StartRefusal. */
async function openDatabase({ config, lifecycle, logger }: ProcessParts): Promise<Database> {
  const { database } = await reachDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    archive: null,
    onError: (error) => logger.warn({ err: error }, 'a connection to the database was lost'),
    started: (stop) => lifecycle.add('database', databaseStopTimeout, stop),
  })
  return database
}

interface Ground extends Pick<Foundation, 'database' | 'keys'> {
  readonly bus: Bus
}

interface Reached {
  readonly foundation: Foundation
  readonly bus: Bus
  readonly engine: RemoteEngine
  readonly watermark: Watermark
  /** What the core said last before anything was asked of it. */
  readonly seq: number
}

/** Waits for the core, and speaks to its engine and market from then on. */
async function reachCore(
  process: ProcessParts,
  { bus, database, keys }: Ground,
  condition: GatewayCondition,
): Promise<Reached> {
  const { config, lifecycle, logger } = process
  const warn = (message: string): void => logger.warn(message)
  const { clock } = await clockAtStart(config, database, logger)
  watchClock(clock, lifecycle, logger)
  const watermark = new Watermark(newChannel())
  lifecycle.add('watermark', smallStopTimeout, () => watermark.close())
  const engine = new RemoteEngine({ bus, database, warn, projected: (projected) => watermark.note(projected) })
  lifecycle.add('engine line', smallStopTimeout, () => engine.close())
  condition.engine = engine
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the market could not be asked')
  const market = new RemoteMarket(bus, clock, onError)
  lifecycle.add('market line', smallStopTimeout, () => market.close())
  condition.market = market
  engine.onCore(() => market.askAll())
  const { seq } = await engine.ready()
  await market.ready
  const ids = createPublicIds(keys.tokens.names)
  const onUnkept = (error: unknown): void => logger.warn({ err: error }, 'what receipts are given for was not kept')
  const { receipts, notes, close } = openReceipts({
    database,
    keys,
    ids,
    watermark: () => watermark,
    onError: onUnkept,
  })
  lifecycle.add('receipts', smallStopTimeout, close)
  const end = new JournalEnd(database)
  const reads = new Reads(watermark, undefined, undefined, () => end.find())
  const exchange = keyEach(createExchange(engine, usedKeysIn(database, watermark), { reads, notes }))
  const catalogue = await Catalogue.load(exchange)
  const symbols = await ListedSymbols.load(database)
  const translate = await loadTranslate()
  const stands = { clock, database, keys, ids, receipts, exchange, catalogue, reads, market, symbols, translate }
  return { foundation: stands, bus, engine, watermark, seq }
}

/** Opens what serves people, and follows the journal from where the core was when it was reached. */
async function serveBy(process: ProcessParts, { bus, engine, foundation, seq, watermark }: Reached): Promise<Served> {
  const { lifecycle, logger } = process
  const { catalogue, reads, symbols } = foundation
  const committed = followCommitted(engine, catalogue)
  reads.began(seq)
  committed((row) => reads.committed(row.seq, row.events))
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the symbols could not be read')
  const rounds = { everyMs: symbolsEveryMs, first: 'later', onError } as const
  lifecycle.add(
    'symbols',
    smallStopTimeout,
    startRounds(() => symbols.refresh(), rounds),
  )
  const served = await openServed(process, foundation, { committed, watermark, bus, rebuilds: false })
  engine.follow(seq)
  return served
}
