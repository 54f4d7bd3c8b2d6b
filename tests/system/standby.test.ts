import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { newKey, openDemo, placeOrder } from '../client.ts'
import { type DataFolder, type Ending, launchProduct, makeFolder } from '../product.ts'
import { type Ground, expectKept, makeWishes, send, untilAllAnswered } from './wishes.ts'

/** How often each of the two deaths comes; `STANDBY_ROUNDS=100` for a night. */
const rounds = Number(process.env['STANDBY_ROUNDS'] ?? '1')
/** The death comes when so many orders have been acknowledged. */
const endAfter = 60
/** From a death to the first order that the next server acknowledges, on a machine that does much else too. */
const takeoverMax = 20_000
const answerMax = 3_000
/** A start takes 8 s of a processor, and here two or three begin at once beside all other tests. */
const readyMax = 180_000
const pollMs = 25

let test: TestDatabase
const folders: DataFolder[] = []
const running = new Set<ChildProcess>()
beforeEach(async () => {
  test = await createTestDatabase({ durable: true })
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await test.drop()
  for (const folder of folders.splice(0)) await folder.remove()
})

/** One of several servers on the database, which leads it or stands by. */
interface Server {
  readonly child: ChildProcess
  readonly folder: DataFolder
  readonly address: string
  /** Resolves once it serves. */
  readonly serves: Promise<unknown>
  readonly ended: Promise<Ending>
  /** What its `/readyz` says; '' while nothing answers there. */
  readyz(): Promise<string>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function launch(folder = makeFolder()): Promise<Server> {
  if (!folders.includes(folder)) folders.push(folder)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const { child, ended, address } = launchProduct(folder, {
    DATABASE_URL: test.url,
    // as on a disk that both have
    KEYS_DIR: join(folders[0]?.path ?? '', 'keys'),
    STANDBY: 'yes',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  })
  address.catch(() => undefined)
  running.add(child)
  void ended.then(() => running.delete(child))
  const readyz = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`, {
      signal: AbortSignal.timeout(answerMax),
    }).catch(() => null)
    return answer === null ? '' : `${answer.status} ${(await answer.text()).trim()}`
  }
  return { child, folder, address: `http://127.0.0.1:${port}`, serves: address, ended, readyz }
}

const says = (server: Server, what: RegExp) =>
  expect.poll(() => server.readyz(), { timeout: readyMax, interval: pollMs }).toMatch(what)

async function follower(folder?: DataFolder): Promise<Server> {
  const server = await launch(folder)
  // one that ends says why at once
  const over = server.ended.then(({ code, errors }) => {
    throw new Error(`ended with ${code} before it stood by: ${errors}`)
  })
  over.catch(() => undefined)
  const stands = says(server, /^503 standing by at row \d+: another leads, on \S+ \(process \d+\)/)
  await Promise.race([stands, over])
  return server
}

/** Calls the one that answered last, as a balancer does. */
function between(servers: readonly Server[]): Ground {
  let at = 0
  return {
    address: () => servers[at % servers.length]?.address ?? '',
    database: () => test.database,
    unheard: () => (at += 1),
    patience: answerMax,
  }
}

const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001', price: '10000' }

/** When the first order is acknowledged that goes to one of `servers` alone, as `performance.now()` tells. */
async function firstAcknowledged(servers: readonly Server[], token: string): Promise<number> {
  const key = newKey()
  for (let at = 0; ; at += 1) {
    const { address } = servers[at % servers.length] ?? { address: '' }
    const got = await placeOrder(address, token, order, key, answerMax).catch(() => null)
    if (got?.code === 200) return performance.now()
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Orders amid which the leader gets a signal; gives which of the others leads next. */
async function amidOrders(leader: Server, others: readonly Server[], signal: NodeJS.Signals) {
  const ground = between([leader, ...others])
  const wishes = await makeWishes(ground)
  const { token } = await openDemo(leader.address)
  const death: { at: number; first: Promise<number> | null } = { at: 0, first: null }
  await send(ground, wishes, (count) => {
    if (count !== endAfter) return
    leader.child.kill(signal)
    death.at = performance.now()
    death.first = firstAcknowledged(others, token)
  })
  await untilAllAnswered(ground, wishes)
  const took = ((await death.first) ?? Number.NaN) - death.at
  const answering = await Promise.all(others.map((one) => one.readyz()))
  const next = others.filter((_, at) => answering[at]?.startsWith('200 ready'))
  expect(next).toHaveLength(1)
  const served: Ground = { ...ground, address: () => next[0]?.address ?? '' }
  await expectKept(served, wishes)
  expect(took).toBeLessThan(takeoverMax)
  return next[0] ?? leader
}

const superseded =
  /(^|\n)(Another Truemark leads this database now: on \S+ \(process \d+\).* This one has stopped\.|Another engine has taken over the journal; this one has stopped\.)\n$/

describe('a leader that dies amid orders over HTTP', () => {
  it('is followed by one that stood by, after kill -9 and after SIGSTOP, and ends when it is woken: nothing that was acknowledged is lost, and nothing is done twice', async () => {
    let leader = await launch()
    await leader.serves
    let waiting = [await follower(), await follower()]
    for (let round = 0; round < rounds; round += 1) {
      const killed = leader
      const next = await amidOrders(killed, waiting, 'SIGKILL')
      // of the two that stood by one leads, and the other stands by on
      waiting = waiting.filter((one) => one !== next)
      await says(waiting[0] ?? killed, new RegExp(`another leads, .*process ${next.child.pid}\\)`))
      leader = next

      const stopped = leader
      leader = await amidOrders(stopped, waiting, 'SIGSTOP')
      stopped.child.kill('SIGCONT')
      const { code, errors } = await stopped.ended
      expect([code, errors]).toEqual([1, expect.stringMatching(superseded)])
      waiting = await Promise.all([follower(killed.folder), ...(round + 1 < rounds ? [follower(stopped.folder)] : [])])
    }

    // told to end, it hands over after its last row
    const handing = leader
    const next = await amidOrders(handing, waiting, 'SIGTERM')
    expect(await handing.ended).toEqual({ code: 0, errors: '' })
    await expectCutRefused(next, await follower(handing.folder))
  }, 900_000)
})

/** Takes the last rows away once the leader is dead, as a copy of the database lacks them that lagged behind when it was taken on. */
async function expectCutRefused(leader: Server, standby: Server): Promise<void> {
  // held, so that it does not take over before the rows are gone; of the leader nothing may be left that holds a lock
  standby.child.kill('SIGSTOP')
  await kill(leader)
  const { rows } = await test.database.query<{ last: string }>('SELECT max(seq) AS last FROM journal')
  const end = Number(rows[0]?.last) - 4
  await test.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query('DELETE FROM journal WHERE seq > $1', [end])
    await client.query('UPDATE projection SET seq = least(seq, $1)', [end])
    await client.query('DELETE FROM snapshot WHERE seq > $1', [end])
  })
  standby.child.kill('SIGCONT')
  const lost = new RegExp(
    `^The journal has lost rows: it ends at row ${end}, and rows? ${end + 1}( to \\d+ were| was) there before\\. A database that was replaced`,
  )
  const refused = await standby.ended
  expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(lost)])
  // whoever starts them again is refused as well: each keeps in its folder how far it has seen
  for (const { folder } of [standby, leader]) {
    const again = await (await launch(folder)).ended
    expect([again.code, again.errors]).toEqual([1, expect.stringMatching(lost)])
    expect(again.errors).toContain(`remove the file ${join(folder.path, 'journal.anchor')}.`)
  }
}

