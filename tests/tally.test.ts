import { expect, test } from 'vitest'
import { runChecks, sumTallies } from '../tools/checks/report.mjs'
import { countPlaywright, countVitest, findFailures, findFlaky, mayBeChance } from '../tools/checks/suites.mjs'

const passedTest = { fullName: 'one and one', status: 'passed' }
const failedTest = { fullName: 'two and two', status: 'failed' }

test('a test file that could not be loaded counts as one failure, and all that failed is named', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'passed', assertionResults: [passedTest, passedTest] },
    { name: 'b.test.ts', status: 'failed', assertionResults: [passedTest, failedTest] },
    { name: 'c.test.ts', status: 'failed', assertionResults: [] },
  ]
  const names = ['b.test.ts two and two', 'c.test.ts']
  expect(countVitest({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2, names })
})

test('a journey that passed when tried again has passed, one that did not has not, and an error outside of them counts', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 }
  expect(countPlaywright({ stats, errors: ['no browser'] })).toEqual({ passed: 4, failed: 2 })
})

test('each journey that passed only when tried again is named, with what it failed of', () => {
  const spec = (title: string, status: string) => ({
    file: 'a.journey.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ error: { message: 'no dialog' } }, {}] }],
  })
  const suites = [{ specs: [spec('first', 'expected')], suites: [{ specs: [spec('second', 'flaky')] }] }]
  expect(findFlaky({ suites })).toEqual(['a.journey.ts:7 second\nno dialog'])
})

test('a failed test is tried again only where it asks a live server, and never where a property failed', () => {
  const failed = {
    fullName: 'buys',
    status: 'failed',
    failureMessages: ['\u001B[31mError\u001B[39m: 550 Parameter error'],
  }
  const name = '/house/apps/server/src/spot/routes.test.ts'
  const [found] = findFailures('/house', { testResults: [{ name, assertionResults: [passedTest, failed] }] })
  expect(found).toEqual({
    file: 'apps/server/src/spot/routes.test.ts',
    test: 'buys',
    said: 'Error: 550 Parameter error',
  })
  const said = 'Error: 550 Parameter error'
  const of = (file: string, words = said) => mayBeChance({ file, test: 'buys', said: words })
  expect(of('apps/server/src/spot/routes.test.ts')).toBe(true)
  expect(of('tests/policy/writes.test.ts')).toBe(true)
  for (const file of [
    'packages/core/exchange.test.ts',
    'apps/server/src/engine/crash.test.ts',
    'apps/server/src/platform/http/gateway.test.ts',
    'tests/system/crash.test.ts',
    'tests/simulation/simulation.test.ts',
    'tests/fuzz/fuzz.test.ts',
  ]) {
    expect(of(file), file).toBe(false)
  }
  expect(of('apps/server/src/spot/routes.test.ts', 'Error: Property failed after 7 tests')).toBe(false)
})

test('checks run two at a time, one that names another after it, and each counts', async () => {
  const said: string[] = []
  const check = (name: string, ms: number, ok = true) => ({
    name,
    check: async () => {
      said.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, ms))
      said.push(`${name} ends`)
      return { ok, note: '', lines: [] }
    },
  })
  const failing = { name: 'broken', check: () => Promise.reject(new Error('no such tool')) }
  const checks = [check('build', 60), check('lint', 1, false), failing, { ...check('sizes', 1), after: 'build' }]
  expect(await runChecks('', checks)).toEqual({ passed: 2, failed: 2 })
  expect(said.slice(0, 3)).toEqual(['build begins', 'lint begins', 'lint ends'])
  expect(said.slice(3)).toEqual(['build ends', 'sizes begins', 'sizes ends'])
})

test('sums add up, and names stand one after the other', () => {
  expect(
    sumTallies([
      { passed: 1, failed: 2, names: ['a', 'b'] },
      { passed: 3, failed: 0 },
      { passed: 0, failed: 1, names: ['c'] },
    ]),
  ).toEqual({ passed: 4, failed: 3, names: ['a', 'b', 'c'] })
})
