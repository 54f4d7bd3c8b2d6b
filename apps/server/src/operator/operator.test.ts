import { deskRoutes as routes } from '@truemark/protocol/routes/desk'
import { deskSettingsRoutes as settings } from '@truemark/protocol/routes/deskSettings'
import { appData } from '@truemark/protocol/routes/content'
import { walletNetworks } from '@truemark/protocol/routes/wallet'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { blurred } from '../identity/door.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent } from '../testing/people.ts'
import { makeOperatorLink } from './access.ts'
import { settleStandings } from './door.ts'

let server: LiveServer
let admin = ''

const password = 'Seven-quiet-rivers'

function codeOf(secret: string, offset = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + offset,
  })
}

async function operator(name: string, role: Parameters<typeof makeOperatorLink>[1]) {
  const path = await makeOperatorLink(server.database, role, 'test')
  const token = path.slice(path.lastIndexOf('/') + 1)
  const link = await server.ok(routes.deskLinkOpen, { body: { token } })
  const body = { token, name, password, totp: codeOf(link.totp_secret) }
  const signed = await server.ok(routes.deskLinkComplete, { body })
  return { token: signed.token, secret: link.totp_secret, link: token, body }
}

beforeAll(async () => {
  server = await startLiveServer()
  admin = (await operator('Ada', 'administrator')).token
})
afterAll(() => server.stop())

async function audited(action: string) {
  const { items } = await server.ok(routes.deskAudit, { token: admin, query: { action } })
  return items
}

describe('a one-time link', () => {
  it('makes one operator, once, with a long password and a code that works', async () => {
    const made = await operator('Ben', 'support')
    expect((await server.call(routes.deskLinkComplete, { body: made.body })).code).toBe(13_056)
    const path = await makeOperatorLink(server.database, 'support', 'test')
    const token = path.slice(path.lastIndexOf('/') + 1)
    const { totp_secret } = await server.ok(routes.deskLinkOpen, { body: { token } })
    const body = { token, name: 'Ben', password, totp: codeOf(totp_secret) }
    const complete = async (change: object) =>
      (await server.call(routes.deskLinkComplete, { body: { ...body, ...change } })).code
    expect(await complete({ password: 'short' })).toBe(13_058)
    expect(await complete({ totp: '000000' })).toBe(13_048)
    expect(await complete({})).toBe(13_060)
    await makeOperatorLink(server.database, 'support', 'a newer one')
    expect(await complete({ name: 'Cid' })).toBe(13_056)
    expect((await server.call(routes.deskLinkOpen, { body: { token: 'x'.repeat(43) } })).code).toBe(13_056)
  })

  it('that the server made stands in the audit log', async () => {
    const [made] = await audited('operator_link_made')
    expect(made).toMatchObject({ actor: 'server' })
  })
})

describe('signing in to the desk', () => {
  it('needs name, password and a code that was not used; whichever is wrong, the answer is the same', async () => {
    const made = await operator('Dora', 'auditor')
    const login = (body: object) =>
      server.call(routes.deskLogin, { body: { name: 'Dora', password, totp: made.body.totp, ...body } })
    const used = await login({})
    expect(used.code).toBe(13_057)
    expect(await login({ password: 'wrong' })).toEqual(used)
    expect(await login({ name: 'Nobody' })).toEqual(used)
    const later = codeOf(made.secret, 30_000)
    const next = await login({ totp: later })
    expect(next.code).toBe(200)
    expect((await login({ totp: later })).code).toBe(13_057)
    const token = next.data?.token ?? ''
    expect((await server.ok(routes.deskMe, { token })).name).toBe('Dora')
    await server.ok(routes.deskLogout, { token })
    expect((await server.call(routes.deskMe, { token })).status).toBe(401)
  })
})

