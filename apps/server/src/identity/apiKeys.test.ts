import { generateKeyPairSync, hash } from 'node:crypto'
import { accountRoutes } from '@truemark/protocol/routes/account'
import { apiKeyRoutes as routes, apiKeysMax } from '@truemark/protocol/routes/apiKeys'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { must, saver } from '../invest/testing/saver.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, makeOperator } from '../testing/people.ts'
import { sentMessages } from '../testing/outbox.ts'
import {
  type Program,
  byEd25519,
  byHmac,
  heardBy,
  keyBody,
  makeProgram,
  rawBy,
  strangersProgram,
} from '../testing/program.ts'

const thousandUsdt = 1_000_000_000n
let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer({ publicUrl: 'https://trade.example.org' })
  await must(server, { type: 'switchProduct', country: 'FR', product: 'spot', on: true })
})
afterAll(() => server.stop())

interface Who {
  readonly email: string
  readonly token: string
}

async function person(): Promise<Who> {
  people += 1
  const email = `bot${people}@example.com`
  return { email, token: (await saver(server, email, { usdt: thousandUsdt })).token }
}

const assets = (program: Program, call: Parameters<typeof heardBy>[3] = {}) =>
  heardBy(server, program, accountRoutes.accountAssets, call)
const listed = async ({ token }: Who) => (await server.ok(routes.apiKeys, { token })).items
const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.001' }

