import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { apiPrefix } from '@truemark/protocol/routes/route'
import { post } from './apiCall.ts'
import { openDatabase } from '../apps/server/src/platform/postgres/database.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { UsualServer } from './httpPeer.ts'
import { processorSeconds } from './processorTime.ts'
import { type LoadDone, type LoadOrder, middleOf, placeLoad } from './httpLoad.ts'
import { report, target } from './report.ts'
import { endWithUs, startServer } from './serverProcess.ts'
import { median } from './statistics.ts'

const rounds = 5
const seconds = 5
const people = 64
const connections = 128
/** Orders under way on each socket: as many in all as over HTTP. */
const inFlight = 8
const usualMin = 1_000
const bookPath = `${apiPrefix}/market/BTCUSDT/book`
const orderPath = `${apiPrefix}/spot/orders`

interface Side {
  readonly order: LoadOrder
  readonly pid: number
  /** Its database's name. */
  readonly database: string
  /** Orders that it took before the load. */
  readonly before: number
  /** Makes it ready for a round, and takes it from the processor after that. */
  begin(): Promise<void>
  end(): void
  stop(): Promise<void>
}

/** A round of load, and what the server and its Postgres sessions had of the processor for each order of it, in µs. */
interface Round extends LoadDone {
  readonly cost: number
}

const bookWait = 20_000
const rowsWait = 20_000

/** The built server, and people who have coins and money. */
async function startOurs(databaseUrl: string): Promise<Side> {
  const { port, pid, stop, pause, resume } = await startServer(databaseUrl)
  const tokens: string[] = []
  for (let person = 0; person < people; person += 1) {
    const { token } = await post(port, '/simulation/login', '', {})
    if (typeof token !== 'string') throw new Error('no token')
    tokens.push(token)
    await post(port, '/spot/orders', token, { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '600' })
  }
  const bookToken = tokens[0] ?? ''
  const price = await middleOf(port, bookPath, bookToken)
  const order = { port, tokens, connections, inFlight: 0, seconds, orderPath, bookPath, bookToken, price }
  const begin = async (): Promise<void> => {
    resume()
    await untilOpen(order)
  }
  return { order, pid, database: nameOf(databaseUrl), before: people, begin, end: pause, stop }
}

/** A market that stood still has no house ladder before its next ticks. */
async function untilOpen({ port, bookPath, bookToken }: LoadOrder): Promise<void> {
  const end = performance.now() + bookWait
  for (;;) {
    try {
      await middleOf(port, bookPath, bookToken)
      return
    } catch (error) {
      if (performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Throws unless the table has exactly the orders that were acknowledged; ours is filled by the projector, soon after. */
async function checkOrders(url: string, side: Side, done: readonly LoadDone[]): Promise<void> {
  const wanted = done.reduce((sum, one) => sum + one.acknowledged, side.before)
  const database = openDatabase({ url, name: 'bench', onError: () => undefined })
  const end = performance.now() + rowsWait
  let found = -1
  while (found !== wanted && performance.now() < end) {
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM spot_order')
    found = rows[0]?.count ?? -1
    if (found !== wanted) await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await database.close()
  if (found !== wanted) throw new Error(`${wanted} orders were acknowledged, but the table has ${found}`)
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1)
}

/** One round of load on a side that has the machine to itself. */
async function measure(side: Side): Promise<Round> {
  await side.begin()
  const before = processorSeconds(side.pid, side.database)
  const done = await load(side.order)
  const spent = processorSeconds(side.pid, side.database) - before
  side.end()
  return { ...done, cost: (spent * 1_000_000) / done.acknowledged }
}

/** The load runs in a process of its own, so that it takes nothing of a server's event loop. */
async function load(order: LoadOrder): Promise<LoadDone> {
  const child = fork(fileURLToPath(import.meta.url), ['load'])
  const done = new Promise<LoadDone>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadDone))
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
  })
  child.send(order)
  return done
}

