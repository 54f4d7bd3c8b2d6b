import {
  createCaller,
  createMediaCaller,
  type Call,
  type Caller,
  type CallerParts,
  type MediaCall,
} from '@truemark/client/caller'
import { hasNetwork } from '@truemark/client/page'
import { callSignal, waitToSend } from '@truemark/client/patience'
import { createUnderWay } from '@truemark/client/underWay'
import { upload } from '@truemark/client/upload'
import { targetOf } from '@truemark/protocol/calling'
import { client } from '@truemark/protocol/client'
import { deskLogout } from '@truemark/protocol/routes/desk'
import { learnFromHead } from '@truemark/ui/device/serverTime'
import { timeoutSignal } from '@truemark/ui/device/signals'
import { localStore } from '@truemark/ui/device/store'
import { language } from './language.ts'
import { endLostSession, session, signOut } from './session.ts'

// The desk is served beside the API, so paths need no host.
const parts: CallerParts = {
  baseUrl: () => Promise.resolve(''),
  caller: () => callerNow(),
  storage: localStore,
  timeoutMs: client.httpTimeoutMs,
  wait: waitToSend,
  online: hasNetwork,
  signal: callSignal,
  report: () => undefined,
  loginRequired: endLostSession,
  upload,
  answered: learnFromHead,
}

function callerNow(): Caller {
  const kept = session.getState()
  return { token: kept?.token ?? null, lang: language.getState(), owner: `desk:${kept?.operator.id ?? 'guest'}` }
}

const ask = createCaller(parts)
const askMedia = createMediaCaller(parts)
const underWay = createUnderWay()
/** How long (ms) the end of a session waits for the answers to what was asked in its name. */
const leavePatienceMs = 2_000

/**
 * Makes a call of the protocol as the signed-in operator: resolves to the answer's data, rejects with ApiError. A
 * session that the server no longer knows ends here.
 */
export const call: Call = (route, input) => underWay.note(ask(route, input))

/** Fetches an image that the signed-in operator may see. Rejects with ApiError. */
export const callMedia: MediaCall = (route, params) => underWay.note(askMedia(route, params))

/**
 * Signs out: this tab forgets the session at once, so that nothing more is asked in its name, and the server is told when
 * what was asked before has its answer. Rejects where the server was not reached.
 */
export async function leave(): Promise<void> {
  const { token, lang } = callerNow()
  signOut()
  if (token === null) return
  await underWay.ended(leavePatienceMs)
  await fetch(targetOf(deskLogout, {}).target, {
    method: deskLogout.method,
    headers: { lang, authorization: `Bearer ${token}` },
    keepalive: true,
    signal: timeoutSignal(client.httpTimeoutMs),
  })
}
