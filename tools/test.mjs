import { join } from 'node:path'
import { endWith, runChecks, sumTallies } from './checks/report.mjs'
import { staticChecks } from './checks/statics.mjs'
import { runJourneys, runUnitTests } from './checks/suites.mjs'
import { findBitcoind } from './setup/bitcoind.mjs'
import { findChromium } from './setup/chromium.mjs'
import { installPackages } from './setup/install.mjs'
import { findNatsServer } from './setup/natsServer.mjs'
import { findNetwork } from './setup/network.mjs'
import { runOrExplain } from './setup/refusal.mjs'

const root = join(import.meta.dirname, '..')

const ran = await runOrExplain(async () => {
  await installPackages(root)
  const chromium = await findChromium(root)
  process.env['CHROMIUM_PATH'] = chromium
  const bitcoind = await findBitcoind(root)
  if (bitcoind !== null) process.env['BITCOIND_PATH'] = bitcoind
  const natsServer = await findNatsServer(root)
  if (natsServer !== null) process.env['NATS_SERVER_PATH'] = natsServer
  await findNetwork(root)
  const statics = await runChecks(root, staticChecks)
  const unit = await runUnitTests(root)
  console.log(`tests: ${unit.passed} passed and ${unit.failed} failed`)
  const journeys = await runJourneys(root, chromium)
  console.log(`journeys: ${journeys.passed} passed and ${journeys.failed} failed`)
  endWith(sumTallies([statics, unit, journeys]))
})
if (!ran) endWith({ passed: 0, failed: 1 })
