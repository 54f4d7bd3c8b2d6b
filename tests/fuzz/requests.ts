import { type Actor, actors, mayCall } from '@truemark/protocol/policy'
import { routes } from '@truemark/protocol/routes/all'
import { type RouteDefinition, apiPrefix } from '@truemark/protocol/routes/route'
import type { Dice } from './dice.ts'
import { type Matter, type Mood, hostileTexts, otherTypes, valueFor } from './fields.ts'
import type { Program } from '../../apps/server/src/testing/program.ts'
import type { Found } from './found.ts'

/** Programs of the owner: one that may trade, and one that may only read. */
export const programs = ['trading', 'reading'] as const
/**
 * Who asks: every actor of the policy, the owner of all the ids that are used, programs of the owner, and bearers of what
 * is no token of anyone.
 */
export const askers = [...actors, 'owner', ...programs, 'expired', 'unknown', 'garbled'] as const
export type Asker = Actor | (typeof askers)[number]

/** One request as it is sent. */
export interface Request {
  /** The route that it was made from; what was made of it may lead elsewhere. */
  readonly route: RouteDefinition
  readonly asker: Asker
  readonly method: string
  /** Path and query, as bytes of ASCII. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Buffer | null
  /** Whether it still leads to its route, as a request of HTTP: what it can be refused for is then known. */
  readonly isPlain: boolean
}

export interface Cast {
  readonly tokens: ReadonlyMap<Asker, string>
  /** By whom they are asked, the keys of programs; each request is signed when it is sent. */
  readonly programs: ReadonlyMap<Asker, Program>
  /** Ids of things that there are, most of them the owner's. */
  readonly ids: readonly string[]
  readonly found: Found
  /** A key that no request has had. */
  readonly newKey: () => string
}

// what ends the sessions of those who ask on, keeps them from trading, or takes the world away from all: nobody may do it
const spared =
  /\/(logout|close|pause|limits|session_limit|sessions|freeze|disabled|role)$|sessions\/|api_keys\/|\/products\/|\/halt/
// a password to hash, or a program to start, takes as long as twenty others: one in eight of them is enough
const dear =
  /^\/(register|login|forgot_password|freeze_account|user\/change_password|desk\/(login|security\/proof))$|\/pdf$/
const all: readonly RouteDefinition[] = Object.values(routes)

interface Draft {
  method: string
  target: string
  headers: [string, string][]
  body: string | Buffer | null
  isPlain: boolean
}

/** Makes a request of the dice alone, and of who there is. */
export function requestOf(dice: Dice, cast: Cast): Request {
  const drawn = dice.pick(all)
  const route = dear.test(drawn.path) && dice.whole(8) > 0 ? dice.pick(all) : drawn
  const asker = askerOf(route, dice)
  const matter = { ids: cast.ids, found: cast.found, path: route.path }
  const mood = dice.pick(['valid', 'valid', 'edge', 'hostile'] as const)
  const draft: Draft = {
    method: route.method,
    target: targetOf(route, mood, dice, matter),
    headers: [],
    body: null,
    isPlain: true,
  }
  const token = cast.tokens.get(asker)
  if (token !== undefined) draft.headers.push(['authorization', `Bearer ${token}`])
  const program = cast.programs.get(asker)
  if (program !== undefined) draft.headers.push(['x-api-key', program.id])
  if (route.idempotent ? dice.chance(80) : dice.chance(5)) draft.headers.push(['idempotency-key', cast.newKey()])
  addBody(draft, route, mood, dice, matter)
  if (dice.chance(12)) bendBody(draft, dice)
  if (dice.chance(12)) bendHeaders(draft, dice)
  if (dice.chance(5)) bendTarget(draft, dice)
  // what would end the run is asked all the same, by those who may not
  const harms = spared.test(route.path) && route.method !== 'GET'
  if (harms) draft.headers = draft.headers.filter(([name]) => name !== 'authorization' && name !== 'x-api-key')
  return { ...draft, route, asker: harms ? 'guest' : asker }
}

