import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { passkeyRoutes } from '@truemark/protocol/routes/passkeys'
import { parseLocaleId } from '@truemark/protocol/locale'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderMail } from '../platform/mail/render.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp, signUpByPhone } from '../testing/people.ts'
import { triesOf, useSecondFactor } from './secondFactor.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

interface Who {
  readonly email: string
  readonly phone: string
  readonly token: string
}

async function person(): Promise<Who> {
  people += 1
  const email = `safe${people}@example.com`
  const phone = `+3361233${String(5_000 + people)}`
  return { email, phone, token: await signUp(server, email, phone) }
}

const fresh = 'Other-river8'

/** A code out of the outbox, for a change of the password if nothing else is said. */
async function changeCode(
  { token, email }: Who,
  to = email,
  type: 'change_password' | 'confirm' = 'change_password',
): Promise<string> {
  const send = to.includes('@')
    ? server.ok(routes.sendEmail, { token, body: { type, email: to } })
    : server.ok(routes.sendSms, { token, body: { type, phone: to } })
  await send
  for (let tries = 0; tries < 200; tries += 1) {
    const sent = (await sentMessages(server, `recipient = $1 AND params->>'purpose' = $2`, [to, type])).at(-1)
    if (sent !== undefined) return sent.params['code'] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

function change({ email, token }: Who, body: Record<string, string>) {
  const whole = { email, verify_code: '000000', old_password: personPassword, new_password: fresh, ...body }
  return server.call(routes.changePassword, { token, body: whole })
}

const signIn = (account: string, password: string, totp?: string) =>
  server.call(routes.login, { body: { account, password, ...(totp === undefined ? {} : { totp }) } })

describe('changing the password', () => {
  it('refuses each fault with its own code, and spends no code on it', async () => {
    const who = await person()
    const verify_code = await changeCode(who)
    expect((await change(who, { verify_code: '' })).code).toBe(571)
    expect((await change(who, { old_password: '' })).code).toBe(571)
    expect((await change(who, { email: 'other@example.com' })).code).toBe(567)
    expect((await change(who, { verify_code, new_password: personPassword })).code).toBe(12_239)
    expect((await change(who, { verify_code, new_password: 'a1b2c' })).code).toBe(12_120)
    expect((await change(who, { verify_code, new_password: 'a1b2c3d4e5f6a1b2c3d4x' })).code).toBe(12_120)
    expect((await change(who, { verify_code, new_password: 'Password123' })).code).toBe(13_045)
    expect((await change(who, { verify_code, old_password: 'Wrong-river7' })).code).toBe(12_119)
    const wrong = verify_code === '111111' ? '222222' : '111111'
    expect((await change(who, { verify_code: wrong })).code).toBe(568)
    expect((await change(who, { verify_code })).code).toBe(200)
  })

  it('ends every other session, the demo’s too, within a second, and tells the owner', async () => {
    const who = await person()
    const other = await server.ok(routes.login, { body: { account: who.email, password: personPassword } })
    const demo = await server.ok(routes.simulationLogin, { token: who.token, body: {} })
    const done = await change(who, { verify_code: await changeCode(who) })
    expect(done).toMatchObject({ code: 200, message: 'Password changed successfully, please log in again' })
    expect((await server.call(routes.user, { token: other.token })).code).toBe(551)
    expect((await server.call(routes.user, { token: demo.token })).code).toBe(551)
    expect((await server.call(routes.user, { token: who.token })).code).toBe(200)
    expect((await signIn(who.email, personPassword)).code).toBe(555)
    expect((await signIn(who.email, fresh)).code).toBe(200)
    const rows = await sentMessages(server, `recipient = $1 AND template = 'passwordChanged'`, [who.email])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(fresh)
  })

  it('takes the code that went to the phone where that is what was proved, and no email then', async () => {
    people += 1
    const [email, phone] = [`safe${people}@example.com`, `+3361233${String(5_000 + people)}`]
    const who = { email, phone, token: await signUpByPhone(server, email, phone) }
    const verify_code = await changeCode(who, phone)
    expect((await change(who, { email, verify_code })).code).toBe(567)
    expect((await change(who, { email: '', verify_code })).code).toBe(200)
    expect((await change(await person(), { email: '' })).code).toBe(567)
  })

  it('keeps one of two that come at once (T080)', async () => {
    const who = await person()
    const verify_code = await changeCode(who)
    const codes = await Promise.all(
      ['First-river8', 'Second-river9'].map(
        async (new_password) => (await change(who, { verify_code, new_password })).code,
      ),
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
  })

  it('waits after six wrong tries, and is not for the demo', async () => {
    const who = await person()
    const codes: number[] = []
    for (let tries = 0; tries < 7; tries += 1) codes.push((await change(who, { old_password: 'Wrong-river7' })).code)
    expect(codes).toEqual([...Array(6).fill(12_119), 13_028])
    expect((await signIn(who.email, personPassword)).code).toBe(200)
    const { token } = await server.ok(routes.simulationLogin, { body: {} })
    expect((await change({ ...who, token }, {})).code).toBe(13_039)
  })
})

const period = 30_000

/**
 * The app's code of a moment; each step works once, so that a test moves from one to the next. A code is reckoned once,
 * and is never one of a step before: a turn of the step would make it two steps old.
 */
function codeAt(secret: string, steps: 0 | 1 = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + steps * period })
}

/** Which changes of an account's security were told there, each with a link that freezes it. */
async function changesTold(email: string): Promise<string[]> {
  const sent = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [email])
  return sent.flatMap(({ params }) => (params['link']?.includes('/freeze#') === true ? [params['change'] ?? ''] : []))
}

