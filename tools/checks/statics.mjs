import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApps } from '../setup/build.mjs'
import { run } from '../setup/run.mjs'
import { findFaults, readPackages } from './packages.mjs'
import { checkTidy } from './tidy.mjs'
import { checkWalls } from './walls.mjs'

const timeoutMs = 10 * 60_000

/**
 * @typedef {{ ok: boolean, note: string, lines: string[] }} Outcome
 * @typedef {{ name: string, after?: string, check: (root: string) => Promise<Outcome> }} Check `after`: the one that it waits for
 */

/**
 * A check that is a tool's own run: well when it exits with 0.
 * @param {string} name
 * @param {string} script from node_modules
 * @param {string[]} args
 * @returns {Check}
 */
const toolCheck = (name, script, args) => ({
  name,
  check: async (root) => {
    const { code, output } = await run(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      timeoutMs,
    })
    return { ok: code === 0, note: '', lines: code === 0 ? [] : output.trimEnd().split('\n') }
  },
})

/** What is checked without running the product: what takes long begins first. @type {Check[]} */
export const staticChecks = [
  toolCheck('format', 'oxfmt/bin/oxfmt', ['--check']),
  { name: 'build', check: checkBuildOf },
  toolCheck('lint', 'oxlint/bin/oxlint', ['--deny-warnings', '--report-unused-disable-directives', '--format', 'unix']),
  toolCheck('types', 'typescript/bin/tsc', ['--build', '--pretty', 'false']),
  { name: 'walls', check: checkWallsOf },
  { name: 'packages', check: checkPackagesOf },
  { name: 'house style', check: checkStyleOf },
  toolCheck('dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  { name: 'sizes', after: 'build', check: checkSizesOf },
]

/** @param {string} root @returns {Promise<Outcome>} */
async function checkWallsOf(root) {
  const { breaches, modules } = await checkWalls(root)
  // npm test may have installed what it needs only now
  const { checkTables } = await import('./tables.mjs')
  const tables = checkTables(root)
  const lines = [
    ...breaches.map((one) => `${one.from} imports ${one.to}: ${one.rule}. ${one.comment}`),
    ...tables.breaches.map((one) => `${one.file}:${one.line} ${one.rule}: ${one.instead}`),
  ]
  const note = `${modules} modules, ${tables.namings} tables named in SQL`
  return { ok: lines.length === 0 && modules > 0 && tables.namings > 0, note, lines }
}

/** @param {string} root @returns {Promise<Outcome>} */
async function checkPackagesOf(root) {
  const { locked, product } = readPackages(root)
  const lines = findFaults(locked, product.allowScripts)
  return { ok: lines.length === 0 && locked.length > 0, note: `${locked.length} packages`, lines }
}

/** @param {string} root @returns {Promise<Outcome>} */
async function checkStyleOf(root) {
  const { untidy, files } = checkTidy(root)
  const lines = untidy.map((one) => `${one.path}:${one.line} ${one.rule}: ${one.instead}`)
  return { ok: lines.length === 0 && files > 0, note: `${files} files`, lines }
}

/** @param {string} root @returns {Promise<Outcome>} */
async function checkBuildOf(root) {
  await buildApps(root)
  return { ok: true, note: '', lines: [] }
}

/** @param {string} root @returns {Promise<Outcome>} */
async function checkSizesOf(root) {
  if (!existsSync(join(root, 'apps/web/dist/index.html')))
    return { ok: false, note: '', lines: ['apps/web is not built'] }
  const script = join(root, 'node_modules/size-limit/bin.js')
  const { code, output } = await run(process.execPath, [script, '--json'], { cwd: root, timeoutMs })
  const sizes = /"size": (\d+)/.exec(output)?.[1]
  const note = sizes === undefined ? '' : `first page ${(Number(sizes) / 1000).toFixed(1)} of 110 kB`
  return { ok: code === 0 && sizes !== undefined, note, lines: code === 0 ? [] : [output.trim()] }
}
