import { operatorRoles } from '@truemark/protocol/access'
import { type Actor, actors, mayCall } from '@truemark/protocol/policy'
import { routes } from '@truemark/protocol/routes/all'
import { type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LiveServer, startLiveServer } from '../../apps/server/src/testing/liveServer.ts'
import { makeOperator } from '../../apps/server/src/testing/people.ts'
import { put, textsOf, valueOf } from './shapes.ts'
import { makeOwner, openReal } from './world.ts'

/** What a reader of figures could take for another number, or Postgres for none. */
const noFigures = [
  '',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '--1',
  '.5',
  '5.',
  '1.2.3',
  '1,5',
  '1,234.56',
  '1.234,56',
  "1'000",
  '1_000',
  '1e3',
  '1E3',
  '0x10',
  '0b1',
  '1n',
  '01',
  '00',
  '-0',
  'NaN',
  'Infinity',
  '½',
  '１２３',
  '١٢',
  '๑๒',
  '1\u00A0000',
  '\u200E1',
  '1\u202C',
  '$1',
  '1%',
  '72057594037927937',
  '9'.repeat(19),
  `0.${'0'.repeat(120)}1`,
]

/** What stands in no table as it is, what SQL or a template could take for its own, what no clock shows, what no integer holds. */
const hostile = [
  '\0',
  'a\0b',
  '\uD800',
  '\uFFFF',
  '\u202Eabc',
  '\u00A0\u3000',
  "'; DROP TABLE app_user; --",
  '%',
  '_%\\',
  '{{name}} {name}',
  '<b>&amp;</b>',
  'e\u0301'.repeat(20),
  'ก็ำ้'.repeat(5),
  '𠮷野家😀',
  'שלום',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '-1',
  '__proto__',
  'constructor',
  'toString',
]

/**
 * Of those that a field takes, which go on to what asks the database, it gets the first and one in three, other fields
 * others; of those that it refuses, which one place does for all fields, it gets one. HOSTILE=all gives all to each.
 */
const share = process.env['HOSTILE'] === 'all' ? 1 : 3
let turn = 0
function hostileTexts(field?: z.core.$ZodType): readonly string[] {
  turn += 1
  const isTaken = (text: string): boolean => field === undefined || z.safeParse(field, text).success
  const refused = hostile.filter((text) => !isTaken(text))
  const taken = hostile.filter(isTaken).filter((_, at) => at === 0 || (at + turn) % share === 0)
  return [...taken, ...(share === 1 ? refused : refused.filter((_, at) => at === turn % refused.length))]
}

/** As a path or query can carry it, which is written in UTF-8. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

const everyRoute = Object.entries<RouteDefinition>(routes)

describe('a figure on the wire', () => {
  const fields = everyRoute.flatMap(([name, { body, query }]) =>
    [body, query]
      .flatMap((schema) => (schema === undefined ? [] : textsOf(schema)))
      .filter(([, field]) => z.safeParse(field, '1.5').success && !z.safeParse(field, 'abc').success)
      .map(([at, field]) => [`${name} ${at.join('.')}`, field] as const),
  )

  it('is asked for by many calls', () => {
    expect(fields.length).toBeGreaterThan(40)
  })

  it.each(fields)('%s is a canonical decimal text, or refused', (_, field) => {
    const taken = [...noFigures, 1.5, 1, 1n, null, ['1'], { value: '1' }].filter(
      (one) => z.safeParse(field, one).success,
    )
    // a field may be left out, and one that may be empty says so by itself
    expect(taken.filter((one) => one !== null && one !== '')).toEqual([])
    for (const figure of ['0', '1', '0.1', '1.10', '123456789.123456']) {
      expect([figure, z.safeParse(field, figure).data]).toEqual([figure, figure])
    }
  })
})

describe('a text that a stranger sends', () => {
  let server: LiveServer
  let quiet = (): void => undefined
  const tokens = new Map<Actor, string>()
  let ids: readonly string[] = []

  beforeAll(async () => {
    server = await startLiveServer()
    quiet = await openReal(server)
    const { token, email: _email, ...own } = await makeOwner(server)
    ids = Object.values(own)
    tokens.set('user', token)
    for (const role of operatorRoles) tokens.set(role, await makeOperator(server, role, `Of ${role}`))
  }, 240_000)
  afterAll(async () => {
    quiet()
    await server.stop()
  })

  const tokenFor = ({ access }: RouteDefinition): string => {
    const actor = actors.find((one) => tokens.has(one) && mayCall(access, one) === 'yes')
    return actor === undefined ? '' : (tokens.get(actor) ?? '')
  }

  /** What came back where it is no answer of ours, or one that says that the server failed. */
  async function failureOf(route: RouteDefinition, path: string, body?: unknown): Promise<string[]> {
    const headers = new Headers({ authorization: `Bearer ${tokenFor(route)}` })
    const isForm = route.files !== undefined && typeof body === 'object' && body !== null
    const form = new FormData()
    if (isForm) for (const [name, value] of Object.entries(body)) form.append(name, String(value))
    else if (body !== undefined) headers.set('content-type', 'application/json')
    const init = { method: route.method, headers, signal: AbortSignal.timeout(20_000) }
    const text = JSON.stringify(body)
    const sent = isForm ? form : text
    const response = await fetch(
      `http://127.0.0.1:${server.port}${path}`,
      body === undefined ? init : { ...init, body: sent },
    )
    const answer = await response.text()
    const isMissing = response.status === 404 && answer.includes('"Not Found"')
    const isSound = response.status < 500 && !answer.includes('server_error') && !answer.includes('FST_ERR')
    return isMissing || isSound ? [] : [`${route.method} ${path} ${text ?? ''}: ${response.status} ${answer}`]
  }

  function pathsOf({ path, query }: RouteDefinition): string[] {
    const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name)
    const filled = (texts: readonly string[]) =>
      texts.map((text) => pathWith(path, Object.fromEntries(names.map((name) => [name, text]))))
    const own = names.length === 0 ? [path] : [...filled(ids), ...filled(hostileTexts().map(wellFormed))]
    const [first = path] = own
    const asked = (query === undefined ? [] : textsOf(query)).flatMap(([[name], field], at) => {
      const key = String(name)
      const escaped = hostileTexts(field).map((text) => encodeURIComponent(wellFormed(text)))
      // one reader of queries for all fields
      const odd = at === 0 ? [`${key}=1&${key}=2`, `${key}[]=1&${key}[a]=1`, `${key}=%ED%A0%80`, `${key}=%`, key] : []
      return [...escaped.map((text) => `${key}=${text}`), ...odd].map((text) => `${first}?${text}`)
    })
    return [...own, ...(names.length === 0 ? [] : [path.replaceAll(/\{[a-z_]+\}/g, '%')]), ...asked]
  }

  // what ends the sessions of those who ask on
  const served = everyRoute.filter(([, { path }]) => !/logout|\/close|sessions\/all|reset/.test(path))

  it.each(served)('never makes %s fail', { timeout: 60_000 }, async (_, route) => {
    const good = route.body === undefined ? undefined : valueOf(route.body, ids)
    const places = route.body === undefined ? [] : textsOf(route.body)
    const paths = pathsOf(route)
    const [first = route.path] = paths
    const failures: string[] = []
    for (const path of paths) failures.push(...(await failureOf(route, path, good)))
    for (const [at, field] of places) {
      for (const text of hostileTexts(field)) failures.push(...(await failureOf(route, first, put(good, at, text))))
    }
    expect(failures).toEqual([])
  })
})
