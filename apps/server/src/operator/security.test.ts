import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskSecurityRoutes as routes } from '@truemark/protocol/routes/deskSecurity'
import { passkeyRoutes } from '@truemark/protocol/routes/passkeys'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftAuthenticator } from '../passkey/testing/authenticator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperatorLink } from './door.ts'

const origin = 'https://trade.example.org'
const password = 'Seven-quiet-rivers'
let server: LiveServer
let operators = 0

beforeAll(async () => {
  server = await startLiveServer({ publicUrl: origin })
})
afterAll(() => server.stop())

const linkToken = async (): Promise<string> => {
  const path = await makeOperatorLink(server.database, 'auditor', 'test')
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The app's code of now, or some steps off; each step works once. */
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

interface Who {
  readonly name: string
  readonly token: string
  readonly device: SoftAuthenticator
}

async function byPasskey(): Promise<Who> {
  operators += 1
  const name = `Keyholder ${operators}`
  const device = new SoftAuthenticator(origin)
  const form = { token: await linkToken(), name, password }
  const passkey = device.create(await server.ok(routes.deskLinkPasskey, { body: form }))
  const { token } = await server.ok(deskRoutes.deskLinkComplete, { body: { ...form, passkey } })
  return { name, token, device }
}

async function byApp(): Promise<Who & { readonly secret: string }> {
  operators += 1
  const name = `Appholder ${operators}`
  const link = await linkToken()
  const { totp_secret: secret } = await server.ok(deskRoutes.deskLinkOpen, { body: { token: link } })
  const body = { token: link, name, password, totp: codeAt(secret) }
  const { token } = await server.ok(deskRoutes.deskLinkComplete, { body })
  return { name, token, device: new SoftAuthenticator(origin), secret }
}

const signed = async ({ device }: Who) => device.get(await server.ok(routes.deskPasskeyLoginOptions))
const logIn = (passkey: object) => server.call(routes.deskPasskeyLogin, { body: { passkey } })
const proof = async ({ token, device }: Who) => ({
  password,
  passkey: device.get(await server.ok(routes.deskPasskeyProof, { token })),
})
const stateOf = ({ token }: Who) => server.ok(routes.deskSecurity, { token })

async function audited(name: string): Promise<string[]> {
  const { rows } = await server.database.query<{ action: string }>(
    'SELECT action FROM audit WHERE subject = $1 ORDER BY id',
    [name],
  )
  return rows.map(({ action }) => action)
}

describe('an operator with a passkey', () => {
  it('is made by the link, signs in by it alone, and cannot lose the last factor', async () => {
    const who = await byPasskey()
    expect(await stateOf(who)).toMatchObject({ totp: false, available: true, passkeys: [{ name: 'Passkey 1' }] })
    const passkey = await signed(who)
    const both = await Promise.all([logIn(passkey), logIn(passkey)])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 13_801])
    const id = (await stateOf(who)).passkeys[0]?.id ?? ''
    const remove = await server.call(routes.deskPasskeyRemove, {
      token: who.token,
      params: { id },
      body: await proof(who),
    })
    expect(remove.code).toBe(13_807)
    expect((await server.call(deskRoutes.deskLogin, { body: { name: who.name, password, totp: '000000' } })).code).toBe(
      13_057,
    )
    expect(await audited(who.name)).toEqual(['operator_made', 'operator_login', 'operator_login'])
  })

  it('has the other factor set up later, and may then leave the passkey', async () => {
    const who = await byPasskey()
    const { token } = who
    const begun = await server.ok(routes.deskTotpBegin, { token, body: await proof(who) })
    const right = codeAt(begun.secret)
    const wrong = right === '111111' ? '222222' : '111111'
    expect((await server.call(routes.deskTotpSet, { token, body: { totp: wrong } })).code).toBe(13_048)
    expect((await server.ok(routes.deskTotpSet, { token, body: { totp: right } })).totp).toBe(true)
    expect((await server.call(routes.deskTotpSet, { token, body: { totp: right } })).code).toBe(13_119)
    const id = (await stateOf(who)).passkeys[0]?.id ?? ''
    // of two who each take one of two factors away, one stays
    const body = await proof(who)
    const codes = await Promise.all([
      server.call(routes.deskPasskeyRemove, { token, params: { id }, body }),
      server.call(routes.deskTotpRemove, { token, body: { password, totp: codeAt(begun.secret, 1) } }),
    ])
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(1)
    const { totp, passkeys } = await stateOf(who)
    expect(Number(totp) + passkeys.length).toBe(1)
  })

  it('is nobody once disabled, and no person', async () => {
    const who = await byPasskey()
    const login = who.device.get(await server.ok(passkeyRoutes.passkeyLoginOptions))
    expect((await server.call(passkeyRoutes.passkeyLogin, { body: { passkey: login } })).code).toBe(13_802)
    await server.database.query('UPDATE operator SET disabled_at = now() WHERE name = $1', [who.name])
    expect((await logIn(await signed(who))).code).toBe(13_802)
  })
})

