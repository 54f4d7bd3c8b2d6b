import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readKeys } from '../apps/server/src/platform/keys/keys.ts'
import { checkWhole } from '../apps/server/src/wholeCheck.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { report, target } from './report.ts'
import { quantile } from './statistics.ts'
import { Clients, type Wish, newWish, pause, place, placeSurely } from './takeoverClients.ts'
import { type Server, launch } from './takeoverServers.ts'
import { type Moment, moments } from './watchedLine.ts'

const { values, positionals } = parseArgs({ options: { rounds: { type: 'string' } }, allowPositionals: true })
const rounds = Number(values.rounds ?? positionals[0] ?? 200)
/** Clients that each have one order under way. */
const clientCount = 8
const loadMs = 1_000
const afterMs = 200
const endMax = 60_000
const pollMs = 5
const atOnce = 8

interface Death {
  readonly signal: 'SIGKILL' | 'SIGSTOP' | 'SIGTERM'
  readonly moment: Moment | 'any'
}

/** Each moment of a commit for both deaths, and an end in order. */
const deaths: readonly Death[] = [
  ...[...moments, 'any' as const].flatMap((moment) => [
    { signal: 'SIGKILL' as const, moment },
    { signal: 'SIGSTOP' as const, moment },
  ]),
  { signal: 'SIGTERM', moment: 'any' },
]

/** What came of all rounds. */
const came = { keys: 0, lost: 0, late: 0, otherEnds: 0 }
const took: (Death & { readonly ms: number })[] = []

/** Ends the leader amid orders; how long (ms) until the standby acknowledged one. */
async function round(leader: Server, standby: Server, death: Death): Promise<number> {
  const at = { died: 0, first: 0 }
  const clients = await Clients.start(
    clientCount,
    () => (at.died === 0 ? leader.port : standby.port),
    (port) => {
      if (port === standby.port) at.first ||= performance.now()
    },
  )
  await pause(loadMs * (0.5 + Math.random()))
  if (clients.wishes.every(({ id }) => id === null)) throw new Error('the leader acknowledged nothing')
  const die = (): void => {
    leader.child.kill(death.signal)
    at.died = performance.now()
  }
  if (death.moment === 'any') die()
  else leader.line.atNext(death.moment, die)
  for (const end = performance.now() + endMax; at.first === 0; await pause(pollMs))
    if (performance.now() > end) throw new Error('nobody acknowledged anything')
  await pause(afterMs)
  await clients.end()
  const late = await askUntilEnded(leader, death, clients.wishes[0]?.token ?? '')
  await lookAgain(standby, [...clients.wishes, ...late])
  return at.first - at.died
}

/** Sends orders to one that was overtaken, until it has ended; those that it acknowledged are its fault. */
async function askUntilEnded({ child, ended, port }: Server, { signal }: Death, token: string): Promise<Wish[]> {
  const asked: Wish[] = []
  let isOver = false
  const end = Promise.race([ended, pause(endMax).then(() => 'it went on')]).finally(() => (isOver = true))
  child.kill('SIGCONT')
  while (!isOver) {
    const wish = newWish(token)
    asked.push(wish)
    wish.id = await place(port, wish)
    if (wish.id !== null) came.late += 1
    else await pause(pollMs)
  }
  const expected = { SIGKILL: 'SIGKILL', SIGSTOP: 1, SIGTERM: 0 }[signal]
  if ((await end) !== expected) came.otherEnds += 1
  return asked
}

/** Sends everything again: what was acknowledged has to be answered as it was. */
async function lookAgain({ port }: Server, wishes: readonly Wish[]): Promise<void> {
  const left = [...wishes]
  const ids = new Set<string>()
  const worker = async (): Promise<void> => {
    for (let wish = left.shift(); wish !== undefined; wish = left.shift()) {
      const again = await placeSurely(() => port, wish)
      if (wish.id !== null && wish.id !== again) came.lost += 1
      ids.add(again)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (ids.size !== wishes.length) throw new Error('two keys have one order')
  came.keys += wishes.length
}

const folder = mkdtempSync(join(tmpdir(), 'bench-takeover-'))
const test = await openBenchDatabase()

async function count(sql: string): Promise<number> {
  const { rows } = await test.database.query<{ n: string }>(sql)
  return Number(rows[0]?.n)
}

/** The whole of the database against what was told of it. */
async function settle(): Promise<void> {
  const lag = 'SELECT (SELECT max(seq) FROM journal) - (SELECT min(seq) FROM projection) AS n'
  while ((await count(lag)) > 0) await pause(pollMs)
  const unequal = await count(
    'SELECT count(*) AS n FROM (SELECT 1 FROM balance GROUP BY currency HAVING sum(posted) <> 0) AS one',
  )
  const orders = await count('SELECT count(*) AS n FROM spot_order')
  const steps = 'SELECT epoch < lag(epoch) OVER (ORDER BY seq) AS back FROM journal'
  const stale = await count(`SELECT count(*) AS n FROM (${steps}) AS step WHERE back`)
  const keys = await readKeys({ database: test.database, folder: join(folder, 'keys') })
  const said: string[] = []
  const code = await checkWhole(test.database, keys, { say: (sentence) => said.push(sentence) })
  if (code !== 0) process.stderr.write(`${said.join('\n')}\n`)
  target('acknowledged orders that were lost', came.lost + Math.max(0, came.keys - orders), { max: 0 })
  target('orders that were done twice', Math.max(0, orders - came.keys), { max: 0 })
  target('orders that one acknowledged who was overtaken', came.late, { max: 0 })
  target('rows under an epoch that was over', stale, { max: 0 })
  target('servers that ended otherwise than they should', came.otherEnds, { max: 0 })
  target('currencies that do not sum to zero', unequal, { max: 0 })
  target('exit code of journal-check', code, { max: 0 })
}

let leader = await launch(test.url, folder)
await leader.until('ready')
for (let at = 0; at < rounds; at += 1) {
  const standby = await launch(test.url, folder)
  await standby.until('standing by at')
  const death = deaths[at % deaths.length] ?? { signal: 'SIGKILL', moment: 'any' }
  const ms = await round(leader, standby, death)
  process.stderr.write(`${at + 1} ${death.signal} ${death.moment}: ${Math.round(ms)} ms\n`)
  took.push({ ...death, ms })
  leader.remove()
  leader = standby
}
const times = (signal?: Death['signal']): number[] =>
  took.filter((one) => signal === undefined || one.signal === signal).map(({ ms }) => ms)
const names = [
  ['kill -9', 'SIGKILL'],
  ['SIGSTOP (a second of it silence)', 'SIGSTOP'],
  ['planned', 'SIGTERM'],
  ['all', undefined],
] as const
report(
  `takeover by a standby amid ${came.keys} orders of ${clientCount} clients at once, in ${rounds} rounds`,
  Object.fromEntries(
    names.flatMap(([name, signal]) => [
      [`${name}, p50 ms`, quantile(times(signal), 0.5)],
      [`${name}, p99 ms`, quantile(times(signal), 0.99)],
      [`${name}, longest ms`, Math.max(...times(signal))],
    ]),
  ),
)
target('takeover p99, ms', quantile(times(), 0.99), { max: 3_000 })
await settle()
leader.child.kill('SIGINT')
await leader.ended
leader.remove()
await test.close()
rmSync(folder, { recursive: true, force: true })
