import { accountRoutes } from '@truemark/protocol/routes/account'
import { closingRoutes } from '@truemark/protocol/routes/closing'
import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { personPassword, signUp } from '../testing/people.ts'
import { sentMessages } from '../testing/outbox.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

async function holderOf(email: string): Promise<number> {
  const { rows } = await server.database.query<{ holder: number }>(
    'SELECT real_holder AS holder FROM app_user WHERE email = $1',
    [email],
  )
  return rows[0]?.holder ?? 0
}

async function confirmCode(token: string, email: string): Promise<string> {
  await server.ok(routes.sendEmail, { token, body: { type: 'confirm', email } })
  for (let tries = 0; tries < 200; tries += 1) {
    const [sent] = await sentMessages(server, `recipient = $1 AND params->>'purpose' = 'confirm'`, [email])
    if (sent !== undefined) return sent.params['code'] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no code was sent')
}

const close = (token: string, verify_code: string, password = personPassword) =>
  server.call(closingRoutes.accountClose, { token, body: { password, verify_code } })

describe('closing an account', () => {
  it('ends every session, and nobody signs in to it again', async () => {
    const email = 'leaving@example.com'
    const token = await signUp(server, email, '+33612345801')
    const code = await confirmCode(token, email)
    expect((await close(token, code, 'Wrong-river7')).reason).toBe('confirm_password_wrong')
    expect((await server.call(accountRoutes.accountAssets, { token })).code).toBe(200)
    expect((await close(token, code)).code).toBe(200)
    expect((await server.call(accountRoutes.accountAssets, { token })).code).toBe(551)
    const again = await server.call(routes.login, { body: { account: email, password: personPassword } })
    expect(again.reason).toBe('user_disabled')
  })

  it('is refused while anything is in it, and changes nothing then', async () => {
    const email = 'staying@example.com'
    const token = await signUp(server, email, '+33612345802')
    const holder = await holderOf(email)
    const source = { kind: 'holder', holder, realm: 'real' } as const
    const deposit = { type: 'submitDeposit', holder, currency: 'USDT', amount: 500_000_000n, claim: 1 } as const
    const entered = await server.engine.exchange.command(source, { ...deposit, fault: '' })
    expect(entered).toMatchObject({ ok: true })
    expect((await close(token, await confirmCode(token, email))).reason).toBe('account_not_empty')
    expect((await server.call(accountRoutes.accountAssets, { token })).code).toBe(200)
  })
})
