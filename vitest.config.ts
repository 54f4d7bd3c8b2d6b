import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { checkedRows } from './tools/checks/rows/plugin.mjs'

const all = ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'bench/**/*.test.ts']
const never = ['**/node_modules/**', '**/dist/**', '.cache/**', 'tests/journeys/**', 'tests/walls/fixtures/**']

/**
 * Tests that wait most of the time, for the clock, a disk or another process: `npm test` runs them beside all others, which
 * need the processors.
 */
const waiting = [
  'apps/server/src/engine/{commits,crash,crashPoints,engine,engineClient,exchange,faults,postgresCrash,projector,restore,whole}.test.ts',
  'apps/server/src/market/{hostileVenues,marketClient,marketRoom}.test.ts',
  'apps/server/src/platform/files/files.test.ts',
  'apps/server/src/platform/http/gateway.test.ts',
  'apps/server/src/platform/mail/post.test.ts',
  'apps/server/src/platform/postgres/migrate.test.ts',
  'tests/system/chain{Bitcoin,Evm}.test.ts',
  'tests/system/payout*.test.ts',
  'tests/system/clockSteps.test.ts',
  'tests/system/gateways.test.ts',
  'tests/system/links.test.ts',
  'tests/system/nodes.test.ts',
  'tests/system/preview.test.ts',
  'tests/system/recordedMarket.test.ts',
  'tests/system/standby.test.ts',
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

/**
 * Where `npm test` and `npm run verify` have bundled the test files of this folder before; else each is loaded from its
 * source.
 */
const bundles = join(import.meta.dirname, '.cache/tests')
const isBundled = process.env['TEST_BUNDLES'] === bundles
const plugins = [
  checkedRows(import.meta.dirname),
  {
    name: 'bundled',
    enforce: 'pre' as const,
    load(id: string) {
      if (!isBundled || !/\.test\.tsx?$/.test(id)) return null
      const file = join(bundles, relative(import.meta.dirname, id).replace(/\.tsx?$/, '.js'))
      return existsSync(file) ? `import ${JSON.stringify(file)}` : null
    },
  },
]

const globalSetup = ['tests/endPostgres.ts']
const setupFiles = ['tests/rowFaults.ts']
const common = {
  server: { deps: { external: [/\/\.cache\/tests\//] } },
  pool: 'forks' as const,
  maxWorkers: 2,
  // a test of many random runs takes a minute and more on a machine that does much else
  testTimeout: 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  setupFiles,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        plugins,
        test: {
          ...common,
          name: 'apart',
          include: all,
          exclude: [...never, ...waiting, ...shared],
          globalSetup,
        },
      },
      { plugins, test: { ...common, name: 'shared', include: shared, exclude: never, isolate: false, globalSetup } },
      { plugins, test: { ...common, name: 'waiting', include: waiting, exclude: never } },
    ],
  },
})
