import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const startTimeout = 300_000
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill()))

/** Ends a process when this one ends: a bench that fails must not leave servers behind. */
export function endWithUs<C extends ChildProcess>(child: C): C {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export interface RunningServer {
  readonly port: number
  readonly pid: number
  /** From the start of its process until it took calls, in seconds. */
  readonly startSeconds: number
  /** Keeps it from the processor until `resume`: its market must not tick beside what is measured of another. */
  pause(): void
  resume(): void
  /** Ends it in order. */
  stop(): Promise<void>
}

/** Starts the built server as it runs by default, on a database that is there; only the limits of calls are lifted. */
export async function startServer(databaseUrl: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-server-'))
  const main = join(process.cwd(), 'apps/server/dist/main.js')
  const settings = {
    PORT: '0',
    METRICS_PORT: '0',
    RATE_LIMIT_SCALE: '0',
    GUESTS_PER_ADDRESS: '100000',
    FEED: 'simulated',
    LOG_LEVEL: 'error',
  }
  const env = { ...process.env, ...settings, DATA_DIR: folder, DATABASE_URL: databaseUrl }
  const began = performance.now()
  const child = endWithUs(spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  const port = await portIn(child)
  return {
    port,
    pid: child.pid ?? 0,
    startSeconds: (performance.now() - began) / 1_000,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function portIn(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server did not start in time')), startTimeout)
    let said = ''
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const port = /running at http:\/\/[^:]+:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      clearTimeout(late)
      resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}
