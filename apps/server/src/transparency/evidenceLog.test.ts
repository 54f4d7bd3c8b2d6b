import { createHash } from 'node:crypto'
import { headText } from '@truemark/protocol/evidence/verify'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { type EvidenceFile, evidenceRoutes as routes } from '@truemark/protocol/routes/evidence'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { logAll } from '../testing/evidence.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkEvidence } from './evidenceCheck.ts'
import { checkEvidenceLog } from './evidenceLogCheck.ts'
import { findSilent } from './halts.store.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const log = (later?: number) => logAll(server, server.keys, later)

async function openTicket(token: string, targets: { stop_loss?: string; take_profit?: string } = {}): Promise<string> {
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10, ...targets } as const
  return (await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })).order_id
}

/** A ticket with a stop-loss at 9 950 that a fall to 9 900 has fired. */
async function stopped(): Promise<string> {
  await server.tick(1_000_000)
  // of two in one second the first stands
  const stamp = Math.floor(Date.now() / 1_000) * 1_000
  const samples = [{ listing: 0, sources: 4, fresh: true, indexTenths: 1_000_000 }]
  await server.engine.exchange.command(house, { type: 'sampleIndex', stamp, kind: 'simulated', samples })
  const token = await derivativeDemo(server)
  const id = await openTicket(token, { stop_loss: '9950' })
  await server.tick(990_000)
  const one = () => server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
  await expect.poll(async () => (await one()).order.status, { timeout: 15_000 }).toBe('settled')
  return id
}

async function fileOf(id: string): Promise<EvidenceFile> {
  return server.ok(routes.evidenceEntry, { params: { id } })
}

async function checked(
  file: unknown,
  key: string | null = null,
): Promise<{ code: number; last: string; lines: string[] }> {
  const lines: string[] = []
  const code = await checkEvidence(JSON.stringify(file), { key, keysFile: null }, (line) => lines.push(line))
  return { code, last: lines.at(-1) ?? '', lines }
}

it('tells a guest why a stop-loss fired, under the number of its ticket, and nothing of whose it was', async () => {
  const token = await derivativeDemo(server)
  const open = await openTicket(token)
  expect((await server.call(routes.evidence, { params: { id: open } })).reason).toBe('evidence_unknown')
  const id = await stopped()
  const found = await server.ok(routes.evidence, { params: { id } })
  expect(found).toMatchObject({
    kind: 'trigger',
    id,
    product: 'contract',
    position: 'long',
    cause: 'stop_loss',
    target: '9950',
    mark: '9900',
    previous_mark: '10000',
    state: 'closed',
    lots: '1',
    realm: 'demo',
    simulated: true,
    method: 1,
  })
  if (found.kind !== 'trigger') throw new Error('no trigger')
  expect(found.samples.map(({ price }) => price)).toContain('10000')
  expect(found.journal?.time).toBe(found.time)
  expect((await server.call(routes.evidenceEntry, { params: { id } })).reason).toBe('proof_unknown')
})

it('logs each decision once it is complete, signed, with a file that checks by itself', async () => {
  const id = await stopped()
  // what was decided just now is not whole yet, unlike the terms that the markets began with
  await log(0)
  expect((await server.call(routes.evidenceEntry, { params: { id } })).reason).toBe('proof_unknown')
  expect(await log()).toBeGreaterThan(0)
  expect(await log()).toBe(0)
  const file = await fileOf(id)
  const { key, items } = await server.ok(routes.evidenceHeads, { query: {} })
  expect(items.map(({ head }) => head)).toEqual([file.head.head])
  const { code, last, lines } = await checked(file, key)
  expect({ code, last }).toEqual({
    code: 0,
    last: `The evidence verifies: entry ${file.index + 1} of ${items[0]?.size}, under the key ${key}.`,
  })
  expect(lines).toContain('Holds: The mark had passed the price that was set.')
  expect(JSON.parse(file.document)).toMatchObject({ kind: 'trigger', id, mark: '9900' })
  for (const table of ['evidence_entry', 'evidence_node']) {
    await expect(server.database.query(`DELETE FROM ${table}`)).rejects.toThrow('only grows')
  }
})

