import { ApiError, dataOf, readAnswer, receiptIn, targetOf, type CallInput } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import type { Reason } from '@truemark/protocol/errors'
import type { FilesRule, RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import { keptText, readForm, type Form } from './form.ts'
import { keyForSend, settleSend } from './idempotency.ts'
import { deviceNow, elapsedNow, serverNow } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import type { Store } from '@truemark/ui/device/store'
import type { Upload, Uploaded } from './upload.ts'

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
  readonly storage: Store
  readonly timeoutMs: number
  readonly wait: (delayMs: number) => Promise<void>
  /** Whether there is a network at all; without it, always. */
  readonly online?: () => boolean
  /** Ends a call after its time or sooner; without it after its time alone. */
  readonly signal?: (timeoutMs: number) => AbortSignal
  readonly report: (error: ApiError, route: string) => void
  /** `params` bears a `cause`, a reason of the catalogue, where the server says why the session has ended. */
  readonly loginRequired: (token: string | null, params: ApiError['params']) => void
  /** Is given the receipt of what was acknowledged, as it came. */
  readonly acknowledged?: (receipt: unknown) => void
  readonly answered?: (headers: Headers, sentAt: number, heardAt: number) => void
  /** Sends a form and tells how much of it has gone; without it a form goes as any other body. */
  readonly upload?: (upload: Upload) => Promise<Uploaded>
}

/** The images of a route that takes some, and who is told which share of them has gone, from 0 to 1. */
export type FilesInput<R> = R extends { readonly files: FilesRule }
  ? { readonly files: readonly Blob[]; readonly progress?: ((share: number) => void) | undefined }
  : { readonly files?: undefined; readonly progress?: undefined }

export type Call = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R> & FilesInput<R>,
) => Promise<z.output<R['answer']>>

/** Fetches what a route answers with instead of an envelope, an image. Rejects with {@link ApiError}. */
export type MediaCall = (
  route: RouteDefinition & { readonly media: string },
  params: Readonly<Record<string, string>>,
) => Promise<Blob>

const sendsMax = 3
/** A lost answer is asked for again within this time of the first sending; after it a person decides. */
const resendWithinMs = 20_000
const unsettled: ReadonlySet<string> = new Set<Reason>([
  'server_error',
  'server_busy',
  'outcome_unknown',
  'rate_limited',
])

/**
 * Makes the one function through which every call goes. It resolves to the answer's data and rejects with
 * {@link ApiError}. A money-moving request bears a key that is stored before it leaves; when its answer is lost it is
 * sent again, the same bytes under the same key, and the key is kept until an answer comes. What never left is refused at
 * once where there is no network (`not_sent`), for nothing that is pressed waits to be sent later.
 */
export function createCaller(parts: CallerParts): Call {
  return async function call(route, input) {
    const caller = parts.caller()
    const { path, target } = targetOf(route, input)
    const name = `${route.method} ${path}`
    try {
      const form = await formOf(route, input)
      const body = form?.data ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
      const kept = form?.text ?? keptText(input.body)
      const sending = { name: `${route.method} ${target}`, target, body, kept, progress: input.progress }
      const data = await sendSafely(parts, caller, route, sending)
      return readAnswer<(typeof route)['answer']>(route.answer, route.path, data)
    } catch (failure) {
      const error = failure instanceof ApiError ? failure : new ApiError('network', 0, textOf(failure))
      if (error.reason !== 'not_sent') parts.report(error, name)
      if (error.reason === 'login_required') parts.loginRequired(caller.token, error.params)
      throw error
    }
  }
}

/** Makes the function that fetches images; what is no image of the route's kind is an error. */
export function createMediaCaller(parts: CallerParts): MediaCall {
  return async function callMedia(route, params) {
    const { token, lang } = parts.caller()
    const headers = { lang, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
    try {
      const url = (await parts.baseUrl()) + targetOf(route, { params }).target
      const response = await fetch(url, { headers, signal: timeoutSignal(parts.timeoutMs) })
      if (response.headers.get('content-type')?.startsWith(route.media)) return await response.blob()
      dataOf(response, await response.text())
      throw new ApiError('unknown', response.status, `unexpected answer of ${route.path}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw new ApiError('network', 0, textOf(failure))
      if (failure.reason === 'login_required') parts.loginRequired(token, failure.params)
      throw failure
    }
  }
}

interface Sending {
  readonly name: string
  readonly target: string
  readonly body: string | FormData | undefined
  /** The body as it is kept under the request's key. */
  readonly kept: string
  readonly progress: ((share: number) => void) | undefined
}

async function formOf(
  route: RouteDefinition,
  input: { readonly body?: unknown; readonly files?: readonly Blob[] | undefined },
): Promise<Form | null> {
  return route.files === undefined ? null : readForm(route.files, input.body, input.files ?? [])
}

async function sendSafely(parts: CallerParts, caller: Caller, route: RouteDefinition, sending: Sending) {
  if (!route.idempotent) return sendOnce(parts, caller, route.method, sending, null)
  await parts.baseUrl()
  if (isOffline(parts)) throw new ApiError('not_sent', 0, '')
  const request = { owner: caller.owner, route: sending.name, body: sending.kept }
  let { key, again } = keyForSend(parts.storage, request, serverNow())
  const settle = () => settleSend(parts.storage, key, serverNow())
  const until = elapsedNow() + resendWithinMs
  for (let send = 1; ; send += 1) {
    try {
      const data = await sendOnce(parts, caller, route.method, sending, key)
      settle()
      return data
    } catch (failure) {
      if (!again && send === 1 && failure instanceof ApiError && failure.reason === 'key_expired') {
        // Made by a wrong clock, before an answer had told the time: the refusal did, and under this key nothing happened.
        settle()
        key = keyForSend(parts.storage, request, serverNow()).key
        again = true
        continue
      }
      const lost =
        !(failure instanceof ApiError) || failure.reason === 'network' || failure.reason === 'outcome_unknown'
      if (!lost && !unsettled.has(failure.reason)) settle()
      if (!lost || send >= sendsMax) throw failure
      await parts.wait(client.reconnectDelayMinMs * send)
      if (isOffline(parts) || elapsedNow() > until) throw failure
    }
  }
}

async function sendOnce(parts: CallerParts, caller: Caller, method: string, sending: Sending, key: string | null) {
  const headers = new Headers({ lang: caller.lang })
  if (caller.token !== null) headers.set('authorization', `Bearer ${caller.token}`)
  if (typeof sending.body === 'string') headers.set('content-type', 'application/json')
  if (key !== null) headers.set('idempotency-key', key)
  const sentAt = deviceNow()
  const url = (await parts.baseUrl()) + sending.target
  const { body, progress } = sending
  const { timeoutMs } = parts
  const { head, text } =
    parts.upload && body instanceof FormData
      ? await parts.upload({ url, method, headers, body, progress, timeoutMs })
      : await fetched(url, {
          method,
          headers,
          body: body ?? null,
          signal: parts.signal?.(timeoutMs) ?? timeoutSignal(timeoutMs),
        })
  parts.answered?.(head.headers, sentAt, deviceNow())
  const data = dataOf(head, text)
  const receipt = method === 'GET' ? null : receiptIn(text)
  if (receipt !== null) parts.acknowledged?.(receipt)
  return data
}

async function fetched(url: string, request: RequestInit): Promise<Uploaded> {
  const head = await fetch(url, request)
  return { head, text: await head.text() }
}

function isOffline(parts: CallerParts): boolean {
  return parts.online?.() === false
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
