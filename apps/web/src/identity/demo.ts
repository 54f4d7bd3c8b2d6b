import { simulationLogin } from '@truemark/protocol/routes/identity'
import { call } from '../data/api.ts'
import { session, signIn, signOut, switchMode } from '../data/session.ts'

/** Opens the demo account of this device: the one that is kept, or a new one. Rejects with ApiError. */
export async function openDemo(): Promise<void> {
  if (session.getState().demo !== null && switchMode('demo')) return
  await freshDemo()
}

/**
 * Opens a demo account: the signed-in person's own, else a guest's new one. A guest's token would open the account
 * that it stands for once more, so it is left out of the call; it is kept if that fails.
 */
export async function freshDemo(): Promise<void> {
  const before = session.getState()
  if (before.demo?.userInfo.guest === true) signOut('demo')
  try {
    signIn('demo', await call(simulationLogin, {}))
    // the tour is nothing that the first page waits for
    void import('../data/tour.ts').then(({ beginTour }) => beginTour()).catch(() => undefined)
  } catch (error) {
    session.setState({ mode: before.mode, demo: before.demo })
    throw error
  }
}
