import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { streamType } from '@truemark/protocol/stream'
import { channelName } from '@truemark/protocol/streamText'
import { build } from 'vite'
import { WebSocketServer } from 'ws'
import { portOf } from '../apps/server/src/platform/http/listen.ts'
import { Channels } from '../apps/server/src/platform/socket/channels.ts'
import { report, target } from './report.ts'
import { median } from './statistics.ts'

const rounds = 5
const seconds = 5
const messagesPerSecond = 1_000
const roundMs = 50
const symbols = Array.from({ length: 20 }, (_, at) => `COIN${at}USDT`)
const [shown = ''] = symbols

const outDir = join(process.cwd(), '.cache', 'bench', 'web-page')
// rows that know their size, as the app's book has them
const page =
  '<!doctype html><style>li { contain: strict; height: 1.25rem; display: flex; justify-content: space-between }</style>' +
  '<div id="root"></div><script type="module" src="/page.js"></script>'

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

/** A message as the market says it: on its channel, and under a key which tells apart what does not replace each other. */
interface Said {
  readonly channel: string
  readonly key: string
  readonly text: string
}

const channels = {
  book: channelName({ kind: 'book', symbol: shown }),
  candle: channelName({ kind: 'kline', symbol: shown, interval: '1m' }),
  day: (symbol: string) => channelName({ kind: 'day', symbol }),
}

const levels = (at: number, side: number) =>
  Array.from({ length: 5 }, (_, level) => ({
    price: `${60_000 + side * (1 + level)}.${at % 10}`,
    amount: `0.${1 + (at % 9)}`,
  }))

function bookAt(at: number, time: number): Said {
  const book = { symbol: shown, kind: 'spot', time, mark: null, simulated: true }
  const data = { ...book, asks: levels(at, 1), bids: levels(at, -1) }
  return { channel: channels.book, key: '', text: JSON.stringify({ type: streamType.book, data }) }
}

/** Four of ten messages are a book, four a 24-hour figure of one of the symbols, two a candle. */
function saidAt(at: number): Said {
  const time = 1_700_000_000_000 + at
  const dice = at % 10
  if (dice < 4) return bookAt(at, time)
  const range = { open: '60000', high: '60100', low: '59900', close: `${60_000 + (at % 100)}.5` }
  const figures = { ...range, volume: '12.5', turnover: '750000', simulated: true }
  if (dice < 8) {
    const symbol = symbols[(Math.floor(at / 10) * 4 + dice) % symbols.length] ?? ''
    const data = { symbol, time, ...figures }
    return { channel: channels.day(symbol), key: '', text: JSON.stringify({ type: streamType.day, data }) }
  }
  const minute = 1_700_000_000_000 - (1_700_000_000_000 % 60_000) + Math.floor(at / 1_000) * 60_000
  const candle = { code: shown, interval: '1m', id: String(minute), time: minute }
  const data = { ...candle, data_complete: true, source: 'simulated', ...figures }
  return { channel: channels.candle, key: String(minute), text: JSON.stringify({ type: streamType.kline, data }) }
}

type Framer = (said: readonly Said[]) => string[]

/** By the hub's own code: each round the latest of what replaces each other. */
function framesOfHub(): Framer {
  const kept = new Channels()
  const group = kept.join(new Set([channels.book, channels.candle, ...symbols.map(channels.day)]))
  return (said) => {
    for (const { channel, key, text } of said) kept.put(channel, text, key)
    kept.startRound()
    return group.due === '' ? [] : [`[${group.due}]`]
  }
}

/** How what was said becomes frames, and how often. */
const framings = {
  hub: { everyMs: roundMs, make: framesOfHub },
  /** A frame a round, and nothing left out. */
  round: { everyMs: roundMs, make: (): Framer => (said) => [`[${said.map(({ text }) => text).join(',')}]`] },
  one: { everyMs: 1, make: (): Framer => (said) => said.map(({ text }) => `[${text}]`) },
} as const
type Framing = keyof typeof framings

/** Serves the page, and to each socket the flow in the frames that its address names. */
async function serve(script: string): Promise<number> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
    const framing: Framing = (['hub', 'round'] as const).find((name) => request.url?.includes(name)) ?? 'one'
    const { everyMs, make } = framings[framing]
    const frames = make()
    const began = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - began) * messagesPerSecond) / 1_000)
      const said = Array.from({ length: due - sent }, (_, at) => saidAt(sent + at))
      sent = due
      if (said.length > 0) for (const frame of frames(said)) socket.send(frame)
    }, everyMs)
    socket.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return portOf(server)
}

/** How much of each second the page's main thread works, in ms of processor time. */
async function busy(browser: Browser, address: string): Promise<number> {
  const tab = await browser.newPage()
  const faults: string[] = []
  tab.on('pageerror', (error) => faults.push(String(error)))
  const session = await tab.context().newCDPSession(tab)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await tab.goto(address)
  await tab.waitForFunction(`document.querySelectorAll('ul span:not(:empty)').length === ${symbols.length}`)
  await tab.waitForFunction(`document.querySelectorAll('ol li').length === 10`)
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await tab.waitForTimeout(1_000)
  const before = await taskSeconds()
  const began = performance.now()
  await tab.waitForTimeout(seconds * 1_000)
  const spent = ((await taskSeconds()) - before) / ((performance.now() - began) / 1_000)
  await tab.close()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return spent * 1_000
}

const port = await serve(await buildPage())
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const ways = { ours: 'stored&hub', whole: 'stored&round', single: 'stored&one', state: 'stateful&one' } as const
const spent: Record<keyof typeof ways, number[]> = { ours: [], whole: [], single: [], state: [] }
for (let round = 0; round < rounds; round += 1) {
  for (const way of ['ours', 'whole', 'single', 'state'] as const) {
    spent[way].push(await busy(browser, `http://127.0.0.1:${port}/?${ways[way]}`))
  }
}
await browser.close()
report(`main thread at ${messagesPerSecond} messages/s, ms of processor a second`, {
  'stores, frames as the hub sends them': median(spent.ours),
  'stores, a frame a round with nothing left out': median(spent.whole),
  'stores, a frame for each message': median(spent.single),
  'setState for each message': median(spent.state),
  'ratio with nothing left out': median(spent.whole) / median(spent.state),
  'ratio with a frame for each message in both': median(spent.single) / median(spent.state),
})
target('stores to setState', median(spent.ours) / median(spent.state), { max: 0.2 })
process.exit()
