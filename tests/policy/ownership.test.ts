import { operatorRoles } from '@truemark/protocol/access'
import { type Actor, actors, mayCall, mayKeyCall } from '@truemark/protocol/policy'
import { type RouteName, routes } from '@truemark/protocol/routes/all'
import { identityRoutes } from '@truemark/protocol/routes/identity'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { keyNow } from '../../apps/server/src/testing/keys.ts'
import type { CallOptions } from '../../apps/server/src/testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { type Program, rawBy } from '../../apps/server/src/testing/program.ts'
import { makeOperator, signUp } from '../../apps/server/src/testing/people.ts'
import { deeds } from './deeds.ts'
import { notedOrigins } from './origins.ts'
import { type OwnedRow, deskRows, idsOf, operatorIds, ownedRows, publicIds } from './owned.ts'
import { type Owner, freshQuote, makeOwner, makeStranger, openReal } from './world.ts'

const all: readonly (readonly [RouteName, RouteDefinition])[] = Object.entries(routes).flatMap(([name, route]) =>
  isName(name) ? [[name, route] as const] : [],
)

function isName(name: string): name is RouteName {
  return name in routes
}

const envelope = z.object({ data: z.unknown() })
const refused = z.object({ reason: z.string() })
const listed = z.object({ items: z.array(z.unknown()) })

let server: LiveServer
let quiet = (): void => undefined
let own: Owner
let proof: { readonly password: string; readonly verify_code: string }
const tokens = new Map<Actor, string>()
/** Of the stranger, who is signed in as `user` above. */
let program: Program

beforeAll(async () => {
  server = await startLiveServer()
  quiet = await openReal(server)
  own = await makeOwner(server)
  const stranger = await makeStranger(server)
  ;({ proof, program } = stranger)
  tokens.set('user', stranger.token)
  tokens.set('demo', (await server.ok(identityRoutes.simulationLogin, { body: {} })).token)
  tokens.set('disabled', await signUp(server, 'disabled@example.com', '+33612349002'))
  await server.database.query(`UPDATE app_user SET disabled = true WHERE email = 'disabled@example.com'`)
  for (const role of operatorRoles) tokens.set(role, await makeOperator(server, role, `A ${role}`))
}, 180_000)
afterAll(async () => {
  quiet()
  await server.stop()
})

function inputOf(route: RouteDefinition, { params, query, body, form, proves }: OwnedRow): CallOptions {
  const whole = proves === true ? { ...body, ...proof } : body
  const sent = new FormData()
  for (const [name, value] of Object.entries(whole ?? {})) sent.set(name, String(value))
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(whole === undefined ? {} : form === true ? { form: sent } : { body: whole }),
    ...(route.idempotent ? { key: keyNow() } : {}),
  }
}

/** What a caller hears: the reason of a refusal; or whether there was something in the answer. */
async function heardBy(route: RouteDefinition, actor: Actor, options: CallOptions): Promise<string> {
  const token = tokens.get(actor)
  return heardIn(await server.raw(route, { ...options, ...(token === undefined ? {} : { token }) }))
}

async function heardIn(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('image/') === true) return 'something'
  const text = await response.text()
  // a list as a file: its head, and what there is
  if (response.headers.get('content-type')?.startsWith('text/csv') === true) {
    return text.trim().includes('\n') ? 'something' : 'nothing'
  }
  const { data } = z.parse(envelope, JSON.parse(text))
  const refusal = z.safeParse(refused, data)
  if (refusal.success) return refusal.data.reason
  const list = z.safeParse(listed, data)
  return data === null || (list.success && list.data.items.length === 0) ? 'nothing' : 'something'
}

/** What of the owner's others might have changed. */
async function fingerprint(): Promise<string> {
  const { token } = own
  const lists = [
    ['spotOrders', { status: 'open' }],
    ['spotConditionals', { status: 'open' }],
    ['contractOrders', { status: 'open' }],
    ['perpetualOrders', { status: 'open' }],
    ['perpetualPositions', { status: 'open' }],
    ['optionOrders', {}],
    ['miningOrders', {}],
    ['investOrders', {}],
    ['ieoSubscriptions', {}],
    ['deposits', {}],
    ['withdrawals', {}],
    ['addresses', {}],
    ['cards', {}],
    ['sessions', {}],
    ['passkeys', {}],
    ['apiKeys', {}],
    ['priceAlerts', {}],
    ['tickets', {}],
    ['notificationsUnread', {}],
  ] as const
  const found: string[] = []
  for (const [name, query] of lists) {
    const response = await server.raw(routes[name], { token, query })
    const { data } = z.parse(envelope, await response.json())
    // a mark, the time of a look: what moves by itself, and what is sorted by it
    const still = (value: unknown): string =>
      JSON.stringify(value, (key, part) => (/seen|mark|profit|pnl|ratio|equity|value/.test(key) ? '' : part))
    const list = z.safeParse(listed, data)
    const rows = list.success ? list.data.items.map(still).toSorted() : [still(data)]
    found.push(`${name} ${rows.join(' ')}`)
  }
  return found.join('\n')
}

async function entriesNoted(): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>('SELECT count(*)::int AS count FROM audit')
  return rows[0]?.count ?? 0
}

