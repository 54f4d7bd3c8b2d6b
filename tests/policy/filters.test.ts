import { type RouteName, routes } from '@truemark/protocol/routes/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { type Owner, makeOrders, makeOwner, makeStranger, openReal, trader } from './world.ts'

/** Lists of a person's own, by the names of the catalogue: what anybody may read, and the desk, are no one's. */
const lists: readonly (readonly [RouteName, RouteDefinition])[] = Object.entries<RouteDefinition>(routes).flatMap(
  ([name, route]) => (isName(name) && isOwnList(route) ? [[name, route] as const] : []),
)

function isName(name: string): name is RouteName {
  return name in routes
}

function isOwnList({ method, access, path, answer, params }: RouteDefinition): boolean {
  if (method !== 'GET' || access === 'guest' || path.includes('/desk/') || params !== undefined) return false
  return answer instanceof z.ZodMiniArray || 'items' in shapeOf(answer)
}

function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodMiniObject ? schema.shape : {}
}

/** What is offered alike to everybody. */
const shared: readonly RouteName[] = [
  'optionTerms',
  'miningProducts',
  'investProducts',
  'ieoProjects',
  'disclosures',
  // a row's time and digest, which export and signed heads tell everyone; the commands in it are its owner's alone
  'ownRows',
  // the years since an account was opened
  'gainYears',
]
/** Where this owner has no row: their rows are those of a liquidation, an hour of funding, a browser, a spot order that traded. */
const empty: readonly RouteName[] = ['perpetualLiquidations', 'perpetualFunding', 'pushDevices', 'spotFills']

let server: LiveServer
let quiet = (): void => undefined
let own: Owner
let stranger = ''
/** Two more who trade as the owner does: whose rows are theirs alone, by their ids. */
let others: readonly { readonly token: string; readonly ids: readonly string[] }[] = []

beforeAll(async () => {
  server = await startLiveServer()
  quiet = await openReal(server)
  own = await makeOwner(server)
  ;({ token: stranger } = await makeStranger(server))
  // one after the other: each lets an operator publish what it buys
  others = [await makeOther('second@example.com'), await makeOther('third@example.com')]
}, 180_000)
afterAll(async () => {
  quiet()
  await server.stop()
})

async function makeOther(email: string) {
  const token = await trader(server, email)
  return { token, ids: Object.values(await makeOrders(server, token)) }
}

/** Texts that a field of a query may take: its own words, and what an owner's rows bear. */
function valuesOf(field: z.core.$ZodType): string[] {
  const words = wordsOf(field)
  const texts = words.length > 0 ? words : ['BTCUSDT', 'BTC', 'USDT', '0', '1', '100', '9999999999999', ...ownIds()]
  return texts.filter((text) => z.safeParse(field, text).success)
}

function wordsOf(field: z.core.$ZodType): string[] {
  if (field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault) return wordsOf(field.def.innerType)
  return field instanceof z.ZodMiniEnum ? field.options.map(String) : []
}

/** The ids of all that the owner has, but of the person. */
function ownIds(): string[] {
  const { email: _email, token: _token, uid: _uid, ...ids } = own
  return Object.values(ids)
}

/** No filter, each value of each field alone, and each with the owner's own symbol and all states beside it. */
function queriesOf({ query }: RouteDefinition): Record<string, string>[] {
  const fields = Object.entries(shapeOf(query)).map(([name, field]) => [name, valuesOf(field)] as const)
  const single = fields.flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  const pairs = fields.flatMap(([name, values], at) =>
    fields
      .slice(at + 1)
      .flatMap(([other, others]) =>
        values.slice(0, 4).flatMap((value) => others.slice(0, 4).map((one) => ({ [name]: value, [other]: one }))),
      ),
  )
  return [{}, ...single, ...pairs]
}

const envelope = z.object({ code: z.int(), data: z.unknown() })

async function read(route: RouteDefinition, token: string, query: Record<string, string>): Promise<string> {
  const { code, data } = z.parse(envelope, await (await server.raw(route, { token, query })).json())
  return code === 200 ? JSON.stringify(data) : ''
}

describe('a list of one’s own', () => {
  it('is of everything that a person has', () => {
    expect(lists.length).toBeGreaterThan(20)
  })

  it.each(lists)('%s shows no row of somebody else, under no filter', { timeout: 240_000 }, async (name, route) => {
    let found = 0
    for (const query of queriesOf(route)) {
      const seen = await read(route, stranger, query)
      const others = ownIds().filter((id) => seen.includes(`"${id}"`))
      expect([name, query, others]).toEqual([name, query, []])
      const mine = await read(route, own.token, query)
      if (ownIds().some((id) => mine.includes(`"${id}"`)) || JSON.stringify(mine).includes('items\\":[{')) found += 1
      // the two never read the same rows
      if (!shared.includes(name)) {
        const [one, other] = [rowsOf(mine), rowsOf(seen)]
        expect([name, query, one.filter((row) => other.includes(row))]).toEqual([name, query, []])
      }
    }
    // a list in which the owner has nothing would prove nothing
    if (!shared.includes(name) && !empty.includes(name)) expect(found, name).toBeGreaterThan(0)
  })
})

describe('a list of one’s own among those of others who have the same', () => {
  it.each(lists)(
    '%s shows all of it and nothing of theirs, under every filter',
    { timeout: 240_000 },
    async (name, route) => {
      if (shared.includes(name)) return
      const people = [{ token: own.token, ids: ownIds() }, ...others]
      for (const { token, ids } of people) {
        const strange = people.flatMap((one) => (one.token === token ? [] : one.ids)).filter((id) => !ids.includes(id))
        const whole: Record<string, string> = 'limit' in shapeOf(route.query) ? { limit: '100' } : {}
        const all = fieldsOf(await read(route, token, whole))
        for (const query of queriesOf(route)) {
          const text = await read(route, token, { ...whole, ...query })
          expect([name, query, strange.filter((id) => text.includes(`"${id}"`))]).toEqual([name, query, []])
          const [filter, ...more] = Object.entries(query)
          // what a filter says of a row by the row's own field, the row shows: it is there exactly if that is so
          if (!filter || more.length > 0 || !all.some((row) => row[filter[0]] === filter[1])) continue
          const right = all.filter((row) => row[filter[0]] === filter[1]).map(keyOf)
          expect([name, query, fieldsOf(text).map(keyOf)]).toEqual([name, query, right])
        }
      }
    },
  )
})

type Row = Readonly<Record<string, unknown>>

function fieldsOf(text: string): Row[] {
  return rowsOf(text).map((row) => z.parse(z.record(z.string(), z.unknown()), JSON.parse(row)))
}

/** What names a row: marks and profits move by themselves. */
function keyOf(row: Row): string {
  const names = ['order_id', 'position_id', 'subscription_id', 'trade_id', 'id', 'time']
  const named = names.flatMap((name) => (row[name] === undefined ? [] : [`${name} ${JSON.stringify(row[name])}`]))
  return named.length > 0 ? named.join() : JSON.stringify(row)
}

function rowsOf(text: string): string[] {
  const data: unknown = text === '' ? [] : JSON.parse(text)
  const items = typeof data === 'object' && data !== null && 'items' in data ? data.items : data
  return Array.isArray(items) ? items.map((row) => JSON.stringify(row)) : []
}
