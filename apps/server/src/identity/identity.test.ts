import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { accountAssets, quoteAsk } from '@truemark/protocol/routes/account'
import { favouriteAdd, favouriteRemove } from '@truemark/protocol/routes/market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { blurred, tokenHash } from './secrets.ts'
import { eraseOldSessions } from './sessions.store.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer
let people = 0

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

interface Form {
  email: string
  phone: string
  password: string
  type: 'email' | 'phone'
  account: string
  country: string
  verify_code: string
  invite_code: string
}

function formOf(change: Partial<Form> = {}): Form {
  people += 1
  const email = change.email ?? `person${people}@example.com`
  return {
    email,
    phone: `+336${String(12_000_000 + people)}`,
    password: 'Quiet-river7',
    type: 'email',
    account: email,
    country: 'FR',
    verify_code: '000000',
    invite_code: '',
    ...change,
  }
}

/** How many codes have gone to an address. */
async function codesSent(to: string): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    `SELECT count(*) FROM outbox WHERE recipient = $1 AND template = 'code'`,
    [to],
  )
  return Number(rows[0]?.count ?? 0)
}

/** The code that went to an address after the first `before` ones; it goes out after the answer that promises it. */
async function codeSent(to: string, before = 0): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const sent = (await sentMessages(server, `recipient = $1 AND template = 'code'`, [to]))[before]
    if (sent !== undefined) return sent.params['code'] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

async function withCode(form: Form): Promise<Form> {
  const before = await codesSent(form.email)
  await server.ok(routes.sendEmail, { body: { type: 'register', email: form.email } })
  return { ...form, verify_code: await codeSent(form.email, before) }
}

async function person(): Promise<{ form: Form; token: string }> {
  const form = await withCode(formOf())
  await server.ok(routes.register, { body: form })
  const { token } = await server.ok(routes.login, { body: { account: form.email, password: form.password } })
  return { form, token }
}

const codeOf = async (body: object): Promise<number> => (await server.call(routes.register, { body })).code

describe('registering', () => {
  it('opens an account by the code from the outbox, and the mail about it bears no password', async () => {
    const form = await withCode(formOf())
    await server.ok(routes.register, { body: form })
    const { userInfo } = await server.ok(routes.login, { body: { account: form.email, password: form.password } })
    expect(userInfo).toMatchObject({ email: form.email, phone: form.phone, realm: 'real', country: 'FR', guest: false })
    const rows = await sentMessages(server, `recipient = $1 AND template = 'opened'`, [form.email])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows[0])).not.toContain(form.password)
  })

  it('takes a phone in its spellings as one, and lets it sign in by any of them', async () => {
    const form = formOf({ phone: '0431 234 567', country: 'AU', type: 'phone', account: '0431 234 567' })
    await server.ok(routes.sendSms, { body: { type: 'register', phone: '+61431234567' } })
    await server.ok(routes.register, { body: { ...form, verify_code: await codeSent('+61431234567') } })
    for (const account of ['+61431234567', '61 431 234 567']) {
      const { userInfo } = await server.ok(routes.login, { body: { account, password: form.password } })
      expect(userInfo.phone).toBe('+61431234567')
    }
  })

  it('refuses each fault with its own code, in the order of the checks', async () => {
    const form = formOf()
    expect(await codeOf({ ...form, email: ' ', account: form.email })).toBe(571)
    expect(await codeOf({ ...form, password: '' })).toBe(571)
    expect(await codeOf({ ...form, email: 'x', account: 'x' })).toBe(567)
    expect(await codeOf({ ...form, email: 'no at', account: 'no at' })).toBe(567)
    expect(await codeOf({ ...form, country: 'ZZ' })).toBe(13_051)
    expect(await codeOf({ ...form, phone: '+33 1' })).toBe(13_047)
    expect(await codeOf({ ...form, account: 'other@example.com' })).toBe(550)
    expect(await codeOf({ ...form, password: 'a1b2c' })).toBe(11_305)
    expect(await codeOf({ ...form, password: 'a1b2c3d4e5f6a1b2c3d4x' })).toBe(12_120)
    expect(await codeOf({ ...form, password: 'Password123' })).toBe(13_045)
    expect(await codeOf({ ...form, password: 'abcdefgh' })).toBe(13_045)
    expect(await codeOf({ ...form, invite_code: 'nosuchcode' })).toBe(569)
    expect(await codeOf({ ...form, verify_code: '123456' })).toBe(11_303)
    expect(await codeOf({ ...form, verify_code: { $gt: '' } })).toBe(550)
    expect(await codeOf({ ...form, extra: { $gt: '' } })).toBe(561)
  })

  it('refuses a taken email in any case, and keeps one of two that come at once', async () => {
    const { form } = await person()
    await server.database.query('DELETE FROM verification_code')
    expect(await codeOf(await withCode(formOf({ email: form.email })))).toBe(11_302)
    await server.database.query('DELETE FROM verification_code')
    const shouted = form.email.replace('person', 'PERSON')
    expect(await codeOf(await withCode(formOf({ email: shouted })))).toBe(11_302)
    const twin = await withCode(formOf())
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(twin)))
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
  })
})

