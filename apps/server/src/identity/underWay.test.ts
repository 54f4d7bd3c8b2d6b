import { house } from '../engine/door.ts'
import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { sentMessages } from '../testing/outbox.ts'
import { appCode, codeSent, personPassword } from '../testing/people.ts'
import { keyBody } from '../testing/program.ts'
import {
  type Person,
  bringIn,
  key,
  openWallet,
  ownEthereum,
  person,
  proof,
  saveAddress,
} from '../wallet/testing/walletRun.ts'
import { anyNetwork, returnCode, useCode } from './codes.store.ts'
import { codeHash } from './secrets.ts'

const newPassword = 'Loud-river8'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
})
afterAll(() => server.stop())

interface Owner extends Person {
  readonly payee: string
}

/** A person with money and a saved address, of which a letter tells with a link that freezes the account. */
async function owner(): Promise<Owner> {
  const who = await person(server)
  await bringIn(server, who, '500')
  return { ...who, payee: await saveAddress(server, who) }
}

async function freeze({ email }: Person): Promise<{ withdrawal_canceled: boolean }> {
  const sent = await sentMessages(server, `recipient = $1 AND template = 'securityChanged'`, [email])
  const token = /freeze#([\w-]+)/.exec(sent.at(-1)?.params['link'] ?? '')?.[1] ?? ''
  return server.ok(routes.freezeAccount, { body: { token } })
}

async function reset({ email }: Person): Promise<void> {
  await server.ok(routes.sendEmail, { body: { type: 'forgot', email } })
  const verify_code = await codeSent(server, email, 'forgot')
  await server.ok(routes.forgotPassword, {
    body: { account: email, type: 'email', password: newPassword, verify_code },
  })
}

/**
 * Begins something that looks for a second factor once the password was right, holds it there, and lets it go on after what
 * happens meanwhile; gives what it came to.
 */
async function heldAtFactor<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const lease = await server.database.lease()
  await lease.query('BEGIN')
  await lease.query('LOCK TABLE user_totp IN ACCESS EXCLUSIVE MODE')
  const under = work()
  const waiting = async (): Promise<number> =>
    (
      await server.database.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'user_totp'::regclass AND NOT granted AND database =
           (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).rows.length
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  await meanwhile()
  await lease.query('COMMIT')
  await lease.release()
  return under
}

async function idOf({ email }: Person): Promise<number> {
  const { rows } = await server.database.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [email])
  return Number(rows[0]?.id)
}

async function liveSessions(who: Person): Promise<number> {
  const sql = 'SELECT 1 FROM session WHERE user_id = $1 AND ended_at IS NULL'
  return (await server.database.query(sql, [await idOf(who)])).rows.length
}

const signIn = ({ email }: Person) => server.call(routes.login, { body: { account: email, password: personPassword } })

function withdraw({ token, payee }: Owner, proved: object) {
  const body = { currency: 'USDT', amount: '50', method: 'address', payee_id: payee, ...proved }
  return server.call(walletRoutes.withdrawalMake, { token, body, key: key() })
}

/** The exchange's word on a person's withdrawals. */
async function walletOf({ email }: Person) {
  const { rows } = await server.database.query<{ real_holder: number }>(
    'SELECT real_holder FROM app_user WHERE email = $1',
    [email],
  )
  const asked = { type: 'wallet', holder: rows[0]?.real_holder ?? -1 } as const
  return (await server.engine.exchange.ask(house, asked)).view
}

describe('a sign-in under way', () => {
  it.each([
    ['is frozen', freeze],
    ['gets another password', reset],
  ])('comes in nowhere once the account %s', async (_, end) => {
    const who = await owner()
    const answer = await heldAtFactor(
      () => signIn(who),
      () => end(who),
    )
    expect(answer.reason).toBe('password_wrong')
    expect(await liveSessions(who)).toBe(0)
  })

  it('comes in nowhere by many at once, whichever moment the account is frozen in', async () => {
    const who = await owner()
    const frozen = new Promise<unknown>((resolve) => setTimeout(() => resolve(freeze(who)), 150))
    await Promise.all([frozen, ...Array.from({ length: 12 }, () => signIn(who))])
    await frozen
    expect(await liveSessions(who)).toBe(0)
  })
})