it('finds another tick, another digit and another order of the log', async () => {
  const id = await stopped()
  await log()
  const file = await fileOf(id)
  const other = (from: string, to: string) => ({ ...file, document: file.document.replace(from, to) })
  expect(await checked(other('"mark":"9900"', '"mark":"9960"'))).toMatchObject({
    code: 1,
    last: 'Fails: The mark had passed the price that was set.',
  })
  const digest = 'Fails: The document has the digest that is told of it.'
  expect(file.document).toContain('"price":"10000"')
  expect((await checked(other('"price":"10000"', '"price":"10001"'))).last).toBe(digest)
  expect((await checked(other('"target":"9950"', '"target":"9951"'))).last).toBe(digest)
  const tick = other('"price":"10000"', '"price":"10001"')
  const redone = { ...tick, digest: createHash('sha256').update(tick.document).digest('hex') }
  expect((await checked(redone)).last).toBe('Fails: The document is signed under the key.')
  const zeros = '0'.repeat(128)
  expect((await checked({ ...file, signature: zeros })).last).toBe('Fails: The document is signed under the key.')
  const place = 'Fails: The log of the head holds the document at its place.'
  expect((await checked({ ...file, index: file.index - 1 })).last).toBe(place)
  expect((await checked({ ...file, path: file.path.map(() => '0'.repeat(64)) })).last).toBe(place)
  const head = { head: file.head.head.replace(/"time":\d+/, '"time":5'), signature: file.head.signature }
  expect((await checked({ ...file, head })).last).toBe('Fails: The head is signed under the key.')
  expect((await checked(file, 'ab'.repeat(32))).code).toBe(1)
  expect(await checked({})).toMatchObject({ code: 1, last: 'Fails: This is no evidence file.' })
})

it('shows that the log has only grown since the head of a day before', async () => {
  await stopped()
  await log()
  const id = await stopped()
  expect(await log(86_400_000)).toBeGreaterThan(0)
  const file = await fileOf(id)
  const { items } = await server.ok(routes.evidenceHeads, { query: { limit: '1' } })
  const [, before] = (await server.ok(routes.evidenceHeads, { query: {} })).items
  expect(file.earlier?.head).toBe(before?.head)
  const { code, lines } = await checked(file)
  expect(code).toBe(0)
  expect(lines).toContain('Holds: The log has only grown since the earlier head.')
  const forged = headText({ size: before?.size ?? 1, time: before?.time ?? 0, root: '0'.repeat(64) })
  expect((await checked({ ...file, earlier: { ...file.earlier, head: forged } })).code).toBe(1)
  const twisted = { ...file.earlier, path: file.earlier?.path.toReversed().concat('0'.repeat(64)) }
  expect((await checked({ ...file, earlier: twisted })).last).toBe(
    'Fails: The log has only grown since the earlier head.',
  )
  const growth = (from: number, to: number) =>
    server.call(routes.evidenceGrowth, { params: { from: String(from), to: String(to) } })
  const size = items[0]?.size ?? 0
  expect((await growth(before?.size ?? 0, size)).data?.path).toEqual(file.earlier?.path)
  expect((await growth(1, size + 1)).reason).toBe('proof_unknown')
  expect((await growth(2, 1)).reason).toBe('proof_unknown')
})

it('logs liquidations and fundings too, whichever number they are asked by', async () => {
  const token = await derivativeDemo(server)
  await server.tick(1_000_000)
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 100 } as const
  const { order_id: id } = await server.ok(contractRoutes.contractOrderPlace, { token, body, key: keyNow() })
  await server.tick(970_000)
  const one = () => server.ok(contractRoutes.contractOrderOne, { token, params: { id } })
  await expect.poll(async () => (await one()).order.status, { timeout: 15_000 }).toBe('settled')
  await server.database.query(
    `INSERT INTO funding_rate (realm, listing, stamp, rate, premium_rate, samples, mark_tenths)
     VALUES (1, 0, 1764288000000, 0, 0, 0, 1000001)`,
  )
  // not before the day that the head above is of
  await log(86_400_000 + 60_000)
  const own = (await one()).liquidation?.liquidation_id ?? ''
  const { items } = await server.ok(transparencyRoutes.liquidationsPublic, { query: {} })
  expect(await fileOf(own)).toEqual(await fileOf(items[0]?.id ?? ''))
  const open = await checked(await fileOf(own))
  expect([open.code, open.lines[0]]).toEqual([0, expect.stringMatching(/^Untold: Equity/)])
  await ownerReckons(token, own)
  const { items: fundings } = await server.ok(transparencyRoutes.fundingsPublic, { query: { symbol: 'BTCUSDT' } })
  expect((await checked(await fileOf(fundings[0]?.id ?? ''))).lines[0]).toMatch(/^Holds: The rate/)
})

/** Its owner reckons a liquidation anew from what it was decided by, and nobody else is told that. */
async function ownerReckons(token: string, id: string): Promise<void> {
  const ask = (by: string) => server.call(routes.evidenceReckoning, { token: by, params: { id } })
  expect((await ask(await derivativeDemo(server))).reason).toBe('evidence_unknown')
  const reckoning = (await ask(token)).data?.reckoning ?? ''
  const file = await fileOf(id)
  expect(JSON.stringify(file)).not.toContain('brackets')
  const own = await checked({ ...file, reckoning })
  expect(own.code).toBe(0)
  expect(own.lines.slice(0, 3).every((line) => line.startsWith('Holds'))).toBe(true)
  expect(JSON.parse(reckoning)).toMatchObject({ positions: [{ mark: '9700', lots: '1', lots_whole: '1' }] })
  const bent = reckoning.replace('"maintenance_rate":"0.004"', '"maintenance_rate":"0.04"')
  expect((await checked({ ...file, reckoning: bent })).lines.at(-1)).toMatch(/^Fails: What its owner was told/)
}