/** Mostly somebody who may call it. */
function askerOf(route: RouteDefinition, dice: Dice): Asker {
  const able = actors.filter((actor) => mayCall(route.access, actor) === 'yes')
  if (dice.chance(30) || able.length === 0) return dice.pick(askers)
  if (route.byKey !== undefined && dice.chance(30)) return dice.pick(programs)
  return able.includes('user') && dice.chance(60) ? 'owner' : dice.pick(able)
}

/** As a path or a query can carry it, which is written in UTF-8. */
const escaped = (value: unknown): string => encodeURIComponent(Buffer.from(String(value)).toString())

function targetOf(route: RouteDefinition, mood: Mood, dice: Dice, matter: Matter): string {
  const names = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name)
  const filled = route.params === undefined ? {} : valueFor(route.params, mood, dice, matter)
  const fields = new Map<string, unknown>(typeof filled === 'object' && filled !== null ? Object.entries(filled) : [])
  const path = names.reduce(
    (so, name) => so.replace(`{${name}}`, () => escaped(fields.get(name) ?? dice.pick(matter.ids)) || 'x'),
    route.path,
  )
  if (route.query === undefined || dice.chance(20)) return path
  const asked = valueFor(route.query, mood, dice, matter)
  if (typeof asked !== 'object' || asked === null) return path
  const pairs = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value)}`],
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** A form's fields as they are typed into it; an image that is none, or a small true one, comes along. */
function addBody(draft: Draft, route: RouteDefinition, mood: Mood, dice: Dice, matter: Matter): void {
  if (route.method === 'GET' && route.body === undefined) return
  const value = route.body === undefined ? {} : valueFor(route.body, mood, dice, matter)
  if (route.files === undefined) {
    draft.headers.push(['content-type', 'application/json'])
    draft.body = jsonOf(value)
    return
  }
  const boundary = 'fuzz-7d1'
  draft.headers.push(['content-type', `multipart/form-data; boundary=${boundary}`])
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const parts = fields.flatMap(([name, text]) =>
    text === undefined
      ? []
      : [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(text)}\r\n`],
  )
  const files = Array.from({ length: dice.pick([0, 1, 1, 2, route.files.countMax + 1]) }, () => {
    const name = dice.chance(90) ? route.files?.field : dice.pick(['x', '', '__proto__'])
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    return Buffer.concat([Buffer.from(head), dice.pick(pictures), Buffer.from('\r\n')])
  })
  draft.body = Buffer.concat([Buffer.from(parts.join('')), ...files, Buffer.from(`--${boundary}--\r\n`)])
}

