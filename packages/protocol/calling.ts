import type * as z from 'zod/mini'
import { type Envelope, readEnvelope, successCode } from './envelope.ts'
import type { clientReasons, Reason } from './errors.ts'
import { pathWith, type RouteDefinition } from './routes/route.ts'

/**
 * Why a call gave no data. `unknown` is a code that the catalogue lacks (its text is "Unknown error"); `network` is
 * no answer at all, whose text is the browser's; after it nobody knows whether the request was carried out; `not_sent`
 * never left, for there was no connection.
 */
export type ApiReason = Reason | (typeof clientReasons)[number]

/** A call that was refused or never answered. `code` is 0 where no answer came. */
export class ApiError extends Error {
  readonly reason: ApiReason
  readonly code: number
  /** The figures of the reason's text. */
  readonly params: Readonly<Record<string, string>>

  constructor(reason: ApiReason, code: number, message: string, params: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'ApiError'
    this.reason = reason
    this.code = code
    this.params = params
  }
}

type PartOf<R, Name extends string> = R extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? undefined extends z.input<S>
    ? { readonly [N in Name]?: z.input<S> }
    : { readonly [N in Name]: z.input<S> }
  : { readonly [N in Name]?: undefined }

/** What a call of a route is given: the parts that the route has. */
export type CallInput<R> = PartOf<R, 'params'> & PartOf<R, 'query'> & PartOf<R, 'body'>

/** Where a call goes: the route's path with its braces filled, and the query; fields that are undefined are left out. */
export function targetOf(route: RouteDefinition, input: { readonly params?: unknown; readonly query?: unknown }) {
  const path = pathWith(route.path, Object.fromEntries(textPairs(input.params)))
  const pairs = textPairs(input.query)
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return { path, target: query === '' ? path : `${path}?${query}` }
}

function textPairs(fields: unknown): [string, string][] {
  if (typeof fields !== 'object' || fields === null) return []
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  )
}

/** What HTTP itself says of a response. */
export interface ResponseHead {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
}

/** What a response brings: the data of an answer, or the envelope of a refusal, whose reason is another's to read. */
export type Brought = { readonly data: unknown } | { readonly refused: Envelope<unknown> }

/**
 * The rule by which a client reads a response: an envelope with code 200 gives its `data`; any other code is a
 * refusal; a body without a code is the data itself where HTTP says that all is well.
 * @throws {ApiError} where it is none of them
 */
export function broughtBy(response: ResponseHead, text: string): Brought {
  const body = parseJson(text)
  const envelope = readEnvelope(body)
  if (envelope !== null) return envelope.code === successCode ? { data: envelope.data } : { refused: envelope }
  if (response.ok && body !== undefined) return { data: body }
  throw new ApiError('network', 0, `${response.status} ${response.statusText}`.trim())
}

/** The receipt that an answer bears beside its data, as it came; null where it bears none. */
export function receiptIn(text: string): unknown {
  if (!text.includes('"receipt":')) return null
  const body = parseJson(text)
  return typeof body === 'object' && body !== null && 'receipt' in body ? body.receipt : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Holds the data of a response against the route's schema.
 * @throws {ApiError} where the answer is of another shape
 */
export function readAnswer<A extends z.ZodMiniType>(schema: A, path: string, data: unknown): z.output<A> {
  const read = schema.safeParse(data)
  if (read.success) return read.data
  const place = read.error.issues[0]?.path.join('.') ?? ''
  throw new ApiError('unknown', successCode, `unexpected answer of ${path} at ${place}`)
}
