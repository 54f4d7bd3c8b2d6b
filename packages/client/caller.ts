import {
  ApiError,
  broughtBy,
  readAnswer,
  receiptIn,
  targetOf,
  type CallInput,
  type ResponseHead,
} from '@truemark/protocol/calling'
import type { refusalOf } from '@truemark/protocol/refusal'
import type { FilesRule, RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import { keptText, readForm, type Form } from './form.ts'
import { deviceNow } from '@truemark/ui/device/serverTime'
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
  /** Is told where a file of the app that a call needs could not be had. */
  readonly fileMissing?: () => void
  /** What reads refusals; the protocol's own where none is named. */
  readonly refusals?: () => Promise<{ readonly refusalOf: typeof refusalOf }>
  /** Is given the receipt of what was acknowledged, as it came. */
  readonly acknowledged?: (receipt: unknown) => void
  readonly answered?: (headers: Headers, sentAt: number, heardAt: number) => void
  /** The answer to a reading that was asked for before the caller was there, once; null without one. */
  readonly ahead?: (target: string, caller: Caller) => Promise<Heard | null>
  /**
   * Names what stands open where something is pressed. What was sent there without an answer is sent again under its
   * key there alone; without it the same request is, wherever it is made again.
   */
  readonly attempt?: () => string
  /** Sends a form and tells how much of it has gone; without it a form goes as any other body. */
  readonly upload?: (upload: Upload) => Promise<Uploaded>
}

/** The images of a route that takes some, and who is told which share of them has gone, from 0 to 1. */
export type FilesInput<R> = R extends { readonly files: FilesRule }
  ? { readonly files: readonly Blob[]; readonly progress?: ((share: number) => void) | undefined }
  : { readonly files?: undefined; readonly progress?: undefined }

/** The key of a request whose answer was lost, which is sent once more; without it a call is a request of its own. */
export interface AgainInput {
  readonly again?: string
}

export type Call = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R> & FilesInput<R> & AgainInput,
) => Promise<z.output<R['answer']>>

/** Fetches what a route answers with instead of an envelope, an image. Rejects with {@link ApiError}. */
export type MediaCall = (
  route: RouteDefinition & { readonly media: string },
  params: Readonly<Record<string, string>>,
) => Promise<Blob>

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
    const attempt = input.again === undefined ? parts.attempt?.() : undefined
    try {
      const form = await formOf(route, input)
      const body = form?.data ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
      const kept = form?.text ?? keptText(input.body)
      const sending = { name: `${route.method} ${target}`, target, body, kept, progress: input.progress }
      const whole = wholeOf(parts, route)
      const safely = route.idempotent ? sendsSafely() : null
      safely?.catch(() => parts.fileMissing?.())
      // nothing is done of which the answer could not be read
      if (route.method !== 'GET') await inTime(whole, parts.timeoutMs).catch(notSent)
      const once = (key: string | null) => sendOnce(parts, caller, route.method, sending, key)
      const request = { owner: caller.owner, route: sending.name, body: sending.kept }
      const data =
        safely === null
          ? await once(null)
          : await (
              await inTime(safely, parts.timeoutMs).catch(notSent)
            ).sendSafely(parts, request, once, {
              attempt,
              again: input.again,
            })
      return readAnswer<(typeof route)['answer']>((await whole).answer, route.path, data)
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
      await dataIn(parts, response, await response.text())
      throw new ApiError('unknown', response.status, `unexpected answer of ${route.path}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw new ApiError('network', 0, textOf(failure))
      if (failure.reason === 'login_required') parts.loginRequired(token, failure.params)
      throw failure
    }
  }
}

// A file of its own, which nobody needs before something of theirs is moved.
const sendsSafely = () => import('./sendSafely.ts')

/** An answer, and when (device's time, ms) it was asked for and heard. */
export interface Heard extends Uploaded {
  readonly sentAt: number
  readonly heardAt: number
}

interface Sending {
  readonly name: string
  readonly target: string
  readonly body: string | FormData | undefined
  /** The body as it is kept under the request's key. */
  readonly kept: string
  readonly progress: ((share: number) => void) | undefined
}

// Its shapes come while the call is under way; that they did not is said to whoever waits for them.
function wholeOf<R extends RouteDefinition>(parts: CallerParts, route: R): Promise<Pick<R, 'answer'>> {
  const whole = route.whole?.() ?? Promise.resolve(route)
  whole.catch(() => parts.fileMissing?.())
  return whole
}

async function inTime<T>(promise: Promise<T>, timeMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came in ${timeMs} ms`)), timeMs)
  })
  return Promise.race([promise, over]).finally(() => clearTimeout(timer))
}

function notSent(cause: unknown): never {
  throw new ApiError('not_sent', 0, textOf(cause))
}

async function formOf(
  route: RouteDefinition,
  input: { readonly body?: unknown; readonly files?: readonly Blob[] | undefined },
): Promise<Form | null> {
  return route.files === undefined ? null : readForm(route.files, input.body, input.files ?? [])
}

async function sendOnce(parts: CallerParts, caller: Caller, method: string, sending: Sending, key: string | null) {
  const early = method === 'GET' ? await parts.ahead?.(sending.target, caller) : null
  const { head, heardAt, sentAt, text } = early ?? (await sendNow(parts, caller, method, sending, key))
  parts.answered?.(head.headers, sentAt, heardAt)
  const data = await dataIn(parts, head, text)
  const receipt = method === 'GET' ? null : receiptIn(text)
  if (receipt !== null) parts.acknowledged?.(receipt)
  return data
}

async function sendNow(
  parts: CallerParts,
  caller: Caller,
  method: string,
  sending: Sending,
  key: string | null,
): Promise<Heard> {
  const headers = new Headers({ lang: caller.lang })
  if (caller.token !== null) headers.set('authorization', `Bearer ${caller.token}`)
  if (typeof sending.body === 'string') headers.set('content-type', 'application/json')
  if (key !== null) headers.set('idempotency-key', key)
  const sentAt = deviceNow()
  const url = (await parts.baseUrl()) + sending.target
  const { body, progress } = sending
  const { timeoutMs } = parts
  const answer =
    parts.upload && body instanceof FormData
      ? await parts.upload({ url, method, headers, body, progress, timeoutMs })
      : await fetched(url, {
          method,
          headers,
          body: body ?? null,
          signal: parts.signal?.(timeoutMs) ?? timeoutSignal(timeoutMs),
        })
  return { ...answer, sentAt, heardAt: deviceNow() }
}

/** The code of `login_required`, by which a session ends also where no catalogue is at hand. */
const loginRequiredCode = 551

// The catalogue is a file of its own. What was refused was refused, also where the reason cannot be read.
async function dataIn(parts: CallerParts, head: ResponseHead, text: string): Promise<unknown> {
  const brought = broughtBy(head, text)
  if ('data' in brought) return brought.data
  const read = await (parts.refusals ?? readsRefusals)().catch(() => null)
  if (read !== null) throw read.refusalOf(brought.refused)
  parts.fileMissing?.()
  const { code, message } = brought.refused
  throw new ApiError(code === loginRequiredCode ? 'login_required' : 'unknown', code, message)
}

const readsRefusals = () => import('@truemark/protocol/refusal')

async function fetched(url: string, request: RequestInit): Promise<Uploaded> {
  const head = await fetch(url, request)
  return { head, text: await head.text() }
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
