import { type Gathered, gather } from './gathered.ts'
import { measuresOf } from './measures.ts'
import type { Gateway } from './platform/http/gateway.ts'
import { listenOn } from './platform/http/listen.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { startRounds } from './platform/rounds.ts'
import { type Condition, whatIsWrong, whyNotReady } from './readiness.ts'
import type { Parts } from './start.ts'
import type { ProcessParts } from './threads.ts'
import type { ChainPort } from './wallet/door.ts'

const gatherEveryMs = 15_000
const askEveryMs = 2_000
const stopTimeout = 1_500

export interface MonitoredWork {
  /** The port of the programs that tell of payments; null where there is none. */
  readonly chain: Pick<ChainPort, 'adapters'> | null
  /** Whether this server does what goes by the clock now. */
  readonly isClockWorkMine: () => boolean
}

/** Serves /healthz, /readyz and /metrics at the operator's own port. Throws a StartRefusal where that is taken. */
export async function openMonitoring(
  process: ProcessParts,
  parts: Parts,
  gateway: Gateway,
  { chain, isClockWorkMine }: MonitoredWork,
): Promise<void> {
  const { config, lifecycle } = process
  const gathered = startGathering(process, parts)
  const databaseSilent = startAsking(process, parts)
  const ticks = countTicks(parts)
  const { engine, lag, setAside } = parts.threads
  const condition = (): Condition => ({
    isStopping: lifecycle.isStopping,
    databaseTrouble: parts.databaseWatch?.trouble() ?? null,
    databaseSilent: databaseSilent(),
    engine: engine.figures?.state ?? 'running',
    lag: lag(),
    checksFailed: gathered()?.checks.filter(({ holds }) => !holds).length ?? 0,
    setAside: setAside(),
    filesAway: parts.shelves.away(),
    prices: parts.market.view.ages(),
  })
  const metrics = createMetrics({
    notReady: () => whyNotReady(condition()),
    warning: () => whatIsWrong(condition()),
    measures: measuresOf({
      engine: () => engine.figures,
      lag,
      setAside,
      ticks,
      gathered,
      now: () => parts.clock.now(),
      statuses: () => parts.market.view.statuses(),
      ages: () => parts.market.view.ages(),
      sockets: () => parts.hub.stats(),
      clockLead: () => parts.clock.lead,
      databaseWaiting: () => parts.database.waiting(),
      filesAway: () => parts.shelves.away(),
      adapters: () => chain?.adapters() ?? [],
      hasStandby: config.standby,
      bus: () => parts.bus,
      peers: () => parts.everywhere.others,
      remote: () => null,
      isClockWorkMine,
      databaseRestarts: () => parts.databaseWatch?.restarts() ?? null,
    }),
  })
  gateway.app.addHook('onResponse', (_request, reply, next) => {
    metrics.observeRequest(reply.statusCode, reply.elapsedTime / 1000)
    next()
  })
  lifecycle.add('metrics', stopTimeout, () => metrics.close())
  await listenOn(metrics.server, config.metricsHost, config.metricsPort, 'METRICS_PORT')
}

/** Gathers from time to time; gives what was gathered last, null before the first time. */
function startGathering({ config, lifecycle, logger }: ProcessParts, parts: Parts): () => Gathered | null {
  const { catalogue, clock, database, exchange } = parts
  const ports = { catalogue, database, exchange, dataFolder: config.dataFolder, now: () => clock.now() }
  let last: Gathered | null = null
  const round = async (): Promise<void> => {
    last = await gather(ports)
  }
  const onError = (error: unknown): void => logger.warn({ err: error }, 'what is watched could not be gathered')
  lifecycle.add('gathering', stopTimeout, startRounds(round, { everyMs: gatherEveryMs, first: 'now', onError }))
  return () => last
}

/** Asks the database for an answer from time to time; gives for how long (ms) it has given none. */
function startAsking({ lifecycle }: ProcessParts, { database }: Parts): () => number {
  let answered = performance.now()
  const ask = async (): Promise<void> => {
    await database.query('SELECT 1')
    answered = performance.now()
  }
  // whoever waits for it says so in the log by itself
  const asking = startRounds(ask, { everyMs: askEveryMs, first: 'now', onError: () => undefined })
  lifecycle.add('asking the database', stopTimeout, asking)
  return () => performance.now() - answered
}

function countTicks({ market }: Parts): () => number {
  let ticks = 0
  market.onMessage((message) => {
    if (message.type === 'index') ticks += 1
  })
  return () => ticks
}