interface SetUp {
  readonly secret: string
  /** The code that it was set up with. */
  readonly first: string
  readonly spares: string[]
}

async function setUp(who: Who): Promise<SetUp> {
  const { token } = who
  const begin = { password: personPassword, verify_code: await changeCode(who, who.email, 'confirm') }
  const { secret } = await server.ok(routes.totpSet, { token, body: begin })
  const first = codeAt(secret)
  const body = { password: personPassword, totp: first }
  const { recovery_codes } = await server.ok(routes.totpSet, { token, body })
  return { secret, first, spares: recovery_codes }
}

describe('the second factor', () => {
  it('is set up by the password and a first code, and is kept sealed', async () => {
    const who = await person()
    const { token } = who
    const set = (body: object) => server.call(routes.totpSet, { token, body })
    expect((await set({ password: 'Wrong-river7' })).code).toBe(12_103)
    expect((await set({ password: personPassword, totp: '123456' })).code).toBe(13_119)
    // the app's code will stand in the place of the mailbox's, so that setting it up takes that
    expect((await set({ password: personPassword })).code).toBe(568)
    const verify_code = await changeCode(who, who.email, 'confirm')
    const begun = await server.ok(routes.totpSet, { token, body: { password: personPassword, verify_code } })
    expect(begun).toMatchObject({ enabled: false, recovery_codes: [] })
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    // nothing is asked for before the first code has been shown
    expect((await signIn(who.email, personPassword)).code).toBe(200)
    const right = codeAt(begun.secret)
    const wrong = right === '111111' ? '222222' : '111111'
    expect((await set({ password: personPassword, totp: wrong })).code).toBe(13_048)
    const done = await server.ok(routes.totpSet, { token, body: { password: personPassword, totp: right } })
    expect(done).toMatchObject({ enabled: true, secret: '' })
    expect(new Set(done.recovery_codes).size).toBe(10)
    expect((await set({ password: personPassword })).code).toBe(13_118)
    expect(await changesTold(who.email)).toEqual(['totp_on'])
    expect((await server.ok(routes.user, { token })).two_factor).toBe(true)
    const { rows } = await server.database.query(`SELECT encode(secret, 'escape') AS kept FROM user_totp`)
    expect(JSON.stringify(rows)).not.toContain(begun.secret)
  })

  it('is asked for at the login, where a code works once', async () => {
    const who = await person()
    const { secret, first, spares } = await setUp(who)
    expect((await signIn(who.email, 'Wrong-river7')).code).toBe(555)
    expect((await signIn(who.email, personPassword)).code).toBe(552)
    expect((await signIn(who.email, personPassword, first)).code).toBe(13_048)
    const now = codeAt(secret, 1)
    const both = await Promise.all([1, 2].map(async () => (await signIn(who.email, personPassword, now)).code))
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 13_048])
    const [spare = ''] = spares
    const spelt = `${spare.slice(0, 4)}-${spare.slice(4)}`.toUpperCase()
    expect((await signIn(who.email, personPassword, spelt)).code).toBe(200)
    expect((await signIn(who.email, personPassword, spare)).code).toBe(13_048)
  })

  it('makes guesses wait for the account, from wherever they come', async () => {
    const who = await person()
    await setUp(who)
    const codes: number[] = []
    for (let tries = 0; tries < 8; tries += 1) codes.push((await signIn(who.email, personPassword, 'zzzzzzzz')).code)
    expect(codes).toEqual([...Array(6).fill(13_048), 13_028, 13_028])
  })

  it('judges no more guesses where they come all at once', async () => {
    const who = await person()
    await setUp(who)
    const { rows } = await server.database.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [
      who.email,
    ])
    const parts = { ...server, secrets: [server.secret], sealing: server.keys.sealing }
    const guess = async () => (await useSecondFactor(parts, Number(rows[0]?.id), 'zzzzzzzz', Date.now())).ok
    const [first] = await Promise.all(Array.from({ length: 30 }, guess))
    expect(first).toBe(false)
    const { rows: kept } = await server.database.query<{ failures: number }>(
      'SELECT failures FROM sign_in_failure WHERE account_hash = $1',
      [triesOf(server.secret, Number(rows[0]?.id))],
    )
    expect(kept[0]?.failures).toBeLessThanOrEqual(7)
  })

  it('stands in the place of a sent code where money could leave', async () => {
    const who = await person()
    const { secret, spares } = await setUp(who)
    const { rows } = await server.database.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [
      who.email,
    ])
    const id = Number(rows[0]?.id)
    const code = codeAt(secret, 1)
    const prove = (verify_code: string, password = personPassword) =>
      server.stepUp.prove({ caller: { userId: id, sessionId: '0' }, origin: () => '' }, { password, verify_code })
    expect(await prove(code, 'Wrong-river7')).toMatchObject({ reason: 'confirm_password_wrong' })
    expect(await prove('zzzzzzzz')).toMatchObject({ ok: false, reason: 'code_invalid' })
    const proved = await prove(code)
    expect(proved.ok).toBe(true)
    expect(await prove(code)).toMatchObject({ ok: false, reason: 'code_invalid' })
    if (proved.ok) await proved.giveBack()
    expect((await prove(code)).ok).toBe(true)
    expect((await prove(spares[0] ?? '')).ok).toBe(true)
  })

  it('is taken off by the password and a code', async () => {
    const who = await person()
    const { token } = who
    const { secret, spares } = await setUp(who)
    const drop = (body: object) => server.call(routes.totpRemove, { token, body })
    expect((await drop({ password: 'Wrong-river7', totp: codeAt(secret) })).code).toBe(12_103)
    expect((await drop({ password: personPassword, totp: 'zzzzzzzz' })).code).toBe(13_048)
    expect((await drop({ password: personPassword, totp: spares[3] ?? '' })).code).toBe(200)
    expect((await drop({ password: personPassword, totp: codeAt(secret) })).code).toBe(13_119)
    expect(await changesTold(who.email)).toEqual(['totp_on', 'totp_off'])
    expect((await signIn(who.email, personPassword)).code).toBe(200)
    const demo = await server.ok(routes.simulationLogin, { body: {} })
    const refused = await server.call(routes.totpSet, { token: demo.token, body: { password: 'x' } })
    expect(refused.code).toBe(13_043)
  })
})

