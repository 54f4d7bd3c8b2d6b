import { AnchorKeeper } from './anchor.ts'
import { clockAtStart } from './clockAtStart.ts'
import type { FollowedRow } from './engine/lostRows.ts'
import { StandbyEngine } from './engine/standbyClient.ts'
import type { EngineClient } from './engine/door.ts'
import { MarketThread } from './market/door.ts'
import { standbyMeasures } from './measures.ts'
import { readKeys } from './platform/keys/keys.ts'
import { LeadClient } from './platform/lead/leadClient.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { listenOn } from './platform/http/listen.ts'
import type { Database } from './platform/postgres/database.ts'
import { countUnwaited, unwaitedText } from './platform/postgres/durability.ts'
import { refuseOtherTables } from './platform/postgres/migrate.ts'
import { startRounds } from './platform/rounds.ts'
import { StartRefusal } from './platform/startRefusal.ts'
import { rehearse } from './rehearsal.ts'
import { type ProcessParts, type Warm, engineData, newChannel } from './threads.ts'

/** The lead of the database, which this process has. */
export interface Led {
  readonly lead: LeadClient
  readonly anchor: AnchorKeeper
  /** Null where nobody else led. */
  readonly warm: Warm | null
}

const stopTimeout = 1_500
const aliveEveryMs = 1_000
/** An engine tells figures each second; one that is silent this long (ms) hangs. */
const engineSilentMax = 10_000
/** A leader that is itself being set up has this time (ms) until tables and keys are there. */
const settingUpMax = 15_000
const settingUpPause = 250

/**
 * Takes the lead of the database before anything is changed in it. Where another has it this process refuses, or stands by:
 * its engine follows the journal, and its threads are loaded. Throws a StartRefusal.
 */
export async function leadOrStandBy(process: ProcessParts, database: Database, migrationsFolder: string): Promise<Led> {
  const { config, lifecycle, logger, ended, programs } = process
  const anchor = new AnchorKeeper(config.dataFolder, database)
  const standing: { by: Promise<StandingBy> | null } = { by: null }
  let fail: (why: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  let leader = ''
  const lead = new LeadClient({
    program: new URL('leadWorker.js', programs),
    data: { databaseUrl: database.url, standby: config.standby ? { silence: config.takeoverAfter } : null },
    standingBy: (who) => {
      leader = who
      logger.info(`Standing by: another Truemark leads, ${who}.`)
      const follows = (): void => lead.follow()
      standing.by ??= standBy(process, {
        anchor,
        database,
        migrationsFolder,
        leader: () => leader,
        follows,
        refused: fail,
      })
      standing.by.catch(fail)
    },
    ended,
    warn: (message) => logger.warn(message),
  })
  lifecycle.add('lead', stopTimeout, () => lead.release())
  const since = await Promise.race([lead.leading.then(() => performance.now()), failed])
  if ((await countUnwaited(database)) > 0) logger.error(unwaitedText)
  const stood = await standing.by
  if (stood === null) return { lead, anchor, warm: null }
  await stood.close()
  logger.warn({ ms: Math.round(performance.now() - since) }, 'Taking over: this Truemark leads now.')
  return { lead, anchor, warm: stood.warm }
}

interface StandingBy {
  readonly warm: Warm
  /** Ends what only a standby has. */
  close(): Promise<void>
}

interface StandbyGround {
  readonly anchor: AnchorKeeper
  readonly database: Database
  readonly migrationsFolder: string
  readonly leader: () => string
  /** It fits, and may lead next. */
  readonly follows: () => void
  readonly refused: (why: unknown) => void
}

async function standBy(process: ProcessParts, ground: StandbyGround): Promise<StandingBy> {
  const { config, lifecycle, logger, programs } = process
  const { anchor, database, refused } = ground
  const health = await serveHealth(process, ground)
  await untilFits(process, ground)
  // before its engine follows a journal that may have lost what this folder tells of, and notes how far that one goes
  await anchor.compare()
  ground.follows()
  const { origin } = await clockAtStart(config, database, logger)
  const warn = (message: string): void => logger.warn(message)
  const channel = newChannel()
  const engine = new StandbyEngine({
    program: new URL('engineWorker.js', programs),
    data: engineData({ databaseUrl: database.url, clock: origin, channel, standsBy: true }),
    followed: (row) => {
      health.follow(row)
      void anchor.keep(row).catch((error: unknown) => logger.warn({ err: error }, 'the anchor could not be kept'))
    },
    warn,
    refused: (sentence) => refused(new StartRefusal(sentence)),
  })
  const market = new MarketThread(new URL('marketWorker.js', programs))
  rehearse(config, logger).catch((error: unknown) => logger.warn({ err: error }, 'the takeover could not be rehearsed'))
  let isTaken = false
  lifecycle.add('standby', stopTimeout, async () => {
    if (!isTaken) await Promise.all([engine.close(), market.close()])
  })
  const close = async (): Promise<void> => {
    isTaken = true
    await health.close()
  }
  return { warm: { channel, engine, market }, close }
}

/** Waits while a leader that is being set up makes tables and keys, and refuses those of another version or installation. */
export async function untilFits(
  process: ProcessParts,
  { database, migrationsFolder }: Pick<StandbyGround, 'database' | 'migrationsFolder'>,
): Promise<void> {
  const { config, lifecycle } = process
  const until = performance.now() + settingUpMax
  while (!lifecycle.isStopping) {
    try {
      await refuseOther(database, { migrationsFolder, keysFolder: config.keysFolder })
      return
    } catch (error) {
      if (!(error instanceof StartRefusal) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, settingUpPause))
    }
  }
}

async function refuseOther(
  database: Database,
  { migrationsFolder, keysFolder }: { readonly migrationsFolder: string; readonly keysFolder: string },
): Promise<void> {
  await refuseOtherTables(database, migrationsFolder)
  await readKeys({ database, folder: keysFolder })
}

/** Says at the operator's own port that this process stands by, and how far it is. */
async function serveHealth(process: ProcessParts, { leader }: StandbyGround) {
  const { config, lifecycle } = process
  let row: FollowedRow | null = null
  const metrics = createMetrics({
    notReady: () =>
      lifecycle.isStopping
        ? 'the server stops'
        : `standing by${row === null ? ', and still reading the journal' : ` at row ${row.seq}`}: another leads, ${leader()}`,
    warning: () => null,
    measures: standbyMeasures({ isStandingBy: true, followed: () => row, now: Date.now }),
  })
  lifecycle.add('standby health', stopTimeout, () => metrics.close())
  await listenOn(metrics.server, config.metricsHost, config.metricsPort, 'METRICS_PORT')
  return {
    follow: (followed: FollowedRow): void => {
      row = followed
    },
    close: () => metrics.close(),
  }
}

/** Keeps what was seen of the journal, and says to the lead that this process is alive while its engine is. */
export function watchLead(
  { lifecycle, logger }: ProcessParts,
  { lead, anchor }: Led,
  engine: Pick<EngineClient, 'onFigures'>,
): void {
  let toldAt = performance.now()
  engine.onFigures((figures) => {
    toldAt = performance.now()
    void anchor.keep(figures).catch((error: unknown) => logger.warn({ err: error }, 'the anchor could not be kept'))
  })
  const look = (): void => {
    if (performance.now() - toldAt < engineSilentMax) lead.alive()
  }
  const onError = (error: unknown): void => logger.warn({ err: error }, 'the lead could not be kept')
  lifecycle.add('lead watch', stopTimeout, startRounds(look, { everyMs: aliveEveryMs, first: 'now', onError }))
}