describe('the second factor', () => {
  it('waits for the account once its codes are guessed with the right password, and tells nobody', async () => {
    const { secret } = await operator('Gus', 'auditor')
    const login = (totp: string) => server.call(routes.deskLogin, { body: { name: 'Gus', password, totp } })
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    const answers = []
    for (let tries = 0; tries < 6; tries++) answers.push(await login(wrong))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([13_057]))
    // as from another address: what slowed this one down is forgotten, what slows the account is not
    await server.database.query('DELETE FROM sign_in_failure WHERE failures = 6 AND account_hash <> $1', [
      blurred(server.secret, `desk code ${await idOf('Gus')}`),
    ])
    expect(await login(codeOf(secret, 30_000))).toEqual(answers[0])
    await server.database.query('DELETE FROM sign_in_failure')
    expect((await login(codeOf(secret, 30_000))).code).toBe(200)
  })

  it('lies sealed for its operator alone: what was written over with another’s lets nobody in', async () => {
    const [mine, others] = [await operator('Hal', 'auditor'), await operator('Ida', 'auditor')]
    const { rows } = await server.database.query<{ sealed: Buffer }>(
      'UPDATE operator SET totp_secret = (SELECT totp_secret FROM operator WHERE name = $1) WHERE name = $2 RETURNING totp_secret AS sealed',
      ['Ida', 'Hal'],
    )
    expect(rows[0]?.sealed.includes(others.secret)).toBe(false)
    const login = (secret: string) =>
      server.call(routes.deskLogin, { body: { name: 'Hal', password, totp: codeOf(secret, 30_000) } })
    expect((await login(others.secret)).code).toBe(13_057)
    expect((await login(mine.secret)).code).toBe(13_057)
    await server.database.query('DELETE FROM sign_in_failure')
  })
})

async function idOf(name: string): Promise<string> {
  const { rows } = await server.database.query<{ id: string }>('SELECT id FROM operator WHERE name = $1', [name])
  return rows[0]?.id ?? ''
}

describe('roles', () => {
  it('give an operator what the policy grants, and a user nothing', async () => {
    const support = (await operator('Sam', 'support')).token
    const user = (await server.ok(identityRoutes.simulationLogin, { body: {} })).token
    expect((await server.call(routes.deskAudit, { token: support })).code).toBe(556)
    const change = { params: { symbol: 'BTCUSDT' }, body: { fee_rate_taker: '0.002', reason: 'because' } }
    expect((await server.call(settings.deskSymbolChange, { token: support, ...change })).code).toBe(556)
    for (const route of [routes.deskUsers, routes.deskOutbox, settings.deskSymbols, settings.deskExposure]) {
      expect((await server.call(route, { token: user })).code).toBe(556)
      expect((await server.call(route)).status).toBe(401)
    }
    expect((await server.call(spotRoutes.spotOrders, { token: support })).code).toBe(556)
  })
})

describe('people', () => {
  it('are found, read under the eyes of the log, disabled with a reason and enabled again', async () => {
    const demo = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const { uid } = demo.userInfo
    const found = await server.ok(routes.deskUsers, { token: admin, query: { search: uid } })
    expect(found.items.map((item) => item.uid)).toEqual([uid])
    const params = { id: uid }
    const one = await server.ok(routes.deskUserOne, { token: admin, params })
    expect(one.balances[0]).toMatchObject({ currency: 'USDT', available: '100000' })
    expect((await audited('user_read'))[0]).toMatchObject({ actor: 'Ada', subject: uid })
    const disabling = { disabled: true, ground: 'owner_request', reason: 'asked for it' } as const
    const disable = { token: admin, params, body: disabling }
    expect((await server.ok(routes.deskUserDisable, disable)).disabled).toBe(true)
    expect(server.ended.length).toBeGreaterThan(0)
    expect((await server.call(spotRoutes.spotOrders, { token: demo.token })).status).toBe(401)
    const again = { ...disable, body: { disabled: false, reason: 'all is well' } }
    expect((await server.ok(routes.deskUserDisable, again)).disabled).toBe(false)
    expect((await server.call(routes.deskUserOne, { token: admin, params: { id: 'guessed' } })).code).toBe(12_100)
    for (const body of [
      { ...disabling, reason: '' },
      { disabled: true, reason: 'on no ground' },
    ])
      expect((await server.call(routes.deskUserDisable, { ...disable, body })).code).toBe(550)
  })

  it('stand in the engine as they stand in the table, whatever a crash cut off', async () => {
    const { userInfo } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const { rows } = await server.database.query<{ id: string; demo_holder: number }>(
      'SELECT id, demo_holder FROM app_user ORDER BY id DESC LIMIT 1',
    )
    const holder = rows[0]?.demo_holder ?? -1
    expect(userInfo.guest).toBe(true)
    const { exchange } = server.engine
    for (const disabled of [true, false]) {
      await server.database.query('UPDATE app_user SET disabled = $2 WHERE id = $1', [rows[0]?.id, disabled])
      // until the table of what the engine said has come up to the engine
      const settled = async () => {
        await settleStandings({ database: server.database, exchange })
        const { standing } = await exchange.ask(house, { type: 'standing', holder })
        return standing?.disabled
      }
      await expect.poll(settled, { timeout: 10_000 }).toBe(disabled)
    }
  })

  it('are listed under the eyes of the log, which names whom an operator saw, and a list that is polled once', async () => {
    const { token } = await operator('Lia', 'reviewer')
    const { uid } = (await server.ok(identityRoutes.simulationLogin, { body: {} })).userInfo
    for (let polls = 0; polls < 3; polls++) await server.ok(routes.deskUsers, { token, query: { limit: '2' } })
    await server.ok(routes.deskUsers, { token, query: { search: uid } })
    const own = async () => (await audited('users_listed')).filter(({ actor }) => actor === 'Lia')
    expect(await own()).toHaveLength(1)
    expect((await own())[0]?.detail['shown']?.split(' ')).toContain(uid)
    expect((await own())[0]?.touched).toContain(uid)
    await server.ok(routes.deskUsers, { token, query: { search: uid.slice(0, -1) + 'nobody' } })
    expect(await own()).toHaveLength(1)
  })

  it('page by page', async () => {
    const first = await server.ok(routes.deskUsers, { token: admin, query: { limit: '1' } })
    const second = await server.ok(routes.deskUsers, {
      token: admin,
      query: { limit: '1', cursor: first.cursor ?? '' },
    })
    expect(second.items[0]?.uid).not.toBe(first.items[0]?.uid)
  })
})

