import { createRequire } from 'node:module'
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const require = createRequire(import.meta.url)
let tsxIsRead = false

/** @typedef {{ rule: string, from: string, to: string, comment: string }} Breach */

/**
 * Reads the imports of every source under `base` (packages/, apps/) and holds them against the walls of
 * .dependency-cruiser.cjs. Throws when it has not seen each source: a blind check would pass.
 * @param {string} base folder that holds packages/ and apps/
 * @returns {Promise<{ breaches: Breach[], modules: number }>}
 */
export async function checkWalls(base) {
  const sources = ['packages', 'apps'].flatMap((room) => listSources(join(base, room)))
  const paths = sources.map((file) => relative(base, file).split(sep).join('/'))
  const result = await cruiseSources(base, paths)
  const seen = new Set(result.modules.map((module) => module.source))
  const unseen = paths.filter((path) => !seen.has(path))
  if (unseen.length > 0) throw new Error(`the walls were checked without ${unseen.length} sources, e.g. ${unseen[0]}`)
  const linked = result.modules.some((module) => module.dependencies.length > 0)
  if (!linked) throw new Error('the walls saw no import at all: the parser is missing')
  return { breaches: result.summary.violations.map((violation) => toBreach(violation)), modules: paths.length }
}

/**
 * @param {string} base
 * @param {string[]} paths
 * @returns {Promise<import('dependency-cruiser').ICruiseResult>}
 */
async function cruiseSources(base, paths) {
  readTsxAsTsx()
  const { cruise } = await import('dependency-cruiser')
  const { forbidden, options } = require('../../.dependency-cruiser.cjs')
  const { output } = await cruise(paths, {
    ...options,
    baseDir: base,
    ruleSet: { forbidden },
    validate: true,
    outputType: 'json',
  })
  return typeof output === 'string' ? JSON.parse(output) : output
}

// dependency-cruiser asks swc for plain TypeScript, and swc then refuses every .tsx file. It takes its functions from
// the module when it loads, so this must run before.
function readTsxAsTsx() {
  if (tsxIsRead) return
  tsxIsRead = true
  /** @type {{ parseFileSync: (file: string, options?: object) => unknown }} */
  const swc = require('@swc/core')
  const parse = swc.parseFileSync
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') })
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(folder) {
  /** @type {string[]} */
  const found = []
  for (const entry of readFolder(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) found.push(...listSources(path))
    if (entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(path)
  }
  return found
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * @param {import('dependency-cruiser').IViolation} violation
 * @returns {Breach}
 */
function toBreach(violation) {
  const { forbidden } = require('../../.dependency-cruiser.cjs')
  const wall = forbidden.find((/** @type {{ name?: string }} */ one) => one.name === violation.rule.name)
  return { rule: violation.rule.name, from: violation.from, to: violation.to, comment: wall?.comment ?? '' }
}
