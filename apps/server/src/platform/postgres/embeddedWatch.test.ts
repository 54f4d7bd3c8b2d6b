import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../processIdentity.ts'
import { findPostmaster } from './cluster.ts'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { type WatchLimits, watchEmbedded } from './embeddedWatch.ts'

const folder = fileURLToPath(new URL(`../../../../../.cache/test-postgres-watch-${process.pid}`, import.meta.url))
const cluster = `${folder}/postgres`
// what is killed here keeps its data all the same: the machine goes on
const settings = { fsync: 'off', shared_buffers: '16MB' }
let embedded: EmbeddedPostgres
let database: Database

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  embedded = await startEmbedded({ folder, settings })
  database = openDatabase({ url: embedded.url, name: 'test', onError: () => undefined })
  await database.query('CREATE TABLE kept (n int)')
}, 60_000)
afterAll(async () => {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A watch that keeps what it says. */
function watched(limits: Partial<WatchLimits> = {}, isStopping = () => false) {
  const said: string[] = []
  const say = (sentence: string) => void said.push(sentence)
  const quick = { every: 50, stoppingPatience: 300, ...limits }
  const watch = watchEmbedded({ embedded, isStopping, warn: say, alarm: say, ended: say, limits: quick })
  return { said, watch }
}

async function untilAnswered(): Promise<void> {
  const ask = () => database.query('SELECT 1').then(() => true)
  await expect.poll(() => ask().catch(() => false), { timeout: 20_000 }).toBe(true)
}

describe('an embedded Postgres that is watched', () => {
  it('is started again after kill -9, at the same address, with all that was committed', async () => {
    const { said, watch } = watched()
    const before = embedded.pid
    await database.query('INSERT INTO kept VALUES (1)')
    process.kill(before, 'SIGKILL')
    await expect.poll(() => watch.trouble() !== null || watch.restarts() > 0).toBe(true)
    await expect.poll(() => watch.restarts(), { timeout: 20_000 }).toBe(1)
    expect(watch.trouble()).toBeNull()
    await untilAnswered()
    expect((await database.query('SELECT n FROM kept')).rows).toEqual([{ n: 1 }])
    expect([isAlive(before), embedded.pid]).toEqual([false, findPostmaster(cluster)?.pid])
    expect(said[0]).toBe(`the embedded Postgres (process ${before}) has ended by another hand; it is started again`)
    await watch.stop()
  })

  it('is taken over where another hand has started it meanwhile: there are never two', async () => {
    process.kill(embedded.pid, 'SIGKILL')
    await expect.poll(() => embedded.state()).toBe('ended')
    const other = await startedByAnotherHand()
    const { watch } = watched()
    await expect.poll(() => watch.restarts(), { timeout: 20_000 }).toBe(1)
    expect([embedded.pid, findPostmaster(cluster)?.pid]).toEqual([other, other])
    await untilAnswered()
    await watch.stop()
  })

  it('is ended and started again where another hand told it to end and left it, which refuses all connections', async () => {
    const { said, watch } = watched()
    const open = await database.lease()
    const before = embedded.pid
    process.kill(before, 'SIGTERM')
    await expect.poll(() => embedded.state()).toBe('stopping')
    await expect.poll(() => watch.restarts(), { timeout: 20_000 }).toBe(1)
    await untilAnswered()
    expect(embedded.pid).not.toBe(before)
    expect(said).toContain('the embedded Postgres was told to end by another hand; it is ended and started again')
    await watch.stop()
    await open.release().catch(() => undefined)
  })

  it('is given up with a sentence that says why, after as many starts as are allowed', async () => {
    const port = findPostmaster(cluster)?.port ?? 0
    process.kill(embedded.pid, 'SIGKILL')
    await expect.poll(() => embedded.state()).toBe('ended')
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
    const { said, watch } = watched({ startsMax: 3, pauseMin: 20 })
    await expect
      .poll(() => said.at(-1), { timeout: 20_000 })
      .toMatch(
        /^The embedded Postgres ended and was started again 3 times in vain\. The last time: The embedded Postgres did not start: .+postgres\.log\)\.$/,
      )
    expect([watch.restarts(), watch.trouble()]).toEqual([0, 'the database has ended and is started again (3 of 3)'])
    await new Promise((resolve) => taken.close(resolve))
    await wait(300)
    expect(findPostmaster(cluster)).toBeNull()
    await watch.stop()
    await embedded.startAgain(() => false)
    await untilAnswered()
  })

  it('is not started again once the end of the server has begun, nor once the watch has ended', async () => {
    let stopping = false
    const { said, watch } = watched({}, () => stopping)
    stopping = true
    process.kill(embedded.pid, 'SIGKILL')
    await wait(500)
    await watch.stop()
    stopping = false
    await wait(300)
    expect([said, watch.restarts(), findPostmaster(cluster)]).toEqual([[], 0, null])
    await embedded.startAgain(() => true)
    expect(findPostmaster(cluster)).toBeNull()
    await embedded.startAgain(() => false)
    await untilAnswered()
  })
})

describe('a command that runs beside a Truemark', () => {
  it('uses its database, and neither starts nor ends it', async () => {
    const lent = await startEmbedded({ folder, lent: true })
    expect(lent.url).toBe(embedded.url)
    await lent.stop()
    await untilAnswered()
    process.kill(embedded.pid, 'SIGKILL')
    await expect.poll(() => embedded.state()).toBe('ended')
    await expect(startEmbedded({ folder, lent: true })).rejects.toThrow('does not answer just now')
    expect(findPostmaster(cluster)).toBeNull()
    await embedded.startAgain(() => false).catch(() => wait(500).then(() => embedded.startAgain(() => false)))
    await untilAnswered()
  })
})

/** It refuses while processes of the killed one are still there. */
async function startedByAnotherHand(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    try {
      return (await startEmbedded({ folder, settings })).pid
    } catch (error) {
      if (tries > 20) throw error
      await wait(200)
    }
  }
}
