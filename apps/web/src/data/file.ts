import { ApiError, targetOf } from '@truemark/protocol/calling'
import { dataOf } from '@truemark/protocol/refusal'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { endLostSession } from './api.ts'
import { clientConfig } from './clientConfig.ts'
import { session, tokenOf } from './session.ts'

/** A long file may take its time, as long as something of it comes. */
const silenceMaxMs = 60_000

/**
 * Fetches a file that a route answers with, piece by piece; the session's token goes in a header, never in an address.
 * @param onReceived how many bytes have come so far
 * @throws {ApiError} also where the file breaks off
 */
export async function callFile(
  route: RouteDefinition & { readonly media: string },
  input: { readonly params: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, string>> },
  onReceived: (bytes: number) => void,
): Promise<Blob> {
  const { locale, ...state } = session.getState()
  const token = tokenOf({ ...state, locale })
  const { webUrl } = await clientConfig()
  const url = webUrl.replace(/\/$/, '') + targetOf(route, input).target
  const silence = new AbortController()
  const wait = () => setTimeout(() => silence.abort(new Error('nothing came')), silenceMaxMs)
  let timer = wait()
  try {
    const headers = { lang: locale, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
    const response = await fetch(url, { headers, signal: silence.signal })
    if (!response.headers.get('content-type')?.startsWith(route.media)) {
      dataOf(response, await response.text())
      throw new ApiError('unknown', response.status, `unexpected answer of ${route.path}`)
    }
    const pieces: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
      clearTimeout(timer)
      timer = wait()
      pieces.push(piece.value)
      received += piece.value.length
      onReceived(received)
    }
    return new Blob(pieces, { type: route.media })
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw new ApiError('network', 0, String(failure))
    if (failure.reason === 'login_required') endLostSession(token, failure.params)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}
