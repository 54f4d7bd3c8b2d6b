import { routes } from '@truemark/protocol/routes/all'
import { type Actor, actors, mayCall } from '@truemark/protocol/policy'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { refused } from './call.ts'
import { type Gateway, createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { portOf } from './listen.ts'
import { cacheSessions } from './session.ts'

const writes = Object.entries<RouteDefinition>(routes).filter(([, { method }]) => method !== 'GET')
const envelope = z.object({
  code: z.int(),
  data: z.object({ reason: z.string(), params: z.record(z.string(), z.string()) }),
})

let gateway: Gateway
let origin = ''

beforeAll(async () => {
  gateway = createGateway({
    logger: createLogger('silent'),
    sessions: cacheSessions({
      authenticate: (token) => {
        const actor = actors.find((one) => one === token)
        if (actor === undefined || actor === 'guest') return Promise.resolve(null)
        const realm = actor === 'demo' ? 'demo' : 'real'
        return Promise.resolve({ sessionId: token, kind: 'user', userId: 7, holder: 40, realm, guest: false, actor })
      },
    }),
    texts: { refusal: (reason) => reason, success: (name) => name },
    limits: createLimits(0),
    disclosures: { accepted: () => true, refused: () => Promise.resolve(null) },
    publicUrl: null,
    trustedProxies: 0,
  })
  for (const [, route] of writes) gateway.bind(route, () => refused('server_error'))
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${portOf(gateway.server)}`
})
afterAll(() => gateway.app.close())

function callerOf({ access }: RouteDefinition): Actor {
  const actor = actors.find((one) => mayCall(access, one) === 'yes')
  if (actor === undefined) throw new Error(`nobody may call what is of ${access}`)
  return actor
}

interface Sent {
  readonly query?: string
  readonly body?: string | FormData
}

async function send(route: RouteDefinition, { query = '', body }: Sent) {
  const path = route.path.replaceAll(/\{[a-z_]+\}/g, 'a1')
  const json: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(`${origin}${path}${query}`, {
    method: route.method,
    headers: { authorization: `Bearer ${callerOf(route)}`, ...json },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(20_000),
  })
  const { code, data } = z.parse(envelope, await response.json())
  return { code, field: data.params['field'] }
}

function formOf(field: string, value: string | Blob): FormData {
  const form = new FormData()
  form.append(field, value)
  return form
}

describe('a field that no call knows', () => {
  const named = { code: 561, field: 'stopLoss' }

  it.each(writes)('is refused by name in what %s is sent', async (_, route) => {
    const body = route.files === undefined ? '{"stopLoss":"1"}' : formOf('stopLoss', '1')
    expect(await send(route, { body })).toEqual(named)
    const whole = route.files === undefined ? '{}' : formOf('aField', '1')
    expect(await send(route, { query: '?stopLoss=1', body: whole })).toMatchObject({ code: 561 })
    if (route.files !== undefined)
      expect(await send(route, { body: formOf('stopLoss', new Blob(['x'])) })).toEqual(named)
  })
})
