import { afterAll, beforeAll, expect, it } from 'vitest'
import { portOf } from '../http/listen.ts'
import { type Metrics, createMetrics } from './metrics.ts'

let metrics: Metrics
let warning: string | null = null
let reason: string | null = 'the engine restores'
beforeAll(async () => {
  metrics = createMetrics({
    notReady: () => reason,
    warning: () => warning,
    read: () => ({
      engine: { waiting: 3, batches: 4, commands: 50, rejections: 6, commitMsTotal: 1500, seq: 9 },
      projectorLag: null,
      setAside: 2,
      checksFailed: 1,
      sockets: 2,
      socketsSlow: 1,
      socketBytes: 10,
      ticks: 77,
      clockLeadMs: -1_500,
      databaseRestarts: 3,
    }),
  })
  await new Promise<void>((resolve) => metrics.server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => metrics.close())

const get = (path: string) => fetch(`http://127.0.0.1:${portOf(metrics.server)}${path}`)

it('tells alive from ready', async () => {
  expect((await get('/healthz')).status).toBe(200)
  const waiting = await get('/readyz')
  expect([waiting.status, await waiting.text()]).toEqual([503, 'the engine restores\n'])
  reason = null
  expect((await get('/readyz')).status).toBe(200)
  warning = '2 committed facts are set aside: read models lack them'
  const warned = await get('/readyz')
  expect([warned.status, await warned.text()]).toEqual([200, `ready, but ${warning}\n`])
  warning = null
})

it('FC-98 answers HEAD as GET, without a body', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/nothing']) {
    const head = await fetch(`http://127.0.0.1:${portOf(metrics.server)}${path}`, { method: 'HEAD' })
    const whole = await get(path)
    expect([path, head.status, await head.text()]).toEqual([path, whole.status, ''])
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
  }
  const post = await fetch(`http://127.0.0.1:${portOf(metrics.server)}/healthz`, { method: 'POST' })
  expect(post.status).toBe(405)
})

it('shows queue, batches, commits, lag, sockets and ticks', async () => {
  metrics.observeRequest(200, 0.004)
  const text = await (await get('/metrics')).text()
  for (const line of [
    'truemark_engine_queue 3',
    'truemark_engine_batches_total 4',
    'truemark_engine_commit_seconds_total 1.5',
    'truemark_projector_lag_rows Nan',
    'truemark_database_restarts_total 3',
    'truemark_projector_set_aside 2',
    'truemark_checks_failed 1',
    'truemark_sockets 2',
    'truemark_clock_lead_seconds -1.5',
    'truemark_market_ticks_total 77',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toContain('truemark_nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('truemark_http_request_seconds_count{status="2xx"} 1')
})
