import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from './apiCall.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { report, target } from './report.ts'
import { endWithUs } from './serverProcess.ts'
import { quantile } from './statistics.ts'

const rounds = Number(process.argv[2] ?? 24)
const signals = ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const
/** Clients that each have one order under way. */
const clients = 8
const loadMs = 1_500
const pollMs = 10
const readyMax = 60_000
const answerMs = 1_000

/** One of two servers on the bench's database. */
interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly metricsPort: number
  readonly folder: string
}

const folder = mkdtempSync(join(tmpdir(), 'bench-takeover-'))
let servers = 0

async function launch(databaseUrl: string): Promise<Server> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const own = join(folder, String((servers += 1)))
  const settings = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_SCALE: '0',
    GUESTS_PER_ADDRESS: '100000',
    FEED: 'simulated',
    LOG_LEVEL: 'fatal',
    STANDBY: 'yes',
    DATA_DIR: own,
    KEYS_DIR: join(folder, 'keys'),
    DATABASE_URL: databaseUrl,
  }
  const env = { ...process.env, ...settings }
  const main = join(process.cwd(), 'apps/server/dist/main.js')
  const child = endWithUs(spawn(process.execPath, [main], { env, stdio: 'ignore' }))
  return { child, port, metricsPort, folder: own }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function until({ metricsPort }: Server, word: string): Promise<void> {
  const end = performance.now() + readyMax
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).catch(() => null)
    if ((await answer?.text())?.startsWith(word)) return
    if (performance.now() > end) throw new Error(`a server did not come to say: ${word}`)
    await pause(pollMs)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
// it meets nobody, and is over at once: open orders have a limit
const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001', time_in_force: 'IOC' }

/** The number of the order of this key; null where nobody answered, or nobody takes orders now. */
async function place(port: number, token: string, key: string): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v3/spot/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null)
  const text = await response?.text().catch(() => '')
  return /"order_id":"([^"]+)"/.exec(text ?? '')?.[1] ?? null
}

/** As `place`, until it is answered. */
async function placeSurely(port: number, token: string, key: string): Promise<string> {
  const end = performance.now() + readyMax
  for (;;) {
    const id = await place(port, token, key)
    if (id !== null) return id
    if (performance.now() > end) throw new Error('a repeated order was never answered')
    await pause(pollMs)
  }
}

let keys = 0
const newKey = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  const count = (keys += 1).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`
}

/** Ends the leader amid orders; how long (ms) until the standby acknowledged one. Each key's order is looked at afterwards. */
async function round(leader: Server, standby: Server, signal: NodeJS.Signals): Promise<number> {
  const acknowledged = new Map<string, string>()
  const tokens = await Promise.all(
    Array.from({ length: clients }, async () => (await post(leader.port, '/simulation/login', '', {}))['token']),
  )
  let ended = 0
  let next = 0
  const client = async (token: string): Promise<void> => {
    while (next === 0) {
      const key = newKey()
      for (let id: string | null = null; id === null && next === 0;) {
        if (ended > 0 && performance.now() - ended > readyMax) throw new Error('nobody acknowledged anything')
        const { port } = ended === 0 ? leader : standby
        id = await place(port, token, key)
        if (id === null) await pause(pollMs)
        else {
          acknowledged.set(`${token} ${key}`, id)
          if (port === standby.port) next ||= performance.now()
        }
      }
    }
  }
  const all = tokens.map((token) => client(String(token)))
  await pause(loadMs)
  if (acknowledged.size === 0) throw new Error('the leader acknowledged nothing')
  leader.child.kill(signal)
  ended = performance.now()
  await Promise.all(all)
  for (const [bearer, id] of acknowledged) {
    const [token = '', key = ''] = bearer.split(' ')
    const again = await placeSurely(standby.port, token, key)
    if (again !== id) throw new Error(`an acknowledged order, ${id}, is not there, or twice: ${again}`)
  }
  if (new Set(acknowledged.values()).size !== acknowledged.size) throw new Error('two keys have one order')
  leader.child.kill('SIGCONT')
  return next - ended
}

const test = await openBenchDatabase()
const took = new Map<NodeJS.Signals, number[]>(signals.map((signal) => [signal, []]))
let leader = await launch(test.url)
await until(leader, 'ready')
for (let at = 0; at < rounds; at += 1) {
  const standby = await launch(test.url)
  await until(standby, 'standing by at')
  const signal = signals[at % signals.length] ?? 'SIGKILL'
  const gone = new Promise((resolve) => leader.child.once('exit', resolve))
  const ms = await round(leader, standby, signal)
  process.stderr.write(`${signal} ${Math.round(ms)} ms\n`)
  took.get(signal)?.push(ms)
  await gone
  rmSync(leader.folder, { recursive: true, force: true })
  leader = standby
}
const all = [...took.values()].flat()
report(
  `takeover by a standby amid the orders of ${clients} clients, in ${rounds} rounds: every acknowledged order once`,
  {
    'kill -9, p50 ms': quantile(took.get('SIGKILL') ?? [], 0.5),
    'kill -9, longest ms': Math.max(...(took.get('SIGKILL') ?? [])),
    'SIGSTOP, p50 ms (a second of it silence)': quantile(took.get('SIGSTOP') ?? [], 0.5),
    'SIGSTOP, longest ms': Math.max(...(took.get('SIGSTOP') ?? [])),
    'planned, p50 ms': quantile(took.get('SIGTERM') ?? [], 0.5),
    'planned, longest ms': Math.max(...(took.get('SIGTERM') ?? [])),
    'all, p50 ms': quantile(all, 0.5),
    'all, p99 ms': quantile(all, 0.99),
  },
)
target('takeover p99, ms', quantile(all, 0.99), { max: 3_000 })
leader.child.kill('SIGINT')
await new Promise((resolve) => leader.child.once('exit', resolve))
await test.close()
rmSync(folder, { recursive: true, force: true })
