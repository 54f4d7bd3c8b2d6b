import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, sentenceFor } from './refusal.mjs'
import { run } from './run.mjs'

const installTimeoutMs = 15 * 60_000

/**
 * Installs the packages of package-lock.json, unless they are there already. The stamp lies in node_modules, so that
 * it goes when they go.
 * @param {string} root
 * @throws {Refusal} without npm, without write permission, on a full disk or when npm fails
 */
export async function installPackages(root) {
  if (hasPackages(root)) return
  assertWritable(root)
  console.log('Installing the packages (once, a minute or two) …')
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    timeoutMs: installTimeoutMs,
    env: installEnvironment(),
  })
  if (code === 127)
    throw new Refusal('npm was not found: it comes with Node, so install Node from nodejs.org or add npm to PATH.')
  if (code !== 0)
    throw new Refusal(sentenceFor(output, 'Installing the packages failed; the lines above are what npm said.'), output)
  stampPackages(root)
}

/**
 * For commands that only look: they never install, because `npm ci` empties node_modules under whoever is at work.
 * @param {string} root
 * @throws {Refusal} when the packages are not those of package-lock.json
 */
export function requirePackages(root) {
  if (!hasPackages(root)) throw new Refusal('The packages are missing or older than package-lock.json: run npm ci.')
}

/** @param {string} root */
function hasPackages(root) {
  const stamp = join(root, 'node_modules/.truemark')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(root)) return true
  if (!matchesLock(root)) return false
  stampPackages(root)
  return true
}

// Somebody may have installed with npm itself: npm leaves the list of what it installed in node_modules.
/** @param {string} root */
function matchesLock(root) {
  const listed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(listed)) return false
  const wanted = readVersions(join(root, 'package-lock.json'))
  const installed = readVersions(listed)
  return [...wanted].every(([path, { version, optional }]) => optional || installed.get(path)?.version === version)
}

/**
 * @param {string} file
 * @returns {Map<string, { version: string, optional: boolean }>} by path in node_modules
 */
function readVersions(file) {
  /** @type {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  const rows = Object.entries(packages).filter(([path, one]) => path.includes('node_modules/') && one.link !== true)
  return new Map(
    rows.map(([path, one]) => [
      path,
      { version: one.version ?? '', optional: (one.optional ?? one.devOptional) === true },
    ]),
  )
}

/** @param {string} root */
function stampOf(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

/** @param {string} root */
function stampPackages(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, 'node_modules/.truemark'), stampOf(root))
}

/** @param {string} root */
function assertWritable(root) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new Refusal(sentenceFor('EACCES', ''))
  }
}

// Under `npm start` the outer npm hands its own settings down as npm_config_*; an `omit=dev` among them would leave out
// what builds the apps. NODE_ENV=production does the same.
function installEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_omit|config_production|lifecycle|package)/.test(name),
  )
  return { ...Object.fromEntries(kept), NODE_ENV: 'development' }
}
