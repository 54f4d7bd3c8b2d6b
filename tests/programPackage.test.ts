import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../apps/server/src/testing/liveServer.ts'
import { keyBody } from '../apps/server/src/testing/program.ts'
import { person } from '../apps/server/src/wallet/testing/walletRun.ts'
import { packProgram } from '../tools/packProgram.mjs'

const run = promisify(execFile)
const root = process.cwd()
const page = readFileSync('docs/reference/api.md', 'utf8')
let server: LiveServer
let folder = ''

/** Somebody's own project, which has installed the package and what it asks for, and nothing of ours. */
beforeAll(async () => {
  server = await startLiveServer()
  folder = mkdtempSync(join(tmpdir(), 'programs-own-'))
  const installed = join(folder, 'node_modules')
  await packProgram(join(installed, '@truemark/program'))
  for (const name of ['ws', 'zod', 'ccxt', '@types/node', 'undici-types']) {
    mkdirSync(join(installed, name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(installed, name))
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}, 240_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

/** What the compiler says of a program of that project. */
async function saidOf(text: string): Promise<string> {
  writeFileSync(join(folder, 'own.ts'), text)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'own.ts']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const done = run(process.execPath, [tsc, ...options], { cwd: folder })
  return done.then(
    () => '',
    (error: unknown) => String(typeof error === 'object' && error !== null && Reflect.get(error, 'stdout')),
  )
}

const bot = /```js ccxt\n([^]*?)```/.exec(page)?.[1] ?? ''
const lines = /```ts program\n([^]*?)```/.exec(page)?.[1] ?? ''

it(
  'the lines of the page compile as they stand there, and what is wrong in them does not',
  { timeout: 120_000 },
  async () => {
    expect(await saidOf(lines)).toBe('')
    expect(await saidOf(lines.replace("side: 'buy'", "side: 'hold'"))).toContain("'hold'")
    expect(await saidOf(`${lines}\norder.no_such_field`)).toContain('no_such_field')
  },
)

it('and place an order, hear of it and cancel it', { timeout: 60_000 }, async () => {
  const who = await person(server)
  const asked = { kind: 'hmac', realm: 'demo', scope: 'trade' } as const
  const body = await keyBody(server, who, asked)
  const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
  // that is all that the lines have beyond plain JavaScript
  writeFileSync(join(folder, 'own.mjs'), lines.replaceAll(' as const', ''))
  const BASE = `http://127.0.0.1:${server.port}`
  const env = { PATH: process.env['PATH'], BASE, KEY: key.id, SECRET: secret ?? '' }
  const { stdout } = await run(process.execPath, ['own.mjs'], { cwd: folder, env })
  const said = stdout.trim().split('\n')
  expect(said).toEqual(['9000 new', 'canceled by_owner', 'order_done'])
})

it('the lines for CCXT trade too', { timeout: 60_000 }, async () => {
  const who = await person(server)
  const body = await keyBody(server, who, { kind: 'hmac', realm: 'demo', scope: 'trade' })
  const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
  writeFileSync(join(folder, 'bot.mjs'), bot)
  const HOST = `http://127.0.0.1:${server.port}`
  const env = { PATH: process.env['PATH'], HOST, KEY: key.id, SECRET: secret ?? '' }
  const { stdout } = await run(process.execPath, ['bot.mjs'], { cwd: folder, env })
  expect(stdout.trim().split('\n')).toEqual(['BTC/USDT open 0.001', 'canceled'])
})
