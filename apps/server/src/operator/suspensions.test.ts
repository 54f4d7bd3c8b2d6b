import { once } from 'node:events'
import { contentRoutes } from '@truemark/protocol/routes/content'
import { closeCode } from '@truemark/protocol/stream'
import { WebSocket } from 'ws'
import { readEnvelope, readRefusal } from '@truemark/protocol/envelope'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { type Proposal, deskProposalRoutes as proposals } from '@truemark/protocol/routes/deskProposals'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { symbols } from '@truemark/protocol/routes/market'
import { suspensionRoutes } from '@truemark/protocol/routes/suspensions'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { transparencyRoutes } from '@truemark/protocol/routes/transparency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { settleStandings } from './door.ts'
import { endEndless } from './suspensions.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let server: LiveServer
let ada = ''
let ben = ''
beforeAll(async () => {
  server = await startLiveServer({ singleOperator: false })
  ada = await makeOperator(server, 'administrator', 'Ada')
  ben = await makeOperator(server, 'treasurer', 'Ben')
})
afterAll(() => server.stop())

let people = 0
async function makePerson(): Promise<{ token: string; uid: string; userId: number }> {
  people += 1
  const email = `stopped${people}@example.org`
  const token = await signUp(server, email, `+3361234570${people}`)
  const { uid } = await server.ok(identityRoutes.user, { token })
  const { rows } = await server.database.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [email])
  return { token, uid, userId: Number(rows[0]?.id ?? 0) }
}

/** The code of a refusal at the door, and the cause that it bears. */
async function causeOf(token: string): Promise<[number, string | undefined]> {
  const response = await fetch(`http://127.0.0.1:${server.port}${identityRoutes.user.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const envelope = readEnvelope(await response.json())
  if (envelope === null) throw new Error('no envelope')
  return [envelope.code, readRefusal(envelope.data)?.params['cause']]
}

async function waiting(token: string, kind: Proposal['kind']): Promise<Proposal> {
  const found = (await server.ok(proposals.deskProposals, { token })).items.find((one) => one.kind === kind)
  if (found === undefined) throw new Error('nothing waits')
  return found
}

function confirm(token: string, { id, digest }: Proposal) {
  const body = { approve: true, digest, reason: 'seen' }
  return server.call(proposals.deskProposalDecide, { token, params: { id }, body })
}

async function counted(kind: string, ground: string) {
  const { counts } = await server.ok(suspensionRoutes.suspensionsPublic)
  return counts.find((one) => one.kind === kind && one.ground === ground)
}

const freeze = { ground: 'court_order', reference: 'Court of Lyon, 26/118', days: 10 } as const

describe('a freeze', () => {
  it('holds for an hour by one person, who is told so with its end, and for its days by two; all of it is counted', async () => {
    const { token, uid } = await makePerson()
    const own = async () => (await server.ok(touchRoutes.accountTouches, { token })).freeze
    const asked = { token: ada, params: { id: uid }, body: { freeze, reason: 'served today' } }
    const began = Date.now()
    const alone = await server.ok(touchRoutes.deskUserFreeze, asked)
    expect(alone).toMatchObject({
      ground: 'court_order',
      basis: 'emergency',
      asked_by: 'administrator',
      confirmed_by: null,
    })
    expect((alone?.until ?? 0) - began).toBeLessThan(hourMs + 60_000)
    expect(await own()).toEqual(alone)
    expect(await counted('freeze', 'court_order')).toMatchObject({ total: 1, open: 1, unconfirmed: 1 })
    const proposal = await waiting(ben, 'freeze')
    expect(proposal.detail).toEqual({ ground: 'court_order', reference: freeze.reference, days: '10' })
    expect((await confirm(ada, proposal)).reason).toBe('second_person_needed')
    expect((await confirm(ben, proposal)).data?.proposal.state).toBe('applied')
    const both = await own()
    expect(both).toMatchObject({
      basis: 'confirmed',
      asked_by: 'administrator',
      confirmed_by: 'treasurer',
      since: alone?.since,
    })
    expect((both?.until ?? 0) - began).toBeGreaterThan(10 * dayMs - 1)
    expect(await counted('freeze', 'court_order')).toMatchObject({ total: 1, open: 1, unconfirmed: 0, renewed: 0 })
    await server.ok(touchRoutes.deskUserFreeze, { ...asked, body: { freeze: null, reason: 'lifted' } })
    expect(await own()).toBeNull()
    const count = await counted('freeze', 'court_order')
    expect(count).toMatchObject({ total: 1, open: 0, lapsed: 0, lifted: 1 })
    expect(count?.mean_ms).toBeGreaterThan(0)
    // not again within a day, by whomever
    for (const by of [ada, ben]) {
      expect((await server.call(touchRoutes.deskUserFreeze, { ...asked, token: by })).reason).toBe('approval_pending')
    }
    expect(await own()).toBeNull()
  })

  it('lasts no longer than its ground allows', async () => {
    const { uid } = await makePerson()
    const ask = (body: object) => server.call(touchRoutes.deskUserFreeze, { token: ben, params: { id: uid }, body })
    const long = { ground: 'authority_order', reference: 'Tax office 7', days: 8 }
    expect(await ask({ freeze: long, reason: 'asked for' })).toMatchObject({ reason: 'suspension_too_long' })
    expect((await ask({ freeze: null, reason: 'none' })).reason).toBe('suspension_none')
    expect((await ask({ freeze: { ...long, days: 7 }, reason: 'asked for' })).code).toBe(200)
  })
})

describe('a disabled account', () => {
  it('is told its ground, by which role, and until when; it stands in the engine, and ends there', async () => {
    const { uid, token } = await makePerson()
    const body = { disabled: true, ground: 'security', days: 30, reason: 'a stolen phone' } as const
    const { ws } = await server.ok(contentRoutes.appData, { token })
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?token=${encodeURIComponent(ws?.token ?? '')}`)
    await once(socket, 'message')
    const closed = once(socket, 'close')
    await server.ok(deskRoutes.deskUserDisable, { token: ada, params: { id: uid }, body })
    // whoever bears the token of a session that ended by it is told so, and nobody else
    expect((await closed)[0]).toBe(closeCode.userDisabled)
    expect(await causeOf(token)).toEqual([551, 'user_disabled'])
    expect(await causeOf(`${token.slice(0, -2)}zz`)).toEqual([551, undefined])
    const shown = await server.ok(touchRoutes.deskUserTouches, { token: ada, params: { id: uid }, query: {} })
    expect(shown.disabled).toMatchObject({ ground: 'security', basis: 'emergency', asked_by: 'administrator' })
    const found = await server.ok(deskRoutes.deskUsers, { token: ada, query: { search: uid, disabled: 'true' } })
    expect(found.items.map((one) => one.uid)).toEqual([uid])
    const off = { disabled: false, reason: 'it was found' } as const
    await server.ok(deskRoutes.deskUserDisable, { token: ada, params: { id: uid }, body: off })
    const after = await server.ok(touchRoutes.deskUserTouches, { token: ada, params: { id: uid }, query: {} })
    expect(after.disabled).toBeNull()
  })
})

