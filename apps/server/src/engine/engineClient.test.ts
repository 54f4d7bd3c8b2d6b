import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import { EngineClient, type EngineClientOptions } from './engineClient.ts'
import type { Reply } from './reply.ts'
import type { Source } from './intake.ts'
import { Journal } from './journal.ts'
import { restore } from './restore.ts'
import { bundleChild } from './testing/bundleChild.ts'
import { type TallyCommand, fromBytes, makeTally, toBytes } from './testing/tallyMachine.ts'

const user: Source = { kind: 'holder', holder: 41, realm: 'real' }
let program: URL
let test: TestDatabase
let ended: string[]
let warnings: string[]
const clients: EngineClient[] = []

beforeAll(async () => {
  program = pathToFileURL(await bundleChild('tallyWorker'))
})
beforeEach(async () => {
  test = await createTestDatabase()
  ended = []
  warnings = []
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await test.drop()
})

async function start(more: Partial<EngineClientOptions> = {}, snapshotRows = 1_000): Promise<EngineClient> {
  const client = await EngineClient.start({
    program,
    data: { role: 'engine', databaseUrl: test.url, channel: `test ${test.url}`, snapshotRows, snapshotBytes: 1e9 },
    ended: (sentence) => ended.push(sentence),
    warn: (message) => warnings.push(message),
    ...more,
  })
  clients.push(client)
  return client
}

function send(client: EngineClient, command: TallyCommand): Promise<Reply> {
  return client.submit(user, toBytes(command))
}

describe("the engine's thread", () => {
  it('answers commands and queries and publishes what it committed, in order', async () => {
    const client = await start()
    const seen: number[] = []
    client.onCommitted((batch) => seen.push(batch.seq))
    await send(client, { type: 'issue', account: 1, amount: 10 })
    const replies = await Promise.all([
      send(client, { type: 'move', key: 'a', from: 1, to: 2, amount: 4 }),
      send(client, { type: 'move', key: 'b', from: 1, to: 2, amount: 7 }),
      client.query(user, toBytes(2)),
    ])
    expect(replies.map((reply) => reply.kind)).toEqual(['accepted', 'rejected', 'accepted'])
    const [, rejected, balance] = replies
    expect(rejected?.kind === 'rejected' && fromBytes<string>(rejected.rejection)).toBe('short')
    expect(balance?.kind === 'accepted' && [fromBytes<number>(balance.answer), balance.seq]).toEqual([4, 2])
    expect(seen).toEqual([1, 2])
    const failed = await client.query(user, toBytes('no account'))
    expect(failed).toEqual({ kind: 'refused', reason: 'engine_fault' })
  })

  it('keeps many in flight and answers each once', async () => {
    const client = await start()
    await send(client, { type: 'issue', account: 1, amount: 100_000 })
    const replies = await Promise.all(
      Array.from({ length: 5_000 }, (_, i) => {
        const source = { kind: 'holder', holder: 40 + (i % 50), realm: i % 2 === 0 ? 'real' : 'demo' } as const
        return client.submit(source, toBytes({ type: 'move', key: `k${i}`, from: 1, to: 2, amount: 1 }))
      }),
    )
    expect(replies.every((reply) => reply.kind === 'accepted')).toBe(true)
    const balance = await client.query(user, toBytes(2))
    expect(balance.kind === 'accepted' && fromBytes<number>(balance.answer)).toBe(5_000)
    expect(client.pending).toBe(0)
  })

  it('refuses with server_busy beyond the replies that it may await', async () => {
    const client = await start({ pendingMax: 5 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(client, { type: 'sense', price: 1 })))
    expect(replies.filter((reply) => reply.kind === 'refused' && reply.reason === 'server_busy')).toHaveLength(3)
  })

  it('says that the outcome is unknown when a reply takes too long', async () => {
    const client = await start({ replyTimeout: 300 })
    await test.database.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`)
    await test.database.query('CREATE TRIGGER slow AFTER INSERT ON journal EXECUTE FUNCTION slow()')
    const reply = await send(client, { type: 'issue', account: 1, amount: 10 })
    expect(reply).toEqual({ kind: 'refused', reason: 'outcome_unknown' })
  })

  it('writes snapshots while it runs and at a clean stop, and starts from the newest', async () => {
    const client = await start({}, 10)
    for (let i = 0; i < 25; i += 1) await send(client, { type: 'issue', account: 1, amount: 1 })
    await vi.waitFor(
      async () => {
        const { rows } = await test.database.query<{ seq: string }>('SELECT seq FROM snapshot')
        expect(rows.length).toBeGreaterThan(0)
      },
      { timeout: 10_000 },
    )
    await client.close()
    const { rows } = await test.database.query<{ seq: string }>('SELECT max(seq) AS seq FROM snapshot')
    expect(rows).toEqual([{ seq: '25' }])
    const lease = await test.database.lease()
    expect((await restore(lease, makeTally)).rowsEvolved).toBe(0)
    await lease.release()
    expect(warnings).toEqual([])
    expect(ended).toEqual([])
  })

  it('tells the sentence when another engine takes over', async () => {
    const client = await start()
    const other = await Journal.open(test.database)
    await send(client, { type: 'issue', account: 1, amount: 1 })
    await vi.waitFor(
      () => expect(ended).toEqual(['Another engine has taken over the journal; this one has stopped.']),
      { timeout: 10_000 },
    )
    await other.close()
  })

  it('does not start on a journal that was tampered with, and says why', async () => {
    const client = await start()
    for (let i = 0; i < 3; i += 1) await send(client, { type: 'issue', account: 1, amount: 1 })
    await client.close()
    await test.database.query('DELETE FROM snapshot')
    await test.database.query('ALTER TABLE journal DISABLE TRIGGER journal_append_only')
    await test.database.query('UPDATE journal SET time = time - 5 WHERE seq = 2')
    await expect(start()).rejects.toThrow('The journal does not verify: row 2 has been changed')
  })

  it('ends the process when its thread ends by itself', async () => {
    const client = await start()
    await Promise.all(Array.from({ length: 7 }, () => send(client, { type: 'fail' })))
    await vi.waitFor(() => expect(ended.join()).toContain('failed 5 times'), { timeout: 10_000 })
  })
})
