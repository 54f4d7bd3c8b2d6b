import { client } from '@truemark/protocol/client'
import { logError } from '@truemark/protocol/routes/content'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { elapsedNow } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import type { ApiError } from '@truemark/protocol/calling'

const repeatMs = 10_000
const perMinuteMax = 20
const stackMax = 4_000

/** Decides whether a failure is reported: not the same one within 10 s, and at most 20 a minute. */
export function createReportGate(): (what: string, now: number) => boolean {
  const last = new Map<string, number>()
  let windowAt = -Infinity
  let count = 0
  return (what, now) => {
    if (now - windowAt >= 60_000) {
      windowAt = now
      count = 0
      last.clear()
    }
    const before = last.get(what)
    if (count >= perMinuteMax || (before !== undefined && now - before < repeatMs)) return false
    last.set(what, now)
    count += 1
    return true
  }
}

const gate = createReportGate()

let wasReadOnly = false
let hearReadOnly = (): void => {
  wasReadOnly = true
}

/** Says what is done when a call is refused since nothing can be changed for a time, or was before this. */
export function onReadOnly(hear: () => void): void {
  hearReadOnly = hear
  if (wasReadOnly) hear()
}

/**
 * Tells the server of a failed call through log_error, or, with a stack, of a crash. It bears no query, body or token, and
 * goes past `call`: a report that fails is never reported itself.
 */
export async function reportError(
  baseUrl: Promise<string>,
  lang: string,
  error: ApiError,
  route: string,
  stack?: string,
): Promise<void> {
  // which is no failure
  if (error.reason === 'read_only') return hearReadOnly()
  const name = route.split('?')[0] ?? ''
  // one crash must not hide another
  const what = stack === undefined ? name : error.message
  if (!gate(`${what} ${error.code}`, elapsedNow())) return
  const report: BodyOf<typeof logError> = {
    client_version: client.version,
    error_message: error.message.slice(0, 500),
    error_url: location.pathname.slice(0, 500),
    additional_info: `${name} ${error.code} ${error.reason}`.slice(0, 500),
    ...(stack === undefined ? {} : { stack: stack.slice(0, stackMax) }),
  }
  try {
    await fetch(`${await baseUrl}${logError.path}`, {
      method: logError.method,
      headers: { 'content-type': 'application/json', lang },
      body: JSON.stringify(report),
      keepalive: true,
      signal: timeoutSignal(client.httpTimeoutMs),
    })
  } catch {
    // The way to the server is what has failed; there is nobody to tell.
  }
}
