import { randomUUID } from 'node:crypto'
import { deskRoutes } from '@truemark/protocol/routes/desk'
import { operatorRoles } from '@truemark/protocol/access'
import { type Actor, actors, mayCall } from '@truemark/protocol/policy'
import { routes } from '@truemark/protocol/routes/all'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator, signUp } from '../../apps/server/src/testing/people.ts'
import { notedOrigins } from './origins.ts'

/** Every answer that the policy itself can give; whoever may call hears none of them. */
const doorReasons = new Set<string>(
  actors.flatMap((actor) => Object.values(routes).map((route) => mayCall(route.access, actor))),
)
doorReasons.delete('yes')

const refusal = z.object({ data: z.object({ reason: z.string() }) })

let server: LiveServer
const tokens = new Map<Actor, string>()
const spare = new Map<Actor, string>()

beforeAll(async () => {
  server = await startLiveServer()
  tokens.set('user', await signUp(server, 'user@example.com', '+33612345601'))
  tokens.set('demo', (await server.ok(identityRoutes.simulationLogin, { body: {} })).token)
  tokens.set('disabled', await signUp(server, 'disabled@example.com', '+33612345602'))
  await server.database.query(`UPDATE app_user SET disabled = true WHERE email = 'disabled@example.com'`)
  for (const role of operatorRoles) {
    tokens.set(role, await makeOperator(server, role, role))
    // signed out in the course of the test
    spare.set(role, await makeOperator(server, role, `${role} two`))
  }
})
afterAll(() => server.stop())

/** Calls with a well-formed address, and a body that says nothing: who may call at all is settled before it is read. */
async function toldBy(route: RouteDefinition, actor: Actor) {
  const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? '')
  const token = (route.path === deskRoutes.deskLogout.path ? spare.get(actor) : null) ?? tokens.get(actor)
  const options = {
    params: Object.fromEntries(names.map((name) => [name, 'nothing'])),
    ...(token === undefined ? {} : { token }),
    ...(route.method === 'GET' ? {} : { body: {} }),
    ...(route.idempotent ? { key: keyNow() } : {}),
  }
  if (route.media === 'text/csv') {
    const response = await server.raw(route, options)
    const text = await response.text()
    const isFile = response.headers.get('content-type')?.startsWith(route.media) === true
    return { status: response.status, reason: isFile ? null : z.parse(refusal, JSON.parse(text)).data.reason }
  }
  const { status, reason } = await server.call(route, options)
  return { status, reason }
}

function keyNow(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const nameOf = ({ method, path }: Pick<RouteDefinition, 'method' | 'path'>): string => `${method} ${path}`
const ownRefusal = (route: RouteDefinition, verdict: string, reason: string): boolean =>
  verdict === 'yes' && route.errors.some((one) => one === reason)
const endsSession = (route: RouteDefinition): boolean => route.path === identityRoutes.logout.path

describe('the policy over HTTP', () => {
  it('knows every route that is bound, and each of its routes is bound', () => {
    expect(server.routes.map(nameOf).toSorted()).toEqual(Object.values(routes).map(nameOf).toSorted())
  })

  it('is what each caller is told on each route', { timeout: 180_000 }, async () => {
    // what ends a user's session comes last
    const all = server.routes.toSorted((a, b) => Number(endsSession(a)) - Number(endsSession(b)))
    for (const route of all) {
      for (const actor of actors) {
        const verdict = mayCall(route.access, actor)
        const { status, reason } = await toldBy(route, actor)
        // some handlers refuse for themselves what is no matter of the route: signing in as somebody disabled
        const atDoor = reason !== null && doorReasons.has(reason) && !ownRefusal(route, verdict, reason)
        const heard = atDoor ? reason : 'yes'
        expect({ route: nameOf(route), actor, heard }).toEqual({ route: nameOf(route), actor, heard: verdict })
        expect(status, nameOf(route)).toBeLessThan(500)
      }
    }
  })

  it('has left, of every entry in the audit log, by which role, in which request and from where', async () => {
    const { actions, faults } = await notedOrigins(server)
    expect(faults).toEqual([])
    for (const action of ['operator_link_made', 'operator_made', 'operator_login', 'operator_logout']) {
      expect([...actions]).toContain(action)
    }
  })

  it('refuses a token that nobody has as it refuses none', async () => {
    tokens.set('guest', 'op_unknown')
    for (const route of server.routes) {
      expect((await toldBy(route, 'guest')).reason === 'login_required').toBe(mayCall(route.access, 'guest') !== 'yes')
    }
  })
})