describe('a whole email that is nobody’s', () => {
  it('is said to be so, to operators alone', async () => {
    const query = { search: 'nobody.at.all@example.com' }
    expect((await server.call(routes.deskUsers, { token: admin, query })).code).toBe(570)
    expect((await server.call(routes.deskOutbox, { token: admin, query })).code).toBe(99_916)
    const part = { search: 'nobody.at.all@' }
    expect((await server.ok(routes.deskUsers, { token: admin, query: part })).items).toEqual([])
    expect((await server.ok(routes.deskOutbox, { token: admin, query: part })).items).toEqual([])
  })
})

describe('the outbox', () => {
  it('shows what no provider carried, with the code in it to an administrator of an installation that is only tried out', async () => {
    await server.ok(identityRoutes.sendEmail, { body: { type: 'register', email: 'eve@example.com' }, lang: 'fre' })
    await codeSent(server, 'eve@example.com')
    const { items } = await server.ok(routes.deskOutbox, { token: admin, query: { search: 'eve@' } })
    expect(items).toHaveLength(1)
    expect(items[0]?.text).toMatch(/[0-9]{6}/)
    expect(items[0]?.subject).toContain('Truemark')
    const [read] = await audited('outbox_read')
    expect(read).toMatchObject({ actor: 'Ada', detail: { shown: items[0]?.id }, touched: [] })
    for (const role of ['reviewer', 'treasurer', 'auditor'] as const) {
      const { token } = await operator(`Outside ${role}`, role)
      expect((await server.call(routes.deskOutbox, { token })).code).toBe(556)
    }
  })
})

