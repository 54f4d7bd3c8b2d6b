import { usedKeysIn } from './account/door.ts'
import { openBus } from './busAtStart.ts'
import { clockAtStart, watchClock } from './clockAtStart.ts'
import { Catalogue, JournalEnd, Reads, RemoteEngine, Watermark, createExchange, keyEach } from './engine/door.ts'
import { filesAtStart } from './filesAtStart.ts'
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
import { type RemoteCondition, serveRemoteHealth } from './remoteHealth.ts'
import { type Foundation, takeDataFolder } from './served.ts'
import { type ProcessParts, newChannel } from './threads.ts'

const databaseStopTimeout = 2_000
const smallStopTimeout = 1_000
/** How often symbols are read that the desk has listed or changed. */
const symbolsEveryMs = 5_000

/**
 * Stands a server without an engine on the core of its installation: says at its metrics port how far it is, and waits for the
 * core, however long that takes. `refuse` is asked once the data folder is this process's own. Throws a StartRefusal.
 */
export async function reachInstallation(
  process: ProcessParts,
  migrationsFolder: string,
  refuse: () => Promise<void>,
): Promise<Reached> {
  const { config } = process
  takeDataFolder(process)
  await refuse()
  const shelves = await filesAtStart(process)
  const condition: RemoteCondition = {
    bus: null,
    engine: null,
    market: null,
    served: null,
    database: null,
    isReady: false,
    isClockWorkMine: null,
    shelves,
  }
  const health = await serveRemoteHealth(process, condition)
  const database = await openDatabase(process)
  condition.database = database
  await untilFits(process, { database, migrationsFolder })
  const keys = await readKeys({ database, folder: config.keysFolder })
  const bus = await openBus(process, keys)
  if (bus === null) throw new Error('a server without an engine was started without a bus')
  condition.bus = bus
  const [newestKey] = writtenKeys(keys.tokens)
  const reached = await reachCore(
    process,
    { bus, database: sealWritten(database, newestKey), keys, shelves },
    condition,
  )
  return { ...reached, condition, health }
}

/** The operator's own Postgres, whose tables a server without an engine leaves as they are. Throws a StartRefusal. */
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

interface Ground extends Pick<Foundation, 'database' | 'keys' | 'shelves'> {
  readonly bus: Bus
}

export interface Reached {
  readonly condition: RemoteCondition
  readonly health: Awaited<ReturnType<typeof serveRemoteHealth>>
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
  { bus, database, keys, shelves }: Ground,
  condition: RemoteCondition,
): Promise<Omit<Reached, 'condition' | 'health'>> {
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
  return { foundation: { ...stands, shelves }, bus, engine, watermark, seq }
}

/** Follows what is committed from where the core was when it was reached: `follow` is called once all who follow are there. */
export function followCore({ lifecycle, logger }: ProcessParts, { engine, foundation, seq }: Reached) {
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
  return { committed, follow: (): void => engine.follow(seq) }
}