describe('a verification code', () => {
  it('works once, for its purpose and address, and dies after five wrong tries', async () => {
    const form = await withCode(formOf())
    const wrong = form.verify_code === '111111' ? '222222' : '111111'
    for (let tries = 0; tries < 5; tries++) expect(await codeOf({ ...form, verify_code: wrong })).toBe(11_303)
    expect(await codeOf(form)).toBe(11_303)
  })

  it('is not sent twice within a minute; a new one kills the old; it ends after thirty minutes', async () => {
    const form = await withCode(formOf())
    const again = await server.call(routes.sendEmail, { body: { type: 'register', email: form.email } })
    expect(again.code).toBe(13_046)
    await server.database.query(`UPDATE verification_code SET sent_at = now() - interval '61 seconds'`)
    await server.database.query('DELETE FROM outbox WHERE recipient = $1', [form.email])
    const fresh = await withCode(form)
    if (fresh.verify_code !== form.verify_code) expect(await codeOf(form)).toBe(11_303)
    await server.database.query(`UPDATE verification_code SET expires_at = now() - interval '1 ms'`)
    expect(await codeOf(fresh)).toBe(11_303)
  })

  it('for a forgotten password goes only to who has an account, and the answer is alike', async () => {
    const { form } = await person()
    const known = await server.call(routes.sendEmail, { body: { type: 'forgot', email: form.email } })
    const unknown = await server.call(routes.sendEmail, { body: { type: 'forgot', email: 'nobody@example.com' } })
    expect(unknown).toEqual(known)
    await codeSent(form.email, 1)
    const { rows } = await server.database.query(`SELECT 1 FROM outbox WHERE recipient = 'nobody@example.com'`)
    expect(rows).toHaveLength(0)
  })
})

describe('codes', () => {
  it('wait longer from the sixth of a day on, so that guessing them never pays', async () => {
    const email = formOf().email
    const body = { type: 'forgot', email } as const
    const again: number[] = []
    for (let sent = 0; sent < 8; sent++) {
      again.push((await server.ok(routes.sendEmail, { body })).again_seconds)
      await server.database.query(
        `UPDATE verification_code SET sent_at = now() - make_interval(secs => $2) WHERE address = $1`,
        [email, again.at(-1)],
      )
    }
    expect(again).toEqual([60, 60, 60, 60, 60, 120, 240, 480])
    await server.ok(routes.sendEmail, { body })
    const refused = await server.call(routes.sendEmail, { body })
    expect(refused).toMatchObject({ reason: 'code_too_soon' })
    expect(refused.message).toContain('960')
  })
})

describe('an invite code', () => {
  it('that may be used once brings one of those who use it at once', async () => {
    await server.database.query(`INSERT INTO invite_code (code, uses_max) VALUES ('LASTONE', 1)`)
    const forms: Form[] = []
    for (let at = 0; at < 4; at++) forms.push(await withCode(formOf({ invite_code: 'LASTONE' })))
    const codes = await Promise.all(forms.map(codeOf))
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 569, 569, 569])
    const { rows } = await server.database.query(`SELECT uses FROM invite_code WHERE code = 'LASTONE'`)
    expect(rows).toEqual([{ uses: 1 }])
  })
})

