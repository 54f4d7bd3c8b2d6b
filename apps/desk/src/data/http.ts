import { deviceNow, learnFromHead } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import { ApiError, dataOf, readAnswer, targetOf, type CallInput } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import type { LocaleId } from '@truemark/protocol/locale'
import type { FilesRule, RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import { language } from './language.ts'
import { endLostSession, session } from './session.ts'

/**
 * Makes a call of the protocol as the signed-in operator: resolves to the answer's data, rejects with ApiError. The
 * desk is served beside the API, so paths need no host. A session that the server no longer knows ends here.
 * @param lang the language that the call is about, where it is not the desk's own
 */
export async function call<R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  lang: LocaleId = language.get(),
): Promise<z.output<R['answer']>> {
  const token = session.get()?.token ?? null
  const { target } = targetOf(route, input)
  try {
    const data = await send(route.method, target, { token, lang, body: input.body })
    return readAnswer<R['answer']>(route.answer, route.path, data)
  } catch (failure) {
    const error = failure instanceof ApiError ? failure : new ApiError('network', 0, textOf(failure))
    if (error.reason === 'login_required') endLostSession(token)
    throw error
  }
}

interface Sent {
  readonly token: string | null
  readonly lang: LocaleId
  readonly body: unknown
}

async function send(method: string, target: string, { token, lang, body }: Sent): Promise<unknown> {
  const headers = new Headers({ lang })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sentAt = deviceNow()
  const response = await fetch(target, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: timeoutSignal(client.httpTimeoutMs),
  })
  learnFromHead(response.headers, sentAt, deviceNow())
  return dataOf(response, await response.text())
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}

/**
 * Sends the form of a route that takes files, as {@link call} does a body.
 * @throws {ApiError}
 */
export async function callForm<R extends RouteDefinition & { readonly files: FilesRule }>(
  route: R,
  input: CallInput<R>,
  files: readonly Blob[],
): Promise<z.output<R['answer']>> {
  const token = session.get()?.token ?? null
  const form = new FormData()
  for (const [name, value] of Object.entries(input.body ?? {})) if (typeof value === 'string') form.set(name, value)
  for (const file of files) form.append(route.files.field, file, 'image')
  const headers = new Headers({ lang: language.get() })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const signal = timeoutSignal(client.httpTimeoutMs)
  try {
    const response = await fetch(targetOf(route, input).target, { method: route.method, headers, body: form, signal })
    return readAnswer<R['answer']>(route.answer, route.path, dataOf(response, await response.text()))
  } catch (failure) {
    const error = failure instanceof ApiError ? failure : new ApiError('network', 0, textOf(failure))
    if (error.reason === 'login_required') endLostSession(token)
    throw error
  }
}
