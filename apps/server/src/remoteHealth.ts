import { type RemoteEngine, coreSilentMax } from './engine/door.ts'
import type { RemoteMarket } from './market/door.ts'
import { remoteMeasures } from './measures.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { Gateway } from './platform/http/gateway.ts'
import { listenOn } from './platform/http/listen.ts'
import type { Shelves } from './platform/files/shelves.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import type { Database } from './platform/postgres/database.ts'
import { startRounds } from './platform/rounds.ts'
import { databaseSilentMax, whatIsAway } from './readiness.ts'
import type { Served } from './served.ts'
import type { ProcessParts } from './threads.ts'

/** What a server without an engine has so far; null is not there yet, or not there at all. */
export interface RemoteCondition {
  bus: Bus | null
  engine: RemoteEngine | null
  market: RemoteMarket | null
  /** What serves people, once it does. */
  served: Served | null
  /** Whether it does what it is for. */
  isReady: boolean
  /** Whether this server does what goes by the clock; null where it never does. */
  isClockWorkMine: (() => boolean) | null
  database: Database | null
  readonly shelves: Shelves
}

const stopTimeout = 1_500
const askEveryMs = 2_000

/** Serves a gateway's or worker's /healthz, /readyz and /metrics at the operator's own port. Throws a StartRefusal where that is taken. */
export async function serveRemoteHealth(process: ProcessParts, condition: RemoteCondition) {
  const { config, lifecycle } = process
  const databaseSilent = startAsking(process, condition)
  const metrics = createMetrics({
    notReady: () => (lifecycle.isStopping ? 'the server stops' : whyNotReady(condition, databaseSilent())),
    warning: () => whatIsAway(condition.shelves.away()),
    measures: remoteMeasures({
      bus: () => condition.bus,
      peers: () => condition.served?.everywhere.others ?? null,
      remote: () => condition.engine,
      sockets: () => condition.served?.hub.stats() ?? null,
      ages: () => condition.market?.view.ages() ?? [],
      databaseWaiting: () => condition.database?.waiting() ?? null,
      isClockWorkMine: () => condition.isClockWorkMine?.() ?? null,
      filesAway: () => condition.shelves.away(),
    }),
  })
  lifecycle.add('metrics', stopTimeout, () => metrics.close())
  await listenOn(metrics.server, config.metricsHost, config.metricsPort, 'METRICS_PORT')
  return {
    observe: ({ app }: Pick<Gateway, 'app'>): void => {
      app.addHook('onResponse', (_request, reply, next) => {
        metrics.observeRequest(reply.statusCode, reply.elapsedTime / 1000)
        next()
      })
    },
  }
}

/** Why a gateway is to get no requests now, or a worker does not work, as a sentence; null where it does. */
function whyNotReady({ bus, engine, isReady }: RemoteCondition, databaseSilent: number): string | null {
  if (databaseSilent > databaseSilentMax)
    return `the database has not answered for ${Math.round(databaseSilent / 1000)} s`
  if (bus?.isConnected !== true) return 'the bus is away'
  const beat = engine?.beat ?? null
  if (engine === null || beat === null) return 'the core was not heard yet'
  if (engine.silent > coreSilentMax) return `the core has said nothing for ${Math.round(engine.silent / 1000)} s`
  if (beat.state !== 'running') return `the engine is ${beat.state}`
  return isReady ? null : 'the server starts'
}

/** Asks the database for an answer from time to time; gives for how long (ms) it has given none. */
function startAsking({ lifecycle }: ProcessParts, condition: RemoteCondition): () => number {
  let answered = performance.now()
  const ask = async (): Promise<void> => {
    await condition.database?.query('SELECT 1')
    answered = performance.now()
  }
  // whoever waits for it says so in the log by itself
  const asking = startRounds(ask, { everyMs: askEveryMs, first: 'now', onError: () => undefined })
  lifecycle.add('asking the database', stopTimeout, asking)
  return () => performance.now() - answered
}
