import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskVerificationRoutes as desk } from '@truemark/protocol/routes/deskVerification'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { verificationRoutes as routes } from '@truemark/protocol/routes/verification'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../engine/door.ts'
import { firstBadAudit } from '../operator/audit.store.ts'
import { settleStandings } from '../operator/door.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { makeOperator, signUp } from '../testing/people.ts'
import { numberHash } from './sealed.ts'

let server: LiveServer
let reviewer: string
let people = 0

beforeAll(async () => {
  server = await startLiveServer()
  reviewer = await makeOperator(server, 'reviewer', 'Rita')
})
afterAll(() => server.stop())

let shade = 0

async function photo(): Promise<Buffer> {
  shade += 1
  const background = { r: (shade * 37) % 256, g: (shade * 91) % 256, b: (shade * 13) % 256 }
  return sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

const primary = {
  level: 'primary',
  realName: 'Ann Example',
  document_number: 'X-123 456',
  birth_date: '1990-02-28',
  country: 'FR',
}
const advanced = {
  level: 'advanced',
  home_address: '1 rue de la Paix, Paris',
  work_address: '2 quai Voltaire, Paris',
  relative_phone: '06 12 34 56 78',
}

function formOf(fields: Record<string, string>, photos: readonly Buffer[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const bytes of photos) form.append('document', new Blob([Uint8Array.from(bytes)]), 'a.png')
  return form
}

async function person(): Promise<{ email: string; token: string }> {
  people += 1
  const email = `name${people}@example.com`
  return { email, token: await signUp(server, email, `+3361232${String(5_000 + people)}`) }
}

async function submitted(change: Record<string, string> = {}): Promise<{ email: string; token: string }> {
  const who = await person()
  const number = `N${people}`
  const form = formOf({ ...primary, document_number: number, ...change }, [await photo(), await photo()])
  await server.ok(routes.realNameSubmit, { token: who.token, form })
  return who
}

/** The id of what waits of an account. */
async function waiting(email: string, level: 'primary' | 'advanced' = 'primary'): Promise<string> {
  const { items } = await server.ok(desk.deskVerifications, { token: reviewer, query: { limit: '100' } })
  const found = items.find((item) => item.account === email && item.level === level)
  if (found === undefined) throw new Error('it does not wait')
  return found.id
}

async function standing(email: string) {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  const asked = await server.engine.exchange.ask(house, { type: 'standing', holder: rows[0]?.real_holder ?? -1 })
  return asked.standing
}

async function filesKept(): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>('SELECT count(*) FROM file WHERE erased_at IS NULL')
  return Number(rows[0]?.count ?? 0)
}

