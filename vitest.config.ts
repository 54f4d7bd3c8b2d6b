import { defineConfig } from 'vitest/config'

const all = ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'bench/**/*.test.ts']
const never = ['**/node_modules/**', '**/dist/**', '.cache/**', 'tests/journeys/**', 'tests/walls/fixtures/**']

/** Tests that wait for the clock most of the time: `npm test` runs them beside all others, which need the processors. */
const waiting = ['tests/system/preview.test.ts', 'tests/system/recordedMarket.test.ts']

/** Tests of code that keeps nothing between two calls: a process that has run one file of them runs the next. */
const pure = [
  'packages/**/*.test.{ts,tsx}',
  'apps/desk/src/**/*.test.{ts,tsx}',
  'apps/web/src/!(data)/**/*.test.{ts,tsx}',
]

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
          exclude: [...never, ...waiting, ...pure],
          globalSetup: ['tests/endPostgres.ts'],
        },
      },
      { test: { ...common, name: 'pure', include: pure, exclude: never, isolate: false } },
      { test: { ...common, name: 'waiting', include: waiting, exclude: never } },
    ],
  },
})
