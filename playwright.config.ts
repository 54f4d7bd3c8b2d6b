import { defineConfig } from '@playwright/test'

/**
 * What no journey looks at, the two pages that Chromium keeps ready behind each window's address bar, would take a tenth
 * of the processors; a list of one's own replaces that of Playwright, so it stands here whole.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Journeys that wait for the clock much of their time; they run beside all others, which need the processors. */
const waiting = [
  '**/content.journey.ts',
  '**/newVersion.journey.ts',
  '**/offline.journey.ts',
  '**/option.journey.ts',
  '**/ownLimits.journey.ts',
  '**/translation.journey.ts',
  '**/transparency.journey.ts',
]
/** It has a server of its own, and takes long: at the end it would run while the other worker stands idle. */
const first = '**/moneyStory.journey.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: /\.(journey|spec)\.ts$/,
  outputDir: 'test-results',
  // Two of a kind share two processors: what takes half a minute alone has taken two.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each worker has a server of its own: two keep two processors busy, and a third waits for the clock.
  workers: 3,
  // Whoever writes a journey sees each failure; where the machine is not ours, one more try is granted, and named.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: true,
  projects: [
    { name: 'first', testMatch: first, workers: 1 },
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'journeys', testIgnore: [first, ...waiting], workers: 2 },
  ],
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        `--disable-features=${featuresOff.join(',')}`,
      ],
    },
    // What a service worker asks for can't be routed; the journeys that are about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace costs about as much as the journey itself: it is for who looks for a fault.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
