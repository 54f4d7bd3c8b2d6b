import { client } from '@truemark/protocol/client'
import { createCaller, type Call } from './caller.ts'
import { clientConfig } from './clientConfig.ts'
import { learnServerTime } from './clock.ts'
import { reportError } from './errorReport.ts'
import { session, signOut, tokenOf, userOf } from './session.ts'
import { localStore } from './storage.ts'
import { upload } from './upload.ts'

let goToLogin: () => void = () => undefined

/** Says how to leave for /login with the wanted path as redirect; the router calls this once at start. */
export function onLoginRequired(go: () => void): void {
  goToLogin = go
}

/** Ends a session that the server no longer knows (551), unless another has been signed in meanwhile, and goes to login. */
export function endLostSession(token: string | null): void {
  const state = session.getState()
  if (token !== null && token !== tokenOf(state)) return
  signOut(state.mode)
  goToLogin()
}

async function baseUrl(): Promise<string> {
  return (await clientConfig()).webUrl.replace(/\/$/, '')
}

/** Makes a call of the protocol with the current session: resolves to the answer's data, rejects with ApiError. */
export const call: Call = createCaller({
  baseUrl,
  caller() {
    const state = session.getState()
    return { token: tokenOf(state), lang: state.locale, owner: `${state.mode}:${userOf(state)?.uid ?? 'guest'}` }
  },
  storage: localStore(),
  timeoutMs: client.httpTimeoutMs,
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  report: (error, route) => void reportError(baseUrl(), session.getState().locale, error, route),
  loginRequired: endLostSession,
  upload,
  answered(headers, sentAt, heardAt) {
    const date = Date.parse(headers.get('date') ?? '')
    // The header is floored to a second: half of one is its mean.
    if (Number.isFinite(date)) learnServerTime(date + 500, sentAt, heardAt)
  },
})