describe('signing in', () => {
  it('answers an unknown account and a wrong password alike', async () => {
    const { form } = await person()
    const wrong = await server.call(routes.login, { body: { account: form.email, password: 'Wrong-river7' } })
    const unknown = await server.call(routes.login, { body: { account: 'nobody@example.com', password: 'x' } })
    expect(wrong).toEqual(unknown)
    expect(wrong.code).toBe(555)
  })

  it('slows down after six wrong tries from one address', async () => {
    const { form } = await person()
    const body = { account: form.email, password: 'Wrong-river7' }
    const codes: number[] = []
    for (let tries = 0; tries < 8; tries++) codes.push((await server.call(routes.login, { body })).code)
    expect(codes.slice(0, 6)).toEqual(Array(6).fill(555))
    expect(codes.slice(6)).toEqual([13_028, 13_028])
    expect((await server.call(routes.login, { body: { ...body, password: form.password } })).status).toBe(429)
  })

  it('counts wrong tries by the account, however its phone is spelt', async () => {
    const { form } = await person()
    const digits = form.phone.slice(1)
    const spellings = [
      form.phone,
      digits,
      `+${digits.slice(0, 2)} ${digits.slice(2)}`,
      `+${digits.replace(/(..)/g, '$1-')}`,
    ]
    const codes: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      const body = { account: spellings[tries % spellings.length] ?? '', password: 'Wrong-river7' }
      codes.push((await server.call(routes.login, { body })).code)
    }
    expect(codes.slice(6)).toEqual([13_028, 13_028])
  })

  it('waits where an account is guessed from everywhere, but not for its owner (T073)', async () => {
    const owner = (await person()).form
    const stranger = await withCode(formOf())
    await server.ok(routes.register, { body: stranger })
    for (const name of [owner.email, stranger.email, 'ghost@example.com']) {
      await server.database.query('INSERT INTO sign_in_failure VALUES ($1, 120, now())', [
        blurred(server.secret, `account ${name}`),
      ])
    }
    const login = ({ email, password }: Pick<Form, 'email' | 'password'>) =>
      server.call(routes.login, { body: { account: email, password } })
    expect((await login(owner)).code).toBe(200)
    for (const one of [stranger, { email: 'ghost@example.com', password: 'x' }]) {
      expect(await login(one)).toMatchObject({ status: 429, reason: 'rate_limited' })
    }
  })

  it('is refused to a disabled person who holds nothing, whose tokens take no new risk', async () => {
    const { form, token } = await person()
    await server.database.query('UPDATE app_user SET disabled = true WHERE email = $1', [form.email])
    expect((await server.call(routes.login, { body: { account: form.email, password: form.password } })).code).toBe(
      12_106,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await server.call(routes.simulationLogin, { token, body: {} })).code).toBe(12_106)
    const quote = { source: 'USDT', target: 'BTC', amount: '10' }
    expect((await server.call(quoteAsk, { token, body: quote })).code).toBe(12_106)
  })
})

describe('a reset password', () => {
  it('replaces the old one and ends every session', async () => {
    const { form, token } = await person()
    await server.ok(routes.sendEmail, { body: { type: 'forgot', email: form.email } })
    await server.database.query(`DELETE FROM outbox WHERE recipient = $1 AND params->>'purpose' = 'register'`, [
      form.email,
    ])
    const body = {
      account: form.email,
      type: 'email',
      verify_code: await codeSent(form.email),
      password: 'Other-river8',
    }
    const wrong = await server.call(routes.forgotPassword, { body: { ...body, verify_code: '000001' } })
    expect([12_102, 200]).toContain(wrong.code)
    const reset = await server.call(routes.forgotPassword, { body })
    expect(reset).toMatchObject({ code: 200, message: 'Password reset successfully' })
    expect(await server.call(routes.user, { token })).toMatchObject({ status: 401, code: 551 })
    expect((await server.call(routes.login, { body: { account: form.email, password: form.password } })).code).toBe(555)
    await server.ok(routes.login, { body: { account: form.email, password: 'Other-river8' } })
  })

  it('needs a code that was sent: an address without an account is told the same', async () => {
    const body = { account: 'nobody@example.com', type: 'email', verify_code: '123456', password: 'Other-river8' }
    expect((await server.call(routes.forgotPassword, { body })).code).toBe(12_102)
  })
})

