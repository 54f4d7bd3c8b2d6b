import { createHash, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { assetsPublic } from '@truemark/protocol/routes/assets'
import { liabilityRoutes as routes } from '@truemark/protocol/routes/liabilities'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { transparencyRules } from '@truemark/protocol/routes/transparency'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../engine/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { logAll } from '../testing/evidence.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { evidenceKinds } from '../transparency/door.ts'
import { proveLiabilities } from '../transparency/liabilities.ts'
import { readOwed } from '../transparency/owedThread.ts'
import { checkExport } from './check.ts'
import { writeOpenings } from './openings.ts'
import { writeExport } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'truemark-openings-'))
const whole = join(folder, 'whole')
const btc = { symbol: 'BTCUSDT' } as const
const market = { ...btc, side: 'buy', type: 'market' } as const
const build = { commit: null, changed: true, web: null, desk: null, server: null }
let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

/** On a machine under load the index may be too old for what is asked: it is said again, and asked again. */
async function filled(place: () => Promise<{ readonly status: string }>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await server.tick(1_000_000)
    if ((await place()).status === 'filled') return
  }
  throw new Error('the house did not stand')
}

/** A contract on its own and a whole account are liquidated. */
async function liquidate(): Promise<void> {
  const [token, cross] = [await derivativeDemo(server), await derivativeDemo(server, '250')]
  const ticket = { ...market, lots: '1', multiple: 100 }
  await filled(() => server.ok(contractRoutes.contractOrderPlace, { token, body: ticket, key: keyNow() }))
  const set = { mode: 'cross', multiple: 50 } as const
  await server.ok(perpetualRoutes.perpetualSet, { token: cross, params: btc, body: set, key: keyNow() })
  const body = { ...market, lots: '10' }
  await filled(() => server.ok(perpetualRoutes.perpetualOrderPlace, { token: cross, body, key: keyNow() }))
  await server.tick(970_000)
  const open = async () => {
    const { items } = await server.ok(perpetualRoutes.perpetualPositions, { token: cross, query: { status: 'open' } })
    const tickets = await server.ok(contractRoutes.contractOrders, { token, query: { status: 'open' } })
    return items.length + tickets.items.length
  }
  await expect.poll(open, { timeout: 15_000 }).toBe(0)
  // the log follows the tables, which follow the journal
  const logged = async () => {
    await logAll(server)
    const { rows } = await server.database.query<{ count: string }>(
      'SELECT count(DISTINCT c.holder) FROM evidence_entry AS e JOIN liquidation_close AS c ON c.id = e.number WHERE e.kind = $1',
      [evidenceKinds.indexOf('liquidation')],
    )
    return Number(rows[0]?.count)
  }
  await expect.poll(logged, { timeout: 15_000 }).toBe(2)
}

/** The seed of a proof is in no file of an export, and in no answer to anyone, the owner of a leaf among them. */
async function expectSecret(): Promise<void> {
  const { rows } = await server.database.query<{ seed: Buffer }>('SELECT seed FROM liability_seed')
  const seeds = rows.flatMap(({ seed }) => [seed.toString('hex'), seed.toString('base64'), seed.toString('latin1')])
  expect(seeds).toHaveLength(3)
  const told = readdirSync(whole).map((name) => readFileSync(join(whole, name), 'latin1'))
  const token = await derivativeDemo(server)
  for (const route of [routes.liabilities, routes.liabilityMine, assetsPublic, transparencyRules, signingKeys])
    told.push(await (await server.raw(route, { token })).text())
  for (const seed of seeds) expect(told.some((text) => text.includes(seed))).toBe(false)
}

async function checked(openings: string, of = whole): Promise<{ code: number; last: string }> {
  const said: string[] = []
  const say = (sentence: string) => said.push(sentence)
  const code = await checkExport({ folder: of, keys: [], balances: null, witness: null, openings, say })
  return { code, last: said.at(-1) ?? '' }
}

async function prove(): Promise<void> {
  const { database, keys } = server
  const prover = { database, ids: createPublicIds(keys.tokens.names), signing: keys.signing, now: () => Date.now() }
  const catalogue = await Catalogue.load(server.engine.exchange)
  await proveLiabilities({ ...prover, catalogue, owed: () => readOwed(database) }, null)
}

