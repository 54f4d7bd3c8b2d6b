import { deskVerificationRoutes } from '@truemark/protocol/routes/deskVerification'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { verificationRoutes } from '@truemark/protocol/routes/verification'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallOptions } from '../../apps/server/src/testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { appCode, codeSent, makeOperator, personPassword } from '../../apps/server/src/testing/people.ts'
import { person, proof, voucher } from '../../apps/server/src/wallet/testing/walletRun.ts'

const many = 20

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

/** Calls at once, twenty unless said otherwise, each of its own; gives the codes of the answers. */
async function apart(route: RouteDefinition, options: (at: number) => CallOptions, times = many): Promise<number[]> {
  return (await Promise.all(Array.from({ length: times }, (_, at) => server.call(route, options(at))))).map(
    ({ code }) => code,
  )
}

const good = (codes: readonly number[]): number => codes.filter((code) => code === 200).length

async function countOf(sql: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(sql, values)
  return rows[0]?.count ?? 0
}

const opens = async (account: string, password: string): Promise<boolean> =>
  (await server.call(identityRoutes.login, { body: { account, password } })).code === 200

it('one code opens one account, however many register by it at once', async () => {
  const email = 'one.of.many@example.com'
  await server.ok(identityRoutes.sendEmail, { body: { type: 'register', email } })
  const code = await codeSent(server, email)
  const form = { account: email, email, type: 'email', verify_code: code, invite_code: '', country: 'FR' }
  const codes = await apart(identityRoutes.register, (at) => ({
    body: { ...form, phone: `+33612390${100 + at}`, password: `${personPassword}-${at}` },
  }))
  expect(good(codes)).toBe(1)
  expect(await countOf('SELECT count(*)::int AS count FROM app_user WHERE email = $1', [email])).toBe(1)
})

it('one code changes a password once, and the one password opens the account', async () => {
  const who = await person(server)
  await server.ok(identityRoutes.sendEmail, { token: who.token, body: { type: 'change_password', email: who.email } })
  const code = await codeSent(server, who.email, 'change_password')
  const wanted = (at: number) => `Slow-harbour${at}`
  const codes = await apart(identityRoutes.changePassword, (at) => ({
    token: who.token,
    body: { email: who.email, verify_code: code, old_password: personPassword, new_password: wanted(at) },
  }))
  expect(good(codes)).toBe(1)
  expect(await opens(who.email, wanted(codes.indexOf(200)))).toBe(true)
  expect(await opens(who.email, personPassword)).toBe(false)
})

it('one code sets a forgotten password once', async () => {
  const who = await person(server)
  await server.ok(identityRoutes.sendEmail, { body: { type: 'forgot', email: who.email } })
  const code = await codeSent(server, who.email, 'forgot')
  const wanted = (at: number) => `Slow-harbour${at}`
  const codes = await apart(identityRoutes.forgotPassword, (at) => ({
    body: { account: who.email, type: 'email', verify_code: code, password: wanted(at) },
  }))
  expect(good(codes)).toBe(1)
  expect(await opens(who.email, wanted(codes.indexOf(200)))).toBe(true)
})

it('one code of the app finishes one second factor, and its recovery codes are shown once', async () => {
  const who = await person(server)
  const begun = await server.ok(identityRoutes.totpSet, { token: who.token, body: await proof(server, who) })
  const totp = appCode(begun.secret)
  const body = { password: personPassword, totp }
  const codes = await apart(identityRoutes.totpSet, () => ({ token: who.token, body }))
  expect(good(codes)).toBe(1)
})

it('one name is handed in once, and decided once by two who review it', async () => {
  const who = await person(server)
  const fields = {
    level: 'primary',
    realName: 'Ann Example',
    document_number: 'AT-ONCE 1',
    birth_date: '1990-02-28',
    country: 'FR',
  }
  const pictures = [await voucher(), await voucher()]
  const codes = await apart(
    verificationRoutes.realNameSubmit,
    () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      for (const bytes of pictures) form.append('document', new Blob([Uint8Array.from(bytes)]), 'page.png')
      return { token: who.token, form }
      // pictures are looked through one by one
    },
    6,
  )
  expect(good(codes)).toBe(1)
  const reviewers = [await makeOperator(server, 'reviewer', 'Rita'), await makeOperator(server, 'reviewer', 'Rolf')]
  const { items } = await server.ok(deskVerificationRoutes.deskVerifications, { token: reviewers[0], query: {} })
  expect(items).toHaveLength(1)
  const params = { id: items[0]?.id ?? '' }
  const decided = await apart(deskVerificationRoutes.deskVerificationApprove, (at) => ({
    token: reviewers[at % 2],
    params,
    body: { note: '' },
  }))
  expect(good(decided)).toBe(1)
  expect((await server.ok(verificationRoutes.realNameRead, { token: who.token })).primary.state).toBe('approved')
})