/** A server of a process of its own that tells where it listens and ends when it is told to. */
async function startUsual(databaseUrl: string): Promise<Side> {
  const child = endWithUs(fork(fileURLToPath(import.meta.url), ['usual', databaseUrl, String(people)]))
  const opened = await new Promise<{ port: number; tokens: string[] }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number; tokens: string[] }))
    child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)))
  })
  return {
    order: { ...opened, connections, inFlight: 0, seconds, orderPath, bookPath: '', bookToken: '', price: '60000' },
    pid: child.pid ?? 0,
    database: nameOf(databaseUrl),
    before: 0,
    begin: () => Promise.resolve(),
    end: () => undefined,
    stop: async () => {
      const faults = new Promise((resolve) => child.once('message', resolve))
      child.send('stop')
      if ((await faults) !== 0) throw new Error('the books of the peer are wrong')
    },
  }
}

async function main(): Promise<void> {
  const ours = await openBenchDatabase()
  const theirs = await ours.another()
  const usual = await startUsual(theirs.url)
  const truemark = await startOurs(ours.url)
  truemark.end()
  const socket: Side = { ...truemark, order: { ...truemark.order, inFlight, connections: connections / inFlight } }
  const done: { ours: Round[]; socket: Round[]; usual: Round[] } = { ours: [], socket: [], usual: [] }
  for (let round = -1; round < rounds; round += 1) {
    for (const [way, side] of [
      ['ours', truemark],
      ['socket', socket],
      ['usual', usual],
    ] as const) {
      done[way].push(await measure(side))
    }
  }
  await truemark.begin()
  await checkOrders(ours.url, truemark, [...done.ours, ...done.socket])
  await checkOrders(theirs.url, usual, done.usual)
  // the first round of each has warmed it up
  done.ours.shift()
  done.socket.shift()
  done.usual.shift()
  await truemark.stop()
  await usual.stop()
  await theirs.close()
  await ours.close()
  const middle = (way: keyof typeof done, figure: 'perSecond' | 'p50' | 'p99' | 'cost'): number =>
    median(done[way].map((one) => one[figure]))
  report(`orders over HTTP, ${connections} connections, ${people} people, ${rounds} rounds of ${seconds} s`, {
    'orders/s': middle('ours', 'perSecond'),
    'p50, ms': middle('ours', 'p50'),
    'p99, ms': middle('ours', 'p99'),
    'processor an order, µs': middle('ours', 'cost'),
    'orders in the table, each acknowledged': done.ours.reduce((sum, one) => sum + one.acknowledged, 0),
    'refused in all': done.ours.reduce((sum, one) => sum + one.refused, 0),
    [`over ${connections / inFlight} sockets, ${inFlight} under way, orders/s`]: middle('socket', 'perSecond'),
    'over sockets, p50, ms': middle('socket', 'p50'),
    'over sockets, p99, ms': middle('socket', 'p99'),
    'over sockets, processor an order, µs': middle('socket', 'cost'),
    'over sockets, refused in all': done.socket.reduce((sum, one) => sum + one.refused, 0),
    'express, orders/s': middle('usual', 'perSecond'),
    'express, p50, ms': middle('usual', 'p50'),
    'express, p99, ms': middle('usual', 'p99'),
    'express, processor an order, µs': middle('usual', 'cost'),
    'orders/s to express by processor time': middle('usual', 'cost') / middle('ours', 'cost'),
    'express, refused in all': done.usual.reduce((sum, one) => sum + one.refused, 0),
  })
  const refusal = [...done.ours, ...done.socket, ...done.usual].find((one) => one.refusal !== '')?.refusal
  if (refusal !== undefined) process.stdout.write(`  the first refusal: ${refusal}\n`)
  if (middle('usual', 'perSecond') < usualMin) process.stdout.write(`  VOID: express below ${usualMin}/s\n`)
  target('orders/s to express', middle('ours', 'perSecond') / middle('usual', 'perSecond'), { min: 15 })
  target('orders/s over sockets to express', middle('socket', 'perSecond') / middle('usual', 'perSecond'), { min: 40 })
  target('p99 to that of express', middle('ours', 'p99') / middle('usual', 'p99'), { max: 0.2 })
}

const [role, url = '', count = ''] = process.argv.slice(2)
if (role === 'load') {
  process.once('message', (order) => {
    void placeLoad(order as LoadOrder).then((done) => process.send?.(done, () => process.exit(0)))
  })
} else if (role === 'usual') {
  const server = new UsualServer(url)
  const tokens = await server.open(Number(count))
  const port = await server.listen(orderPath)
  process.send?.({ port, tokens })
  process.once('message', () => {
    void server.faults().then((faults) => process.send?.(faults, () => process.exit(0)))
  })
} else {
  await main()
}