describe('making a key', () => {
  it('asks for a proof, shows the secret once, and tells the owner', async () => {
    const who = await person()
    const body = { label: 'Bot', kind: 'hmac', scope: 'read', realm: 'real' } as const
    const unproved = await server.call(routes.apiKeyMake, { token: who.token, body: { ...body, password: 'x' } })
    expect(unproved.reason).toBe('confirm_password_wrong')
    const proved = await keyBody(server, who, { label: ' Bot ', scope: 'read' })
    const { key, secret } = await server.ok(routes.apiKeyMake, { token: who.token, body: proved })
    expect(Buffer.from(secret ?? '', 'base64')).toHaveLength(32)
    expect(key).toMatchObject({ label: 'Bot', kind: 'hmac', scope: 'read', realm: 'real', addresses: [] })
    expect(await listed(who)).toEqual([key])
    const mails = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [who.email])
    expect(mails.map(({ params }) => [params['change'], params['detail']])).toEqual([['key_made', 'Bot']])
    const { items } = await server.ok(notificationRoutes.notifications, { token: who.token })
    expect(items[0]).toMatchObject({ kind: 'api_key_made' })
    const { rows } = await server.database.query<{ row: string }>('SELECT api_key::text AS row FROM api_key')
    const kept = Buffer.from(secret ?? '', 'base64').toString('hex')
    expect(rows.some(({ row }) => row.includes(kept))).toBe(false)
    expect(JSON.stringify(mails) + JSON.stringify(items)).not.toContain(secret)
  })

  it('refuses what is no key, no address and no end to come, before a proof is used up', async () => {
    const who = await person()
    const body = await keyBody(server, who)
    const heard = async (asked: object) =>
      (await server.call(routes.apiKeyMake, { token: who.token, body: { ...body, ...asked } })).reason
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const other = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const weak = Buffer.alloc(32).toString('base64')
    for (const public_key of ['', 'nothing', pem, other, weak]) {
      expect(await heard({ kind: 'ed25519', public_key }), public_key).toBe('api_public_key_invalid')
    }
    for (const address of ['example.org', '10.0.0.256', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1:80', '::/129']) {
      expect(await heard({ addresses: [address] }), address).toBe('api_address_invalid')
    }
    expect(await heard({ expires: Date.now() - 1 })).toBe('field_malformed')
    expect(await heard({ label: '   ' })).toBe('field_malformed')
    expect(await heard({ scope: 'withdraw' })).toBe('field_malformed')
    const addresses = ['10.0.0.0/8', ' 2001:DB8:0::/32', '::ffff:127.0.0.1', '127.0.0.1']
    expect(await heard({ addresses })).toBeNull()
    expect((await listed(who))[0]?.addresses).toEqual(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'])
  })

  it('keeps no more than one may have, also of two at once, and gives the proof back', async () => {
    const who = await person()
    const first = await makeProgram(server, who)
    await server.database.query(
      `INSERT INTO api_key (id, user_id, realm, label, kind, public_key, trades, addresses)
       SELECT nextval('api_key_id'), k.user_id, 'real', 'more', 'ed25519', '\\x00', false, '{}'
       FROM api_key AS k, generate_series(1, $1::int) WHERE k.id = (SELECT max(id) FROM api_key)`,
      [apiKeysMax - 1],
    )
    const body = await keyBody(server, who)
    const full = await server.call(routes.apiKeyMake, { token: who.token, body })
    expect(full.reason).toBe('api_keys_too_many')
    await server.ok(routes.apiKeyEnd, { token: who.token, params: { id: first.id } })
    expect((await server.call(routes.apiKeyMake, { token: who.token, body })).reason).toBeNull()
  })
})

describe('a request of a program', () => {
  it.each(['ed25519', 'hmac'] as const)('is its owner’s, by a key of %s', async (kind) => {
    const who = await person()
    const program = await makeProgram(server, who, { kind })
    const response = await rawBy(server, program, accountRoutes.accountOne, { params: { kind: 'coin' } })
    const own = await server.raw(accountRoutes.accountOne, { token: who.token, params: { kind: 'coin' } })
    const balances = z.object({ data: z.object({ balances: z.array(z.unknown()) }) })
    const [mine, theirs] = [balances.parse(await response.json()), balances.parse(await own.json())]
    expect(mine.data.balances.length).toBeGreaterThan(0)
    expect(mine).toEqual(theirs)
    // its use is noted beside the answer
    await expect.poll(async () => (await listed(who))[0]).toMatchObject({ kind, last_from: '127.0.0.1' })
    const [key] = await listed(who)
    expect((key?.last_used ?? 0) % 60_000).toBe(0)
    expect(Date.now() - (key?.last_used ?? 0)).toBeLessThan(120_000)
  })

  it('hears the same of all that is not right', async () => {
    const who = await person()
    const program = await makeProgram(server, who, { scope: 'read' })
    const elsewhere = await makeProgram(server, who, { addresses: ['192.0.2.0/24', '2001:db8::1'] })
    const expired = await makeProgram(server, who, { expires: Date.now() + 60_000 })
    await server.database.query('UPDATE api_key SET expires_at = now() WHERE id = (SELECT max(id) FROM api_key)')
    const other = await makeProgram(server, await person())
    const [own] = [byHmac(program.id, Buffer.alloc(32).toString('base64'))]
    const ed = byEd25519(program.id, generateKeyPairSync('ed25519').privateKey)
    const wrong: readonly [Program, Parameters<typeof rawBy>[3]][] = [
      [strangersProgram(), {}],
      [own, {}],
      [ed, {}],
      [elsewhere, {}],
      [expired, {}],
      [{ ...other, id: program.id }, {}],
      [program, { headers: { 'x-api-signature': 'short' } }],
      [program, { headers: { 'x-api-digest': '0'.repeat(64) } }],
      [program, { headers: { 'x-api-time': String(Date.now() + 1) } }],
      [program, { headers: { 'x-api-time': 'now' } }],
      [program, { headers: { 'idempotency-key': keyNow() } }],
      [program, { headers: { 'x-api-key': 'x' } }],
    ]
    const heard = new Set<string>()
    for (const [by, call] of wrong) {
      const response = await rawBy(server, by, accountRoutes.accountAssets, call)
      heard.add(`${response.status} ${await response.text()}`)
    }
    expect([...heard]).toHaveLength(1)
    expect([...heard][0]).toContain('"api_key_wrong"')
    expect(await assets(program)).toBeNull()
  })

  it('is not the right one with another address, another way or another body', async () => {
    const program = await makeProgram(server, await person())
    const time = String(Date.now())
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const sign = (text: string) => program.sign(text).toString('base64')
    const target = '/api/v3/spot/orders?limit=5'
    const headers = (signed: string, more: object = {}) => ({
      'x-api-key': program.id,
      'x-api-time': time,
      'x-api-signature': signed,
      ...more,
    })
    const ask = async (path: string, init: RequestInit) =>
      z.parse(z.object({ code: z.int() }), await (await fetch(`http://127.0.0.1:${server.port}${path}`, init)).json())
        .code
    const right = sign([program.id, time, '', 'GET', target, digest].join('\n'))
    expect(await ask(target, { headers: headers(right) })).toBe(200)
    expect(await ask(`${target}0`, { headers: headers(right) })).toBe(14_200)
    expect(await ask('/api/v3/spot/orders/?limit=5', { headers: headers(right) })).toBe(14_200)
    expect(await ask(target, { method: 'DELETE', headers: headers(right) })).toBe(14_200)
    // signed for one body, sent with another
    const [key, body] = [keyNow(), JSON.stringify(order)]
    const of = (text: string) => hash('sha256', text, 'hex')
    const signed = sign([program.id, time, key, 'POST', '/api/v3/spot/orders', of(body)].join('\n'))
    const more = { 'idempotency-key': key, 'x-api-digest': of(body), 'content-type': 'application/json' }
    const post = (sent: string) =>
      ask('/api/v3/spot/orders', { method: 'POST', headers: headers(signed, more), body: sent })
    expect(await post(body.replace('0.001', '0.002'))).toBe(14_200)
    expect(await post(body)).toBe(200)
  })

  it('is told the server’s time where its clock is off, whoever it is', async () => {
    const program = await makeProgram(server, await person())
    for (const [by, offset] of [
      [program, 6_000],
      [program, -6_000],
      [strangersProgram(), -6_000],
    ] as const) {
      expect(await assets(by, { time: Date.now() + offset })).toBe('api_clock_off')
    }
    const response = await rawBy(server, program, accountRoutes.accountAssets, { time: 1_000_000_000_000 })
    const told = z.parse(
      z.object({ data: z.object({ params: z.object({ time: z.string() }) }) }),
      await response.json(),
    )
    expect(Math.abs(Number(told.data.params.time) - Date.now())).toBeLessThan(2_000)
    for (const offset of [-4_000, 4_000]) expect(await assets(program, { time: Date.now() + offset })).toBeNull()
  })

  it('is made once, however often it is sent, and needs a key for that', async () => {
    const who = await person()
    const program = await makeProgram(server, who)
    const place = (key: string | null, time: number) =>
      rawBy(server, program, spotRoutes.spotOrderPlace, { body: order, key, time })
    const [key, time] = [keyNow(), Date.now()]
    const answer = z.object({ code: z.int(), data: z.object({ order_id: z.string() }) })
    const both = await Promise.all([place(key, time), place(key, time)])
    const again = await place(key, time)
    const placed = []
    for (const one of [...both, again]) placed.push(z.parse(answer, await one.json()).data.order_id)
    expect(new Set(placed).size).toBe(1)
    const open = await server.ok(spotRoutes.spotOrders, { token: who.token, query: { status: 'open' } })
    expect(open.items.map(({ order_id }) => order_id)).toEqual([placed[0]])
    expect(await heardBy(server, program, spotRoutes.spotOrderPlace, { body: order, key: null })).toBe(
      'api_idempotency_missing',
    )
    expect(await heardBy(server, program, spotRoutes.spotOrdersCancel, { key: null })).toBe('api_idempotency_missing')
  })

  it('is of the realm that the key was made for', async () => {
    const who = await person()
    const program = await makeProgram(server, who, { realm: 'demo' })
    expect(await heardBy(server, program, spotRoutes.spotOrderPlace, { body: order })).toBeNull()
    const { token } = await server.ok(identityRoutes.simulationLogin, { token: who.token, body: {} })
    expect((await server.ok(spotRoutes.spotOrders, { token, query: { status: 'open' } })).items).toHaveLength(1)
    expect((await server.ok(spotRoutes.spotOrders, { token: who.token })).items).toHaveLength(0)
  })
})

describe('a key ends', () => {
  it('at once where its owner ends it, who is told; nobody else can', async () => {
    const [who, stranger] = [await person(), await person()]
    const program = await makeProgram(server, who)
    expect(await assets(program)).toBeNull()
    const end = (token: string) => server.call(routes.apiKeyEnd, { token, params: { id: program.id } })
    expect((await end(stranger.token)).reason).toBe('api_key_unknown')
    expect(await assets(program)).toBeNull()
    expect((await end(who.token)).reason).toBeNull()
    expect(await assets(program)).toBe('api_key_wrong')
    expect((await end(who.token)).reason).toBe('api_key_unknown')
    expect(await listed(who)).toEqual([])
    const mails = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [who.email])
    expect(mails.map(({ params }) => params['change'])).toEqual(['key_made', 'key_ended'])
    const { rows } = await server.database.query<{ secret: Buffer | null }>(
      'SELECT secret FROM api_key WHERE ended_at IS NOT NULL',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ secret }) => secret !== null)).toEqual([])
  })

  it('with every other way in, where the account is frozen by a mail, reset, changed or disabled', async () => {
    const ways: Readonly<Record<string, (who: Who) => Promise<unknown>>> = {
      frozen: async ({ email }) => {
        const mails = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [email])
        const token = mails[0]?.params['link']?.split('#')[1] ?? ''
        await server.ok(identityRoutes.freezeAccount, { body: { token } })
      },
      reset: async ({ email }) => {
        await server.ok(identityRoutes.sendEmail, { body: { type: 'forgot', email } })
        const verify_code = await codeSent(server, email, 'forgot')
        const body = { account: email, type: 'email', password: 'Loud-river8', verify_code } as const
        await server.ok(identityRoutes.forgotPassword, { body })
      },
      changed: async ({ email, token }) => {
        await server.ok(identityRoutes.sendEmail, { token, body: { type: 'change_password', email } })
        const verify_code = await codeSent(server, email, 'change_password')
        const body = { old_password: 'Quiet-river7', new_password: 'Loud-river8', email, verify_code }
        await server.ok(identityRoutes.changePassword, { token, body })
      },
    }
    for (const [name, end] of Object.entries(ways)) {
      const who = await person()
      const program = await makeProgram(server, who)
      expect(await assets(program), name).toBeNull()
      await end(who)
      expect(await assets(program), name).toBe('api_key_wrong')
    }
  })

  it('where an operator disables the account, and stays ended once it is not', async () => {
    const who = await person()
    const program = await makeProgram(server, who)
    expect(await assets(program)).toBeNull()
    const admin = await makeOperator(server, 'administrator', 'Key keeper')
    const { uid } = await server.ok(identityRoutes.user, { token: who.token })
    const asked = {
      token: admin,
      params: { id: uid },
      body: { disabled: true, ground: 'security', days: 1, reason: 'Seen' },
    }
    await server.ok(deskRoutes.deskUserDisable, asked)
    expect(await assets(program)).toBe('api_key_wrong')
    await server.ok(deskRoutes.deskUserDisable, { ...asked, body: { disabled: false, reason: 'Was nothing' } })
    expect(await assets(program)).toBe('api_key_wrong')
  })

  it('where its owner is disabled by nobody that we know of, within a second', async () => {
    const who = await person()
    const program = await makeProgram(server, who)
    expect(await assets(program)).toBeNull()
    await server.database.query('UPDATE app_user SET disabled = true WHERE email = $1', [who.email])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await assets(program)).toBe('api_key_wrong')
  })
})
