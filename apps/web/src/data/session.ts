import type { LocaleId } from '@truemark/protocol/locale'
import type { LoginAnswer, UserInfo } from '@truemark/protocol/routes/identity'
import type { Reason } from '@truemark/protocol/errors'
import type { Realm } from '@truemark/protocol/values'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { firstLocale, sessionName } from './glimpse.ts'
import { readSession, type Session } from './keptSession.ts'
import { keptStore } from './keptStore.ts'

export const session = keptStore(
  sessionName,
  (kept): Session => readSession(kept) ?? { mode: 'real', real: null, demo: null, locale: firstLocale() },
)

// Signing in or out in one tab holds for all of them.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === sessionName) session.readAgain()
  })
}

/** Why the last session ended on the server, as a reason of the catalogue; null where none did so that anyone says, or another has begun. */
export const endCause = createStore<Reason | null>()(() => null)

/** A part of the session; re-renders when that part changes. */
export function useSession<T>(select: (state: Session) => T): T {
  return useStore(session, select)
}

/** The key of a query whose answer is of whoever is shown. */
export function useOwnKey(name: string) {
  const uid = useSession((state) => userOf(state)?.uid)
  return [name, uid, useSession((state) => state.mode)] as const
}

/** The token that calls bear now: the simulation's in demo mode; null for a guest. */
export function tokenOf(state: Session): string | null {
  return state[state.mode]?.token ?? null
}

/** Calls with the token of another account that has been signed in, or of none. */
export function onTokenChange(changed: (token: string | null) => void): void {
  session.subscribe((state, before) => {
    const token = tokenOf(state)
    if (token !== tokenOf(before)) changed(token)
  })
}

/** The account that is shown now; null for a guest. */
export function userOf(state: Session): UserInfo | null {
  return state[state.mode]?.userInfo ?? null
}

/** Keeps a login's token and user info under its mode and makes that mode the current one. */
export function signIn(mode: Realm, answer: LoginAnswer): void {
  endCause.setState(null, true)
  session.setState({ mode, [mode]: answer })
}

/** Renews the kept user info of the current account. */
export function keepUserInfo(userInfo: UserInfo): void {
  const { mode, ...state } = session.getState()
  const current = state[mode]
  if (current) session.setState({ [mode]: { ...current, userInfo } })
}

/** Forgets a mode's token and user info; ending the demo account leads back to the real one. */
export function signOut(mode: Realm): void {
  session.setState({ mode: 'real', [mode]: null })
}

/**
 * Forgets the person who is signed in, with both of their accounts, and gives the tokens that were kept: the other one
 * would open their account again without a password. A guest's demo is nobody's, and goes only where it is what is shown.
 */
export function signOutPerson(): string[] {
  const { mode, real, demo } = session.getState()
  const isGuests = demo?.userInfo.guest === true
  const guests = isGuests && mode === 'real' ? demo : null
  const ended = isGuests && mode === 'demo' ? [demo] : [real, isGuests ? null : demo]
  session.setState({ mode: 'real', real: isGuests && mode === 'demo' ? real : null, demo: guests })
  return ended.flatMap((one) => (one === null ? [] : [one.token]))
}

/** Switches between the accounts of this device; gives false where that one has not been signed in. */
export function switchMode(mode: Realm): boolean {
  if (session.getState()[mode] === null) return false
  session.setState({ mode })
  return true
}

/** Chooses the reader's language. */
export function chooseLocale(locale: LocaleId): void {
  session.setState({ locale })
}
