import { client } from '@truemark/protocol/client'
import { reasonOf, isReason, successCode, type Reason } from '@truemark/protocol/errors'
import { envelopeSchema, refusalSchema } from '@truemark/protocol/envelope'
import { pathWith, type RouteDefinition } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { ApiError } from './apiError.ts'
import { keyForSend, settleSend, type KeyStorage } from './idempotency.ts'

type PartOf<R, Name extends string> = R extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? undefined extends z.input<S>
    ? { readonly [N in Name]?: z.input<S> }
    : { readonly [N in Name]: z.input<S> }
  : { readonly [N in Name]?: undefined }

/** What a call of a route is given: the parts that the route has. */
export type CallInput<R> = PartOf<R, 'params'> & PartOf<R, 'query'> & PartOf<R, 'body'>

/** Who calls: the token (null for a guest), the language's wire id, and a name under which keys are kept apart. */
export interface Caller {
  readonly token: string | null
  readonly lang: string
  readonly owner: string
}

/** What a caller stands on. `report` and `loginRequired` are told of refusals, never of a refused report. */
export interface CallerParts {
  readonly baseUrl: () => Promise<string>
  readonly caller: () => Caller
  readonly storage: KeyStorage
  readonly timeoutMs: number
  readonly wait: (delayMs: number) => Promise<void>
  readonly report: (error: ApiError, route: string) => void
  readonly loginRequired: (token: string | null) => void
  readonly answered?: (headers: Headers, sentAt: number, heardAt: number) => void
}

export type Call = <R extends RouteDefinition>(route: R, input: CallInput<R>) => Promise<z.output<R['answer']>>

const sendsMax = 3
const unsettled: ReadonlySet<string> = new Set<Reason>(['server_error', 'server_busy', 'rate_limited'])

/**
 * Makes the one function through which every call goes. It resolves to the answer's data and rejects with
 * {@link ApiError}. A money-moving request bears a key that is stored before it leaves; when its answer is lost it is
 * sent again, the same bytes under the same key, and the key is kept until an answer comes.
 */
export function createCaller(parts: CallerParts): Call {
  return async function call(route, input) {
    const caller = parts.caller()
    const path = pathWith(route.path, readParams(input.params))
    const name = `${route.method} ${path}`
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
    const target = path + queryText(input.query)
    try {
      const data = await sendSafely(parts, caller, route, { name: `${route.method} ${target}`, target, body })
      return readAnswer<(typeof route)['answer']>(route.answer, route.path, data)
    } catch (failure) {
      const error = failure instanceof ApiError ? failure : new ApiError('network', 0, textOf(failure))
      parts.report(error, name)
      if (error.reason === 'login_required') parts.loginRequired(caller.token)
      throw error
    }
  }
}

function readAnswer<A extends z.ZodMiniType>(schema: A, path: string, data: unknown): z.output<A> {
  const read = z.safeParse(schema, data)
  if (read.success) return read.data
  const place = read.error.issues[0]?.path.join('.') ?? ''
  throw new ApiError('unknown', successCode, `unexpected answer of ${path} at ${place}`)
}

interface Sending {
  readonly name: string
  readonly target: string
  readonly body: string | undefined
}

async function sendSafely(parts: CallerParts, caller: Caller, route: RouteDefinition, sending: Sending) {
  if (!route.idempotent) return sendOnce(parts, caller, route.method, sending, null)
  const request = { owner: caller.owner, route: sending.name, body: sending.body ?? '' }
  const key = keyForSend(parts.storage, request, Date.now())
  const settle = () => settleSend(parts.storage, key, Date.now())
  for (let send = 1; ; send += 1) {
    try {
      const data = await sendOnce(parts, caller, route.method, sending, key)
      settle()
      return data
    } catch (failure) {
      const lost = !(failure instanceof ApiError) || failure.reason === 'network'
      if (!lost && !unsettled.has(failure.reason)) settle()
      if (!lost || send >= sendsMax) throw failure
      await parts.wait(client.reconnectDelayMinMs * send)
    }
  }
}

async function sendOnce(parts: CallerParts, caller: Caller, method: string, sending: Sending, key: string | null) {
  const headers = new Headers({ lang: caller.lang })
  if (caller.token !== null) headers.set('authorization', `Bearer ${caller.token}`)
  if (sending.body !== undefined) headers.set('content-type', 'application/json')
  if (key !== null) headers.set('idempotency-key', key)
  const sentAt = Date.now()
  const response = await fetch((await parts.baseUrl()) + sending.target, {
    method,
    headers,
    ...(sending.body === undefined ? {} : { body: sending.body }),
    signal: AbortSignal.timeout(parts.timeoutMs),
  })
  const text = await response.text()
  parts.answered?.(response.headers, sentAt, Date.now())
  return dataOf(response, text)
}

function dataOf(response: Response, text: string): unknown {
  const body = parseJson(text)
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success) {
    if (response.ok && body !== undefined) return body
    throw new ApiError('network', 0, `${response.status} ${response.statusText}`.trim())
  }
  const { code, data, message } = envelope.data
  if (code === successCode) return data
  const refusal = refusalSchema.safeParse(data)
  const named = refusal.success && isReason(refusal.data.reason) ? refusal.data.reason : reasonOf(code)
  throw new ApiError(named ?? 'unknown', code, message, refusal.success ? refusal.data.params : {})
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readParams(params: unknown): Record<string, string> {
  return Object.fromEntries(textPairs(params))
}

function queryText(query: unknown): string {
  const pairs = textPairs(query)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function textPairs(fields: unknown): [string, string][] {
  if (typeof fields !== 'object' || fields === null) return []
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  )
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