describe('a stolen session', () => {
  it('guesses the password in one place, whichever door it tries, and not all at once', async () => {
    const who = await person()
    const { token } = who
    const wrong = { password: 'Wrong-river7', totp: '123456' }
    const doors = [
      () => server.call(routes.totpRemove, { token, body: wrong }),
      () => server.call(routes.totpSet, { token, body: { password: 'Wrong-river7' } }),
      () => change(who, { old_password: 'Wrong-river7' }),
    ]
    const answers = await Promise.all([...doors, ...doors, ...doors, ...doors].map((door) => door()))
    const judged = answers.filter(({ reason }) => reason !== 'rate_limited')
    expect(judged).toHaveLength(6)
    expect(new Set(judged.map(({ reason }) => reason))).toEqual(
      new Set(['confirm_password_wrong', 'old_password_wrong']),
    )
  })
})

describe('codes of the signed-in', () => {
  it('go to their own address at their own asking, and others are answered alike for nothing', async () => {
    const [who, other] = [await person(), await person()]
    const keptFor = async (address: string) => {
      const { rows } = await server.database.query<{ purpose: string }>(
        `SELECT purpose FROM verification_code WHERE address = $1 AND purpose <> 'register' ORDER BY purpose`,
        [address],
      )
      return rows.map(({ purpose }) => purpose)
    }
    for (const type of ['confirm', 'change_password'] as const) {
      const mail = { body: { type, email: who.email } }
      const sms = { body: { type, phone: who.phone } }
      const answers = [
        await server.ok(routes.sendEmail, mail),
        await server.ok(routes.sendEmail, { ...mail, token: other.token }),
        await server.ok(routes.sendSms, { ...sms, token: other.token }),
      ]
      expect(await keptFor(who.email)).toEqual(type === 'confirm' ? [] : ['confirm'])
      answers.push(
        await server.ok(routes.sendEmail, { body: { type, email: who.email.toUpperCase() }, token: who.token }),
      )
      // typed when the account was opened, and never proved
      answers.push(await server.ok(routes.sendSms, { ...sms, token: who.token }))
      expect(await keptFor(who.phone)).toEqual([])
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    }
    expect(await keptFor(who.email)).toEqual(['change_password', 'confirm'])
  })
})