it('hashes the whole log anew, and finds what was changed or cut off behind its back', async () => {
  const size = (await server.ok(routes.evidenceHeads, { query: { limit: '1' } })).items[0]?.size ?? 0
  expect(size).toBeGreaterThan(2)
  expect(await checkEvidenceLog(server.database, server.keys, Date.now())).toEqual({ entries: size, fault: null })
  const change = async (statement: string) => {
    await server.database.query('ALTER TABLE evidence_entry DISABLE TRIGGER USER')
    await server.database.query(statement)
    return (await checkEvidenceLog(server.database, server.keys, Date.now())).fault
  }
  const swap = `UPDATE evidence_entry SET place = CASE place WHEN 0 THEN 900001 WHEN 1 THEN 900000 ELSE place END`
  await change(swap)
  const settle = 'UPDATE evidence_entry SET place = place - 900000 WHERE place >= 900000'
  expect(await change(settle)).toContain(`the head of ${await firstHead()} entries is of others`)
  const bend = `UPDATE evidence_entry SET document = replace(document, '"mark":"9900"', '"mark":"9901"')`
  expect(await change(bend)).toMatch(/^evidence_entry place=\d+, document or digest: entry \d+ has another digest$/)
  expect(await change('DELETE FROM evidence_entry WHERE place = 0')).toBe('evidence_entry place=0: entry 1 is missing')
  // all of it, with its heads: a decision that the read models tell of is not in the log
  await change('DELETE FROM evidence_head')
  await change('DELETE FROM evidence_entry')
  await server.database.query('ALTER TABLE evidence_node DISABLE TRIGGER USER')
  expect(await change('DELETE FROM evidence_node')).toMatch(
    /^evidence_head size=\d+: it is missing, though the audit log has it$/,
  )
  await server.database.query('ALTER TABLE audit DISABLE TRIGGER USER')
  await server.database.query('DELETE FROM audit')
  await server.database.query('UPDATE position_trigger SET logged = false')
  const { fault } = await checkEvidenceLog(server.database, server.keys, Date.now() + 3_600_000)
  expect(fault).toMatch(/^evidence_entry: the \w+ \d+ of 20\d\d-.*Z is not in it$/)
})

/** The size of the oldest head that is kept. */
async function firstHead(): Promise<number> {
  return (await server.ok(routes.evidenceHeads, { query: {} })).items.at(-1)?.size ?? 0
}

it('tells a guest when trading stood still, by whose decision and until when', async () => {
  const { exchange } = server.engine
  const halt = (to: 'halted' | 'cancel_only' | 'trading', reason: string) =>
    exchange.command(house, { type: 'haltListing', listing: 0, halt: to, reason })
  const shown = async (query: Record<string, string> = {}) => server.ok(transparencyRoutes.haltsPublic, { query })
  const before = (await shown()).items.length
  await halt('cancel_only', 'a source is looked at')
  await halt('halted', 'it is worse')
  await halt('trading', '')
  const stamp = Math.floor(Date.now() / 1_000) * 1_000
  for (const later of [60_000, 65_000, 73_000]) {
    const samples = [{ listing: 0, sources: 4, fresh: true, indexTenths: 1_000_000 }]
    await exchange.command(house, { type: 'sampleIndex', stamp: stamp + later, kind: 'simulated', samples })
  }
  await expect.poll(async () => (await shown()).items[0]?.until, { timeout: 15_000 }).toBe(stamp + 73_000)
  const { items, cursor, silent: now } = await shown()
  expect({ cursor, now }).toEqual({ cursor: null, now: [] })
  expect(await findSilent(server.database, stamp + 80_000)).toEqual([{ listing: 0, from: stamp + 78_000 }])
  expect(items.slice(0, items.length - before).map(({ stopped, cause, reason }) => [stopped, cause, reason])).toEqual([
    ['trading', 'no_prices', ''],
    // since the samples of the tests before
    ['trading', 'no_prices', ''],
    ['trading', 'operator', 'it is worse'],
    ['orders', 'operator', 'a source is looked at'],
  ])
  const [silent, , worse, looked] = items
  expect(silent).toMatchObject({ symbol: 'BTCUSDT', from: stamp + 70_000 })
  expect(looked?.until).toBe(worse?.from)
  expect(worse?.until).toBeGreaterThan(worse?.from ?? 0)
  const page = await shown({ limit: '1', symbol: 'BTCUSDT' })
  expect(page.items).toEqual([silent])
  expect((await shown({ limit: '1', cursor: page.cursor ?? '' })).items).toEqual([items[1]])
  expect((await server.call(transparencyRoutes.haltsPublic, { query: { cursor: 'x' } })).reason).toBe('field_malformed')
  expect((await server.call(transparencyRoutes.haltsPublic, { query: { symbol: 'NONE' } })).reason).toBe(
    'symbol_unknown',
  )
})
