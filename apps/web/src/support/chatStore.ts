import { createChatSession, type ChatSession, type ChatShown } from '@truemark/client/chatSession'
import { chatMessages, chatSeen, chatSend, chatSendImage, chatTyping } from '@truemark/protocol/routes/support'
import { serverNow } from '@truemark/ui/device/serverTime'
import { localStore } from '@truemark/ui/device/store'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { call } from '../data/api.ts'
import { listenToChat, setChatUnread } from '../data/chat.ts'
import { session, userOf } from '../data/session.ts'
import { readOutbox, writeOutbox } from './outbox.ts'

const lookMs = 30_000

let opened: { readonly uid: string; readonly chat: ChatSession } | null = null

function uidNow(): string {
  return userOf(session.getState())?.uid ?? ''
}

/** The chat of whoever is signed in. */
export function ownChat(): ChatSession {
  const uid = uidNow()
  if (opened?.uid !== uid) opened = { uid, chat: openChat(uid) }
  return opened.chat
}

function openChat(uid: string): ChatSession {
  return createChatSession({
    side: 'user',
    read: (query) => call(chatMessages, { query }),
    send: ({ key, text, image }) =>
      image === null
        ? call(chatSend, { body: { key, text } })
        : call(chatSendImage, { body: { key, text }, files: [image] }),
    seen: (seq) => call(chatSeen, { body: { delivered: seq, read: seq } }),
    type: () => call(chatTyping, {}),
    concerns: ({ kind }) => kind !== 'ticket',
    listen: listenToChat,
    lookMs,
    pending: readOutbox(localStore, uid, serverNow()),
    mine: () => uidNow() === uid,
    viewed({ pending, state }) {
      writeOutbox(localStore, uid, pending)
      setChatUnread(state?.user.unread ?? 0)
    },
  })
}

/** The chat of whoever is signed in, followed for as long as the component is there. */
export function useChat(): ChatShown {
  const chat = ownChat()
  useEffect(() => chat.follow(), [chat])
  return useStore(chat.shown)
}
