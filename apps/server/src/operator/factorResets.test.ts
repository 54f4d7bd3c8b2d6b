import { hourMs } from '@truemark/core/money/units'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { deskProposalRoutes } from '@truemark/protocol/routes/deskProposals'
import { factorResetRoutes as routes } from '@truemark/protocol/routes/factorReset'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { touchRoutes } from '@truemark/protocol/routes/touches'
import { walletNetworks } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppData } from '../content/door.ts'
import { startPost } from '../platform/mail/post.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { loadTranslate } from '../platform/texts/translator.ts'
import { type Program, heardBy, makeProgram } from '../testing/program.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sentMessages } from '../testing/outbox.ts'
import { appCode, makeOperator, personPassword } from '../testing/people.ts'
import { type Person, openWallet, person, proof } from '../wallet/testing/walletRun.ts'
import { type FactorResetPorts, sweepFactorResets } from './factorResets.ts'

const dayMs = 24 * hourMs

let server: LiveServer
let sue = ''
let sam = ''
let auditor = ''
let ports: Omit<FactorResetPorts, 'now'>
let close = async (): Promise<void> => undefined
const ended: string[] = []

beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
  sue = await makeOperator(server, 'support', 'Sue')
  sam = await makeOperator(server, 'support', 'Sam')
  auditor = await makeOperator(server, 'auditor', 'Ada')
  const { database, engine, keys } = server
  const parts = { database, sealing: keys.sealing, translate: await loadTranslate(), onError: raise }
  const post = startPost({ ...parts, mail: null, sms: null })
  close = () => post.close()
  const sessionsEnded = (ids: readonly string[]): void => void ended.push(...ids)
  const ids = createPublicIds(keys.tokens.names)
  ports = { database, exchange: engine.exchange, ids, post, appData: await AppData.load(database), sessionsEnded }
})
afterAll(async () => {
  await close()
  await server.stop()
})

function raise(error: unknown): never {
  throw error
}

interface Guarded extends Person {
  readonly uid: string
  /** Who trades for them by a key. */
  readonly program: Program
  readonly secret: string
  readonly spare: string
}

/** A person with a verified identity, an app and recovery codes. */
async function guarded(): Promise<Guarded> {
  const who = await person(server)
  const program = await makeProgram(server, who)
  const { token, email } = who
  await server.database.query(`UPDATE app_user SET real_name = 'approved', lang = 'fre' WHERE email = $1`, [email])
  const { secret } = await server.ok(identityRoutes.totpSet, { token, body: await proof(server, who) })
  const first = { password: personPassword, totp: appCode(secret) }
  const { recovery_codes } = await server.ok(identityRoutes.totpSet, { token, body: first })
  const { uid } = await server.ok(identityRoutes.user, { token })
  return { ...who, uid, program, secret, spare: recovery_codes[0] ?? '' }
}

const lost = ({ email }: Person, password = personPassword) =>
  server.call(routes.factorLost, { body: { account: email, password } })
const login = ({ email }: Person, totp = '') =>
  server.call(identityRoutes.login, { body: { account: email, password: personPassword, totp } })
const asked = (by: string, { uid }: Guarded) =>
  server.call(routes.deskFactorResetAsk, { token: by, params: { id: uid }, body: { reason: 'passport seen by video' } })
const lettersTo = async ({ email }: Person) =>
  (await sentMessages(server, `recipient = $1 AND template = 'factorReset'`, [email])).map(({ locale, params }) => {
    const { stage, link, account } = params
    return { locale, stage, link, account }
  })
const stateOf = async ({ uid }: Guarded, queue: 'open' | 'done') =>
  (await server.ok(routes.deskFactorResets, { token: auditor, query: { queue } })).items.find((one) => one.uid === uid)
const sweepAt = (later: number) => sweepFactorResets({ ...ports, now: () => Date.now() + later }, raise)

