import { afterAll, beforeAll, expect, it } from 'vitest'
import { portOf } from '../http/listen.ts'
import { type Metrics, createMetrics } from './metrics.ts'

let metrics: Metrics
let warning: string | null = null
let insurance: number | null = null
let markets = ['BTCUSDT', 'ETHUSDT']
let reason: string | null = 'the engine restores'
beforeAll(async () => {
  metrics = createMetrics({
    notReady: () => reason,
    warning: () => warning,
    measures: [
      { name: 'engine_queue', help: 'a figure', kind: 'now', read: () => 3 },
      { name: 'engine_batches', help: 'a sum', kind: 'total', read: () => 4 },
      { name: 'insurance_usdt', help: 'one that is not known', kind: 'now', read: () => insurance },
      {
        name: 'market_open',
        help: 'one of each market',
        kind: 'now',
        labels: ['symbol'],
        read: () => markets.map((symbol) => ({ labels: { symbol }, value: symbol === 'BTCUSDT' ? 1 : null })),
      },
    ],
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

it('shows figures, sums and those of each market, and nothing of what is not known', async () => {
  metrics.observeRequest(200, 0.004)
  const text = await (await get('/metrics')).text()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'truemark_engine_queue 3',
      'truemark_engine_batches_total 4',
      '# HELP truemark_insurance_usdt one that is not known',
      'truemark_market_open{symbol="BTCUSDT"} 1',
      'truemark_ready 1',
      'truemark_http_request_seconds_count{status="2xx"} 1',
    ]),
  )
  expect(text).not.toMatch(/^truemark_insurance_usdt |ETHUSDT/m)
  expect(text).toContain('truemark_nodejs_eventloop_lag_p99_seconds')
  insurance = 12.5
  markets = []
  const later = await (await get('/metrics')).text()
  expect(later).toContain('truemark_insurance_usdt 12.5')
  expect(later).not.toContain('BTCUSDT')
  reason = 'the server stops'
  expect(await (await get('/metrics')).text()).toContain('truemark_ready 0')
})
