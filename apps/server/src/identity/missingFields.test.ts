import { identityRoutes as routes } from '@truemark/protocol/routes/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'

let server: LiveServer

beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const form = {
  account: 'a@example.com',
  email: 'a@example.com',
  phone: '+33612345678',
  password: 'Quiet-river7',
  type: 'email',
  country: 'FR',
  verify_code: '000000',
}

it.each([
  [routes.register, form, ['account', 'email', 'phone', 'password', 'type', 'verify_code', 'country']],
  [routes.login, { account: 'a@example.com', password: 'Quiet-river7' }, ['account', 'password']],
  [routes.sendEmail, { type: 'register', email: 'a@example.com' }, ['type', 'email']],
  [routes.sendSms, { type: 'register', phone: '+33612345678' }, ['type', 'phone']],
  [
    routes.forgotPassword,
    { account: 'a@example.com', type: 'email', verify_code: '123456', password: 'Quiet-river7' },
    ['account', 'type', 'verify_code', 'password'],
  ],
] as const)('tells which field is missing: $path', async (route, whole: object, fields) => {
  const send = async (body: object) => (await server.raw(route, { body })).json()
  for (const field of fields) {
    const left: Record<string, unknown> = { ...whole }
    delete left[field]
    for (const body of [left, { ...whole, [field]: '' }, { ...whole, [field]: ' \t' }, { ...whole, [field]: null }]) {
      expect(await send(body), JSON.stringify(body)).toMatchObject({ code: 571, data: { params: { field } } })
    }
  }
})
