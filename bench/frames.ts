import { type Browser, type Page, chromium, devices } from '@playwright/test'
import { apiPrefix } from '@truemark/protocol/routes/route'
import { streamType } from '@truemark/protocol/stream'
import { post } from './apiCall.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { report, target } from './report.ts'
import { startServer } from './serverProcess.ts'
import { median, quantile } from './statistics.ts'

const rounds = 3
const seconds = 5
const booksPerSecond = 20
/** Chromium draws sixty frames a second; one in thirty may be lost to what else the machine does. */
const framesMin = 58
const symbol = 'BTCUSDT'
const screen = `/market/trade/coins/${symbol}`
const slowdowns = [1, 4] as const

interface Frames {
  readonly perSecond: number
  /** How often a second the book on the screen changed. */
  readonly changes: number
  readonly p99: number
  readonly books: number
}

const level = (price: number, at: number) => ({ price: `${price}.${at % 10}`, amount: `0.${1 + (at % 9)}` })

/** A book that differs from the one before in each of its prices and amounts. */
function bookAt(at: number, middle: number): string {
  const side = (way: number) => Array.from({ length: 5 }, (_, step) => level(middle + way * (1 + step), at + step))
  const data = { symbol, kind: 'spot', time: Date.now(), mark: null, asks: side(1), bids: side(-1), simulated: true }
  return JSON.stringify([{ type: 1, data }])
}

/** What a frame of the server holds besides books: the last book of a batch wins, and it must be one of ours. */
function withoutBooks(frame: string): string | null {
  const messages: unknown = JSON.parse(frame)
  if (!Array.isArray(messages)) return frame
  const others = messages.filter((message: { type?: unknown }) => message.type !== streamType.book)
  return others.length > 0 ? JSON.stringify(others) : null
}

/** Lets the server's own frames through, but for its books, and a book each 50 ms besides; counts those. */
async function tickBooks(page: Page, middle: number): Promise<() => number> {
  let sent = 0
  await page.routeWebSocket(/\/ws\b/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const rest = typeof message === 'string' ? withoutBooks(message) : message
      if (rest !== null) socket.send(rest)
    })
    const timer = setInterval(() => socket.send(bookAt((sent += 1), middle)), 1_000 / booksPerSecond)
    socket.onClose(() => clearInterval(timer))
  })
  return () => sent
}

/** The times between one frame and the next, in ms, as the page's own main thread sees them, and how often the book changed. */
const watchFrames = `new Promise((resolve) => {
  const times = []
  let changes = 0
  const book = document.querySelector('section[aria-label="Order book"]')
  new MutationObserver(() => (changes += 1)).observe(book, { subtree: true, childList: true, characterData: true })
  let last = performance.now()
  const end = last + ${seconds * 1_000}
  const frame = (now) => {
    times.push(now - last)
    last = now
    if (now < end) requestAnimationFrame(frame)
    else resolve({ times, changes })
  }
  requestAnimationFrame(frame)
})`

async function framesOf(
  browser: Browser,
  address: string,
  guest: object,
  middle: number,
  slowdown: number,
): Promise<Frames> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: address })
  const page = await context.newPage()
  const sent = await tickBooks(page, middle)
  const kept = JSON.stringify({ state: { mode: 'demo', real: null, demo: guest, locale: 'en' }, version: 1 })
  await page.addInitScript(`localStorage.setItem('truemark.session', ${JSON.stringify(kept)})`)
  await page.goto(screen)
  await page
    .getByRole('region', { name: /order book/i })
    .first()
    .waitFor({ timeout: 30_000 })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(2_000)
  const before = sent()
  const { times, changes } = await page.evaluate<{ times: number[]; changes: number }>(watchFrames)
  const books = (sent() - before) / seconds
  await context.close()
  const perSecond = (times.length * 1_000) / times.reduce((sum, one) => sum + one, 0)
  return { perSecond, p99: quantile(times, 0.99), books, changes: changes / seconds }
}

async function middlePrice(port: number, token: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${apiPrefix}/market/${symbol}/book`, {
    headers: { authorization: `Bearer ${String(token)}` },
    signal: AbortSignal.timeout(10_000),
  })
  const text = /"price":"(\d+)/.exec(await response.text())?.[1]
  if (text === undefined) throw new Error('the book has no price')
  return Number(text)
}

const test = await openBenchDatabase()
const server = await startServer(test.url)
const guest = await post(server.port, '/simulation/login', '', {})
const middle = await middlePrice(server.port, guest['token'])
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const slowdown of slowdowns) {
  const runs: Frames[] = []
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await framesOf(browser, `http://127.0.0.1:${server.port}`, guest, middle, slowdown))
  }
  const perSecond = median(runs.map((run) => run.perSecond))
  report(`frames of the trade screen on a phone, its processor ${slowdown} times slower`, {
    'books/s besides what the market sends': median(runs.map((run) => run.books)),
    'changes of the book on the screen/s': median(runs.map((run) => run.changes)),
    'frames/s': perSecond,
    'p99 from a frame to the next, ms': median(runs.map((run) => run.p99)),
  })
  if (slowdown === 1) target('frames/s', perSecond, { min: framesMin })
}
await browser.close()
await server.stop()
await test.close()
process.exit()
