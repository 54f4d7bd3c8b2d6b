import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderHash } from '../apps/server/src/platform/published.ts'
import { noteCommit } from '../tools/setup/build.mjs'
import { run } from '../tools/setup/run.mjs'

const root = join(import.meta.dirname, '..')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of what the server is built from; other people's packages are linked, our own lie in the copy. */
function copyOf(name: string): string {
  const made = join(folder, name)
  const sources = ['packages', 'apps/server', 'tsconfig.base.json', 'package.json', 'package-lock.json']
  const filter = (path: string) => !/\/(node_modules|dist|data)(\/|$)/.test(path.slice(root.length))
  for (const place of sources) cpSync(join(root, place), join(made, place), { recursive: true, filter })
  mkdirSync(join(made, 'node_modules/@truemark'), { recursive: true })
  for (const one of readdirSync(join(root, 'node_modules')))
    if (one !== '@truemark') symlinkSync(join(root, 'node_modules', one), join(made, 'node_modules', one))
  for (const one of readdirSync(join(made, 'packages')))
    symlinkSync(join('../../packages', one), join(made, 'node_modules/@truemark', one))
  return made
}

async function buildServer(made: string): Promise<string | null> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = {
    cwd: join(made, 'apps/server'),
    timeoutMs: 100_000,
    env: { ...process.env, NODE_ENV: 'production' },
  }
  const { code, output } = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], options)
  expect(code, output).toBe(0)
  return folderHash(join(made, 'apps/server/dist'))
}

const git = async (...args: string[]) => {
  const name = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
  expect(await run('git', [...name, ...args], { cwd: folder, timeoutMs: 20_000 })).toMatchObject({ code: 0 })
}

test('gives the same server programs wherever it is made, and others once a line differs', async () => {
  const first = await buildServer(copyOf('one'))
  const second = copyOf('other/and/deeper')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await buildServer(second)).toBe(first)
  const changed = join(second, 'packages/core/money/decimal.ts')
  writeFileSync(changed, `${readFileSync(changed, 'utf8')}\nglobalThis.biased = true\n`)
  expect(await buildServer(second)).not.toBe(first)
})

test('notes the commit, and that the tree was changed', async () => {
  const noted = () => readFileSync(join(folder, 'apps/server/dist/commit.txt'), 'utf8')
  mkdirSync(join(folder, 'apps/server/dist'), { recursive: true })
  writeFileSync(join(folder, '.gitignore'), 'dist/\n')
  writeFileSync(join(folder, 'apps/server/main.ts'), '1')
  await noteCommit(folder)
  expect(noted()).toBe('')
  await git('init', '-q')
  await git('add', '-A')
  await git('commit', '-qm', 'one')
  await noteCommit(folder)
  expect(noted()).toMatch(/^[0-9a-f]{40}\n$/)
  writeFileSync(join(folder, 'apps/server/main.ts'), '2')
  await noteCommit(folder)
  expect(noted()).toMatch(/^[0-9a-f]{40}\nchanged\n$/)
  await git('checkout', '-q', '--', '.')
  writeFileSync(join(folder, 'apps/server/added.ts'), '3')
  await noteCommit(folder)
  expect(noted()).toMatch(/^[0-9a-f]{40}\nchanged\n$/)
})
