import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { tidyRules } from './tidyRules.mjs'

/** @typedef {{ rule: string, path: string, line: number, instead: string }} Untidy */

// The rules themselves name what they ban, and so do the fixtures.
const exempt = /^(tests\/walls\/fixtures\/|tools\/checks\/tidyRules\.mjs$)/
const unkept = new Set(['node_modules', '.git', 'dist', 'data', '.cache', 'coverage', 'test-results'])
const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|otf|gz|zst|bin|pdf)$/

/**
 * Holds every file of the repository (as Git knows it, else all that is in the folder) against the house style.
 * @param {string} root
 * @returns {{ untidy: Untidy[], files: number }}
 */
export function checkTidy(root) {
  const paths = listTracked(root).filter((path) => !exempt.test(path))
  return { untidy: paths.flatMap((path) => checkFile(root, path)), files: paths.length }
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Untidy[]}
 */
function checkFile(root, path) {
  const bytes = statSync(join(root, path)).size
  const text = binary.test(path) ? '' : readFileSync(join(root, path), 'utf8')
  return tidyRules
    .filter((rule) => rule.covers(path))
    .flatMap((rule) => findBreach(root, rule, { path, bytes, text }))
    .map(({ rule, line }) => ({ rule: rule.name, path, line, instead: rule.instead }))
}

/**
 * @param {string} root
 * @param {import('./tidyRules.mjs').TidyRule} rule
 * @param {import('./tidyRules.mjs').SourceFile} file
 * @returns {{ rule: import('./tidyRules.mjs').TidyRule, line: number }[]}
 */
function findBreach(root, rule, file) {
  if (rule.name === 'dead-link') return findDeadLinks(root, file).map((line) => ({ rule, line }))
  if (rule.find) {
    const line = rule.find(file)
    return line === null ? [] : [{ rule, line }]
  }
  return file.text.split('\n').flatMap((text, index) => (rule.banned?.test(text) ? [{ rule, line: index + 1 }] : []))
}

/**
 * @param {string} root
 * @param {import('./tidyRules.mjs').SourceFile} file
 * @returns {number[]} the lines that link to a file that isn't there
 */
function findDeadLinks(root, file) {
  const folder = dirname(join(root, file.path))
  return file.text.split('\n').flatMap((text, index) => {
    const targets = [...text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    const local = targets.filter((target) => !/^[a-z]+:/.test(target))
    return local.some((target) => !existsSync(join(folder, target))) ? [index + 1] : []
  })
}

/**
 * @param {string} root
 * @returns {string[]}
 */
function listTracked(root) {
  if (!existsSync(join(root, '.git'))) return listAll(root, root)
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 * 1024 * 1024 }
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options)
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)))
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listAll(root, folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return unkept.has(entry.name) ? [] : listAll(root, path)
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : []
  })
}