describe('markets', () => {
  it('change for everyone alike, with a reason, both figures in the log; impossible terms change nothing', async () => {
    const change = (body: object) =>
      server.call(settings.deskSymbolChange, {
        token: admin,
        params: { symbol: 'BTCUSDT' },
        body: { reason: 'a new tariff', ...body },
      })
    const changed = await change({ fee_rate_taker: '0.002', ladder_levels: 4 })
    expect(changed.data).toMatchObject({ fee_rate_taker: '0.002', ladder_levels: 4 })
    const [entry] = await audited('symbol_changed')
    expect(entry).toMatchObject({
      subject: 'BTCUSDT',
      reason: 'a new tariff',
      detail: { fee_rate_taker: '0.001 → 0.002' },
    })
    expect((await change({ fee_rate_taker: '0.5' })).code).toBe(13_019)
    expect((await change({ fee_rate_taker: '0.00000000001' })).code).toBe(550)
    const halt = (to: string) =>
      server.ok(settings.deskSymbolHalt, {
        token: admin,
        params: { symbol: 'BTCUSDT' },
        body: { halt: to, ground: 'technical_fault', hours: 2, reason: 'upkeep' },
      })
    const halted = await halt('halted')
    expect(halted).toMatchObject({ halt: 'halted', halt_reason: 'upkeep' })
    expect((halted.halt_until ?? 0) - Date.now()).toBeGreaterThan(7_000_000)
    expect(await halt('trading')).toMatchObject({ halt: 'trading', halt_reason: '', halt_until: null })
    const exposure = await server.ok(settings.deskExposure, { token: admin })
    expect(exposure).toHaveLength(2)
    expect(exposure[0]).toMatchObject({ symbol: 'BTCUSDT', position: '0' })
  })

  it('show what the house holds after a trade, and what it took in fees', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' }
    const order = await server.ok(spotRoutes.spotOrderPlace, { token, body })
    await server.ok(spotRoutes.spotOrders, { token })
    const exposure = await server.ok(settings.deskExposure, { token: admin })
    const demo = exposure.find(({ realm }) => realm === 'demo')
    expect(demo).toMatchObject({ position: '-0.1', volume_24h: order.amount })
    expect(demo?.fees_24h).not.toBe('0')
  })
})

describe('settings', () => {
  it('set all thirteen fields of app data at once, seen by the app', async () => {
    const fields = await server.ok(settings.deskAppData, { token: admin })
    expect(Object.keys(fields)).toHaveLength(13)
    await server.ok(settings.deskAppDataChange, { token: admin, body: { ...fields, app_name: 'Quayside' } })
    expect((await server.ok(appData)).app.app_name).toBe('Quayside')
    const script = { ...fields, im_link: 'javascript:alert(1)' }
    expect((await server.call(settings.deskAppDataChange, { token: admin, body: script })).code).toBe(550)
    expect((await audited('app_data_changed'))[0]?.detail).toEqual({ app_name: 'Truemark → Quayside' })
  })

  it('bring the fee of withdrawals to the engine, by an administrator alone', async () => {
    const fields = await server.ok(settings.deskAppData, { token: admin })
    const body = { ...fields, default_withdrawal_fee_rate: '0.002' }
    const support = (await operator('Fay', 'support')).token
    expect((await server.call(settings.deskAppDataChange, { token: support, body })).reason).toBe(
      'permission_insufficient',
    )
    const whole = { ...body, default_withdrawal_fee_rate: '1' }
    expect((await server.call(settings.deskAppDataChange, { token: admin, body: whole })).code).toBe(550)
    // who reads the log is told why
    expect((await server.call(settings.deskAppDataChange, { token: admin, body })).code).toBe(550)
    const told = { ...body, reason: 'the networks ask for more' }
    await server.ok(settings.deskAppDataChange, { token: admin, body: told })
    expect((await audited('withdrawal_fee_changed'))[0]?.reason).toBe('the networks ask for more')
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    expect((await server.ok(walletNetworks, { token })).fee_rate).toBe('0.002')
    expect((await server.ok(appData)).app.default_withdrawal_fee_rate).toBe('0.002')
    await server.ok(settings.deskAppDataChange, { token: support, body: { ...body, app_name: 'Harbour' } })
  })

  it('make invite codes that registering accepts, as often as they may be used', async () => {
    const made = await server.ok(settings.deskInviteCodeMake, { token: admin, body: { code: 'HARBOUR', uses_max: 1 } })
    expect(made).toMatchObject({ code: 'HARBOUR', uses: 0, uses_max: 1, active: true })
    expect((await server.call(settings.deskInviteCodeMake, { token: admin, body: { code: 'HARBOUR' } })).code).toBe(
      13_059,
    )
    const drawn = await server.ok(settings.deskInviteCodeMake, { token: admin, body: {} })
    expect(drawn.code).toMatch(/^[A-Z2-9]{8}$/)
    await server.ok(settings.deskInviteCodeEnd, { token: admin, params: { code: drawn.code } })
    expect((await server.call(settings.deskInviteCodeEnd, { token: admin, params: { code: drawn.code } })).code).toBe(
      13_054,
    )
    const { items } = await server.ok(settings.deskInviteCodes, { token: admin })
    expect(items.map(({ code, active }) => [code, active])).toEqual([
      [drawn.code, false],
      ['HARBOUR', true],
    ])
  })
})