describe('the primary level', () => {
  it('refuses each fault with its own code, and keeps nothing of it', async () => {
    const { token } = await person()
    const photos = [await photo(), await photo()]
    const codeOf = async (change: Record<string, string>, files = photos): Promise<number> =>
      (await server.call(routes.realNameSubmit, { token, form: formOf({ ...primary, ...change }, files) })).code
    const before = await filesKept()
    expect(await codeOf({ level: 'secondary' })).toBe(550)
    expect(await codeOf({ realName: ' ' })).toBe(13_101)
    expect(await codeOf({ realName: 'Al 2' })).toBe(13_138)
    expect(await codeOf({ document_number: '' })).toBe(13_103)
    expect(await codeOf({ document_number: '身分A123' })).toBe(13_104)
    expect(await codeOf({ birth_date: '1990-02-30' })).toBe(13_106)
    expect(await codeOf({ birth_date: '28.02.1990' })).toBe(13_106)
    expect(await codeOf({ birth_date: `${new Date().getUTCFullYear() - 17}-01-01` })).toBe(13_107)
    expect(await codeOf({ country: '' })).toBe(13_051)
    expect(await codeOf({ country: 'ZZ' })).toBe(13_051)
    expect(await codeOf({}, [])).toBe(13_105)
    expect(await codeOf({}, photos.slice(0, 1))).toBe(13_105)
    expect(await codeOf({}, [...photos, await photo()])).toBe(13_099)
    expect(await codeOf({}, [await photo(), Buffer.from('%PDF-1.7 not a photo')])).toBe(13_097)
    expect(await codeOf({}, [await photo(), Buffer.alloc(0)])).toBe(13_078)
    expect(await filesKept()).toBe(before)
    const state = await server.ok(routes.realNameRead, { token })
    expect(state.primary).toMatchObject({ state: 'none', submitted: null })
    expect(state.review_hours).toEqual({ min: 1, max: 24 })
  })

  it('waits, cannot be edited then, and hides the number', async () => {
    const { email, token } = await submitted({ document_number: 'AB-987654' })
    const { primary: level, advanced: other } = await server.ok(routes.realNameRead, { token })
    expect(level).toMatchObject({ state: 'pending', decided: null, faults: [] })
    expect((level.deadline ?? 0) - (level.submitted ?? 0)).toBe(86_400_000)
    expect(level.fields.document_number).toBe('…7654')
    expect(other.state).toBe('none')
    for (const route of [routes.realNameSubmit, routes.realNameResubmit]) {
      const again = await server.call(route, { token, form: formOf(primary, [await photo(), await photo()]) })
      expect(again.code).toBe(12_116)
    }
    expect(await standing(email)).toMatchObject({ realName: 'pending' })
    const { real_name } = await server.ok(identityRoutes.user, { token })
    expect(real_name).toEqual({ primary: 'pending', advanced: 'none' })
    const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '10' }
    const { rows } = await server.database.query<{ sealed: string }>(
      `SELECT encode(fields, 'escape') AS sealed FROM verification`,
    )
    expect(JSON.stringify(rows)).not.toContain('987654')
    await server.engine.exchange.command(house, { type: 'switchProduct', country: 'FR', product: 'spot', on: true })
    expect((await server.call(spotRoutes.spotOrderPlace, { token, key: keyNow(), body: order })).code).toBe(12_116)
  })

  it('takes one of several that come at once, and leaves no photo of the others', async () => {
    const { token } = await person()
    const before = await filesKept()
    const forms = await Promise.all(
      [1, 2, 3].map(async () => formOf({ ...primary, document_number: 'R1' }, [await photo(), await photo()])),
    )
    const codes = await Promise.all(
      forms.map(async (form) => (await server.call(routes.realNameSubmit, { token, form })).code),
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 12_116, 12_116])
    expect(await filesKept()).toBe(before + 2)
  })

  it('is approved once, and the engine knows it', async () => {
    const { email, token } = await submitted({ country: 'DE' })
    const id = await waiting(email)
    const approve = () => server.call(desk.deskVerificationApprove, { token: reviewer, params: { id }, body: {} })
    const codes = (await Promise.all([approve(), approve()])).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 13_115])
    expect(await standing(email)).toMatchObject({ realName: 'approved', country: 'DE', disabled: false })
    const state = await server.ok(routes.realNameRead, { token })
    expect(state.primary).toMatchObject({ state: 'approved', deadline: null })
    const again = await server.call(routes.realNameSubmit, {
      token,
      form: formOf(primary, [await photo(), await photo()]),
    })
    expect(again.code).toBe(13_113)
  })

  it('is rejected by fields, told to its owner, and submitted again', async () => {
    const { email, token } = await submitted({ document_number: 'ZZ-1' })
    const id = await waiting(email)
    const faults = [
      { field: 'front', reason: 'unreadable', note: 'There is glare on the name' },
      { field: 'document_number', reason: 'differs', note: '' },
    ] as const
    const reject = (body: object) => server.call(desk.deskVerificationReject, { token: reviewer, params: { id }, body })
    expect((await reject({ faults: [] })).code).toBe(550)
    expect((await reject({ faults: [{ field: 'front', reason: 'pay a fee' }] })).code).toBe(550)
    expect((await reject({ faults: [faults[0], faults[0]] })).code).toBe(550)
    expect((await reject({ faults })).code).toBe(200)
    const { primary: level } = await server.ok(routes.realNameRead, { token })
    expect(level).toMatchObject({ state: 'rejected', faults })
    expect(level.fields.document_number).toBe('ZZ-1')
    expect(await standing(email)).toMatchObject({ realName: 'rejected' })
    const form = async () => formOf({ ...primary, document_number: 'ZZ-2' }, [await photo(), await photo()])
    expect((await server.call(routes.realNameSubmit, { token, form: await form() })).code).toBe(13_117)
    const mended = await server.ok(routes.realNameResubmit, { token, form: await form() })
    expect(mended.primary).toMatchObject({ state: 'pending', faults: [] })
    const one = await server.ok(desk.deskVerificationRead, { token: reviewer, params: { id: await waiting(email) } })
    expect(one).toMatchObject({ attempts: 1, state: 'pending', registered_country: 'FR' })
    expect(one.history).toMatchObject([{ id, state: 'rejected', decided_by: 'Rita', faults }])
  })

  it('cannot be mended before it was rejected', async () => {
    const { token } = await person()
    const form = formOf(primary, [await photo(), await photo()])
    expect((await server.call(routes.realNameResubmit, { token, form })).code).toBe(12_114)
  })
})

