import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { post } from './apiCall.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { processorSeconds } from './processorTime.ts'
import { report, target } from './report.ts'
import { endWithUs } from './serverProcess.ts'
import { median } from './statistics.ts'

const counts = [1, 2, 4]
const socketsEach = Number(process.argv[2] ?? 400)
const seconds = Number(process.argv[3] ?? 20)
const orders = 200
const channels = [
  'BTCUSDT_Obook',
  'BTCUSDT_24H',
  'BTCUSDT_1m_Kline',
  'ETHUSDT_Obook',
  'ETHUSDT_24H',
  'ETHUSDT_1m_Kline',
]
const readyMax = 120_000
const typeMark = '"type":'

/** A server of the bench's installation. */
interface Server {
  readonly child: ChildProcess
  readonly port: number
}

const folder = mkdtempSync(join(tmpdir(), 'bench-gateways-'))
let servers = 0

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function startBus(): Promise<{ readonly url: string; readonly pid: number }> {
  // where it is not to be found the gateways wait for it in vain, and the bench says so
  const program = process.env['NATS_SERVER_PATH'] ?? 'nats-server'
  const port = await freePort()
  const config = join(folder, 'nats.conf')
  writeFileSync(config, `listen: "127.0.0.1:${port}"\n`)
  const child = endWithUs(spawn(program, ['-c', config], { stdio: 'ignore' }))
  return { url: `nats://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

async function start(role: 'core' | 'gateway', databaseUrl: string, busUrl: string): Promise<Server> {
  const port = await freePort()
  const settings = {
    ROLE: role,
    BUS_URL: busUrl,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    METRICS_PORT: '0',
    RATE_LIMIT_SCALE: '0',
    GUESTS_PER_ADDRESS: '100000',
    FEED: 'simulated',
    LOG_LEVEL: 'fatal',
    DATA_DIR: join(folder, String((servers += 1))),
    KEYS_DIR: join(folder, 'keys'),
  }
  const main = join(process.cwd(), 'apps/server/dist/main.js')
  const child = endWithUs(spawn(process.execPath, [main], { env: { ...process.env, ...settings }, stdio: 'ignore' }))
  for (const since = performance.now(); performance.now() - since < readyMax;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/config.json`).then(
      () => true,
      () => false,
    )
    if (isUp) return { child, port }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`a ${role} did not start`)
}

/** Readers of a gateway's sockets, which count what they are told. */
class Readers {
  count = 0
  readonly #sockets: WebSocket[] = []

  async open({ port }: Server): Promise<void> {
    const origin = `http://127.0.0.1:${port}`
    for (let at = 0; at < socketsEach; at += 1) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.send(JSON.stringify({ type: 'subscribe', symbols: channels }))
      socket.on('message', (data: Buffer) => (this.count += marksIn(data)))
      this.#sockets.push(socket)
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate()
  }
}

function marksIn(data: Buffer): number {
  let marks = 0
  for (let at = data.indexOf(typeMark); at >= 0; at = data.indexOf(typeMark, at + typeMark.length)) marks += 1
  return marks
}

/** It meets nobody, and is over at once: open orders have a limit. */
const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001', time_in_force: 'IOC' }

/** The middle time (ms) from an order to its answer, one after the other. */
async function orderTime({ port }: Server): Promise<number> {
  const { token } = await post(port, '/simulation/login', '', {})
  const took: number[] = []
  for (let at = 0; at < orders; at += 1) {
    const since = performance.now()
    await post(port, '/spot/orders', String(token), order)
    took.push(performance.now() - since)
  }
  return median(took)
}

const spentBy = (pid: number | undefined): number => processorSeconds(pid ?? 0, 'no database')

interface Measured {
  /** Messages that sockets were told, for each processor second of the gateways. */
  readonly perSecond: number
  /** Processor seconds in a second: of the core, and of the bus. */
  readonly core: number
  readonly bus: number
}

async function measure(gateways: readonly Server[], core: Server, busPid: number): Promise<Measured> {
  const readers = await Promise.all(
    gateways.map(async (gateway) => {
      const own = new Readers()
      await own.open(gateway)
      return own
    }),
  )
  const all = (): number[] => [core.child.pid, busPid, ...gateways.map(({ child }) => child.pid)].map(spentBy)
  const before = all()
  const counted = readers.map(({ count }) => count)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const [ofCore = 0, ofBus = 0, ...ofGateways] = all().map((spent, at) => spent - (before[at] ?? 0))
  const told = readers.map(({ count }, at) => count - (counted[at] ?? 0)).reduce((sum, one) => sum + one, 0)
  for (const own of readers) own.close()
  const spent = ofGateways.reduce((sum, one) => sum + one, 0)
  return { perSecond: told / spent, core: ofCore / seconds, bus: ofBus / seconds }
}

const test = await openBenchDatabase()
const bus = await startBus()
const core = await start('core', test.url, bus.url)
const gateways: Server[] = []
const figures = new Map<number, Measured>()
for (const count of counts) {
  while (gateways.length < count) gateways.push(await start('gateway', test.url, bus.url))
  figures.set(count, await measure(gateways, core, bus.pid))
}
const of = (count: number): Measured =>
  figures.get(count) ?? { perSecond: Number.NaN, core: Number.NaN, bus: Number.NaN }
report(
  `market data to ${socketsEach} sockets of each gateway, ${channels.length} channels each, ${seconds} s`,
  Object.fromEntries(
    counts.flatMap((count) => [
      [`${count} gateways, messages a processor second of theirs`, of(count).perSecond],
      [`${count} gateways, processors of the core`, of(count).core],
      [`${count} gateways, processors of the bus`, of(count).bus],
    ]),
  ),
)
for (const count of counts.slice(1))
  target(`${count} gateways to 1, each`, of(count).perSecond / of(1).perSecond, { min: 0.9 })
const [first] = gateways
report('an order and its answer, one after the other, on a durable database', {
  'at the core, p50 ms': await orderTime(core),
  'at a gateway, p50 ms': first === undefined ? Number.NaN : await orderTime(first),
})
for (const { child } of [...gateways, core]) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await gone
}
process.kill(bus.pid)
await test.close()
rmSync(folder, { recursive: true, force: true })
