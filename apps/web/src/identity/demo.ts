import { simulationLogin } from '@truemark/protocol/routes/identity'
import { call } from '../data/api.ts'
import { session, signIn, switchMode } from '../data/session.ts'

/** Opens the demo account of this device: the one that is kept, or a new one. Rejects with ApiError. */
export async function openDemo(): Promise<void> {
  if (session.getState().demo !== null && switchMode('demo')) return
  await freshDemo()
}

/** Opens a new demo account: the signed-in person's own, or a guest's. */
export async function freshDemo(): Promise<void> {
  signIn('demo', await call(simulationLogin, {}))
}