describe('the advanced level', () => {
  it('follows the primary one, with its own faults, and raises what the engine allows', async () => {
    const { email, token } = await submitted()
    const codeOf = async (change: Record<string, string>): Promise<number> =>
      (await server.call(routes.realNameSubmit, { token, form: formOf({ ...advanced, ...change }, []) })).code
    expect(await codeOf({})).toBe(13_112)
    await server.ok(desk.deskVerificationApprove, { token: reviewer, params: { id: await waiting(email) }, body: {} })
    expect(await codeOf({ home_address: '' })).toBe(13_108)
    expect(await codeOf({ work_address: ' ' })).toBe(13_109)
    expect(await codeOf({ home_address: '北京市' })).toBe(13_110)
    expect(await codeOf({ work_address: 'Tokyo 東京' })).toBe(13_110)
    expect(await codeOf({ relative_phone: '' })).toBe(13_111)
    expect(await codeOf({ relative_phone: '12' })).toBe(13_047)
    expect(await codeOf({})).toBe(200)
    expect(await codeOf({})).toBe(12_116)
    expect(await standing(email)).toMatchObject({ realName: 'approved' })
    const id = await waiting(email, 'advanced')
    const shown = await server.ok(desk.deskVerificationRead, { token: reviewer, params: { id } })
    expect(shown).toMatchObject({ documents: [], fields: { relative_phone: '+33612345678' } })
    await server.ok(desk.deskVerificationApprove, { token: reviewer, params: { id }, body: {} })
    expect(await standing(email)).toMatchObject({ realName: 'advanced' })
    const { real_name } = await server.ok(identityRoutes.user, { token })
    expect(real_name).toEqual({ primary: 'approved', advanced: 'approved' })
  })
})

