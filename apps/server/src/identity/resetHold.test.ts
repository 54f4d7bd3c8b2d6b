import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { notificationRoutes } from '@truemark/protocol/routes/notification'
import { payeeRoutes } from '@truemark/protocol/routes/payees'
import { walletNetworks, walletRoutes } from '@truemark/protocol/routes/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { appCode, codeSent, personPassword } from '../testing/people.ts'
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

const dayMs = 86_400_000
const newPassword = 'Loud-river8'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  await openWallet(server)
})
afterAll(() => server.stop())

async function reset(who: Person): Promise<Person> {
  await server.ok(routes.sendEmail, { body: { type: 'forgot', email: who.email } })
  const verify_code = await codeSent(server, who.email, 'forgot')
  const body = { account: who.email, type: 'email', password: newPassword, verify_code }
  await server.ok(routes.forgotPassword, { body })
  const { token } = await server.ok(routes.login, { body: { account: who.email, password: newPassword } })
  return { ...who, token }
}

async function withdraw(who: Person, payee_id: string, proved: object) {
  const body = { currency: 'USDT', amount: '50', method: 'address', payee_id, ...proved }
  return server.call(walletRoutes.withdrawalMake, { token: who.token, body, key: key() })
}

const heldUntil = async ({ token }: Person) => (await server.ok(walletNetworks, { token })).withdrawals_held_until

describe('a reset password', () => {
  it('lets nothing out for a day, says until when, and holds what is saved meanwhile for a day of its own', async () => {
    const owner = await person(server)
    await bringIn(server, owner, '500')
    const payee = await saveAddress(server, owner)
    expect(await heldUntil(owner)).toBeNull()
    const before = Date.now()
    const thief = await reset(owner)
    const until = (await heldUntil(thief)) ?? 0
    expect(until).toBeGreaterThanOrEqual(before + dayMs)
    expect(until).toBeLessThan(Date.now() + dayMs + 5_000)
    const proved = { ...(await proof(server, thief)), password: newPassword }
    const refused = await withdraw(thief, payee, proved)
    expect(refused).toMatchObject({ code: 14_106, reason: 'withdrawals_held' })
    expect(refused.message).toContain('24')
    // the code was not spent on it
    const body = { currency: 'USDT', network: 'ERC20', address: ownEthereum, label: 'thief', ...proved }
    const saved = await server.ok(payeeRoutes.addressAdd, { token: thief.token, body })
    expect(saved.usable_from).toBeGreaterThanOrEqual(until)
    // signing out and in again, and switching the hold of new payees off, change nothing
    await server.ok(routes.logout, { token: thief.token })
    const login = { body: { account: owner.email, password: newPassword } }
    const again = { ...thief, token: (await server.ok(routes.login, login)).token }
    expect(await heldUntil(again)).toBe(until)
    const kinds = async () =>
      (await server.ok(notificationRoutes.notifications, { token: again.token })).items.map(({ kind }) => kind)
    await expect.poll(kinds).toContain('withdrawals_held')
  })

  it('whose code is wrong holds nothing', async () => {
    const owner = await person(server)
    const body = { account: owner.email, type: 'email', password: newPassword, verify_code: '000000' }
    expect((await server.call(routes.forgotPassword, { body })).reason).toBe('reset_code_wrong')
    expect(await heldUntil(owner)).toBeNull()
  })
})

describe('an authenticator app that is taken off', () => {
  it('lets nothing out for a day, by a recovery code too', async () => {
    const owner = await person(server)
    const { token } = owner
    const { secret } = await server.ok(routes.totpSet, { token, body: await proof(server, owner) })
    const first = { password: personPassword, totp: appCode(secret) }
    const { recovery_codes } = await server.ok(routes.totpSet, { token, body: first })
    expect(await heldUntil(owner)).toBeNull()
    const body = { password: personPassword, totp: recovery_codes[0] ?? '' }
    await server.ok(routes.totpRemove, { token, body })
    expect(await heldUntil(owner)).toBeGreaterThan(Date.now() + dayMs - 60_000)
  })
})