describe('alerts', () => {
  const setting = { word: 'heron', login_mail: true, withdrawal_mail: true }

  /** The last mail of a template to somebody, as it reads. */
  async function mailTo(email: string, template: 'newLogin' | 'withdrawal' | 'passwordChanged' | 'securityChanged') {
    const row = (await sentMessages(server, 'recipient = $1 AND template = $2', [email, template])).at(-1)
    if (row === undefined) return null
    return renderMail(await loadTranslate(), { template, locale: parseLocaleId(row.locale), params: row.params })
  }

  it('are asked for by the password, and a login is told with the word and a link', async () => {
    const who = await person()
    expect(await mailTo(who.email, 'newLogin')).toBeNull()
    const wrong = { ...setting, password: 'Wrong-river7' }
    expect((await server.call(routes.securityChange, { token: who.token, body: wrong })).code).toBe(12_103)
    await server.ok(routes.securityChange, { token: who.token, body: { ...setting, password: personPassword } })
    expect(await server.ok(routes.securityRead, { token: who.token })).toEqual(setting)
    await server.ok(routes.login, { body: { account: who.email, password: personPassword } })
    const mail = await mailTo(who.email, 'newLogin')
    expect(mail?.text).toContain('Your word, by which you know our mails: heron')
    expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/freeze#[\w-]{43}/)
  })

  it('are switched off, and the word replaced, by a step-up alone; each change is told with the word of before', async () => {
    const who = await person()
    const { token, email } = who
    const put = (body: object) => server.call(routes.securityChange, { token, body })
    const known = { password: personPassword }
    expect((await put({ ...setting, ...known })).code).toBe(200)
    const said = async () => (await mailTo(email, 'securityChanged'))?.text ?? ''
    expect(await said()).toContain('your word or the mails to you were changed')
    expect(await said()).toMatch(/freeze#[\w-]{43}/)
    for (const weaker of [{ login_mail: false }, { withdrawal_mail: false }, { word: 'crane' }, { word: '' }]) {
      expect((await put({ ...setting, ...weaker, ...known })).code).toBe(568)
    }
    expect(await server.ok(routes.securityRead, { token })).toEqual(setting)
    const verify_code = await changeCode(who, email, 'confirm')
    expect((await put({ word: 'crane', login_mail: false, withdrawal_mail: true, ...known, verify_code })).code).toBe(
      200,
    )
    expect(await said()).toContain('Your word, by which you know our mails: heron')
    // to be told more takes no more than the password
    expect((await put({ word: 'crane', login_mail: true, withdrawal_mail: true, ...known })).code).toBe(200)
    expect(await said()).toContain('know our mails: crane')
  })

  it('freeze an account by their link, once: sessions end, and the password is void until it is reset', async () => {
    const who = await person()
    await server.ok(routes.securityChange, { token: who.token, body: { ...setting, password: personPassword } })
    await server.ok(routes.login, { body: { account: who.email, password: personPassword } })
    const text = (await mailTo(who.email, 'newLogin'))?.text ?? ''
    const token = /freeze#([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await server.call(routes.freezeAccount, { body: { token: `${token}x` } })).code).toBe(13_127)
    expect(await server.ok(routes.freezeAccount, { body: { token } })).toEqual({ withdrawal_canceled: false })
    expect((await server.call(routes.user, { token: who.token })).code).toBe(551)
    expect((await signIn(who.email, personPassword)).code).toBe(555)
    expect((await server.call(routes.freezeAccount, { body: { token } })).code).toBe(13_127)
    const { rows } = await server.database.query('SELECT token_hash FROM freeze_link')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('passkeys at an address of numbers', () => {
  it('are refused in words that say so', async () => {
    const { token } = await person()
    expect((await server.call(passkeyRoutes.passkeyLoginOptions)).code).toBe(13_800)
    expect(await server.ok(passkeyRoutes.passkeys, { token })).toEqual({ items: [], available: false })
  })
})
