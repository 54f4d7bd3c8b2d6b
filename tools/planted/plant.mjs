import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { run } from '../setup/run.mjs'

const timeoutMs = 10 * 60_000

/**
 * A copy of all that Git knows, with node_modules by links: those of the workspaces lead into the copy.
 * @param {string} root
 * @param {string} copy
 */
export function makeCopy(root, copy) {
  rmSync(copy, { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of new Set(listed.split('\0'))) {
    if (path === '' || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@truemark'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@truemark' || name.startsWith('.')) continue
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, folder))) {
      symlinkSync(join(copy, folder, name), join(modules, '@truemark', name))
    }
  }
}

/**
 * Plants a fault into the copy, runs the tests that must fail of it, and takes it out again.
 * @param {string} root
 * @param {string} copy
 * @param {import('./faults.mjs').Fault} fault
 */
export async function isFound(root, copy, { file, from, to, also, tests }) {
  const edits = [{ file, from, to }, ...(also ? [also] : [])]
  const right = edits.map((edit) => readFileSync(join(copy, edit.file), 'utf8'))
  for (const [at, edit] of edits.entries()) {
    writeFileSync(
      join(copy, edit.file),
      (right[at] ?? '').replace(edit.from, () => edit.to),
    )
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { code, output } = await run(process.execPath, [vitest, 'run', '--bail', '1', ...tests], {
    cwd: copy,
    timeoutMs,
  })
  for (const [at, edit] of edits.entries()) writeFileSync(join(copy, edit.file), right[at] ?? '')
  // a build that does not even begin to run its tests proves nothing
  return code !== 0 && /Tests .*\d+ failed/.test(output) && !/Transform failed|No test files found/.test(output)
}