describe('the documents', () => {
  it('are for their owner and for reviewers, and each look is in the audit log', async () => {
    const { email, token } = await submitted()
    const other = await person()
    const id = await waiting(email)
    const own = await server.raw(routes.realNameDocument, { token, params: { id: 'front' } })
    expect(own.headers.get('content-type')).toBe('image/jpeg')
    expect(own.headers.get('cache-control')).toContain('no-store')
    expect((await server.call(routes.realNameDocument, { token, params: { id: 'side' } })).code).toBe(550)
    const foreign = await server.call(routes.realNameDocument, { token: other.token, params: { id: 'front' } })
    expect(foreign.code).toBe(13_114)
    const entries = `SELECT count(*) FROM audit WHERE action = 'document_read' AND actor = 'Rita' AND subject = $1`
    const countOf = async () => Number((await server.database.query<{ count: string }>(entries, [id])).rows[0]?.count)
    for (const route of [desk.deskVerificationFront, desk.deskVerificationBack]) {
      const seen = await server.raw(route, { token: reviewer, params: { id } })
      expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).format).toBe('jpeg')
    }
    expect(await countOf()).toBe(2)
    const treasurer = await makeOperator(server, 'treasurer', `Tom ${people}`)
    const auditor = await makeOperator(server, 'auditor', `Ada ${people}`)
    expect((await server.call(desk.deskVerificationFront, { token: treasurer, params: { id } })).code).toBe(556)
    expect((await server.call(desk.deskVerificationFront, { token, params: { id } })).code).toBe(556)
    expect((await server.call(desk.deskVerificationApprove, { token: auditor, params: { id }, body: {} })).code).toBe(
      556,
    )
    expect(await firstBadAudit(server.database)).toBeNull()
  })

  it('of another person, and a number twice, are marked', async () => {
    const [front, back] = [await photo(), await photo()]
    const first = await person()
    const second = await person()
    await server.ok(routes.realNameSubmit, {
      token: first.token,
      form: formOf({ ...primary, document_number: 'du 55-66' }, [front, back]),
    })
    await server.ok(routes.realNameSubmit, {
      token: second.token,
      form: formOf({ ...primary, document_number: 'DU5566' }, [await photo(), front]),
    })
    const one = await server.ok(desk.deskVerificationRead, {
      token: reviewer,
      params: { id: await waiting(second.email) },
    })
    const { uid } = await server.ok(identityRoutes.user, { token: first.token })
    expect(one.same_number).toEqual([uid])
    // one that was hashed before the key for tokens was replaced is known still
    await server.database.query('UPDATE verification SET number_hash = $1 WHERE number_hash = $2 AND user_id = $3', [
      numberHash(server.keys.tokens.names, 'FR', 'DU5566'),
      numberHash(server.keys.tokens.newest, 'FR', 'DU5566'),
      createPublicIds(server.keys.tokens.names).read('user', uid),
    ])
    const again = await server.ok(desk.deskVerificationRead, { token: reviewer, params: { id: one.id } })
    expect(again.same_number).toEqual([uid])
    expect(one.same_photo).toEqual([uid])
  })
})

describe('a demo account', () => {
  it('meets its own message on each route', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const form = formOf(primary, [])
    expect((await server.call(routes.realNameSubmit, { token, form })).code).toBe(13_040)
    expect((await server.call(routes.realNameResubmit, { token, form: formOf(primary, []) })).code).toBe(13_040)
    expect((await server.call(routes.realNameRead, { token })).code).toBe(13_040)
  })
})

describe('a standing', () => {
  it('that the engine has missed is told again, and disabling keeps the level', async () => {
    const { email } = await submitted()
    await server.ok(desk.deskVerificationApprove, { token: reviewer, params: { id: await waiting(email) }, body: {} })
    await server.database.query(
      `UPDATE app_user SET advanced_name = 'approved', standing_due = true WHERE email = $1`,
      [email],
    )
    await settleStandings({ database: server.database, exchange: server.engine.exchange })
    expect(await standing(email)).toMatchObject({ realName: 'advanced' })
    const { rows } = await server.database.query('SELECT 1 FROM app_user WHERE standing_due')
    expect(rows).toEqual([])
    const admin = await makeOperator(server, 'administrator', `Al ${people}`)
    const { items } = await server.ok(deskRoutes.deskUsers, { token: admin, query: { search: email } })
    const body = { disabled: true, ground: 'security', reason: 'a test' } as const
    await server.ok(deskRoutes.deskUserDisable, { token: admin, params: { id: items[0]?.uid ?? '' }, body })
    expect(await standing(email)).toMatchObject({ realName: 'advanced', suspended: true })
  })
})
