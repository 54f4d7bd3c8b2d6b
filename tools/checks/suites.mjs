import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from '../setup/run.mjs'
import { sumTallies } from './report.mjs'
import { bundleTests } from './testBundle.mjs'

const unitTimeoutMs = 45 * 60_000
const journeyTimeoutMs = 60 * 60_000

/** @typedef {import('./report.mjs').Tally} Tally */

/**
 * Runs every test beside the code, and those of tests/, in Vitest: those that wait for the clock beside the others.
 * @param {string} root
 * @returns {Promise<Tally>}
 */
export async function runUnitTests(root) {
  const met = join(root, '.cache/rows')
  rmSync(met, { recursive: true, force: true })
  mkdirSync(met, { recursive: true })
  const env = { ...process.env, TEST_BUNDLES: await bundleTests(root), ROWS_MET: met }
  const tallies = [
    runVitest(root, 'vitest.json', ['--project=!waiting'], env),
    runVitest(root, 'vitest-waiting.json', ['--project=waiting'], env),
  ]
  return sumTallies([...(await Promise.all(tallies)), await tallyOfRows(root, met)])
}

/**
 * Fails where a query that says what its rows are was met by no test: nobody has held its type against the database.
 * @param {string} root
 * @param {string} met
 * @returns {Promise<Tally>}
 */
async function tallyOfRows(root, met) {
  // npm test may have installed what it needs only now
  const { unmetOf } = await import('./rows/met.mjs')
  const names = unmetOf(root, met).map((place) => `no test meets the query at ${place}`)
  return { passed: names.length === 0 ? 1 : 0, failed: names.length === 0 ? 0 : 1, names }
}

/**
 * @param {string} root
 * @param {string} name of the report
 * @param {string[]} options
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Tally>}
 */
async function runVitest(root, name, options, env) {
  const report = freshReport(root, name)
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...options]
  const { code, output } = await run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    timeoutMs: unitTimeoutMs,
    env,
  })
  if (code !== 0) console.log(output.trimEnd())
  return readReport(report, code, countVitest)
}

/**
 * Runs the journeys in Chromium; none when there are none.
 * @param {string} root
 * @param {string} chromium path of the browser
 * @returns {Promise<Tally>}
 */
export async function runJourneys(root, chromium) {
  const folder = join(root, 'tests/journeys')
  const journeys = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(journey|spec)\.ts$/.test(name)) : []
  if (journeys.length === 0) return { passed: 0, failed: 0 }
  const report = freshReport(root, 'playwright.json')
  const { code, output } = await run(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    {
      cwd: root,
      timeoutMs: journeyTimeoutMs,
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  )
  if (code !== 0) console.log(output.trimEnd())
  return readReport(report, code, (found) => {
    for (const one of findFlaky(found)) console.log(`passed only when tried again: ${one}`)
    return countPlaywright(found)
  })
}

/**
 * @param {string} root
 * @param {string} name
 */
function freshReport(root, name) {
  const folder = join(root, '.cache/reports')
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, name), { force: true })
  return join(folder, name)
}

/**
 * A run that failed without a failed test, or without a report, counts as one failure: silence is no success.
 * @param {string} report
 * @param {number} code
 * @param {(report: any) => Tally} count
 * @returns {Tally}
 */
function readReport(report, code, count) {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { passed, failed, names } = count(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, names }
}

/**
 * A file that could not be loaded has no test that failed, and counts as one.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { name: string, status: string, assertionResults: { fullName: string, status: string }[] }[] }} report
 * @returns {Tally}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const names = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name} ${fullName}`),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    names: [...names, ...unloaded.map(({ name }) => name)],
  }
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number }} stats
 * @property {unknown[]} [errors]
 * @property {Suite[]} [suites]
 */
/** @typedef {{ specs?: { file: string, line: number, title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }[], suites?: Suite[] }} Suite */

/**
 * A journey that passed only when tried again has passed; `findFlaky` says which.
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * The journeys that failed at first and passed when tried again, each with where it stands and what it failed of.
 * @param {{ suites?: Suite[] }} report
 * @returns {string[]}
 */
export function findFlaky({ suites = [] }) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) =>
          stripVTControlCharacters(`${file}:${line} ${title}\n${results[0]?.error?.message ?? ''}`),
        ),
    ),
    ...findFlaky({ suites: inner }),
  ])
}