const pictures = [
  // one dark point
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from('\u0089PNG\r\n\u001a\n and nothing more', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.alloc(0),
  Buffer.alloc(5_000, 0xff),
]

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.replaceAll(new RegExp(`"\\\\u0001raw:((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, raw: string) =>
    String(JSON.parse(`"${raw}"`)),
  )
}

/** Another body than the schema's: of another kind, cut, nested deeply, with keys twice, of another type. */
function bendBody(draft: Draft, dice: Dice): void {
  const text = typeof draft.body === 'string' ? draft.body : '{}'
  const retyped = (type: string): void => {
    draft.headers = draft.headers.filter(([name]) => name !== 'content-type')
    if (type !== '') draft.headers.push(['content-type', type])
  }
  const bends: readonly (() => void)[] = [
    () => (draft.body = text.slice(0, Math.max(1, text.length - 1 - dice.whole(4)))),
    () => (draft.body = JSON.stringify(dice.pick(otherTypes))),
    () => (draft.body = text.replace('{', '{"unexpected_field":1,')),
    () => (draft.body = text.replace(/^\{("[^"]+":)/, '{$1null,$1')),
    () =>
      (draft.body = text.replace(
        '{',
        `{"${dice.pick(['__proto__', 'constructor', 'a\\u0000', 'x'.repeat(500)])}":{},`,
      )),
    () => (draft.body = text.replace('{', `{"deep":${'['.repeat(dice.pick([15, 17, 5_000]))}`)),
    () => (draft.body = `{"a":"${'x'.repeat(dice.pick([60_000, 70_000, 200_000]))}"}`),
    () => (draft.body = `[${text}]`),
    () => (draft.body = `\uFEFF${text}`),
    () => (draft.body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    () => (draft.body = ''),
    () =>
      retyped(
        dice.pick(['', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data']),
      ),
    () =>
      retyped(
        dice.pick([
          'application/json; charset=utf-16',
          'application/json;',
          'APPLICATION/JSON',
          'application/json, text/plain',
          '/',
        ]),
      ),
    () => retyped('multipart/form-data; boundary=other'),
  ]
  dice.pick(bends)()
}

/** Other headers: a token that is none, a key that is none or twice, an odd language, host or origin. */
function bendHeaders(draft: Draft, dice: Dice): void {
  const set = (name: string, value: string): void => {
    draft.headers = [...draft.headers.filter(([one]) => one !== name), [name, value]]
  }
  const token = draft.headers.find(([name]) => name === 'authorization')?.[1] ?? 'Bearer x'
  const bends: readonly (() => void)[] = [
    () =>
      set(
        'idempotency-key',
        dice.pick(['', 'abc', '0'.repeat(36), '00000000-0000-7000-8000-000000000000', 'x'.repeat(2_000)]),
      ),
    () => draft.headers.push(['idempotency-key', 'ffffffff-ffff-7fff-bfff-ffffffffffff'], ['idempotency-key', 'abc']),
    () =>
      set(
        'authorization',
        dice.pick([
          '',
          'Bearer',
          'Basic YTpi',
          `bearer ${token.slice(7)}`,
          `Bearer ${'a'.repeat(600)}`,
          'Bearer op_',
          'Bearer \t',
        ]),
      ),
    () => draft.headers.push(['authorization', token], ['authorization', 'Bearer other']),
    () => set('x-api-time', dice.pick(['', '0', '1', '9'.repeat(13), 'x'])),
    () =>
      set('x-api-signature', dice.pick(['', 'AAAA', 'A'.repeat(43) + '=', 'A'.repeat(86) + '==', 'x'.repeat(2_000)])),
    () => set('x-api-digest', dice.pick(['', '0'.repeat(64), 'x'])),
    () => set('x-api-key', dice.pick(['', '0'.repeat(26), 'x', "'; --"])),
    () => set('lang', dice.pick(['xx', 'zh', '../../en', 'a'.repeat(3_000), 'en,fr', '%00'])),
    () => set('x-forwarded-for', dice.pick(['1.2.3.4', '::1, a, b', 'x'.repeat(2_000), ',,,'])),
    () => set('origin', dice.pick(['https://evil.example', 'null', 'x'])),
    () => set('accept-encoding', dice.pick(['br;q=0', '*;q=nope', 'gzip, '.repeat(200)])),
    () => set('content-encoding', dice.pick(['gzip', 'br', 'identity', 'x'])),
    () => set('user-agent', dice.pick(['', 'x'.repeat(5_000), "'; --"])),
    () => set('host', dice.pick(['evil.example', 'localhost:1', '[::1]'])),
    () => set('expect', 'something else'),
    () => set('if-none-match', '*'),
    () => set('range', 'bytes=0-1,5-99999999999'),
    () => set('cookie', `a=${'b'.repeat(4_000)}`),
  ]
  dice.pick(bends)()
  draft.isPlain = false
}

/** Another method or path: one that does not exist, one with escapes that mean nothing, a query twice. */
function bendTarget(draft: Draft, dice: Dice): void {
  const [path = ''] = draft.target.split('?', 1)
  const bends: readonly (() => void)[] = [
    () =>
      (draft.method = dice.pick(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'POST'])),
    () => (draft.target = `${path}/`),
    () => (draft.target = path.replace('/', '//')),
    () => (draft.target = `${path}/more`),
    () => (draft.target = `${apiPrefix}/${escaped(dice.pick(hostileTexts))}`),
    () => (draft.target = `${path}%`),
    () => (draft.target = `${path}?a=%ED%A0%80&b=%&=&&c`),
    () => (draft.target = `${path}?limit=1&limit=2&limit[]=3&cursor[a]=b`),
    () => (draft.target = `${path}?${'a=1&'.repeat(1_500)}`),
    () => (draft.target = path.toUpperCase()),
    () => (draft.target = path.replace(apiPrefix, `${apiPrefix}/..${apiPrefix}/.`)),
  ]
  dice.pick(bends)()
  draft.isPlain = false
}
