import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { post } from './apiCall.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { report, target } from './report.ts'
import { startServer } from './serverProcess.ts'
import { median } from './statistics.ts'

const rounds = 5
const scriptKilobytesMax = 110
const screens = {
  home: '/home',
  market: '/market/trading',
  assets: '/assetsInfo',
  trade: '/market/trade/coins/BTCUSDT',
} as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu']

/** What the first page loads before it shows anything: the scripts that index.html names, gzipped one by one. */
function firstScripts(): number {
  const folder = join(process.cwd(), 'apps/web/dist')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/?([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  )
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0)
}

type Scores = Record<string, number>

/** Lighthouse's own phone and network; the guest's session is put into the browser first. */
async function scoresOf(address: string, path: string, guest: object): Promise<Scores> {
  const chrome = await launch({ chromePath: chromePath(), chromeFlags: flags })
  try {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
    await page.goto(`${address}/mark.svg`)
    const kept = JSON.stringify({ state: { mode: 'demo', real: null, demo: guest, locale: 'en' }, version: 1 })
    await page.evaluate(`localStorage.setItem('truemark.session', ${JSON.stringify(kept)})`)
    await page.close()
    const options = { port: chrome.port, disableStorageReset: true, onlyCategories: [...categories] }
    const run = await lighthouse(`${address}${path}`, { ...options, logLevel: 'error' })
    if (!run) throw new Error('Lighthouse gave nothing')
    const { lhr } = run
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    if (!lhr.finalDisplayedUrl.endsWith(path)) throw new Error(`it measured ${lhr.finalDisplayedUrl}`)
    const scores = categories.map((name) => [name, (lhr.categories[name]?.score ?? 0) * 100] as const)
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
    return Object.fromEntries([
      ...scores,
      ...times.map((name) => [name, lhr.audits[name]?.numericValue ?? NaN] as const),
    ])
  } finally {
    chrome.kill()
  }
}

function chromePath(): string {
  return process.env['CHROMIUM_PATH'] ?? process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
}

const kilobytes = firstScripts() / 1_000
report("the first page's script", { 'gzip, kB': kilobytes })
target("the first page's script, kB", kilobytes, { max: scriptKilobytesMax })
const test = await openBenchDatabase()
const server = await startServer(test.url)
const guest = await post(server.port, '/simulation/login', '', {})
for (const [screen, path] of Object.entries(screens)) {
  const runs: Scores[] = []
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await scoresOf(`http://127.0.0.1:${server.port}`, path, guest))
  }
  const names = Object.keys(runs[0] ?? {})
  const figures = names.map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))] as const)
  report(`Lighthouse on a phone: ${screen}`, Object.fromEntries(figures))
}
await server.stop()
await test.close()
