import { identityRoutes } from '@truemark/protocol/routes/identity'
import { selfLimitRoutes as routes } from '@truemark/protocol/routes/selfLimit'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyNow } from '../testing/keys.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { codeSent, personPassword, signUp } from '../testing/people.ts'

const hour = 3_600_000
let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '50000', quantity: '0.01' } as const
const buy = async (token: string) =>
  (await server.call(spotRoutes.spotOrderPlace, { token, key: keyNow(), body: order })).reason

describe('a pause', () => {
  it('holds for every account of the person, also one that is opened later, and is never shortened', async () => {
    const real = await signUp(server, 'paused@example.com', '+33612345701')
    const pause = (token: string, length: '24h' | '7d' | 'for_good') =>
      server.call(routes.riskPause, { token, body: { length } })
    const { pause: set } = await server.ok(routes.riskPause, { token: real, body: { length: '7d' } })
    expect(set?.cause).toBe('own')
    expect(Math.abs((set?.until ?? 0) - Date.now() - 7 * 24 * hour)).toBeLessThan(60_000)
    expect((await pause(real, '24h')).code).toBe(13_901)
    const { token: demo } = await server.ok(identityRoutes.simulationLogin, { token: real, body: {} })
    expect((await server.ok(routes.ownLimits, { token: demo })).pause).toEqual(set)
    expect(await buy(demo)).toBe('risk_paused')
    const again = await server.ok(identityRoutes.login, {
      body: { account: 'paused@example.com', password: personPassword },
    })
    expect((await server.ok(routes.ownLimits, { token: again.token })).pause).toEqual(set)
    // for good, asked for from the demo account, which needs no password, holds for that alone
    expect((await pause(demo, 'for_good')).code).toBe(200)
    expect((await server.ok(routes.ownLimits, { token: demo })).pause?.until).toBeNull()
    expect((await server.ok(routes.ownLimits, { token: real })).pause).toEqual(set)
  })

  it('of half a year or longer asks who it is', async () => {
    const email = 'proven@example.com'
    const real = await signUp(server, email, '+33612345702')
    const body = { length: 'for_good' } as const
    expect((await server.call(routes.riskPause, { token: real, body })).reason).toBe('field_malformed')
    const guessed = { password: 'not-the-password', verify_code: '000000' }
    const wrong = await server.call(routes.riskPause, { token: real, body: { ...body, proof: guessed } })
    expect(wrong.reason).toBe('confirm_password_wrong')
    expect((await server.ok(routes.ownLimits, { token: real })).pause).toBeNull()
    await server.ok(identityRoutes.sendEmail, { token: real, body: { type: 'confirm', email } })
    const proof = { password: personPassword, verify_code: await codeSent(server, email, 'confirm') }
    await server.ok(routes.riskPause, { token: real, body: { ...body, proof } })
    expect((await server.ok(routes.ownLimits, { token: real })).pause).toEqual({ until: null, cause: 'own' })
  })
})

describe('a limit of one’s own', () => {
  it('is tightened at once and loosened a day later, whatever order the calls come in', async () => {
    const { token } = await server.ok(identityRoutes.simulationLogin, { body: {} })
    const set = (amount: string | null) => server.call(routes.ownLimitSet, { token, body: { limit: 'stake', amount } })
    expect((await set('100')).code).toBe(200)
    await Promise.all([set('500'), set('50'), set(null), set('60')])
    const { limits } = await server.ok(routes.ownLimits, { token })
    const stake = limits.find(({ limit }) => limit === 'stake')
    expect(stake?.amount).toBe('50')
    if (stake?.looser) expect(stake.looser.from).toBeGreaterThan(Date.now() + 23 * hour)
    expect((await set('-1')).code).not.toBe(200)
    expect((await set('1.0000001')).reason).toBe('amount_invalid')
  })
})
