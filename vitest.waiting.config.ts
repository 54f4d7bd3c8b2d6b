import { defineConfig } from 'vitest/config'
import { waitingTests } from './tools/checks/waitingTests.mjs'

// Tests that wait for the clock most of the time: they run beside the others, which need the processors.
export default defineConfig({
  test: {
    include: waitingTests,
    pool: 'forks',
    maxWorkers: 2,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    passWithNoTests: false,
  },
})
