import { type Server, createServer } from 'node:http'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What the composition root reads each time that metrics are asked for. */
export interface Readings {
  readonly engine: {
    readonly waiting: number
    readonly batches: number
    readonly commands: number
    readonly rejections: number
    /** Sum of all commits' durations, in ms. */
    readonly commitMsTotal: number
    readonly seq: number
  } | null
  /** Rows that the projector has yet to follow. */
  readonly projectorLag: number | null
  /** Committed facts that read models could not take. */
  readonly setAside: number
  /** How many of the server's checks of itself do not hold. */
  readonly checksFailed: number
  readonly sockets: number
  readonly socketsSlow: number
  readonly socketBytes: number
  readonly ticks: number
  /** How far (ms) the exchange's time runs ahead of the machine's clock; below zero: behind. */
  readonly clockLeadMs: number
  /** How often the embedded database was started again; null where it is the operator's own. */
  readonly databaseRestarts: number | null
}

export interface MetricsOptions {
  /** Why the server is not ready to serve, or null where it is. */
  readonly notReady: () => string | null
  /** What an operator has to know of a server that is ready all the same, or null for nothing. */
  readonly warning: () => string | null
  readonly read: () => Readings
}

export interface Metrics {
  readonly server: Server
  /** Counts an answered request by the class of its status and its duration in seconds. */
  observeRequest(status: number, seconds: number): void
  close(): Promise<void>
}

const buckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Builds the operator's server of /healthz, /readyz and /metrics; it is not listening yet. */
export function createMetrics(options: MetricsOptions): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register: register, prefix: 'truemark_', eventLoopMonitoringPrecision: 20 })
  addReadings(register, options.read)
  const requests = new Histogram({
    name: 'truemark_http_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['status'],
    buckets,
    registers: [register],
  })
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    const answer = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    }
    // of a HEAD no body is written
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'Only GET.\n')
    if (path === '/healthz') return answer(200, 'text/plain', 'alive\n')
    if (path === '/readyz') {
      const reason = options.notReady()
      if (reason !== null) return answer(503, 'text/plain', `${reason}\n`)
      const warning = options.warning()
      return answer(200, 'text/plain', warning === null ? 'ready\n' : `ready, but ${warning}\n`)
    }
    if (path !== '/metrics') return answer(404, 'text/plain', 'Not found.\n')
    register.metrics().then(
      (text) => answer(200, register.contentType, text),
      () => answer(500, 'text/plain', 'The metrics could not be read.\n'),
    )
  })
  server.requestTimeout = 5_000
  server.headersTimeout = 5_000
  return {
    server,
    observeRequest: (status, seconds) => requests.labels(`${Math.trunc(status / 100)}xx`).observe(seconds),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function addReadings(register: Registry, read: () => Readings): void {
  const gauge = (name: string, help: string, value: (readings: Readings) => number | null | undefined): void => {
    const made: Gauge = new Gauge({
      name: `truemark_${name}`,
      help,
      registers: [register],
      collect: () => {
        made.set(value(read()) ?? Number.NaN)
      },
    })
  }
  const total = (name: string, help: string, value: (readings: Readings) => number | null | undefined): void => {
    const made: Counter = new Counter({
      name: `truemark_${name}_total`,
      help,
      registers: [register],
      collect: () => {
        made.reset()
        made.inc(value(read()) ?? 0)
      },
    })
  }
  gauge('engine_queue', 'Commands that wait for a batch.', (readings) => readings.engine?.waiting)
  gauge('engine_seq', 'Number of the last journal row.', (readings) => readings.engine?.seq)
  total('engine_batches', 'Batches that were decided.', (readings) => readings.engine?.batches)
  total('engine_commands', 'Commands that were decided.', (readings) => readings.engine?.commands)
  total('engine_rejections', 'Commands that were refused.', (readings) => readings.engine?.rejections)
  const commits = 'Seconds from the sending of rows to their commit; two may be under way at once.'
  total('engine_commit_seconds', commits, (readings) => (readings.engine?.commitMsTotal ?? 0) / 1000)
  gauge('projector_lag_rows', 'Journal rows that are not projected yet.', (readings) => readings.projectorLag)
  const setAside =
    'Committed facts that a read model could not take and that wait to be tried again; more than 0 is an alarm.'
  gauge('projector_set_aside', setAside, (readings) => readings.setAside)
  const checksFailed = 'Checks of the server of itself that do not hold; more than 0 is an alarm.'
  gauge('checks_failed', checksFailed, (readings) => readings.checksFailed)
  gauge('sockets', 'Open sockets.', (readings) => readings.sockets)
  gauge('sockets_slow', 'Sockets whose reader is slow.', (readings) => readings.socketsSlow)
  gauge('sockets_buffered_bytes', 'Bytes that wait in sockets.', (readings) => readings.socketBytes)
  const lead = 'Seconds by which the exchange’s time runs ahead of the machine’s clock.'
  gauge('clock_lead_seconds', lead, (readings) => readings.clockLeadMs / 1000)
  const restarts = 'How often the embedded Postgres ended by another hand and was started again; each is worth a look.'
  total('database_restarts', restarts, (readings) => readings.databaseRestarts)
  total('market_ticks', 'Ticks of all symbols.', (readings) => readings.ticks)
}
