import { notificationsUnread } from '@truemark/protocol/routes/notification'
import type { Notification } from '@truemark/protocol/notificationMessage'
import { streamType } from '@truemark/protocol/stream'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PrivateMessage } from './accountFold.ts'
import { call } from './api.ts'
import { session, tokenOf } from './session.ts'

interface Told {
  /** How many are unread; null before it was asked. */
  readonly unread: number | null
  /** Those that arrived last while this page was open, newest first: several may come in one batch. */
  readonly arrived: readonly Notification[]
}

const arrivedMax = 20
const told = createStore<Told>(() => ({ unread: null, arrived: [] }))

/** Takes what the socket tells. */
export function takeNotifications(messages: readonly PrivateMessage[]): void {
  for (const message of messages) {
    if (message.type !== streamType.notification) continue
    const { unread, notification } = message.data
    told.setState(({ arrived }) => ({ unread, arrived: [notification, ...arrived].slice(0, arrivedMax) }))
  }
}

/** Asks how many are unread: at the start, and where messages may have been missed. */
export async function refreshUnread(): Promise<void> {
  const token = tokenOf(session.getState())
  if (token === null) return
  const found = await call(notificationsUnread, {}).catch(() => null)
  if (found !== null && token === tokenOf(session.getState())) setUnread(found.unread)
}

/** Takes in how many are unread, as a call has answered it. */
export function setUnread(unread: number): void {
  told.setState({ unread })
}

/** Forgets what belonged to another account. */
export function forgetNotifications(): void {
  told.setState({ unread: null, arrived: [] })
}

/** How many notifications are unread; 0 before that is known. */
export function useUnread(): number {
  return useStore(told, (state) => state.unread ?? 0)
}

/** The last notification that arrived while this page was open. */
export function useLastNotification(): Notification | null {
  return useStore(told, (state) => state.arrived[0] ?? null)
}

/** Those that arrived last while this page was open, newest first. */
export function useArrivedNotifications(): readonly Notification[] {
  return useStore(told, (state) => state.arrived)
}
