import { randomBytes } from 'node:crypto'
import { keyScopes } from '@truemark/protocol/keyScopes'
import { mayKeyCall } from '@truemark/protocol/policy'
import { routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { signUp } from '../../apps/server/src/testing/people.ts'
import { type Program, heardBy, makeProgram } from '../../apps/server/src/testing/program.ts'

let server: LiveServer
const programs = new Map<string, Program>()

beforeAll(async () => {
  server = await startLiveServer()
  const email = 'program@example.com'
  const token = await signUp(server, email, '+33612345699')
  for (const scope of keyScopes) {
    for (const realm of ['real', 'demo'] as const) {
      programs.set(`${scope} ${realm}`, await makeProgram(server, { email, token }, { scope, realm }))
    }
  }
})
afterAll(() => server.stop())

const all: readonly (readonly [string, RouteDefinition])[] = Object.entries(routes)
const atDoor = ['api_app_only', 'api_scope_missing', 'api_key_wrong', 'login_required', 'permission_insufficient']

it(
  'tells a program on each route of the table what its scope may do there, in both realms',
  { timeout: 180_000 },
  async () => {
    const granted = { read: 0, trade: 0 }
    for (const [name, route] of all) {
      const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, part]) => part ?? '')
      const params = Object.fromEntries(names.map((part) => [part, 'nothing']))
      const sent = { params, ...(route.method === 'GET' ? {} : { body: {}, key: keyNow() }) }
      for (const scope of keyScopes) {
        for (const realm of ['real', 'demo'] as const) {
          const program = programs.get(`${scope} ${realm}`)
          const heard = program === undefined ? '' : await heardBy(server, program, route, sent)
          const verdict = mayKeyCall(route, scope)
          const told = heard !== null && atDoor.includes(heard) ? heard : 'yes'
          expect([name, scope, realm, told]).toEqual([name, scope, realm, verdict])
          if (verdict === 'yes') granted[scope] += 1
        }
      }
    }
    expect(granted.read).toBeGreaterThan(30)
    expect(granted.trade).toBeGreaterThan(granted.read)
  },
)

it('takes no key for a token, and none beside one', async () => {
  const [program] = programs.values()
  expect((await server.call(routes.accountAssets, { token: program?.id ?? '' })).reason).toBe('login_required')
  expect((await server.call(routes.accountAssets, { token: randomBytes(32).toString('base64url') })).reason).toBe(
    'login_required',
  )
  const address = `http://127.0.0.1:${server.port}${routes.user.path}`
  const headers = { authorization: 'Bearer nothing', 'x-api-key': program?.id ?? '' }
  expect((await fetch(address, { headers })).status).toBe(401)
})