describe('what is somebody’s own', () => {
  it('has a row here for every route that takes an id', () => {
    const known = new Set<string>([
      ...Object.keys(ownedRows(own)),
      ...Object.keys(deskRows(own)),
      ...publicIds,
      ...operatorIds,
    ])
    const taking = all.filter(([, route]) => idsOf(route).length > 0).map(([name]) => name)
    expect(taking.filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !taking.some((one) => one === name))).toEqual([])
    for (const [name, id] of Object.entries(own)) expect(id, name).not.toBe('')
  })

  it('is refused to everyone else, by its real id, and stays as it was', { timeout: 240_000 }, async () => {
    const before = await fingerprint()
    // people see sealed ids, and no row's own number
    expect(before).not.toMatch(/"(user_id|holder|claim)"/)
    for (const [name, route] of all) {
      // a quote lives ten seconds, and is to be alive when somebody else comes with it
      if (name === 'exchangeMake') own = { ...own, quote: await freshQuote(server, own.token) }
      const row = ownedRows(own)[name]
      if (row === undefined) continue
      for (const actor of actors) {
        const verdict = mayCall(route.access, actor)
        const told = row.refusal ?? (row.isAnswered === true ? 'something' : 'nothing')
        const expected = verdict === 'yes' ? told : verdict
        expect(`${name} ${actor} ${await heardBy(route, actor, inputOf(route, row))}`).toBe(
          `${name} ${actor} ${expected}`,
        )
      }
    }
    expect(await fingerprint()).toBe(before)
  })

  it('is refused to a program of somebody else’s, which comes nowhere near what the app alone does', async () => {
    const before = await fingerprint()
    for (const [name, route] of all) {
      const row = ownedRows(own)[name]
      if (row === undefined) continue
      const { params, query, body } = row
      const parts = { ...(params === undefined ? {} : { params }), ...(query === undefined ? {} : { query }) }
      const response = await rawBy(server, program, route, { ...parts, ...(body === undefined ? {} : { body }) })
      const verdict = mayKeyCall(route, 'trade')
      const told = row.refusal ?? (row.isAnswered === true ? 'something' : 'nothing')
      expect(`${name} ${await heardIn(response)}`).toBe(`${name} ${verdict === 'yes' ? told : verdict}`)
    }
    expect(await fingerprint()).toBe(before)
  })

  it('is its owner’s to use', async () => {
    const quote = { token: own.token, key: keyNow(), body: { quote_id: await freshQuote(server, own.token) } }
    expect((await server.call(routes.exchangeMake, quote)).reason).toBeNull()
    const names = ['spotOrderOne', 'contractOrderOne', 'perpetualOrderOne', 'perpetualPositionOne'] as const
    for (const name of [...names, 'optionOrderOne'] as const) {
      const { params } = ownedRows(own)[name] ?? {}
      expect((await server.call(routes[name], { token: own.token, ...(params ? { params } : {}) })).code, name).toBe(
        200,
      )
    }
    for (const name of ['depositVoucher', 'chatImage', 'ticketImage'] as const) {
      const { params } = ownedRows(own)[name] ?? {}
      const response = await server.raw(routes[name], { token: own.token, ...(params ? { params } : {}) })
      expect(response.headers.get('content-type'), name).toBe('image/jpeg')
    }
    const cancel = { token: own.token, key: keyNow(), params: { id: own.spotOrder } }
    expect((await server.call(routes.spotOrderCancel, cancel)).code).toBe(200)
  })
})

describe('what the desk does with it', () => {
  it('is for the roles of the policy alone, by its real id', { timeout: 240_000 }, async () => {
    for (const [name, route] of all) {
      const params = deskRows(own)[name]
      if (params === undefined) continue
      for (const actor of actors) {
        const verdict = mayCall(route.access, actor)
        // whoever may do it is not made to do it here: its own tests do
        if (verdict === 'yes' && route.method !== 'GET') continue
        const heard = await heardBy(route, actor, {
          params,
          ...(route.method === 'GET' ? {} : { body: {} }),
          ...(route.idempotent ? { key: keyNow() } : {}),
        })
        const right = verdict === 'yes' ? heard === 'something' || heard === 'nothing' : heard === verdict
        expect({ name, actor, heard, right }).toMatchObject({ name, actor, right: true })
      }
    }
  })

  it('is written to the audit log when a document of a person is looked at', async () => {
    for (const action of ['voucher_read', 'verification_read', 'document_read', 'user_read', 'user_ledger_read']) {
      const { rows } = await server.database.query('SELECT 1 FROM audit WHERE action = $1', [action])
      expect(rows.length, action).toBeGreaterThan(0)
    }
  })

  it('stands there with the role, the request and the address of whoever does it, on every route that notes it', async () => {
    for (const [name, deed] of deeds(own)) {
      const route: RouteDefinition = routes[name]
      const role = operatorRoles.findLast((one) => mayCall(route.access, one) === 'yes') ?? 'administrator'
      const before = await entriesNoted()
      const token = tokens.get(role) ?? ''
      const response = await server.raw(route, { token, ...deed, ...(route.idempotent ? { key: keyNow() } : {}) })
      const isImage = response.headers.get('content-type')?.startsWith('image/') === true
      const heard = isImage ? '' : await response.text()
      expect(await entriesNoted(), `${name}: ${heard}`).toBeGreaterThan(before)
    }
    const { actions, faults } = await notedOrigins(server)
    expect(faults).toEqual([])
    expect(actions.size).toBeGreaterThan(30)
  })
})
