import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Readers, machineNow } from './fanoutReaders.ts'
import { type Way, openFanout, ways } from './fanoutServers.ts'
import { report, target } from './report.ts'
import { endWithUs } from './serverProcess.ts'
import { type Spent, median, quantile } from './statistics.ts'

const rounds = 5
const clients = 1_000
const messagesARound = 20
const sendings = 12
const sendingsStalled = 100

const here = fileURLToPath(import.meta.url)

/** What a round's messages are like: a book, as the trade screen gets it. */
function messagesOf(sending: number): object[] {
  const level = (at: number) => ({ price: `${60_000 + at}.1`, amount: '0.12345' })
  return Array.from({ length: messagesARound }, (_, at) => ({
    type: 1,
    mark: at,
    data: {
      symbol: `COIN${at}USDT`,
      time: 1_700_000_000_000 + sending,
      asks: [1, 2, 3].map(level),
      bids: [4, 5, 6].map(level),
    },
    ...(at === messagesARound - 1 ? { sent: machineNow() } : {}),
    end: true,
  }))
}

type Said = { readonly say: 'port'; readonly port: number } | { readonly say: 'ready' | 'whole' } | Done | Late
interface Done {
  readonly say: 'done'
  readonly spent: Spent
}
interface Late {
  readonly say: 'late'
  readonly p50: number
  readonly p99: number
}

function ear(child: ChildProcess): () => Promise<Said> {
  endWithUs(child)
  const said: Said[] = []
  let wake: () => void = () => undefined
  let ended = false
  child.on('message', (message) => {
    said.push(message as Said)
    wake()
  })
  child.once('exit', () => {
    ended = true
    wake()
  })
  return async () => {
    for (;;) {
      const first = said.shift()
      if (first) return first
      if (ended) throw new Error('a process ended too early')
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

/** One way, once: a process that sends, one that reads, and what the sending took of its processor. */
async function once(way: Way, count: number, stalled: boolean): Promise<{ spent: Spent; late: Late }> {
  const sender = fork(here, ['send', way])
  const hearSender = ear(sender)
  const opened = await hearSender()
  if (opened.say !== 'port') throw new Error('the sender has no port')
  const reader = fork(here, ['read', way, String(opened.port), String(stalled)])
  const hearReader = ear(reader)
  await hearReader()
  let spent: Spent = { wall: 0, cpu: 0 }
  sender.send('begin')
  for (let sending = 0; sending < count; sending += 1) {
    reader.send('next')
    sender.send(sending)
    await hearReader()
  }
  sender.send('end')
  const done = await hearSender()
  if (done.say === 'done') ({ spent } = done)
  reader.send('end')
  const late = await hearReader()
  if (late.say !== 'late') throw new Error('the reader says nothing of its times')
  for (const child of [sender, reader]) child.kill()
  return { spent, late }
}

async function compare(): Promise<void> {
  const spent: Record<Way, Spent[]> = { hub: [], ws: [], 'socket.io': [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) spent[way].push((await once(way, sendings, false)).spent)
  }
  const messages = sendings * messagesARound * clients
  const speed = (way: Way): number => messages / median(spent[way].map(({ cpu }) => cpu))
  report(`${messagesARound} messages a round to ${clients} clients, each of them counted`, {
    'hub, messages a CPU second': speed('hub'),
    'ws.send, messages a CPU second': speed('ws'),
    'socket.io, messages a CPU second': speed('socket.io'),
  })
  target('hub to ws.send', speed('hub') / speed('ws'), { min: 10 })
  target('hub to socket.io', speed('hub') / speed('socket.io'), { min: 10 })
}

async function stall(): Promise<void> {
  const p99: { calm: number[]; stalled: number[] } = { calm: [], stalled: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['calm', 'stalled'] as const) {
      p99[way].push((await once('hub', sendingsStalled, way === 'stalled')).late.p99)
    }
  }
  report('from publishing to the last message of a round at its reader', {
    'p99, ms': median(p99.calm),
    'p99 beside a stalled reader, ms': median(p99.stalled),
  })
  target('p99 beside a stalled reader to that without', median(p99.stalled) / median(p99.calm), { max: 1.2 })
}

async function send(way: Way): Promise<void> {
  const fanout = await openFanout(way)
  process.send?.({ say: 'port', port: fanout.port })
  let cpu = process.cpuUsage()
  let began = 0
  process.on('message', (message) => {
    if (typeof message === 'number') return fanout.send(messagesOf(message))
    if (message === 'begin') {
      cpu = process.cpuUsage()
      began = performance.now()
      return
    }
    const { user, system } = process.cpuUsage(cpu)
    const spent: Spent = { wall: (performance.now() - began) / 1_000, cpu: (user + system) / 1_000_000 }
    process.send?.({ say: 'done', spent })
  })
}

async function read(way: Way, port: number, stalled: boolean): Promise<void> {
  const readers = new Readers()
  await readers.open(way, port, clients)
  if (stalled) readers.stall()
  process.send?.({ say: 'ready' })
  process.on('message', (message) => {
    if (message === 'next') {
      void readers.whole(messagesARound).then(() => process.send?.({ say: 'whole' }))
      return
    }
    process.send?.({ say: 'late', p50: quantile(readers.late, 0.5), p99: quantile(readers.late, 0.99) })
  })
}

const [role, name, port, stalled] = process.argv.slice(2)
const way = ways.find((one) => one === name)
if (role === 'send' && way) await send(way)
else if (role === 'read' && way) await read(way, Number(port), stalled === 'true')
else {
  await compare()
  await stall()
}
