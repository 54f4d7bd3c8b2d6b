import { type ApiError, targetOf } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { logout } from '@truemark/protocol/routes/identity'
import {
  createCaller,
  createMediaCaller,
  type Call,
  type Caller,
  type CallerParts,
  type MediaCall,
} from '@truemark/client/caller'
import { answerAhead } from './askedAhead.ts'
import { clientConfig } from './clientConfig.ts'
import { attemptNow } from '@truemark/ui/device/opened'
import { learnFromHead } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import { hasNetwork } from '@truemark/client/page'
import { callSignal, waitToSend } from '@truemark/client/patience'
import { createUnderWay } from '@truemark/client/underWay'
import type { Session } from './keptSession.ts'
import { keepReceipt } from './receipts.ts'
import { endCause, session, signOut, signOutPerson, tokenOf, userOf } from './session.ts'
import { localStore } from '@truemark/ui/device/store'

let goToLogin: () => void = () => undefined

/** Says how to leave for /login with the wanted path as redirect; the router calls this once at start. */
export function onLoginRequired(go: () => void): void {
  goToLogin = go
}

let sayFileMissing: () => void = () => undefined

/** Says what is to be done where a file of the app is gone; the app calls this once at start. */
export function onFileMissing(say: () => void): void {
  sayFileMissing = say
}

/** Tells that a file of the app could not be had; without a network that means nothing. */
export function tellFileMissing(): void {
  if (hasNetwork()) sayFileMissing()
}

/**
 * Ends a session that the server no longer knows (551), unless another has been signed in meanwhile, and goes to login,
 * which says why where the refusal's `params` did.
 */
export function endLostSession(token: string | null, { cause }: ApiError['params'] = {}): void {
  const state = session.getState()
  if (token !== null && token !== tokenOf(state)) return
  // what ends a person's real session has mostly ended the demo's too, and that is opened anew by a tap
  if (state.mode === 'real') signOutPerson()
  else signOut('demo')
  if (token !== null) void sayWhy(cause)
  goToLogin()
}

async function report(error: ApiError, route: string): Promise<void> {
  const { locale } = session.getState()
  // who can't load it could not send it either
  const loaded = await import('./errorReport.ts').catch(() => null)
  await loaded?.reportError(baseUrl(), locale, error, route)
}

async function sayWhy(cause: string | undefined): Promise<void> {
  endCause.setState(null, true)
  if (cause === undefined) return
  const { real, demo } = session.getState()
  const { isReason } = await import('@truemark/protocol/errors')
  const now = session.getState()
  // another may have signed in while it came
  if (isReason(cause) && now.real === real && now.demo === demo) endCause.setState(cause, true)
}

async function baseUrl(): Promise<string> {
  return (await clientConfig()).webUrl.replace(/\/$/, '')
}

const parts: Omit<CallerParts, 'caller'> = {
  baseUrl,
  storage: localStore,
  timeoutMs: client.httpTimeoutMs,
  wait: waitToSend,
  online: hasNetwork,
  signal: callSignal,
  attempt: attemptNow,
  report: (error, route) => void report(error, route),
  loginRequired: endLostSession,
  fileMissing: tellFileMissing,
  upload: async (form) => (await import('@truemark/client/upload')).upload(form),
  answered: learnFromHead,
  acknowledged: keepReceipt,
  ahead: (target, { token, lang }) => answerAhead(target, token, lang),
}

function callerOf(state: Session): Caller {
  return { token: tokenOf(state), lang: state.locale, owner: `${state.mode}:${userOf(state)?.uid ?? 'guest'}` }
}

const underWay = createUnderWay()
/** How long (ms) the end of a session waits for the answers to what was asked in its name. */
const leavePatienceMs = 2_000

const ask = createCaller({ ...parts, caller: () => callerOf(session.getState()) })

const askMedia = createMediaCaller({ ...parts, caller: () => callerOf(session.getState()) })

/** Makes a call of the protocol with the current session: resolves to the answer's data, rejects with ApiError. */
export const call: Call = (route, input) => underWay.note(ask(route, input))

const askDemo = createCaller({
  ...parts,
  caller: () => callerOf({ ...session.getState(), mode: 'demo' }),
  loginRequired: () => undefined,
})

/** The same for the demo account of this device, whichever account is shown. */
export const callDemo: Call = (route, input) => underWay.note(askDemo(route, input))

/**
 * Signs the person out: this device forgets their sessions at once, so that nothing more is asked in their name, and the
 * server is told when what was asked before has its answer. Never rejects: whatever the server says, they are forgotten here.
 */
export async function leave(): Promise<void> {
  const tokens = signOutPerson()
  await underWay.ended(leavePatienceMs)
  await Promise.allSettled(tokens.map(endSession))
}

/** Ends a session on the server. Rejects where the server was not reached. */
async function endSession(token: string): Promise<void> {
  const url = (await baseUrl()) + targetOf(logout, {}).target
  const headers = { lang: session.getState().locale, authorization: `Bearer ${token}` }
  await fetch(url, {
    method: logout.method,
    headers,
    keepalive: true,
    signal: timeoutSignal(client.httpTimeoutMs),
  })
}

/**
 * Fetches what a route answers with instead of an envelope: an image, as the current session may see it.
 * @throws {ApiError}
 */
export const callMedia: MediaCall = (route, params) => underWay.note(askMedia(route, params))