/** Runs `sql` beside the database, which nobody uses meanwhile: `$` in it stands for its name. */
async function beside(...statements: readonly string[]): Promise<void> {
  const url = new URL(test.url)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const server = openDatabase({ url: url.href, name: 'test', connectionsMax: 1, onError: () => undefined })
  try {
    for (const sql of statements) {
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
      await server.query(sql.replaceAll('$', name))
    }
  } finally {
    await server.close()
  }
}

const anchorOf = ({ folder }: Server): string => readFileSync(join(folder.path, 'journal.anchor'), 'utf8')
const seqOf = (anchor: string): number => Number(/"seq":(\d+)/.exec(anchor)?.[1])

async function kill({ child, ended }: Server): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

describe('a replica that lagged behind and was taken on', () => {
  it('is led by who has not seen more, and refused by who has, standing by or at once with the other', async () => {
    const first = await launch()
    await first.serves
    const behind = await follower()
    await expect.poll(() => seqOf(anchorOf(behind)), { timeout: readyMax }).toBeGreaterThan(0)
    for (const server of [behind, first]) await kill(server)
    await beside('CREATE DATABASE $_replica TEMPLATE $')
    const ahead = await launch(first.folder)
    await ahead.serves
    const { token } = await openDemo(ahead.address)
    for (let count = 0; count < 8; count += 1)
      expect((await placeOrder(ahead.address, token, order, newKey(), answerMax)).code).toBe(200)
    const { rows } = await test.database.query<{ last: string }>('SELECT max(seq) AS last FROM journal')
    await expect
      .poll(() => seqOf(anchorOf(ahead)), { timeout: readyMax })
      .toBeGreaterThanOrEqual(Number(rows[0]?.last ?? Number.NaN))
    await kill(ahead)
    const seen = anchorOf(ahead)
    await beside('ALTER DATABASE $ RENAME TO $_lost', 'ALTER DATABASE $_replica RENAME TO $', 'DROP DATABASE $_lost')

    const next = await launch(behind.folder)
    await next.serves
    const lost =
      /^The journal (has lost rows: it ends at row \d+, and rows? .* there before|goes on from before row \d+, which is another one now)/
    const refused = await (await launch(ahead.folder)).ended
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(lost)])
    expect(anchorOf(ahead)).toBe(seen)
    await kill(next)
    const [again, own] = [await launch(ahead.folder), await launch(behind.folder)]
    expect(await again.ended).toEqual({ code: 1, errors: expect.stringMatching(lost) })
    await own.serves
    expect(anchorOf(ahead)).toBe(seen)
  }, 300_000)
})