describe('a one-time link', () => {
  it('says what is wrong before the device is asked, and takes no passkey of another link', async () => {
    const taken = await byPasskey()
    const [first, form] = [await linkToken(), { name: 'Fresh one', password }]
    const begin = (body: object) => server.call(routes.deskLinkPasskey, { body: { token: first, ...form, ...body } })
    expect((await begin({ password: 'short' })).code).toBe(13_058)
    expect((await begin({ name: taken.name })).code).toBe(13_060)
    const device = new SoftAuthenticator(origin)
    const passkey = device.create(await server.ok(routes.deskLinkPasskey, { body: { token: first, ...form } }))
    const second = await linkToken()
    expect((await begin({})).code).toBe(13_056)
    const complete = (token: string) => server.call(deskRoutes.deskLinkComplete, { body: { token, ...form, passkey } })
    expect((await complete(second)).code).toBe(13_801)
    expect((await complete(first)).code).toBe(13_056)
    const bare = { token: second, ...form }
    expect((await server.call(deskRoutes.deskLinkComplete, { body: bare })).code).toBe(13_048)
  })
})

describe('an operator with an authenticator app', () => {
  it('adds, renames and removes passkeys by the password and a code, each in the audit log', async () => {
    const who = await byApp()
    const { token, secret, device } = who
    const bad = { password: 'Wrong-quiet-rivers', totp: codeAt(secret) }
    expect((await server.call(routes.deskPasskeyBegin, { token, body: bad })).code).toBe(12_103)
    const good = { password, totp: codeAt(secret, 1) }
    const options = await server.ok(routes.deskPasskeyBegin, { token, body: good })
    expect((await server.call(routes.deskPasskeyBegin, { token, body: good })).code).toBe(13_048)
    const passkey = device.create(options)
    const added = await server.ok(routes.deskPasskeyAdd, { token, body: { name: 'Laptop', passkey } })
    const id = added.passkeys[0]?.id ?? ''
    await server.ok(routes.deskPasskeyRename, { token, params: { id }, body: { name: 'Desk laptop' } })
    const other = await byPasskey()
    const foreign = { token: other.token, params: { id } }
    expect((await server.call(routes.deskPasskeyRename, { ...foreign, body: { name: 'Mine' } })).code).toBe(13_804)
    expect((await server.call(routes.deskPasskeyRemove, { ...foreign, body: await proof(other) })).code).toBe(13_804)
    await server.ok(routes.deskPasskeyRemove, { token, params: { id }, body: await proof(who) })
    expect(
      (await server.call(routes.deskTotpRemove, { token, body: { password, totp: codeAt(secret, 1) } })).code,
    ).toBe(13_807)
    expect(await audited(who.name)).toEqual([
      'operator_made',
      'operator_login',
      'operator_passkey_added',
      'operator_passkey_renamed',
      'operator_passkey_removed',
    ])
  })
})