describe('the demo', () => {
  it('opens a fresh guest with 100 000 USDT and keeps a person’s own across visits', async () => {
    const guest = await server.ok(routes.simulationLogin, { body: {} })
    expect(guest.userInfo).toMatchObject({ guest: true, realm: 'demo' })
    const assets = await server.ok(accountAssets, { token: guest.token })
    expect(assets).toMatchObject({ realm: 'demo', total_value: '100000', simulated: true })
    const { token } = await person()
    const first = await server.ok(routes.simulationLogin, { token, body: {} })
    const second = await server.ok(routes.simulationLogin, { token, body: {} })
    expect(first.userInfo.uid).toBe(second.userInfo.uid)
    expect(first.userInfo.realm).toBe('demo')
    expect((await server.ok(accountAssets, { token })).total_value).toBe('0')
  })

  it('can be reset, which a real account can not', async () => {
    const { token } = await person()
    expect((await server.call(routes.simulationReset, { token })).code).toBe(12_118)
    const demo = await server.ok(routes.simulationLogin, { token, body: {} })
    await server.ok(routes.simulationReset, { token: demo.token })
    await server.ok(routes.simulationResetByGet, { token: demo.token })
  })

  it('is capped for one address', async () => {
    const codes = await Promise.all(
      Array.from({ length: 25 }, async () => (await server.call(routes.simulationLogin, { body: {} })).code),
    )
    expect(codes).toContain(13_044)
    const { rows } = await server.database.query<{ count: string }>('SELECT count(*) FROM app_user WHERE guest')
    expect(Number(rows[0]?.count)).toBe(20)
  })
})

describe('sessions', () => {
  it('are listed, ended one by one or together, and stand apart between people', async () => {
    const { form, token } = await person()
    const other = await server.ok(routes.login, { body: { account: form.email, password: form.password } })
    const stranger = await person()
    const { items } = await server.ok(routes.sessions, { token })
    expect(items).toHaveLength(2)
    const mine = items.find((session) => session.current)
    const theirs = items.find((session) => !session.current)
    const params = { id: theirs?.id ?? '' }
    expect((await server.call(routes.sessionEnd, { token: stranger.token, params })).code).toBe(13_049)
    await server.ok(routes.sessionEnd, { token, params })
    expect((await server.call(routes.user, { token: other.token })).code).toBe(551)
    expect(mine).toBeDefined()
    expect((await server.call(routes.sessionEnd, { token, params: { id: 'guessed' } })).code).toBe(13_049)
    const silent = await server.ok(routes.login, { body: { account: form.email, password: form.password } })
    await server.ok(routes.login, { body: { account: form.email, password: form.password } })
    await server.database.query(`UPDATE session SET seen_at = now() - interval '31 days' WHERE token_hash = $1`, [
      tokenHash(silent.token),
    ])
    // it opens nothing any more, and is not listed as if it did
    expect((await server.ok(routes.sessions, { token })).items).toHaveLength(2)
    expect(await server.ok(routes.sessionsEnd, { token })).toEqual({ ended: 2 })
    await server.ok(routes.logout, { token })
    expect((await server.call(routes.user, { token })).status).toBe(401)
  })

  it('are forgotten two months after their end', async () => {
    const { token } = await person()
    await server.ok(routes.logout, { token })
    const count = async () =>
      (await server.database.query('SELECT 1 FROM session WHERE ended_at IS NOT NULL')).rowCount ?? 0
    const before = await count()
    await server.database.query(`UPDATE session SET ended_at = now() - interval '61 days'
      WHERE id = (SELECT max(id) FROM session WHERE ended_at IS NOT NULL)`)
    await eraseOldSessions(server.database)
    expect(await count()).toBe(before - 1)
  })

  it('are kept by the hash of their token alone', async () => {
    const { token } = await person()
    const { rows } = await server.database.query('SELECT * FROM session')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the user’s own data', () => {
  it('stand under the path with and without a slash at its end', async () => {
    const { token } = await person()
    const headers = { authorization: `Bearer ${token}` }
    const slashed = await fetch(`http://127.0.0.1:${server.port}${routes.user.path}/`, { headers })
    expect(slashed.status).toBe(200)
    expect(await slashed.json()).toEqual(await (await server.raw(routes.user, { token })).json())
  })
})

describe('favourites', () => {
  it('are kept for a person, of markets that there are', async () => {
    const { token } = await person()
    await server.ok(favouriteAdd, { token, params: { symbol: 'BTCUSDT' } })
    await server.ok(favouriteAdd, { token, params: { symbol: 'BTCUSDT' } })
    expect((await server.ok(routes.user, { token })).favourites).toEqual(['BTCUSDT'])
    expect((await server.call(favouriteAdd, { token, params: { symbol: 'NONE' } })).code).toBe(13_003)
    await server.ok(favouriteRemove, { token, params: { symbol: 'BTCUSDT' } })
    expect((await server.ok(routes.user, { token })).favourites).toEqual([])
  })
})