describe('what was proved before the account is frozen', () => {
  it('makes no key', async () => {
    const who = await owner()
    const body = await keyBody(server, who)
    const answer = await heldAtFactor(
      () => server.call(apiKeyRoutes.apiKeyMake, { token: who.token, body }),
      () => freeze(who),
    )
    expect(answer.reason).toBe('login_required')
    const { rows } = await server.database.query('SELECT 1 FROM api_key WHERE user_id = $1', [await idOf(who)])
    expect(rows).toEqual([])
  })

  it('saves no address', async () => {
    const who = await owner()
    const proved = await proof(server, who)
    const body = { currency: 'USDT', network: 'ERC20', address: ownEthereum, label: 'thief', ...proved }
    const answer = await heldAtFactor(
      () => server.call(payeeRoutes.addressAdd, { token: who.token, body }),
      () => freeze(who),
    )
    expect(answer.reason).toBe('login_required')
    const { rows } = await server.database.query('SELECT 1 FROM wallet_address WHERE user_id = $1', [await idOf(who)])
    expect(rows).toHaveLength(1)
  })

  it('changes nothing of what its owner is told', async () => {
    const who = await owner()
    const body = { word: 'thief', login_mail: false, withdrawal_mail: false, ...(await proof(server, who)) }
    const told = { word: 'heron', login_mail: true, withdrawal_mail: true, password: personPassword }
    await server.ok(routes.securityChange, { token: who.token, body: told })
    const answer = await heldAtFactor(
      () => server.call(routes.securityChange, { token: who.token, body }),
      () => freeze(who),
    )
    expect(answer.reason).toBe('login_required')
    const sql = 'SELECT word FROM user_security WHERE user_id = $1'
    expect((await server.database.query(sql, [await idOf(who)])).rows).toEqual([{ word: 'heron' }])
  })

  it('sets up no authenticator app, which would keep the owner out', async () => {
    const who = await owner()
    const { secret } = await server.ok(routes.totpSet, { token: who.token, body: await proof(server, who) })
    const body = { password: personPassword, totp: appCode(secret) }
    const answer = await heldAtFactor(
      () => server.call(routes.totpSet, { token: who.token, body }),
      () => freeze(who),
    )
    expect(answer.reason).toBe('login_required')
    const sql = 'SELECT 1 FROM user_totp WHERE user_id = $1 AND confirmed_at IS NOT NULL'
    expect((await server.database.query(sql, [await idOf(who)])).rows).toEqual([])
  })

  it('takes out nothing, and nothing goes out for a day', async () => {
    const who = await owner()
    const proved = await proof(server, who)
    const answer = await heldAtFactor(
      () => withdraw(who, proved),
      () => freeze(who),
    )
    expect(answer.reason).toBe('login_required')
    const view = await walletOf(who)
    expect(view.withdrawal).toBeNull()
    expect(view.heldUntil).toBeGreaterThan(Date.now() + 86_000_000)
  })

  it('leaves a withdrawal that stood before to be taken back', async () => {
    const who = await owner()
    expect((await withdraw(who, await proof(server, who))).reason).toBeNull()
    expect(await freeze(who)).toEqual({ withdrawal_canceled: true })
    expect((await walletOf(who)).withdrawal).toBeNull()
  })
})

describe('a code that was given back', () => {
  it('has what was left of its time and its tries, however often it is', async () => {
    const who = await person(server)
    const { verify_code } = await proof(server, who)
    const of = ['confirm', who.email] as const
    const kept = async () =>
      (
        await server.database.query<{ left: number; until: string; sent: string }>(
          `SELECT known_left AS left, expires_at::text AS until, sent_at::text AS sent FROM verification_code
           WHERE purpose = $1 AND address = $2`,
          [...of],
        )
      ).rows
    await server.database.query(
      `UPDATE verification_code SET known_left = 2, expires_at = now() + interval '7 seconds' WHERE purpose = $1 AND address = $2`,
      [...of],
    )
    const before = await kept()
    const brought = { purpose: 'confirm', address: who.email, network: anyNetwork, known: true } as const
    const hash = codeHash(server.secret, ...of, verify_code)
    for (let times = 0; times < 3; times += 1) {
      const used = await useCode(server.database, brought, hash)
      if (used === null) throw new Error('the code was not good')
      expect(await kept()).toEqual([])
      await returnCode(server.database, brought, used)
      expect(await kept()).toEqual(before)
    }
  })

  it('is not lengthened by withdrawals that are refused', async () => {
    const who = await owner()
    const proved = await proof(server, who)
    const left = async () =>
      (
        await server.database.query<{ seconds: number }>(
          `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM verification_code
           WHERE purpose = 'confirm' AND address = $1`,
          [who.email],
        )
      ).rows[0]?.seconds
    await server.database.query(
      `UPDATE verification_code SET expires_at = now() + interval '30 seconds' WHERE purpose = 'confirm' AND address = $1`,
      [who.email],
    )
    const body = { currency: 'USDT', amount: '900000', method: 'address', payee_id: who.payee, ...proved }
    const answer = await server.call(walletRoutes.withdrawalMake, { token: who.token, body, key: key() })
    expect(answer.reason).not.toBeNull()
    expect(await left()).toBeLessThanOrEqual(30)
  })
})
