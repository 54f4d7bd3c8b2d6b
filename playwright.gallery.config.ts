import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Pictures of every screen, for whoever judges how they look: no test, and so in no run of the journeys. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: /gallery\.ts$/,
  outputDir: 'test-results/gallery',
  timeout: 3_600_000,
  workers: 1,
  reporter: 'line',
  use: { ...journeys.use },
})
