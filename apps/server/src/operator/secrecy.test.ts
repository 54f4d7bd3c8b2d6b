import { identityRoutes } from '@truemark/protocol/routes/identity'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { appData } from '@truemark/protocol/routes/content'
import { operatorRoles } from '@truemark/protocol/access'
import { mayCall } from '@truemark/protocol/policy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, makeOperator, personPassword, signUp } from '../testing/people.ts'
import { openOperatorTotp } from './sealedTotp.ts'
import { bringIn, proof } from '../wallet/testing/walletRun.ts'
import { sentMessages } from '../testing/outbox.ts'

const email = 'victim@example.org'
const word = 'plum-orchard'

let server: LiveServer
let victim = ''
let uid = ''
const desk: Record<string, string> = {}
let totpSecret = ''

beforeAll(async () => {
  server = await startLiveServer()
  for (const role of operatorRoles) desk[role] = await makeOperator(server, role, `The ${role}`)
  victim = await signUp(server, email, '+33612345678')
  uid = (await server.ok(identityRoutes.user, { token: victim })).uid
  const body = await proof(server, { email, token: victim })
  totpSecret = (await server.ok(identityRoutes.totpSet, { token: victim, body })).secret
})
afterAll(() => server.stop())

/** All that lets its bearer into the victim's account, stop it, or pass for us before its owner; and the operators' own. */
async function secrets(): Promise<string[]> {
  const sent = (await sentMessages(server, 'true')).flatMap(({ params }) => [
    params['code'],
    params['link']?.split('#')[1],
    params['word'],
  ])
  const kept = await server.database.query<{ secret: string }>(
    `SELECT password_hash AS secret FROM app_user WHERE password_hash IS NOT NULL
     UNION ALL SELECT password_hash FROM operator`,
  )
  const operators = await server.database.query<{ id: string; sealed: Buffer }>(
    'SELECT id, totp_secret AS sealed FROM operator WHERE totp_secret IS NOT NULL',
  )
  const apps = operators.rows.map(({ id, sealed }) =>
    openOperatorTotp(server.keys.sealing, { id: Number(id), totpSealed: sealed }),
  )
  expect(apps).not.toContain(null)
  const all = [...sent, ...kept.rows.map(({ secret }) => secret), ...apps, totpSecret, victim, ...Object.values(desk)]
  return [...new Set(all.filter((text): text is string => typeof text === 'string' && text !== ''))]
}

/** Every answer that a role's session, or a guest, gets out of reading routes, with the victim's number wherever one fits. */
async function everythingRead(role: (typeof operatorRoles)[number] | 'guest'): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const token = desk[role]
  for (const route of server.routes) {
    if (route.method !== 'GET' || mayCall(route.access, role) !== 'yes') continue
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const params = Object.fromEntries(names.map((name) => [name, name === 'symbol' ? 'BTCUSDT' : uid]))
    const response = await server.raw(route, { params, ...(token === undefined ? {} : { token }) })
    answers.set(route.path, await response.text())
  }
  return answers
}

async function leaks(role: (typeof operatorRoles)[number] | 'guest'): Promise<string[]> {
  const canaries = await secrets()
  const found: string[] = []
  for (const [path, text] of await everythingRead(role)) {
    if (canaries.some((secret) => text.includes(secret))) found.push(path)
  }
  return found
}

async function reset(): Promise<string> {
  await server.database.query(`UPDATE verification_code SET sent_at = now() - interval '1 hour'`)
  await server.ok(identityRoutes.sendEmail, { body: { type: 'forgot', email } })
  return codeSent(server, email, 'forgot')
}

describe('what is a person’s alone', () => {
  it('is read by nobody at the desk, save by an administrator while this is only tried out', async () => {
    await reset()
    await server.ok(identityRoutes.securityChange, {
      token: victim,
      body: { word, login_mail: true, withdrawal_mail: true, password: personPassword },
    })
    await server.ok(identityRoutes.login, { body: { account: email, password: personPassword } })
    await expect.poll(async () => (await secrets()).includes(word)).toBe(true)
    for (const role of ['guest', 'support', 'reviewer', 'treasurer', 'auditor'] as const) {
      expect(await leaks(role), role).toEqual([])
    }
    expect(await leaks('administrator')).toEqual(['/api/v3/desk/outbox'])
    expect((await server.ok(appData)).codes_at_desk).toBe(true)
  })

  it('does not let a support agent take an account over by its mails', async () => {
    const code = await reset()
    const { items } = await server.ok(deskRoutes.deskOutbox, { token: desk['support'] ?? '', query: { search: email } })
    expect(items.length).toBeGreaterThan(2)
    expect(items.map(({ text }) => text)).toEqual(items.map(() => null))
    expect(items.map(({ to }) => to)).toEqual(items.map(() => email))
    expect(items.some(({ subject }) => subject.includes('verification code'))).toBe(true)
    expect(JSON.stringify(items)).not.toContain(code)
    const { rows } = await server.database.query(
      `SELECT 1 FROM audit WHERE action = 'outbox_read' AND role = 'support'`,
    )
    expect(rows).toEqual([])
  })

  it('is read by no administrator either once real money has ever been here, for good', async () => {
    await bringIn(server, { email, token: victim }, '20')
    await expect.poll(async () => (await server.ok(appData)).codes_at_desk).toBe(false)
    await reset()
    expect(await leaks('administrator')).toEqual([])
  })
})