describe('a halt', () => {
  it('says its end to everyone, is named in the history of halts, and is renewed by two alone', async () => {
    const params = { symbol: 'BTCUSDT' }
    const halt = (token: string, body: object) =>
      server.call(settings.deskSymbolHalt, { token, params, body: { reason: 'a fork', ...body } })
    const began = Date.now()
    expect((await halt(ada, { halt: 'halted' })).reason).toBe('field_malformed')
    expect((await halt(ada, { halt: 'halted', ground: 'asset_event', hours: 6 })).data?.halt).toBe('halted')
    const view = async () => (await server.ok(symbols)).find(({ symbol }) => symbol === 'BTCUSDT')
    expect((await view())?.halt_reason).toBe('a fork')
    expect(((await view())?.halt_until ?? 0) - began).toBeLessThan(hourMs + 60_000)
    await confirm(ben, await waiting(ben, 'halt'))
    await expect.poll(async () => ((await view())?.halt_until ?? 0) - began).toBeGreaterThan(6 * hourMs - 1)
    expect((await halt(ben, { halt: 'halted', ground: 'asset_event' })).reason).toBe('approval_pending')
    const { items } = await server.ok(transparencyRoutes.haltsPublic, { query: { symbol: 'BTCUSDT' } })
    expect(items[0]).toMatchObject({ stopped: 'trading', reason: 'a fork', until: null })
    expect((await halt(ada, { halt: 'trading' })).reason).toBe('approval_pending')
    await confirm(ben, await waiting(ben, 'resume'))
    await expect.poll(async () => (await view())?.halt_until).toBeNull()
    expect(await counted('halt', 'asset_event')).toMatchObject({ total: 1, open: 0, lifted: 1 })
  })

  it('is not made nor ended by a change of terms', async () => {
    const body = { halt: 'halted', reason: 'no' }
    const asked = { token: ada, params: { symbol: 'BTCUSDT' }, body }
    expect((await server.call(settings.deskSymbolChange, asked)).code).toBe(561)
  })
})

describe('what stood without an end', () => {
  it('is given one at the start, once', async () => {
    const { token, uid, userId } = await makePerson()
    const { database } = server
    const { exchange } = server.engine
    await database.query(
      `UPDATE app_user SET disabled = true, disabled_ground = 'duplicate', disabled_at = now() WHERE id = $1`,
      [userId],
    )
    await database.query(
      `INSERT INTO account_freeze (user_id, ground, reference) VALUES ($1, 'sanctions_list', 'list of June')`,
      [userId],
    )
    await exchange.command(house, { type: 'haltListing', listing: 0, halt: 'halted', reason: 'of before' })
    for (let starts = 0; starts < 2; starts++) {
      await endEndless({ database, exchange })
      await settleStandings({ database, exchange })
    }
    const read = () => server.ok(touchRoutes.deskUserTouches, { token: ada, params: { id: uid }, query: {} })
    await expect.poll(async () => (await read()).disabled).not.toBeNull()
    const shown = await read()
    const carried = { basis: 'carried_over', asked_by: null, confirmed_by: null }
    expect(shown.disabled).toMatchObject({ ground: 'duplicate', ...carried })
    expect(shown.freeze).toMatchObject({ ground: 'sanctions_list', reference: 'list of June', ...carried })
    expect((shown.freeze?.until ?? 0) - Date.now()).toBeLessThan(7 * dayMs)
    const { listings } = await exchange.ask(house, { type: 'catalogue' })
    expect((listings[0]?.haltedUntil ?? 0) - Date.now()).toBeGreaterThan(dayMs - hourMs)
    await expect.poll(async () => (await server.call(identityRoutes.user, { token })).status).toBe(200)
  })
})
