import { type KeyObject, createHmac, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { successCode } from '@truemark/protocol/envelope'
import { apiKeyRoutes } from '@truemark/protocol/routes/apiKeys'
import { type BodyOf, type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { keyNow } from './keys.ts'
import type { LiveServer } from './liveServer.ts'
import { type Person, proof } from '../wallet/testing/walletRun.ts'

/** A key as a program has it. */
export interface Program {
  readonly id: string
  readonly sign: (text: string) => Buffer
}

/** What a request of a program says; what is left out is as it should be. */
export interface ProgramCall {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly key?: string | null
  readonly time?: number
  /** Headers as they are sent, over the right ones. */
  readonly headers?: Readonly<Record<string, string>>
}

const refusal = z.object({ code: z.int(), data: z.object({ reason: z.string() }) })

/** The whole response of a call that a program signs. */
export async function rawBy(
  { port }: Pick<LiveServer, 'port'>,
  program: Program,
  route: RouteDefinition,
  call: ProgramCall = {},
): Promise<Response> {
  const query = new URLSearchParams(call.query).toString()
  const target = pathWith(route.path, call.params ?? {}) + (query === '' ? '' : `?${query}`)
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const once = call.key === undefined ? (route.method === 'GET' ? null : keyNow()) : call.key
  const headers = {
    ...signedHeaders(program, route.method, target, { body, once: once ?? '', time: call.time }),
    ...(once === null ? {} : { 'idempotency-key': once }),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  }
  const address = `http://127.0.0.1:${port}${target}`
  return fetch(address, { method: route.method, headers, body: body === '' ? null : body })
}

interface Sent {
  readonly body?: string
  readonly once?: string
  readonly time?: number | undefined
}

/** The headers by which a program signs a request, or the upgrade that opens its socket. */
export function signedHeaders(
  program: Program,
  method: string,
  target: string,
  { body = '', once = '', time: at = Date.now() }: Sent = {},
): Record<string, string> {
  const [time, digest] = [String(at), hash('sha256', body, 'hex')]
  const text = [program.id, time, once, method, target, digest].join('\n')
  const signature = program.sign(text).toString('base64')
  return { 'x-api-key': program.id, 'x-api-time': time, 'x-api-digest': digest, 'x-api-signature': signature }
}

/** What a program hears: the reason of a refusal, null where it was answered. */
export async function heardBy(
  server: Pick<LiveServer, 'port'>,
  program: Program,
  route: RouteDefinition,
  call: ProgramCall = {},
): Promise<string | null> {
  const read = z.safeParse(refusal, await (await rawBy(server, program, route, call)).json())
  return read.success && read.data.code !== successCode ? read.data.data.reason : null
}

/** Signs by a secret in base64. */
export function byHmac(id: string, secret: string): Program {
  return { id, sign: (text) => createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest() }
}

export function byEd25519(id: string, key: KeyObject): Program {
  return { id, sign: (text) => sign(null, Buffer.from(text), key) }
}

type Asked = Partial<Omit<BodyOf<typeof apiKeyRoutes.apiKeyMake>, 'password' | 'verify_code' | 'passkey'>>

/** Whose a key is to be. */
type Owner = Pick<Person, 'email' | 'token'>

/** The body by which a person makes a key, with a fresh proof. */
export async function keyBody(server: LiveServer, who: Owner, asked: Asked = {}) {
  return { label: 'Bot', kind: 'hmac', scope: 'trade', realm: 'real', ...asked, ...(await proof(server, who)) } as const
}

/** Has a person make a key, and gives what their program needs. */
export async function makeProgram(server: LiveServer, who: Owner, asked: Asked = {}): Promise<Program> {
  const pair = generateKeyPairSync('ed25519')
  const given =
    asked.kind === 'ed25519' ? { public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() } : {}
  const body = await keyBody(server, who, { ...asked, ...given })
  const { key, secret } = await server.ok(apiKeyRoutes.apiKeyMake, { token: who.token, body })
  return secret === null ? byEd25519(key.id, pair.privateKey) : byHmac(key.id, secret)
}

/** A program whose key nobody has made. */
export function strangersProgram(): Program {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const id = Array.from(randomBytes(26), (byte) => alphabet.charAt(byte % 32)).join('')
  return byHmac(id, randomBytes(32).toString('base64'))
}
