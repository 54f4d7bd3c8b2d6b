import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderSms } from '../platform/mail/render.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, personPassword, signUp, signUpByPhone } from '../testing/people.ts'
import { type CodeKey, keepCode, useCode } from './codes.store.ts'
import { blurred, codeHash } from './secrets.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

function addresses(): { email: string; phone: string } {
  people += 1
  return { email: `proven${people}@example.com`, phone: `+3361235${String(6_000 + people)}` }
}

/** Registers by the code that goes to one of the two addresses; gives the answer's code. */
async function register(type: 'email' | 'phone', { email, phone }: { email: string; phone: string }): Promise<number> {
  const account = type === 'email' ? email : phone
  await server.database.query('DELETE FROM verification_code WHERE address = $1', [account])
  await server.database.query('DELETE FROM outbox WHERE recipient = $1', [account])
  if (type === 'email') await server.ok(routes.sendEmail, { body: { type: 'register', email } })
  else await server.ok(routes.sendSms, { body: { type: 'register', phone } })
  const form = { account, email, phone, type, verify_code: await codeSent(server, account), invite_code: '' }
  return (await server.call(routes.register, { body: { ...form, country: 'FR', password: personPassword } })).code
}

async function messagesTo(address: string): Promise<{ template: string; channel: string }[]> {
  const { rows } = await server.database.query<{ template: string; channel: string }>(
    'SELECT template, channel FROM outbox WHERE recipient = $1 ORDER BY id',
    [address],
  )
  return rows
}

const logIn = async (account: string) =>
  (await server.call(routes.login, { body: { account, password: personPassword } })).code

describe('an address that was only typed', () => {
  it('resets nobody’s password, and is answered like one that nobody has', async () => {
    const who = addresses()
    await signUp(server, who.email, who.phone)
    const other = addresses()
    await signUpByPhone(server, other.email, other.phone)
    const before = await messagesTo(other.email)
    const told = await server.call(routes.sendSms, { body: { type: 'forgot', phone: who.phone } })
    expect(await server.call(routes.sendSms, { body: { type: 'forgot', phone: '+33612399999' } })).toEqual(told)
    await server.ok(routes.sendEmail, { body: { type: 'forgot', email: other.email } })
    // what its owner asks for afterwards is there, so theirs would be
    await server.ok(routes.sendEmail, { body: { type: 'forgot', email: who.email } })
    await expect
      .poll(async () => (await messagesTo(who.email)).filter(({ template }) => template === 'code').length)
      .toBe(2)
    expect(await messagesTo(who.phone)).toEqual([])
    expect(await messagesTo(other.email)).toEqual(before)
    // a code that was kept for it, however it came to be known, opens nothing
    const network = blurred(server.secret, 'network 127.0.0.1')
    const key = { purpose: 'forgot', address: who.phone, network, known: true } as const
    await server.database.query(`UPDATE verification_code SET sent_at = now() - interval '1 hour'`)
    await keepCode(server.database, key, codeHash(server.secret, 'forgot', who.phone, '424242'))
    const body = { account: who.phone, type: 'phone', verify_code: '424242', password: 'Other-river8' }
    expect((await server.call(routes.forgotPassword, { body })).code).toBe(12_102)
    expect(await logIn(who.email)).toBe(200)
  })

  it('gets no message about the account; what was proved gets its own, as a text message where it is a phone', async () => {
    const { email, phone } = addresses()
    const token = await signUpByPhone(server, email, phone)
    const setting = { word: 'heron', login_mail: true, withdrawal_mail: true, password: personPassword }
    await server.ok(routes.securityChange, { token, body: setting })
    await server.ok(routes.login, { body: { account: phone, password: personPassword } })
    expect(await messagesTo(email)).toEqual([])
    const sms = ['code', 'opened', 'securityChanged', 'newLogin'].map((template) => ({ template, channel: 'sms' }))
    expect(await messagesTo(phone)).toEqual(sms)
    const rows = await sentMessages(server, `recipient = $1 AND template = 'newLogin'`, [phone])
    const wording = { template: 'newLogin', locale: 'en', params: rows[0]?.params ?? {} } as const
    expect(renderSms(await loadTranslate(), wording)).toMatch(
      /^Truemark: new login\. Not you\? Freeze the account: http:\/\/127\.0\.0\.1:\d+\/freeze#[\w-]{43}$/,
    )
  })

  it('keeps nobody from registering who can prove it, and is taken by who did', async () => {
    const squatter = addresses()
    expect(await register('email', squatter)).toBe(200)
    const owner = { ...addresses(), phone: squatter.phone }
    // typed there, typed here: nobody's yet
    expect(await register('email', owner)).toBe(200)
    const proven = { ...addresses(), phone: squatter.phone }
    expect(await register('phone', proven)).toBe(200)
    expect(await register('phone', { ...addresses(), phone: squatter.phone })).toBe(99_917)
    expect(await register('email', { ...addresses(), phone: squatter.phone })).toBe(99_917)
    expect(await register('phone', { ...addresses(), email: squatter.email })).toBe(11_302)
    expect(await register('email', { ...addresses(), email: proven.email })).toBe(200)
  })

  it('signs nobody in; the one that was proved does', async () => {
    const thief = addresses()
    const owner = addresses()
    // a phone of one's own, and somebody else's email
    expect(await register('phone', { ...thief, email: owner.email })).toBe(200)
    expect(await logIn(owner.email)).toBe(555)
    expect(await logIn(thief.phone)).toBe(200)
    expect(await register('email', owner)).toBe(200)
    const { userInfo } = await server.ok(routes.login, { body: { account: owner.email, password: personPassword } })
    expect(userInfo).toMatchObject({ account: owner.email, phone: owner.phone })
    expect(await logIn(owner.phone)).toBe(555)
  })
})

