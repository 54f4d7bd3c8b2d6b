import { identityRoutes } from '@truemark/protocol/routes/identity'
import { passkeyRoutes as routes } from '@truemark/protocol/routes/passkeys'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bent, SoftAuthenticator } from '../passkey/testing/authenticator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp } from '../testing/people.ts'
import { sentMessages } from '../testing/outbox.ts'

const origin = 'https://trade.example.org'
let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer({ publicUrl: origin })
})
afterAll(() => server.stop())

interface Who {
  readonly email: string
  readonly token: string
  readonly device: SoftAuthenticator
}

async function person(): Promise<Who> {
  people += 1
  const email = `key${people}@example.com`
  const token = await signUp(server, email, `+3361234${String(6_000 + people)}`)
  return { email, token, device: new SoftAuthenticator(origin) }
}

/** A code for `confirm`, out of the outbox; the wait between two is lifted. */
async function confirmCode({ email, token }: Pick<Who, 'email' | 'token'>): Promise<string> {
  await server.database.query(`DELETE FROM verification_code WHERE address = $1 AND purpose = 'confirm'`, [email])
  await server.database.query(`DELETE FROM outbox WHERE recipient = $1 AND template = 'code'`, [email])
  await server.ok(identityRoutes.sendEmail, { token, body: { type: 'confirm', email } })
  for (let tries = 0; tries < 200; tries += 1) {
    const [sent] = await sentMessages(server, `recipient = $1 AND params->>'purpose' = 'confirm'`, [email])
    if (sent !== undefined) return sent.params['code'] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

async function begin(who: Who) {
  const body = { password: personPassword, verify_code: await confirmCode(who) }
  return server.ok(routes.passkeyBegin, { token: who.token, body })
}

async function added(who: Who, name = 'Phone') {
  const passkey = who.device.create(await begin(who))
  return server.ok(routes.passkeyAdd, { token: who.token, body: { name, passkey } })
}

const loginOptions = () => server.ok(routes.passkeyLoginOptions, {})
const logIn = (passkey: object) => server.call(routes.passkeyLogin, { body: { passkey } })
const signed = async (who: Who, bent: Bent = {}) => who.device.get(await loginOptions(), bent)

async function proof({ token, device }: Who, purpose: 'confirm' | 'change_password' = 'confirm') {
  const passkey = device.get(await server.ok(routes.passkeyProof, { token, body: { purpose } }))
  return { password: personPassword, verify_code: '', passkey }
}

describe('adding a passkey', () => {
  it('asks for the password and a code first, and tells the owner by mail', async () => {
    const who = await person()
    const { email, token } = who
    const refusal = await server.call(routes.passkeyBegin, { token, body: { password: personPassword } })
    expect(refusal.code).toBe(568)
    const wrong = { password: 'Wrong-river7', verify_code: '000000' }
    expect((await server.call(routes.passkeyBegin, { token, body: wrong })).code).toBe(12_103)
    const made = await added(who)
    expect(made).toMatchObject({ name: 'Phone', synced: true, site: 'trade.example.org', last_used: null })
    const list = await server.ok(routes.passkeys, { token })
    expect(list).toEqual({ items: [made], available: true })
    const rows = await sentMessages(server, `recipient = $1 AND template = 'passkeyAdded'`, [email])
    expect(rows[0]?.params).toMatchObject({ passkey: 'Phone' })
    expect(rows[0]?.params['link']).toMatch(/^https:\/\/trade\.example\.org\/freeze#/)
  })

  it.each<[string, Bent]>([
    ['of another origin', { origin: 'https://trade.example.com' }],
    ['for another host', { site: 'example.org' }],
    ['by a device that verified nobody', { verified: false }],
    ['in a foreign frame', { crossOrigin: true }],
  ])('refuses one %s, whose challenge is gone then', async (_, bent) => {
    const who = await person()
    const options = await begin(who)
    const add = (passkey: object) =>
      server.call(routes.passkeyAdd, { token: who.token, body: { name: 'Phone', passkey } })
    expect((await add(who.device.create(options, bent))).code).toBe(13_802)
    const again = (await add(who.device.create(options))).code
    // a foreign frame is told by what it says, before its challenge is looked at
    expect(again).toBe(bent.crossOrigin === true ? 200 : 13_801)
  })

  it('takes no challenge of another session, of another purpose, or twice', async () => {
    const [who, other] = [await person(), await person()]
    const options = await begin(who)
    const passkey = who.device.create(options)
    const add = (token: string) => server.call(routes.passkeyAdd, { token, body: { name: 'Phone', passkey } })
    expect((await add(other.token)).code).toBe(13_801)
    const codes = await Promise.all([add(who.token), add(who.token)])
    expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 13_801])
    const login = await loginOptions()
    const made = who.device.create({ ...options, challenge: login.challenge })
    const body = { name: 'Phone', passkey: made }
    expect((await server.call(routes.passkeyAdd, { token: who.token, body })).code).toBe(13_801)
  })

  it('refuses a passkey that is somebody’s already, and the eleventh of one owner', async () => {
    const [who, other] = [await person(), await person()]
    const { token } = other
    const passkey = who.device.create(await begin(who))
    await server.ok(routes.passkeyAdd, { token: who.token, body: { name: 'Phone', passkey } })
    const own = other.device.create(await begin(other))
    // nothing but the challenge binds what was made to who made it
    const { clientDataJSON } = own.response
    const taken = { ...passkey, response: { ...passkey.response, clientDataJSON } }
    const add = (made: object) => server.call(routes.passkeyAdd, { token, body: { name: 'Phone', passkey: made } })
    expect((await add(taken)).code).toBe(13_805)
    const options = await begin(other)
    await server.database.query(
      `INSERT INTO passkey (user_id, credential_id, handle, public_key, sign_count, transports, site, name, synced)
       SELECT u.id, decode(md5(n::text || u.id::text), 'hex'), 'h', 'k', 0, '{}', 'trade.example.org', 'n', false
       FROM app_user u, generate_series(1, 10) n WHERE u.email = $1`,
      [other.email],
    )
    expect((await add(other.device.create(options))).code).toBe(13_806)
    const body = { password: personPassword, verify_code: await confirmCode(other) }
    expect((await server.call(routes.passkeyBegin, { token, body })).code).toBe(13_806)
  })

  it('is not for the demo', async () => {
    const demo = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect((await server.call(routes.passkeys, { token: demo.token })).code).toBe(13_043)
  })
})

describe('logging in by a passkey', () => {
  it('opens a session by the passkey alone, which other sessions outlive', async () => {
    const who = await person()
    await added(who)
    const { token, userInfo } = (await logIn(await signed(who))).data ?? { token: '', userInfo: null }
    expect(userInfo?.account).toBe(who.email)
    expect((await server.call(identityRoutes.user, { token })).code).toBe(200)
    expect((await server.call(identityRoutes.user, { token: who.token })).code).toBe(200)
    const { items } = await server.ok(routes.passkeys, { token })
    expect(items[0]?.last_used).not.toBeNull()
  })

  it.each<[string, Bent]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { site: 'evil.example' }],
    ['by a device that verified nobody', { verified: false }],
    ['in a foreign frame', { crossOrigin: true }],
    ['under another owner’s handle', { userHandle: 'AAAA' }],
  ])('refuses a signature %s as it refuses a passkey that nobody has', async (_, bent) => {
    const who = await person()
    await added(who)
    const { code, message } = await logIn(await signed(who, bent))
    const stranger = await person()
    stranger.device.create(await begin(stranger))
    expect(await logIn(await signed(stranger))).toMatchObject({ code: 13_802, message })
    expect(code).toBe(13_802)
    await server.database.query('DELETE FROM sign_in_failure')
  })

  it('takes a challenge once, of two at the same time too, and none that it did not give or that has expired', async () => {
    const who = await person()
    await added(who)
    const passkey = await signed(who)
    const both = await Promise.all([logIn(passkey), logIn(passkey)])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 13_801])
    expect((await logIn(passkey)).code).toBe(13_801)
    expect((await logIn(await signed(who, { challenge: 'A'.repeat(43) }))).code).toBe(13_801)
    const late = await signed(who)
    await server.database.query(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`)
    expect((await logIn(late)).code).toBe(13_801)
  })

  it('refuses a counter that went back, and tells the owner', async () => {
    const who = await person()
    await added(who)
    expect((await logIn(await signed(who, { signCount: 7 }))).code).toBe(200)
    expect((await logIn(await signed(who, { signCount: 7 }))).code).toBe(13_803)
    expect((await logIn(await signed(who, { signCount: 8 }))).code).toBe(200)
    expect((await server.ok(routes.passkeys, { token: who.token })).items[0]?.doubted).toBe(true)
    const { rows } = await server.database.query(
      `SELECT 1 FROM outbox WHERE recipient = $1 AND template = 'passkeyDoubted'`,
      [who.email],
    )
    expect(rows).toHaveLength(1)
  })

  it('knows no removed passkey, nor those of a frozen or disabled account', async () => {
    const who = await person()
    const { id } = await added(who)
    await server.database.query('UPDATE app_user SET disabled = true WHERE email = $1', [who.email])
    expect((await logIn(await signed(who))).code).toBe(12_106)
    await server.database.query('UPDATE app_user SET disabled = false WHERE email = $1', [who.email])
    const remove = { token: who.token, params: { id }, body: await proof(who) }
    expect((await server.call(routes.passkeyRemove, remove)).code).toBe(200)
    expect((await logIn(await signed(who))).code).toBe(13_802)
    await added(who, 'Another')
    const rows = await sentMessages(server, `recipient = $1 AND template = 'passkeyAdded'`, [who.email])
    const token = rows.at(-1)?.params['link']?.split('#')[1] ?? ''
    await server.ok(identityRoutes.freezeAccount, { body: { token } })
    expect((await logIn(await signed(who))).code).toBe(13_802)
  })

  it('makes wrong ones wait by their network', async () => {
    await server.database.query('DELETE FROM sign_in_failure')
    const who = await person()
    who.device.create(await begin(who))
    const codes: number[] = []
    for (let tries = 0; tries < 22; tries += 1) codes.push((await logIn(await signed(who))).code)
    expect(codes.slice(0, 21)).toEqual(Array(21).fill(13_802))
    expect(codes[21]).toBe(13_028)
    await server.database.query('DELETE FROM sign_in_failure')
  })

  it('keeps no more than fifty challenges of one network', async () => {
    for (let asked = 0; asked < 55; asked += 1) await loginOptions()
    const { rows } = await server.database.query<{ kept: string }>(
      `SELECT count(*) AS kept FROM passkey_challenge WHERE purpose = 'login'`,
    )
    expect(Number(rows[0]?.kept)).toBe(50)
  })
})

describe('confirming by a passkey', () => {
  const change = payeeRoutes.walletSettingsChange

  it('stands in the place of a code, with the password', async () => {
    const who = await person()
    await added(who)
    const { token } = who
    const bad = { payee_hold: true, ...(await proof(who)), password: 'Wrong-river7' }
    expect((await server.call(change, { token, body: bad })).code).toBe(12_103)
    const good = { payee_hold: true, ...(await proof(who)) }
    expect((await server.call(change, { token, body: good })).code).toBe(200)
    expect((await server.call(change, { token, body: good })).code).toBe(13_801)
  })

  it('takes no signature of another session, purpose or person', async () => {
    const [who, other] = [await person(), await person()]
    await added(who)
    await added(other)
    const { token } = who
    const add = async (body: object, by = token) =>
      (await server.call(change, { token: by, body: { payee_hold: true, ...body } })).code
    const again = await server.ok(identityRoutes.login, { body: { account: who.email, password: personPassword } })
    expect(await add(await proof(who), again.token)).toBe(13_801)
    expect(await add(await proof(who, 'change_password'))).toBe(13_801)
    expect(await add({ password: personPassword, passkey: await signed(who) })).toBe(13_801)
    // the session's own challenge, signed by a passkey of somebody else
    const options = await server.ok(routes.passkeyProof, { token, body: { purpose: 'confirm' } })
    const foreign = other.device.get({ ...options, allowCredentials: [] })
    expect(await add({ password: personPassword, passkey: foreign })).toBe(13_802)
  })

  it('is offered to those alone who have one', async () => {
    const { token } = await person()
    const asked = await server.call(routes.passkeyProof, { token, body: { purpose: 'confirm' } })
    expect(asked.code).toBe(13_804)
  })

  it('changes the password, and leaves the passkey', async () => {
    const who = await person()
    await added(who)
    const { passkey } = await proof(who, 'change_password')
    const body = { email: who.email, old_password: personPassword, new_password: 'Other-river8', passkey }
    expect((await server.call(identityRoutes.changePassword, { token: who.token, body })).code).toBe(200)
    expect((await logIn(await signed(who))).code).toBe(200)
  })
})

describe('one’s own passkeys', () => {
  it('are renamed and removed by their owner alone', async () => {
    const [who, other] = [await person(), await person()]
    const { id } = await added(who)
    await added(other)
    const rename = (token: string) =>
      server.call(routes.passkeyRename, { token, params: { id }, body: { name: 'Laptop' } })
    expect((await rename(other.token)).code).toBe(13_804)
    expect((await rename(who.token)).data?.name).toBe('Laptop')
    const remove = async (by: Who) =>
      server.call(routes.passkeyRemove, { token: by.token, params: { id }, body: await proof(by) })
    expect((await remove(other)).code).toBe(13_804)
    expect((await remove(who)).code).toBe(200)
    expect((await server.ok(routes.passkeys, { token: who.token })).items).toEqual([])
  })
})
