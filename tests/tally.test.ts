import { expect, test } from 'vitest'
import { sumTallies } from '../tools/checks/report.mjs'
import { countPlaywright, countVitest } from '../tools/checks/suites.mjs'

const passedTest = { status: 'passed' }
const failedTest = { status: 'failed' }

test('a test file that could not be loaded counts as one failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [passedTest, passedTest] },
    { status: 'failed', assertionResults: [failedTest] },
    { status: 'failed', assertionResults: [] },
  ]
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
})

test('a flaky journey and an error outside of the journeys count as failures', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 }
  expect(countPlaywright({ stats, errors: ['no browser'] })).toEqual({ passed: 3, failed: 3 })
})

test('sums add up', () => {
  expect(
    sumTallies([
      { passed: 1, failed: 2 },
      { passed: 3, failed: 0 },
    ]),
  ).toEqual({ passed: 4, failed: 2 })
})
