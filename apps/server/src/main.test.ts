import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPostmaster, shutDown } from './platform/postgres/cluster.ts'

const programs = fileURLToPath(new URL('../dist', import.meta.url))
const startMax = 180_000
const running: ChildProcess[] = []
let folder = ''

beforeEach(() => {
  // Below the clone, so that Postgres's own user can enter it whoever runs the tests.
  const parent = fileURLToPath(new URL('../../../.cache/test-data', import.meta.url))
  folder = join(parent, `main-${process.pid}-${Math.trunc(performance.now())}`)
  mkdirSync(folder, { recursive: true })
})

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  const cluster = join(folder, 'data/postgres')
  const left = findPostmaster(cluster)
  if (left !== null) await shutDown(cluster, left.pid)
  rmSync(folder, { recursive: true, force: true })
})

interface Server {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; errors: string }>
  /** The address that it printed; rejects where it ends before. */
  readonly address: Promise<string>
}

function start(settings: Record<string, string> = {}): Server {
  const environment = {
    PORT: '0',
    METRICS_PORT: '0',
    FEED: 'simulated',
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
    ...settings,
  }
  const program = join(programs, 'main.js')
  if (!existsSync(program)) throw new Error('the server is not built: run the build first')
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, errors }))
  })
  const address = new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /running at (http:\/\/\S+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(({ code }) => reject(new Error(`it ended with ${code}: ${errors}`)))
  })
  address.catch(() => undefined)
  return { child, ended, address }
}

async function demoToken(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v3/simulation/login`, { method: 'POST' })
  const text = await response.text()
  return /"token":"([^"]+)"/.exec(text)?.[1] ?? ''
}

async function assets(address: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${address}/api/v3/account/assets`, { headers })).text()
}

describe('the server', () => {
  it(
    'serves after a kill -9 what it served before, keeps its folder to itself, renews its log on SIGHUP, stops all in order and in time on Ctrl-C, and leaves it to the next, which says that its port is taken',
    async () => {
      const first = start()
      const address = await first.address
      const token = await demoToken(address)
      expect(await assets(address, token)).toContain('"total_value":"100000"')
      const postmaster = findPostmaster(join(folder, 'data/postgres'))
      expect(postmaster).not.toBeNull()
      first.child.kill('SIGKILL')
      await first.ended
      expect(findPostmaster(join(folder, 'data/postgres'))?.pid).toBe(postmaster?.pid)

      const second = start()
      expect(await assets(await second.address, token)).toContain('"total_value":"100000"')
      expect(findPostmaster(join(folder, 'data/postgres'))?.pid).toBe(postmaster?.pid)
      const { code, errors } = await start().ended
      expect(code).toBe(1)
      expect(errors).toBe(
        `The data folder ${join(folder, 'data')} is in use by another Truemark (process ${second.child.pid}); stop it, or set DATA_DIR to another folder.\n`,
      )

      // whoever takes logs away says so by SIGHUP, and that ends nothing
      const log = join(folder, 'data/postgres.log')
      const before = readFileSync(log, 'utf8')
      second.child.kill('SIGHUP')
      await expect.poll(() => existsSync(`${log}.1`)).toBe(true)
      expect(readFileSync(`${log}.1`, 'utf8')).toContain(before)
      expect(await assets(await second.address, token)).toContain('"total_value":"100000"')

      const asked = performance.now()
      second.child.kill('SIGINT')
      expect(await second.ended).toMatchObject({ code: 0 })
      expect(performance.now() - asked).toBeLessThan(15_000)
      expect(findPostmaster(join(folder, 'data/postgres'))).toBeNull()
      expect(() => readFileSync(join(folder, 'data/truemark.lock'))).toThrow('ENOENT')

      const taken = createServer()
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
      const listening = taken.address()
      const port = typeof listening === 'object' && listening !== null ? listening.port : 0
      const refused = await start({ PORT: String(port) }).ended
      expect(refused.code).toBe(1)
      expect(refused.errors).toBe(`Port ${port} is taken by another program; stop it, or set PORT to another port.\n`)
      await new Promise((resolve) => taken.close(resolve))
    },
    startMax * 2,
  )

  it(
    'says in one sentence what is wrong with a setting, a folder or a database',
    async () => {
      expect(await start({ PORT: 'http' }).ended).toEqual({
        code: 1,
        errors: 'PORT is "http"; it must be a whole number from 0 to 65535 (0 takes any free port).\n',
      })
      writeFileSync(join(folder, 'file'), '')
      const unwritable = await start({ DATA_DIR: join(folder, 'file/data') }).ended
      expect(unwritable).toMatchObject({ code: 1 })
      expect(unwritable.errors).toMatch(
        /^This user can't write to the data folder .* \(ENOTDIR\); set DATA_DIR to another folder\.\n$/,
      )
      const away = await start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' }).ended
      expect(away).toEqual({
        code: 1,
        errors: "The database of DATABASE_URL can't be reached: nothing answers at its address.\n",
      })
    },
    startMax,
  )
})
