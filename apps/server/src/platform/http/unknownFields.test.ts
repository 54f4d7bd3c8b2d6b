import { routes } from '@truemark/protocol/routes/all'
import { type Actor, actors, mayCall } from '@truemark/protocol/policy'
import { type RouteDefinition, defineRoute } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { done, refused } from './call.ts'
import { type Gateway, createGateway } from './gateway.ts'
import { createLimits } from './limits.ts'
import { portOf } from './listen.ts'
import { cacheSessions } from './session.ts'

const writes = Object.entries<RouteDefinition>(routes).filter(([, { method }]) => method !== 'GET')
const envelope = z.object({
  code: z.int(),
  data: z.nullable(z.object({ reason: z.string(), params: z.record(z.string(), z.string()) })),
  message: z.string(),
})

const order = z.object({ symbol: z.string(), quantity: z.string() })
const ofTest = { access: 'user', answer: z.null(), errors: [], summary: 'Of this test.' } as const
const place = defineRoute({ ...ofTest, method: 'POST', path: '/test/place', body: order })
const bare = defineRoute({ ...ofTest, method: 'POST', path: '/test/bare' })
const ladder = defineRoute({ ...ofTest, method: 'POST', path: '/test/ladder', body: order })
const reading = defineRoute({ ...ofTest, method: 'GET', path: '/test/reading' })

let gateway: Gateway
let changed = 0
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
  gateway.bind(place, () => done(null))
  gateway.bind(bare, () => done(null))
  gateway.bind(routes.simulationResetByGet, () => {
    changed += 1
    return done(null)
  })
  gateway.bind(reading, () => done(null))
  // a ladder with a market before the shape
  gateway.bindLenient(ladder, ({ body, fault }) => {
    const { symbol } = z.safeParse(z.object({ symbol: z.string() }), body).data ?? {}
    if (symbol !== 'A') return refused('symbol_unknown')
    return fault === null ? done(null) : refused(fault)
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
  const { code, data, message } = z.parse(envelope, await response.json())
  return { code, field: data?.params['field'], message }
}

function formOf(field: string, value: string | Blob): FormData {
  const form = new FormData()
  form.append(field, value)
  return form
}

describe('a field that no call knows', () => {
  const named = { code: 561, field: 'stopLoss', message: 'request_malformed: stopLoss' }

  it.each(writes)('is refused by name in what %s is sent', async (_, route) => {
    const body = route.files === undefined ? '{"stopLoss":"1"}' : formOf('stopLoss', '1')
    expect(await send(route, { body })).toEqual(named)
    const whole = route.files === undefined ? '{}' : formOf('aField', '1')
    expect(await send(route, { query: '?stopLoss=1', body: whole })).toMatchObject({ code: 561 })
    if (route.files !== undefined)
      expect(await send(route, { body: formOf('stopLoss', new Blob(['x'])) })).toEqual(named)
  })

  const told = async (route: RouteDefinition, body: string, query?: string) => {
    const { code, field } = await send(route, { body, ...(query === undefined ? {} : { query }) })
    return field === undefined ? code : `${code} ${field}`
  }

  it('comes before one that is malformed, which it may be the misspelling of', async () => {
    expect(await told(place, '{"symbol":"A","quantity":"1"}')).toBe(200)
    expect(await told(place, '{"symbol":"A","qty":"1"}')).toBe('561 qty')
    expect(await told(place, '{"symbol":"A","quantity":1}')).toBe('550 quantity')
    expect(await told(place, '{"symbol":"A"}')).toBe('550 quantity')
    expect(await told(bare, '{"amount":"1"}')).toBe('561 amount')
    expect(await told(bare, '{}')).toBe(200)
    expect(await told(bare, '{}', '?dry=yes')).toBe('561 dry')
  })

  it('FC-98 stops no HEAD, which is as GET without a body, but of what changes something', async () => {
    const head = (path: string) =>
      fetch(`${origin}${path}`, { method: 'HEAD', headers: { authorization: 'Bearer demo' } })
    const asked = await head(`${reading.path}?dry=yes`)
    expect([asked.status, asked.headers.get('content-type'), await asked.text()]).toEqual([
      200,
      'application/json; charset=utf-8',
      '',
    ])
    expect((await head(routes.simulationResetByGet.path)).status).toBe(404)
    expect(changed).toBe(0)
  })

  it('is left out where a call only reads', async () => {
    expect((await send(reading, { query: '?dry=yes' })).code).toBe(200)
  })

  it('travels where shape has its place among other checks, and is named where it is refused for that', async () => {
    expect(await told(ladder, '{"symbol":"A","quantity":"1","lots":1}')).toBe('561 lots')
    expect(await told(ladder, '{"symbol":"B","quantity":"1","lots":1}')).toBe(13_003)
    expect(await told(ladder, '{"symbol":"B"}')).toBe(13_003)
    // what a body that is no JSON was about is not unknown: it could not be read
    expect(await told(ladder, '{"symbol":')).toBe(561)
  })
})