async function decide(by: string, { uid }: Guarded) {
  const { items } = await server.ok(deskProposalRoutes.deskProposals, { token: by })
  const one = items.find(({ kind, subject }) => kind === 'factor_reset' && subject === uid)
  const body = { approve: true, digest: one?.digest ?? '', reason: 'I called as well' }
  return server.call(deskProposalRoutes.deskProposalDecide, { token: by, params: { id: one?.id ?? '' }, body })
}

async function begun(): Promise<Guarded> {
  const who = await guarded()
  await asked(sue, who)
  expect((await decide(sam, who)).data?.proposal.state).toBe('applied')
  return who
}

describe('a lost second factor', () => {
  it('is said at the login with the right password alone, and its owner is told in their language', async () => {
    const who = await guarded()
    expect((await lost(who, 'Wrong-river7')).reason).toBe('password_wrong')
    expect(await stateOf(who, 'open')).toBeUndefined()
    expect((await lost(who)).code).toBe(200)
    expect((await lost(who)).code).toBe(200)
    expect(await stateOf(who, 'open')).toMatchObject({
      state: 'asked',
      real_name: 'approved',
      due: null,
      account: who.email,
    })
    const letters = await lettersTo(who)
    expect(letters).toMatchObject([{ locale: 'fre', stage: 'asked', account: who.email }])
    expect(letters[0]?.link).toMatch(/^http:\/\/.+\/freeze#.{20,}$/)
    expect((await server.ok(routes.factorResetRead, { token: who.token })).reset).toEqual({ due: null })
    const plain = await person(server)
    expect((await lost(plain)).reason).toBe('second_factor_missing')
    // nobody decided it: the app opens the account as before, and a month later it is no request any more
    expect((await login(who)).reason).toBe('second_factor_required')
    await sweepAt(31 * dayMs)
    expect(await stateOf(who, 'done')).toMatchObject({ state: 'lapsed' })
  })

  it('is reset by two people even where one may approve everything else, 48 hours later, with all that lets anybody in', async () => {
    const who = await guarded()
    await lost(who)
    expect((await asked(sue, who)).data).toMatchObject({ kind: 'factor_reset', subject: who.uid, may_decide: false })
    expect((await decide(sue, who)).reason).toBe('second_person_needed')
    expect((await asked(auditor, who)).reason).toBe('permission_insufficient')
    const before = Date.now()
    expect((await decide(sam, who)).data?.proposal.state).toBe('applied')
    const waits = await stateOf(who, 'open')
    expect(waits?.state).toBe('waiting')
    expect(waits?.due).toBeGreaterThanOrEqual(before + 48 * hourMs)
    expect(waits?.due).toBeLessThan(Date.now() + 48 * hourMs + 5_000)
    expect((await asked(sue, who)).reason).toBe('factor_reset_waiting')
    expect((await lettersTo(who)).map(({ stage }) => stage)).toEqual(['asked', 'begun'])
    const told = async () =>
      (await server.ok(notificationRoutes.notifications, { token: who.token })).items.map(({ kind }) => kind)
    await expect.poll(told).toContain('second_factor_reset')

    await sweepAt(47 * hourMs)
    expect(await heardBy(server, who.program, spotRoutes.spotOrders)).toBeNull()
    expect((await login(who)).reason).toBe('second_factor_required')
    ended.length = 0
    await sweepAt(48 * hourMs + 5_000)
    await sweepAt(48 * hourMs + 5_000)
    expect(await stateOf(who, 'done')).toMatchObject({ state: 'done' })
    expect(ended).toHaveLength(2)
    const { rows: live } = await server.database.query(
      'SELECT 1 FROM session AS s JOIN app_user AS u ON u.id = s.user_id WHERE u.email = $1 AND s.ended_at IS NULL',
      [who.email],
    )
    expect(live).toEqual([])
    await expect.poll(() => heardBy(server, who.program, spotRoutes.spotOrders)).toBe('api_key_wrong')
    const { rows } = await server.database.query(
      'SELECT 1 FROM recovery_code AS c JOIN app_user AS u ON u.id = c.user_id WHERE u.email = $1',
      [who.email],
    )
    expect(rows).toEqual([])
    const again = await login(who)
    expect(again.code).toBe(200)
    const token = again.data?.token ?? ''
    const { withdrawals_held_until: until } = await server.ok(walletNetworks, { token })
    expect(until).toBeGreaterThan(Date.now() + dayMs - 60_000)
    expect((await lettersTo(who)).map(({ stage }) => stage)).toEqual(['asked', 'begun', 'done'])
    const { items } = await server.ok(touchRoutes.accountTouches, { token })
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['factor_reset_done', 'proposal_approved', 'proposal_made', 'factor_resets_listed']),
    )
    const noted = await server.ok(deskRoutes.deskAudit, { token: auditor, query: { action: 'factor_reset_done' } })
    expect(noted.items).toMatchObject([{ actor: 'server', subject: who.uid, touched: [who.uid] }])
  })

  it.each([
    ['whoever has the app after all', async (who: Guarded) => login(who, appCode(who.secret)), 'canceled'],
    ['a recovery code', async (who: Guarded) => login(who, who.spare), 'canceled'],
    [
      'its owner, in the app',
      async ({ token }: Guarded) => server.call(routes.factorResetRefuse, { token }),
      'refused',
    ],
    ['its owner, by the link of the letter', async (who: Guarded) => freeze(who), 'refused'],
    [
      'one operator',
      async ({ uid }: Guarded) =>
        server.call(routes.deskFactorResetStop, {
          token: sue,
          params: { id: uid },
          body: { reason: 'the owner called' },
        }),
      'stopped',
    ],
  ])('is ended by %s, and then the app stays', async (_, end, state) => {
    const who = await begun()
    // the code of this half minute was used up when the app was set up
    await server.database.query('UPDATE user_totp SET step = 0')
    expect((await end(who)).code).toBe(200)
    expect(await stateOf(who, 'done')).toMatchObject({ state })
    await sweepAt(3 * dayMs)
    const { rows } = await server.database.query(
      'SELECT 1 FROM user_totp AS t JOIN app_user AS u ON u.id = t.user_id WHERE u.email = $1 AND confirmed_at IS NOT NULL',
      [who.email],
    )
    expect(rows).toHaveLength(1)
    expect(
      (
        await server.call(routes.deskFactorResetStop, {
          token: sue,
          params: { id: who.uid },
          body: { reason: 'again' },
        })
      ).reason,
    ).toBe('factor_reset_none')
  })

  it('is not reset where no identity is verified, where there is none, or where it was taken off meanwhile', async () => {
    const who = await guarded()
    await server.database.query(`UPDATE app_user SET real_name = 'pending' WHERE email = $1`, [who.email])
    expect((await asked(sue, who)).reason).toBe('factor_reset_unverified')
    const plain = await person(server)
    const { uid } = await server.ok(identityRoutes.user, { token: plain.token })
    expect((await asked(sue, { ...who, uid })).reason).toBe('second_factor_missing')
    expect((await server.call(routes.factorResetRefuse, { token: plain.token })).reason).toBe('factor_reset_none')
    const gone = await begun()
    const body = { password: personPassword, totp: gone.spare }
    await server.ok(identityRoutes.totpRemove, { token: gone.token, body })
    expect(await stateOf(gone, 'done')).toMatchObject({ state: 'canceled' })
  })

  it('is decided once where the app was used between the question and the yes: both are of now', async () => {
    const who = await guarded()
    await asked(sue, who)
    const body = { password: personPassword, totp: who.spare }
    await server.ok(identityRoutes.totpRemove, { token: who.token, body })
    expect((await decide(sam, who)).reason).toBe('second_factor_missing')
    expect(await stateOf(who, 'open')).toBeUndefined()
  })
})

async function freeze(who: Guarded) {
  const link = (await lettersTo(who)).at(-1)?.link ?? ''
  return server.call(identityRoutes.freezeAccount, { body: { token: link.split('#')[1] ?? '' } })
}
