import { defineConfig } from 'vitest/config'

const all = ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'bench/**/*.test.ts']
const never = ['**/node_modules/**', '**/dist/**', '.cache/**', 'tests/journeys/**', 'tests/walls/fixtures/**']

/** Tests that wait for the clock most of the time: `npm test` runs them beside all others, which need the processors. */
const waiting = [
  'apps/server/src/market/hostileVenues.test.ts',
  'tests/system/clockSteps.test.ts',
  'tests/system/preview.test.ts',
  'tests/system/recordedMarket.test.ts',
]

/**
 * Tests of code that keeps nothing of its own between two calls: a process that has run one file of them runs the next.
 * What is told apart by processes, or measures its own, is not among them, nor what stands in for parts of the browser.
 */
const shared = [
  'packages/**/*.test.{ts,tsx}',
  'apps/desk/src/**/*.test.{ts,tsx}',
  'apps/web/src/!(data)/**/*.test.{ts,tsx}',
  'apps/server/src/!(engine|market|platform)/**/*.test.ts',
]

const globalSetup = ['tests/endPostgres.ts']
const common = {
  pool: 'forks',
  maxWorkers: 2,
  // a test of many random runs takes a minute and more on a machine that does much else
  testTimeout: 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...common,
          name: 'apart',
          include: all,
          exclude: [...never, ...waiting, ...shared],
          globalSetup,
        },
      },
      { test: { ...common, name: 'shared', include: shared, exclude: never, isolate: false, globalSetup } },
      { test: { ...common, name: 'waiting', include: waiting, exclude: never } },
    ],
  },
})
