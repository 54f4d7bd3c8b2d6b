import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from '../setup/run.mjs'
import { sumTallies } from './report.mjs'
import { bundleTests } from './testBundle.mjs'

const unitTimeoutMs = 45 * 60_000
const journeyTimeoutMs = 60 * 60_000
/** More files than these do not fail by chance. */
const triedAgainMax = 3
const saidMax = 2_000

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
  const tallies = await Promise.all([
    runVitest(root, 'vitest.json', ['--project=!waiting'], env),
    runVitest(root, 'vitest-waiting.json', ['--project=waiting'], env),
  ])
  const ran = await triedAgain(root, sumTallies(tallies), env)
  return sumTallies([ran, await tallyOfRows(root, met)])
}

/**
 * With CI set, the few files of live servers' tests that failed run once more, and what passes then is named
 * (docs/decisions/0112).
 * @param {string} root
 * @param {Tally} tally of all unit tests
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Tally>}
 */
async function triedAgain(root, tally, env) {
  if (tally.failed === 0 || env['CI'] === undefined) return tally
  const failures = ['vitest.json', 'vitest-waiting.json'].flatMap((name) => failuresIn(root, name))
  const files = [...new Set(failures.map(({ file }) => file))]
  if (failures.length !== tally.failed || files.length > triedAgainMax || !failures.every(mayBeChance)) return tally
  const again = await runVitest(root, 'vitest-again.json', files, env)
  if (again.failed > 0) return tally
  for (const { file, test, said } of failures) console.log(`passed only when tried again: ${file} ${test}\n${said}`)
  return { passed: tally.passed + tally.failed, failed: 0 }
}

/** @typedef {{ file: string, test: string, said: string }} Failure */

/**
 * @param {string} root
 * @param {string} name of the report
 * @returns {Failure[]}
 */
function failuresIn(root, name) {
  const path = join(root, '.cache/reports', name)
  return existsSync(path) ? findFailures(root, JSON.parse(readFileSync(path, 'utf8'))) : []
}

/**
 * The tests that failed, each with its file from the root and the first words of its failure.
 * @param {string} root
 * @param {{ testResults: { name: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Failure[]}
 */
export function findFailures(root, report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => ({
        file: relative(root, name),
        test: fullName,
        said: stripVTControlCharacters(failureMessages[0] ?? '').slice(0, saidMax),
      })),
  )
}

/**
 * Whether a failure may be the machine's: of a live server and what is asked of it, never of a rule, the engine, a crash, or
 * a property, which another run would try with other numbers.
 * @param {Failure} failure
 */
export function mayBeChance({ file, said }) {
  const isLive = /^(apps\/server\/src\/(?!engine\/|platform\/)|tests\/policy\/)/.test(file)
  return isLive && !/Property failed|Counterexample/.test(said)
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
