import { ApiError, dataOf, readAnswer, targetOf, type CallInput } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import { keyForSend, settleSend, type KeyStorage } from './idempotency.ts'

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
const unsettled: ReadonlySet<string> = new Set<Reason>([
  'server_error',
  'server_busy',
  'outcome_unknown',
  'rate_limited',
])

/**
 * Makes the one function through which every call goes. It resolves to the answer's data and rejects with
 * {@link ApiError}. A money-moving request bears a key that is stored before it leaves; when its answer is lost it is
 * sent again, the same bytes under the same key, and the key is kept until an answer comes.
 */
export function createCaller(parts: CallerParts): Call {
  return async function call(route, input) {
    const caller = parts.caller()
    const { path, target } = targetOf(route, input)
    const name = `${route.method} ${path}`
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
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
      const lost =
        !(failure instanceof ApiError) || failure.reason === 'network' || failure.reason === 'outcome_unknown'
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

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
