import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../tools/setup/run.mjs'

const options = { cwd: import.meta.dirname, timeoutMs: 300_000 }

test('a program that is not there gives 127 and does not keep the process waiting', () => {
  const module = JSON.stringify(join(import.meta.dirname, '../tools/setup/run.mjs'))
  const script = `const { run } = await import(${module}); console.log((await run('no-such-program', [], { cwd: '.', timeoutMs: 300000 })).code)`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([child.status, child.stdout.trim()]).toEqual([0, '127'])
})

test('what a program said and its exit code come back, and one that hangs is ended', async () => {
  expect(await run(process.execPath, ['-e', 'console.log("here"); process.exit(3)'], options)).toEqual({
    code: 3,
    output: 'here\n',
  })
  const hung = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...options, timeoutMs: 300 })
  expect(hung.code).not.toBe(0)
})