describe('a stranger', () => {
  const at = (address: string, network: string, known = false): CodeKey => {
    return { purpose: 'forgot', address, network: Buffer.from(network), known }
  }
  const hashOf = (address: string, code: string) => codeHash(server.secret, 'forgot', address, code)
  const ask = (key: CodeKey, code: string) => keepCode(server.database, key, hashOf(key.address, code))
  const bring = async (key: CodeKey, code: string) =>
    (await useCode(server.database, key, hashOf(key.address, code))) !== null

  const later = (address: string, seconds: number) =>
    server.database.query(
      `UPDATE verification_code SET sent_at = sent_at - make_interval(secs => $2) WHERE address = $1`,
      [address, seconds],
    )
  const guess = async (key: CodeKey, count: number): Promise<void> => {
    for (let tries = 0; tries < count; tries += 1) expect(await bring(key, '999999')).toBe(false)
  }

  it('finds one live code, whichever networks asked for how many', async () => {
    const { email } = addresses()
    for (const [network, code] of [
      ['home', '111111'],
      ['away', '222222'],
      ['train', '333333'],
    ] as const) {
      expect((await ask(at(email, network), code)).kept).toBe(true)
      // another network is no way round the pace
      expect((await ask(at(email, 'bot'), '444444')).kept).toBe(false)
      await later(email, 61)
    }
    expect(await bring(at(email, 'home'), '111111')).toBe(false)
    expect(await bring(at(email, 'away'), '222222')).toBe(false)
    // a phone changes its network between asking and typing
    expect(await bring(at(email, 'elsewhere'), '333333')).toBe(true)
    expect(await bring(at(email, 'train'), '333333')).toBe(false)
  })

  it('has three tries at a code that they did not ask for, from all their networks, and cannot use it up', async () => {
    const { email } = addresses()
    await ask(at(email, 'home'), '111111')
    for (let bot = 0; bot < 10; bot += 1) await guess(at(email, `bot ${bot}`), 1)
    expect(await bring(at(email, 'bot x'), '111111')).toBe(false)
    await guess(at(email, 'home'), 1)
    expect(await bring(at(email, 'home'), '111111')).toBe(true)
  })

  it('has five tries at one that they asked for', async () => {
    const { email } = addresses()
    await ask(at(email, 'bot'), '111111')
    await guess(at(email, 'other bot'), 2)
    await guess(at(email, 'bot'), 3)
    expect(await bring(at(email, 'bot'), '111111')).toBe(false)
    // the owner's own network is counted by itself
    expect(await bring(at(email, 'home', true), '111111')).toBe(true)
  })

  it('gets one try a code once they were wrong twenty times in a day; the owner still has a way in', async () => {
    const { email } = addresses()
    let judged = 0
    for (let code = 0; code < 12; code += 1) {
      await ask(at(email, 'bot'), '111111')
      await guess(at(email, 'bot'), 6)
      const { rows } = await server.database.query<{ wrong: number }>(
        'SELECT wrong FROM code_traffic WHERE address = $1',
        [email],
      )
      judged = rows[0]?.wrong ?? 0
      await later(email, 3_600)
    }
    expect(judged).toBe(20 + 8)
    await ask(at(email, 'home'), '222222')
    expect(await bring(at(email, 'bot'), '222222')).toBe(false)
    expect(await bring(at(email, 'home'), '222222')).toBe(true)
  })

  it('that asks without end leaves a live code in the mailbox, and the owner’s own network its pace', async () => {
    const { email } = addresses()
    let again = 0
    for (let code = 0; code < 20; code += 1) {
      again = (await ask(at(email, `bot ${code}`), '111111')).againSeconds
      await later(email, again)
    }
    // as long as a code lives
    expect(again).toBe(30 * 60)
    await ask(at(email, 'bot'), '111111')
    await later(email, 61)
    expect((await ask(at(email, 'new'), '222222')).kept).toBe(false)
    expect((await ask(at(email, 'home', true), '333333')).kept).toBe(true)
  })
})
