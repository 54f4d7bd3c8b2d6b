import type { ChatListener } from '@truemark/client/chatSession'
import { streamType } from '@truemark/protocol/stream'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PrivateMessage } from './accountFold.ts'
import { call } from './api.ts'
import { localStore } from '@truemark/ui/device/store'

const listeners = new Set<ChatListener>()
const unreadStore = createStore(() => ({ unread: 0 }))

/** Hears of the caller's chat and tickets until the function that is given back is called. */
export function listenToChat(listener: ChatListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes what the socket tells of customer service. */
export function takeChats(messages: readonly PrivateMessage[]): void {
  for (const message of messages) {
    if (message.type !== streamType.chat) continue
    const change = message.data
    if (change.kind === 'message' || change.kind === 'state') setChatUnread(change.state.user.unread)
    if (change.kind === 'message' && change.message.author === 'desk')
      tellDelivered(change.message.seq).catch(() => undefined)
    for (const listener of listeners) listener.changed(change)
  }
}

/** The connection was lost for a while: what listens reads anew. */
export function resyncChat(): void {
  for (const listener of listeners) listener.resync()
}

/** Where what was written and not sent is kept on this device. */
export const chatOutboxName = 'truemark.chat'

/** Forgets what belonged to another account; what was not sent too, once nobody is signed in. */
export function forgetChat(isSignedOut: boolean): void {
  setChatUnread(0)
  if (isSignedOut) localStore.removeItem(chatOutboxName)
}

export function setChatUnread(unread: number): void {
  if (unreadStore.getState().unread !== unread) unreadStore.setState({ unread })
}

/** How many answers of customer service have not been read. */
export function useChatUnread(): number {
  return useStore(unreadStore, (state) => state.unread)
}

// that it has arrived on this device; whether it is read the screen says
async function tellDelivered(seq: number): Promise<void> {
  // the routes of customer service are no part of the first page
  const { chatSeen } = await import('@truemark/protocol/routes/support')
  await call(chatSeen, { body: { delivered: seq, read: 0 } })
}
