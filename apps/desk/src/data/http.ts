import { ApiError, dataOf, readAnswer, targetOf, type CallInput } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import type { LocaleId } from '@truemark/protocol/locale'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
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
  const response = await fetch(target, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(client.httpTimeoutMs),
  })
  return dataOf(response, await response.text())
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
