import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { findProgram, installDebians, isProgram } from './systemProgram.mjs'

const require = createRequire(import.meta.url)
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const installTimeoutMs = 8 * 60_000

/**
 * Finds a Chromium, else installs one: CHROMIUM_PATH, PATH, Playwright's own, Debian's package when root.
 * @param {string} root
 * @returns {Promise<string>} path of the program
 * @throws {Refusal} when there is none and none can be had
 */
export async function findChromium(root) {
  return findInstalled() ?? (await installPlaywrights(root)) ?? (await installSystems(root)) ?? refuse()
}

/** @returns {string | null} */
function findInstalled() {
  return findProgram('CHROMIUM_PATH', names) ?? ownOfPlaywright()
}

/** @returns {string | null} */
function ownOfPlaywright() {
  const { chromium } = require('@playwright/test')
  const path = chromium.executablePath()
  return path !== '' && isProgram(path) ? path : null
}

/** @param {string} root */
async function installPlaywrights(root) {
  console.log('No Chromium found: asking Playwright for its own …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const deps = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  await run(process.execPath, [cli, 'install', ...deps, 'chromium'], { cwd: root, timeoutMs: installTimeoutMs })
  return ownOfPlaywright()
}

/** @param {string} root */
async function installSystems(root) {
  await installDebians(root, 'chromium')
  return findInstalled()
}

/** @returns {never} */
function refuse() {
  throw new Refusal(
    'The journeys need Chromium: install the package chromium, or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}