/** A new export, checked with the openings beside it. */
async function exported(name: string): Promise<{ code: number; last: string }> {
  const { database, keys } = server
  const own = join(folder, name)
  await writeExport({ database, signing: keys.signing, folder: own, build, now: Date.now() })
  const secret = keys.tokens.names
  const path = `${own}.jsonl`
  await writeOpenings({ database, ids: createPublicIds(secret), secret }, path)
  return checked(readFileSync(path, 'utf8'), own)
}

it('opens each liquidation’s digest beside its row, and each tree of what is owed, for whom it is given', async () => {
  await liquidate()
  const { database, keys } = server
  await prove()
  await writeExport({ database, signing: keys.signing, folder: whole, build, now: Date.now() })
  const path = join(folder, 'openings.jsonl')
  const secret = keys.tokens.names
  const written = await writeOpenings({ database, ids: createPublicIds(secret), secret }, path)
  const { liquidations: count } = written
  expect(written.heads).toBe(1)
  expect(count).toBeGreaterThan(1)
  const text = readFileSync(path, 'utf8')
  const well = 'The trees of 1 heads of what is owed were made anew, and lead to their roots.'
  expect(await checked(text)).toEqual({ code: 0, last: well })
  const turned = (name: string) =>
    text.replaceAll(new RegExp(`"${name}":"(.)`, 'g'), (_, sign) => `"${name}":"${sign === '0' ? 1 : 0}`)
  const without = (name: string) => text.split('\n').filter((line) => !line.includes(`"${name}":`))
  for (const [openings, fault] of [
    [turned('nonce'), 'reckoning_digest: it is not that of what the row says'],
    [without('number').join('\n'), 'reckoning_digest: nothing opens it'],
    [turned('seed'), 'liability_seed epoch=1, seed: the head signs another'],
    [turned('uid'), 'made anew, leads to another root'],
    [without('seed').join('\n'), 'liability_seed epoch=1: the row is missing'],
  ] as const) {
    const { code, last } = await checked(openings)
    expect([code, last]).toEqual([1, expect.stringContaining(fault)])
  }
  await expectSecret()
  expect((await checked('{}')).last).toContain('line 1 of the openings: it has another shape')
})

/** What a server of before did: the newest head has no seed, and says so by its version. */
async function makeUnseeded(): Promise<void> {
  const { rows } = await server.database.query<{ epoch: number; head: string }>(
    'SELECT epoch, head FROM liability_epoch ORDER BY epoch DESC LIMIT 1',
  )
  const [{ epoch, head } = { epoch: 0, head: '' }] = rows
  const { seed: _, ...told } = JSON.parse(head) as Record<string, unknown>
  const bytes = Buffer.from(JSON.stringify({ ...told, version: 3 }))
  const signature = sign(null, bytes, server.keys.signing.key('liabilities').key)
  await server.database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query('DELETE FROM liability_seed WHERE epoch = $1', [epoch])
    await client.query('UPDATE liability_epoch SET head = $2::text, digest = $3, signature = $4 WHERE epoch = $1', [
      epoch,
      bytes.toString(),
      createHash('sha256').update(bytes).digest(),
      signature,
    ])
  })
}

it('tells how many heads of what is owed are of before there was a seed, and lets none follow one that has it', async () => {
  await makeUnseeded()
  expect(await exported('unseeded')).toEqual({
    code: 0,
    last: 'The trees of 0 heads of what is owed were made anew, and lead to their roots. Those of 1 are of before there was a seed, and were not.',
  })
  await prove()
  expect(await exported('mixed')).toEqual({
    code: 0,
    last: 'The trees of 1 heads of what is owed were made anew, and lead to their roots. Those of 1 are of before there was a seed, and were not.',
  })
  await prove()
  await makeUnseeded()
  expect(await exported('turned')).toEqual({
    code: 1,
    last: 'The heads of what is owed do not verify: liability_epoch epoch=3, head: it is of version 3, and the one before of 4.',
  })
})
