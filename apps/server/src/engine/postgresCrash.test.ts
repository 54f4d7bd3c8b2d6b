import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../platform/postgres/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '../platform/postgres/embedded.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { migrationsFolder } from '../platform/postgres/testDatabase.ts'
import { splitFrames } from './frames.ts'
import { type CuttingProxy, startCuttingProxy } from './testing/cuttingProxy.ts'
import { startTally } from './testing/engineOnTally.ts'
import { type TallyEvent, fromBytes, makeTally } from './testing/tallyMachine.ts'
import { verifyJournal } from './verify.ts'

const folder = fileURLToPath(new URL(`../../../../.cache/test-postgres-crash-${process.pid}`, import.meta.url))
let server: EmbeddedPostgres
let proxy: CuttingProxy
let database: Database

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  server = await startEmbedded({ folder })
  proxy = await startCuttingProxy(server.url)
  database = openDatabase({ url: proxy.url, name: 'test', onError: () => undefined })
  await migrate(database, migrationsFolder)
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server again on the same data, once the killed one's processes have let go of it. */
async function startAgain(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      server = await startEmbedded({ folder })
      return
    } catch (error) {
      if (attempt >= 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

async function journaledKeys(): Promise<string[]> {
  const { rows } = await database.query<{ events: Buffer }>('SELECT events FROM journal ORDER BY seq')
  return rows
    .flatMap((row) => splitFrames(row.events).flatMap((frame) => fromBytes<TallyEvent[]>(frame)))
    .flatMap((event) => (event.type === 'moved' ? [event.key] : []))
}

describe('kill -9 of the database', () => {
  it('loses nothing that was acknowledged, and the engine goes on by itself', async () => {
    const tally = await startTally(database)
    await tally.send({ type: 'issue', account: 1, amount: 1_000_000 })
    const kept = new Set<string>()
    let sent = 0
    let feeding = true
    const feed = async (): Promise<void> => {
      while (feeding) {
        const key = `k${sent++}`
        const reply = await tally.send({ type: 'move', key, from: 1, to: 2, amount: 1 })
        if (reply.kind === 'accepted') kept.add(key)
        else await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    const feeds = Array.from({ length: 20 }, feed)
    for (let crash = 0; crash < 2; crash += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 200))
      process.kill(server.pid, 'SIGKILL')
      await startAgain()
      const before = kept.size
      proxy.mend(server.url)
      const end = performance.now() + 20_000
      while (kept.size < before + 50 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(kept.size).toBeGreaterThanOrEqual(before + 50)
    }
    feeding = false
    await Promise.all(feeds)
    const keys = await journaledKeys()
    expect(new Set(keys).size).toBe(keys.length)
    const journaled = new Set(keys)
    expect([...kept].filter((key) => !journaled.has(key))).toEqual([])
    await tally.close()
    expect((await verifyJournal(database, makeTally)).fault).toBeNull()
  }, 120_000)
})
