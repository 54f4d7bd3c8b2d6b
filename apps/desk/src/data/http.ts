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
import { upload } from '@truemark/client/upload'
import { client } from '@truemark/protocol/client'
import { learnFromHead } from '@truemark/ui/device/serverTime'
import { localStore } from '@truemark/ui/device/store'
import { language } from './language.ts'
import { endLostSession, session } from './session.ts'

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

/**
 * Makes a call of the protocol as the signed-in operator: resolves to the answer's data, rejects with ApiError. A
 * session that the server no longer knows ends here.
 */
export const call: Call = createCaller(parts)

/** Fetches an image that the signed-in operator may see. Rejects with ApiError. */
export const callMedia: MediaCall = createMediaCaller(parts)
