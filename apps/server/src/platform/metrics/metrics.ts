import { type Server, createServer } from 'node:http'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** One value of a measure that has labels; what is not known has none. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | null
}

/** A figure of the server, read each time that metrics are asked for. */
export interface Measure {
  /** Without the product's name before it, and for a `total` without that word behind it. */
  readonly name: string
  readonly help: string
  /** `total` only grows, from the start of the process on. */
  readonly kind: 'now' | 'total'
  readonly labels?: readonly string[]
  /** null where it is not known: then it is left out. */
  readonly read: () => number | null | readonly Sample[]
}

export interface MetricsOptions {
  /** Why the server is not ready to serve, or null where it is. */
  readonly notReady: () => string | null
  /** What an operator has to know of a server that is ready all the same, or null for nothing. */
  readonly warning: () => string | null
  readonly measures: readonly Measure[]
}

export interface Metrics {
  readonly server: Server
  /** Counts an answered request by the class of its status and its duration in seconds. */
  observeRequest(status: number, seconds: number): void
  close(): Promise<void>
}

const buckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** The name under which a measure is shown. */
export function shownName({ name, kind }: Pick<Measure, 'name' | 'kind'>): string {
  return kind === 'total' ? `truemark_${name}_total` : `truemark_${name}`
}

/** Builds the operator's server of /healthz, /readyz and /metrics; it is not listening yet. */
export function createMetrics(options: MetricsOptions): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register: register, prefix: 'truemark_', eventLoopMonitoringPrecision: 20 })
  const ready: Measure = {
    name: 'ready',
    kind: 'now',
    help: 'Whether the server serves; 0 is an alarm, and /readyz says why.',
    read: () => (options.notReady() === null ? 1 : 0),
  }
  for (const measure of [ready, ...options.measures]) addMeasure(register, measure)
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

function addMeasure(register: Registry, measure: Measure): void {
  const { help, kind, labels = [], read } = measure
  const shape = { name: shownName(measure), help, labelNames: [...labels], registers: [register] }
  const known = (): readonly Sample[] => {
    const value = read()
    return typeof value === 'number' || value === null ? [{ labels: {}, value }] : value
  }
  if (kind === 'total') {
    const made: Counter = new Counter({
      ...shape,
      collect: () => {
        made.reset()
        for (const { labels: of, value } of known()) made.inc(of, value ?? 0)
      },
    })
    return
  }
  const made: Gauge = new Gauge({
    ...shape,
    collect: () => {
      made.reset()
      // one without labels stands at 0 after a reset, which would be a lie where it is not known
      if (labels.length === 0) made.remove({})
      for (const { labels: of, value } of known()) if (value !== null) made.set(of, value)
    },
  })
}
