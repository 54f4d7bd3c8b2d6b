import type { RealCondition, ToldCondition } from '@truemark/core/book/realMoney'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from './engine/door.ts'
import { mailSettingOf } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'
import { RealMoney, isPublicHttps, unmetHere } from './realMoney.ts'
import { type LiveServer, startLiveServer } from './testing/liveServer.ts'
import { makeOperator } from './testing/people.ts'

const mailSetting = mailSettingOf('smtp://mail.example.org', 'desk@example.org')
const installation = { mailSetting, publicUrl: 'https://trade.example.org' }
const here = (database: Database) => unmetHere({ ...installation, database, now: Date.now })

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer({ missing: here })
})
afterAll(() => server.stop())

async function publishAgreement(database: Database): Promise<void> {
  const { rows } = await database.query<{ id: string; piece: string }>(
    `INSERT INTO piece_version (piece, lang, number, title, summary, body, author, created_at)
     SELECT id, 'en', 1, 'Agreement', '', 'What holds between us.', 'Ada', 1 FROM piece WHERE kind = 'user_agreement'
     RETURNING id, piece`,
  )
  const [version] = rows
  await database.query(
    `INSERT INTO piece_release (piece, lang, version, at, made_by, made_at) VALUES ($1, 'en', $2, 1, 'Ada', 1)`,
    [version?.piece, version?.id],
  )
}

/** Notes that a mail of the setting was read, as the code of a test shows. */
async function readMail(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO mail_test (setting, code_hash, asked_by, proven_at) SELECT $1, '', min(id), now() FROM operator`,
    [mailSetting],
  )
}

it('waits for two operators and a published agreement, and takes back what is lost', async () => {
  const { exchange } = server.engine
  const realMoney = new RealMoney({ exchange, unmetHere: () => here(server.database) })
  const missing = async (): Promise<RealCondition[]> => [...(await realMoney.look())]
  expect(await missing()).toEqual(['two_operators', 'rules_published', 'mail_configured'])
  await makeOperator(server, 'administrator', 'Ada')
  await makeOperator(server, 'treasurer', 'Ben')
  expect(await missing()).toEqual(['rules_published', 'mail_configured'])
  await readMail(server.database)
  expect(await missing()).toEqual(['rules_published'])
  await publishAgreement(server.database)
  expect(await missing()).toEqual([])
  await server.database.query(`UPDATE operator SET disabled_at = now() WHERE name = 'Ben'`)
  expect(await missing()).toEqual(['two_operators'])
  await server.database.query(`UPDATE operator SET disabled_at = NULL`)
  await exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'ieo', on: false })
  expect(await missing()).toEqual(['country_on'])
  await exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'ieo', on: true })
  server.speaking = false
  const quote = { type: 'quote', listing: 0, time: Date.now(), indexTenths: 1_000_000, dispersionTenths: 0 } as const
  for (const told of [
    { kind: 'live', sources: 2 },
    { kind: 'simulated', sources: 4 },
    { kind: 'replay', sources: 4 },
  ] as const) {
    await exchange.command(house, { ...quote, ...told })
    expect(await missing()).toEqual(['three_live_sources'])
  }
  await exchange.command(house, { ...quote, kind: 'live', sources: 3 })
  expect(await missing()).toEqual([])
})

it('waits for a mail server and a public https address', async () => {
  const { database } = server
  const now = Date.now
  expect(await unmetHere({ database, mailSetting: null, publicUrl: null, now })).toEqual([
    'mail_configured',
    'https_address',
  ] satisfies ToldCondition[])
  expect(['https://trade.example.org', 'https://203.0.113.7'].map(isPublicHttps)).toEqual([true, true])
  const others = ['http://trade.example.org', 'https://localhost', 'https://127.0.0.1:8443', 'https://[::1]', 'trade']
  expect([...others, null].map(isPublicHttps)).toEqual(others.map(() => false).concat(false))
})

it('tells of what is lost once, and of its return', async () => {
  const heard: string[] = []
  let unmet: ToldCondition[] = []
  const { exchange } = server.engine
  const realMoney = new RealMoney({ exchange, unmetHere: async () => unmet })
  const failed = (error: unknown): never => {
    throw error
  }
  const stop = realMoney.start(
    async (now, before) => void heard.push(`${before?.join() ?? '-'} > ${now.join()}`),
    failed,
  )
  await expect.poll(() => heard).toHaveLength(1)
  unmet = ['mail_configured']
  await expect.poll(() => heard, { timeout: 8_000 }).toHaveLength(2)
  unmet = []
  await expect.poll(() => heard, { timeout: 8_000 }).toHaveLength(3)
  await stop()
  expect(heard).toEqual(['- > ', ' > mail_configured', 'mail_configured > '])
})
