import { successCode } from '@truemark/protocol/envelope'
import { type AnswerOf, type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'

/** What a call came back as; `data` is null where it was refused, `reason` where it was not. */
export interface Answered<R> {
  readonly status: number
  readonly reason: string | null
  readonly code: number
  readonly message: string
  readonly data: AnswerOf<R> | null
  /** Whether it says that it had been done before. */
  readonly replayed: boolean
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  /** A form instead of a body. */
  readonly form?: FormData
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly key?: string
  readonly lang?: string
}

/** How a test calls the server. */
export interface LiveCalls {
  call<R extends RouteDefinition>(route: R, options?: CallOptions): Promise<Answered<R>>
  /** The data of a call that must succeed. */
  ok<R extends RouteDefinition>(route: R, options?: CallOptions): Promise<AnswerOf<R>>
  /** The whole response, for routes that answer with an image. */
  raw(route: RouteDefinition, options?: CallOptions): Promise<Response>
}

const envelope = z.object({ code: z.int(), data: z.unknown(), message: z.string() })
const refusal = z.object({ reason: z.string() })

async function send(port: number, { method, path }: RouteDefinition, options: CallOptions): Promise<Response> {
  const address = new URL(`http://127.0.0.1:${port}${pathWith(path, options.params ?? {})}`)
  for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, value)
  const headers: Record<string, string> = { lang: options.lang ?? 'en' }
  if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`
  if (options.key !== undefined) headers['idempotency-key'] = options.key
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  const body = options.form ?? (options.body === undefined ? null : JSON.stringify(options.body))
  return fetch(address, { method, headers, body, signal: AbortSignal.timeout(20_000) })
}

/** The calls of a server that listens at a port of this machine. */
export function callsAt(port: () => number): LiveCalls {
  const call: LiveCalls['call'] = async <R extends RouteDefinition>(route: R, options: CallOptions = {}) => {
    const response = await send(port(), route, options)
    const { code, data, message } = z.parse(envelope, await response.json())
    const parsed = code === successCode ? (z.parse(route.answer, data) as AnswerOf<R>) : null
    const reason = code === successCode ? null : z.parse(refusal, data).reason
    const replayed = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, reason, code, message, data: parsed, replayed }
  }
  return {
    call,
    raw: (route, options = {}) => send(port(), route, options),
    ok: async (route, options) => {
      const { code, message, data } = await call(route, options)
      if (code !== successCode) throw new Error(`${route.method} ${route.path}: ${code} ${message}`)
      return data as AnswerOf<typeof route>
    },
  }
}
