import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { endWithUs } from './serverProcess.ts'
import { type WatchedLine, openWatchedLine } from './watchedLine.ts'

const pollMs = 10
const readyMax = 60_000

/** One of the servers that lead the bench's database one after the other. */
export interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly line: WatchedLine
  /** How it ended: its exit code, or the signal that killed it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Waits until its `/readyz` begins with this. */
  until(words: string): Promise<void>
  /** Takes away what it left. */
  remove(): void
}

let servers = 0

/** Launches the built server on the database of `url`: it leads, or stands by. Data and keys lie in `folder`. */
export async function launch(url: string, folder: string): Promise<Server> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const own = join(folder, String((servers += 1)))
  const line = await openWatchedLine(url)
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
    DATABASE_URL: line.url,
  }
  const main = join(process.cwd(), 'apps/server/dist/main.js')
  const child = endWithUs(spawn(process.execPath, [main], { env: { ...process.env, ...settings }, stdio: 'ignore' }))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  return {
    child,
    port,
    line,
    ended,
    until: (words) => until(metricsPort, words),
    remove: () => {
      line.close()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

async function until(metricsPort: number, words: string): Promise<void> {
  for (const end = performance.now() + readyMax; performance.now() < end;) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).catch(() => null)
    if ((await answer?.text().catch(() => ''))?.startsWith(words) === true) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(`a server did not come to say: ${words}`)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
