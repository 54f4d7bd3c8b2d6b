import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue, house } from './engine/door.ts'
import { btcTerms } from './engine/testing/exchangeRun.ts'
import { type Gathered, gather } from './gathered.ts'
import { measuresOf } from './measures.ts'
import { shownName } from './platform/metrics/metrics.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { noteOwnCheck } from './transparency/door.ts'
import { formOf, openWallet, person, voucher } from './wallet/testing/walletRun.ts'

const root = join(import.meta.dirname, '../../..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const at = Date.UTC(2026, 10, 30)

let server: LiveServer
let found: Gathered
beforeAll(async () => {
  server = await startLiveServer()
  const { database, engine, filesFolder } = server
  const { exchange } = engine
  await openWallet(server)
  const { token } = await person(server)
  await server.ok(walletRoutes.depositMake, { token, form: formOf({}, [await voucher()]) })
  const put = (sql: string): Promise<unknown> => database.query(sql)
  await put(`DELETE FROM outbox`)
  await put(`INSERT INTO outbox (channel, recipient, template, locale, state, created_at) VALUES
    ('email', 'a@example.org', 'code', 'en', 'waiting', now() - interval '90 seconds'),
    ('email', 'b@example.org', 'code', 'en', 'waiting', now()), ('email', 'c@example.org', 'code', 'en', 'outbox', now()),
    ('sms', '+33612345678', 'code', 'en', 'failed', now())`)
  await noteOwnCheck(database, 'whole', { passed: 3, failed: 1, detail: 'a row' }, at - 5_000)
  const ladder = { ...btcTerms.ladder, positionMax: 10_000_000 }
  for (const command of [
    { type: 'listCurrency', code: 'ETH', scale: 8 },
    { type: 'listSymbol', terms: { ...btcTerms, code: 'ETHUSDT', base: 2, ladder } },
  ] as const)
    expect(await exchange.command(house, command)).toMatchObject({ ok: true })
  const two = { asker: 1, approver: 2 } as const
  const moves = [
    { from: 'external', to: 'treasury', currency: 0, amount: 7_000_000n },
    { from: 'treasury', to: 'insurance', currency: 0, amount: 2_500_000n },
    { from: 'external', to: 'treasury', currency: 2, amount: 100_000_000n },
    { from: 'treasury', to: 'liquidity', currency: 2, amount: 50_000_000n },
  ] as const
  for (const move of moves)
    expect(await exchange.command(house, { type: 'moveHouse', realm: 'real', ...two, ...move })).toMatchObject({
      ok: true,
    })
  const catalogue = await Catalogue.load(exchange)
  found = await gather({ database, exchange, catalogue, dataFolder: filesFolder, now: () => Date.now() })
})
afterAll(async () => {
  expect(await server.engine.imbalance()).toEqual([])
  await server.stop()
})

const measures = () =>
  measuresOf({
    engine: () => null,
    lag: () => 1_500,
    setAside: () => 2,
    ticks: () => 77,
    gathered: () => found,
    now: () => at,
    statuses: () => server.view.statuses(),
    ages: () => [
      { symbol: 'BTCUSDT', age: 1_250 },
      { symbol: 'ETHUSDT', age: null },
    ],
    sockets: () => ({ sockets: 3, slow: 1, bufferedBytes: 10 }),
    clockLead: () => -250,
    isClockWorkMine: () => true,
    databaseWaiting: () => 4,
    filesAway: () => 2_500,
    databaseRestarts: () => 1,
    hasStandby: true,
    bus: () => ({ isConnected: true, dropped: new Map([['old', 3]]) }),
    peers: () => 2,
    remote: () => ({
      beat: { core: 'a', epoch: 1, state: 'running', seq: 9, projectedSeq: 9, projectedTime: 1 },
      followed: 7,
      pending: 5,
      silent: 250,
    }),
    adapters: () => [{ network: 'Bitcoin', heard: at - 4_000, height: 7, short: [{ currency: 'BTC', amount: '0.5' }] }],
  })

it('gathers who waits, what did not go out, which check failed, and what the house stands for', async () => {
  expect(found.requests).toContainEqual({ kind: 'deposit', open: 1, escalated: 0 })
  expect(found.unsent).toMatchObject([
    { channel: 'email', waiting: 2, failed: 0 },
    { channel: 'sms', waiting: 0, oldestSeconds: 0, failed: 1 },
  ])
  const oldest = found.unsent[0]?.oldestSeconds ?? 0
  expect(oldest).toBeGreaterThanOrEqual(90)
  expect(oldest).toBeLessThan(150)
  expect(found.checks).toMatchObject([{ name: 'whole', holds: false, checked: at - 5_000 }])
  expect(found.insurance).toBe(2.5)
  // half an ETH of the 100 that its terms allow; what is allowed nothing has no share
  expect(found.stakes).toContainEqual({ symbol: 'ETHUSDT', product: 'spot', share: 0.005 })
  expect(found.stakes).toContainEqual({ symbol: 'BTCUSDT', product: 'spot', share: 0 })
  expect(found.stakes).toContainEqual({ symbol: 'BTCUSDT', product: 'derivative', share: 0 })
  expect(found.archiveFailing).toBeNull()
  expect(found).toMatchObject({ standbys: 0, replicasUnwaited: 0 })
  const { blocks, bsize } = statfsSync(server.filesFolder)
  expect(found.disk.size).toBe(blocks * bsize)
  expect(found.disk.free).toBeLessThanOrEqual(found.disk.size)
})

it('shows each figure in the unit of its name', () => {
  const shown = new Map(measures().map((measure) => [shownName(measure), measure.read()]))
  expect(shown.get('truemark_projector_lag_seconds')).toBe(1.5)
  expect(shown.get('truemark_clock_lead_seconds')).toBe(-0.25)
  expect(shown.get('truemark_database_waiting')).toBe(4)
  expect(shown.get('truemark_files_away_seconds')).toBe(2.5)
  expect(shown.get('truemark_checks_failed')).toBe(1)
  expect(shown.get('truemark_check_age_seconds')).toEqual([{ labels: { check: 'whole' }, value: 5 }])
  expect(shown.get('truemark_market_price_age_seconds')).toEqual([
    { labels: { symbol: 'BTCUSDT' }, value: 1.25 },
    { labels: { symbol: 'ETHUSDT' }, value: null },
  ])
  expect(shown.get('truemark_messages_waiting')).toEqual([
    { labels: { channel: 'email' }, value: 2 },
    { labels: { channel: 'sms' }, value: 0 },
  ])
  expect(shown.get('truemark_chain_payments_lost')).toEqual([{ labels: { network: 'Bitcoin' }, value: 0 }])
  expect(shown.get('truemark_chain_adapter_silent_seconds')).toEqual([{ labels: { network: 'Bitcoin' }, value: 4 }])
  expect(shown.get('truemark_chain_payouts_running')).toEqual([{ labels: { network: 'Bitcoin' }, value: 0 }])
  expect(shown.get('truemark_chain_payouts_lost')).toEqual([{ labels: { network: 'Bitcoin' }, value: 0 }])
  expect(shown.get('truemark_chain_payout_oldest_seconds')).toEqual([{ labels: { network: 'Bitcoin' }, value: 0 }])
  expect(shown.get('truemark_chain_wallet_short')).toEqual([{ labels: { network: 'Bitcoin' }, value: 1 }])
  expect(shown.get('truemark_chain_height')).toEqual([{ labels: { network: 'Bitcoin' }, value: 7 }])
  expect(shown.get('truemark_bus_connected')).toBe(1)
  expect(shown.get('truemark_bus_dropped_total')).toEqual([{ labels: { cause: 'old' }, value: 3 }])
  expect(shown.get('truemark_core_silent_seconds')).toBe(0.25)
  expect(shown.get('truemark_core_behind_rows')).toBe(2)
  // not known yet: left out, and never nothing
  expect(shown.get('truemark_engine_queue')).toBeNull()
  expect(shown.get('truemark_archive_failing_seconds')).toBeNull()
})

it('shows the payouts of a network too that is told of no more', () => {
  found = { ...found, payouts: [{ network: 'TRC20', running: 2, lost: 1, oldest: at - 9_000 }] }
  const read = (name: string) =>
    measures()
      .find((measure) => shownName(measure) === name)
      ?.read()
  expect(read('truemark_chain_payouts_lost')).toContainEqual({ labels: { network: 'TRC20' }, value: 1 })
  expect(read('truemark_chain_payout_oldest_seconds')).toContainEqual({ labels: { network: 'TRC20' }, value: 9 })
})

const alerts = text('deploy/monitoring/alerts.yml')
const dashboard = text('deploy/monitoring/dashboard.json')
const handbook = text('docs/operating/alarms.md')
const namesIn = (where: string): string[] => [...new Set(where.match(/truemark_\w+/g))].toSorted()
// of Node.js and of answers, which the library and the gateway add
const others = /^truemark_(ready|http_request_seconds_(count|bucket)|process_|nodejs_)/

it('wakes nobody and draws nothing by a figure that is not shown', () => {
  const shown = new Set(measures().map(shownName))
  const unknown = [...namesIn(alerts), ...namesIn(dashboard)].filter((name) => !shown.has(name) && !others.test(name))
  expect(unknown).toEqual([])
  expect(JSON.parse(dashboard)).toMatchObject({ uid: 'truemark' })
})

it('says of each alarm what to do, and of each figure what it is', () => {
  const alarms = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const pages = [...handbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(alarms.length).toBeGreaterThan(20)
  expect(pages).toEqual(alarms)
  const rows = [...handbook.matchAll(/^\| `(truemark_\w+)` +\| (.+?) +\|$/gm)].map(([, name, help]) => [name, help])
  expect(rows).toEqual(measures().map((measure) => [shownName(measure), measure.help]))
})
