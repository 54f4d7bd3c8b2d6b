import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { WebSocketServer } from 'ws'
import { portOf } from '../apps/server/src/platform/http/listen.ts'
import { report, target } from './report.ts'
import { median } from './statistics.ts'

const rounds = 5
const seconds = 5
const messagesPerSecond = 1_000
const roundsPerSecond = 20
const symbolCount = 20

const outDir = join(process.cwd(), '.cache', 'bench', 'web-page')

async function buildPage(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(process.cwd(), 'bench/webPage/page.tsx'), output: { entryFileNames: 'page.js' } },
    },
  })
  return readFileSync(join(outDir, 'page.js'), 'utf8')
}

const levels = (at: number, side: number) =>
  Array.from({ length: 5 }, (_, level) => ({
    price: `${60_000 + side * (1 + level)}.${at % 10}`,
    amount: `0.${1 + (at % 9)}`,
  }))

/** Four of ten messages are a book, four a 24-hour figure of one of the symbols, two a candle. */
function messageOf(at: number): object {
  const time = 1_700_000_000_000 + at
  const dice = at % 10
  const price = `${60_000 + (at % 100)}.5`
  if (dice < 4) {
    return {
      type: 1,
      data: {
        symbol: 'COIN0USDT',
        kind: 'spot',
        time,
        mark: null,
        asks: levels(at, 1),
        bids: levels(at, -1),
        simulated: true,
      },
    }
  }
  const figures = {
    open: '60000',
    high: '60100',
    low: '59900',
    close: price,
    volume: '12.5',
    turnover: '750000',
    simulated: true,
  }
  if (dice < 8)
    return { type: 7, data: { symbol: `COIN${(Math.floor(at / 10) * 4 + dice) % symbolCount}USDT`, time, ...figures } }
  const minute = 1_700_000_000_000 - (1_700_000_000_000 % 60_000) + Math.floor(at / 1_000) * 60_000
  const candle = { data_complete: true, source: 'simulated' }
  return {
    type: 2,
    data: { code: 'COIN0USDT', interval: '1m', id: String(minute), time: minute, ...candle, ...figures },
  }
}

type Framing = 'one' | 'round'

/** Serves the page, and to each socket the flow: a frame for each message, or one a round of 50 ms as our hub does. */
async function serve(script: string): Promise<number> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>',
    )
  })
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
    const framing: Framing = request.url?.includes('one') === true ? 'one' : 'round'
    const began = performance.now()
    let sent = 0
    const timer = setInterval(
      () => {
        const due = Math.floor(((performance.now() - began) * messagesPerSecond) / 1_000)
        const messages = Array.from({ length: due - sent }, (_, at) => JSON.stringify(messageOf(sent + at)))
        sent = due
        if (framing === 'one') for (const message of messages) socket.send(`[${message}]`)
        else if (messages.length > 0) socket.send(`[${messages.join(',')}]`)
      },
      framing === 'one' ? 1 : 1_000 / roundsPerSecond,
    )
    socket.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return portOf(server)
}

/** How much of each second the page's main thread works, in ms of processor time. */
async function busy(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(address)
  await page.waitForFunction(`document.querySelectorAll('li span:not(:empty)').length === ${symbolCount}`)
  await page.waitForFunction(`document.querySelectorAll('tr').length === 10`)
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.waitForTimeout(1_000)
  const before = await taskSeconds()
  const began = performance.now()
  await page.waitForTimeout(seconds * 1_000)
  const spent = ((await taskSeconds()) - before) / ((performance.now() - began) / 1_000)
  await page.close()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return spent * 1_000
}

const port = await serve(await buildPage())
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const ways = { ours: 'stored&round', single: 'stored&one', state: 'stateful&one' } as const
const spent: Record<keyof typeof ways, number[]> = { ours: [], single: [], state: [] }
for (let round = 0; round < rounds; round += 1) {
  for (const way of ['ours', 'single', 'state'] as const) {
    spent[way].push(await busy(browser, `http://127.0.0.1:${port}/?${ways[way]}`))
  }
}
await browser.close()
report(`main thread at ${messagesPerSecond} messages/s, ms of processor a second`, {
  'stores, frames as the hub sends them': median(spent.ours),
  'stores, a frame for each message': median(spent.single),
  'setState for each message': median(spent.state),
  'ratio with a frame for each message in both': median(spent.single) / median(spent.state),
})
target('stores to setState', median(spent.ours) / median(spent.state), { max: 0.2 })
process.exit()
