import { parsedAs } from '@truemark/protocol/parsedAs'
import { mayCall } from '@truemark/protocol/policy'
import type { Access } from '@truemark/protocol/access'
import { deskLogin, type Operator } from '@truemark/protocol/routes/desk'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { tabStore } from '@truemark/ui/device/store'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The signed-in operator and the token that calls bear. */
export type Session = AnswerOf<typeof deskLogin>

const storageName = 'truemark.desk.session'

/** Reads a kept session; anything of another shape is none. */
export function readSession(text: string | null): Session | null {
  return text === null ? null : parsedAs(deskLogin.answer, text)
}

/** Who is signed in on this tab; null for a guest. */
export const session = createStore<Session | null>(() => readSession(tabStore.getItem(storageName)))

/** Whether the last session was ended by the server; login says so. */
export const sessionLost = createStore<boolean>(() => false)

/** Keeps who has signed in for as long as this tab is open. */
export function signIn(answer: Session): void {
  tabStore.setItem(storageName, JSON.stringify(answer))
  sessionLost.setState(false)
  session.setState(answer, true)
}

/** Forgets the session on this tab. */
export function signOut(): void {
  tabStore.removeItem(storageName)
  session.setState(null, true)
}

/** Ends a session that the server no longer knows, unless another operator has signed in meanwhile. */
export function endLostSession(token: string | null): void {
  if (token === null || token !== session.getState()?.token) return
  sessionLost.setState(true)
  signOut()
}

/** Takes what the server says of the operator now, whose role may have changed. */
export function keepOperator(operator: Operator): void {
  const current = session.getState()
  if (current === null || JSON.stringify(current.operator) === JSON.stringify(operator)) return
  signIn({ ...current, operator })
}

/** The signed-in operator; null for a guest. */
export function useOperator(): Operator | null {
  return useStore(session)?.operator ?? null
}

/** Whether the signed-in operator's role may do what bears the access class. */
export function useMay(access: Access): boolean {
  const operator = useOperator()
  return operator !== null && mayCall(access, operator.role) === 'yes'
}
