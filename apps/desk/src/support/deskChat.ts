import { createChatSession, type ChatSession, type ChatShown } from '@truemark/client/chatSession'
import {
  deskChatMessages,
  deskChatSeen,
  deskChatSend,
  deskChatSendImage,
  deskChatTyping,
} from '@truemark/protocol/routes/deskSupport'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { call } from '../data/http.ts'
import { listenToDesk } from '../data/live.ts'
import { session } from '../data/session.ts'

const lookMs = 15_000
const openedMax = 20
const opened = new Map<string, ChatSession>()

function openChat(id: string, operator: string): ChatSession {
  const params = { id }
  return createChatSession({
    side: 'desk',
    read: (query) => call(deskChatMessages, { params, query }),
    send: ({ key, text, image }) =>
      image === null
        ? call(deskChatSend, { params, body: { key, text } })
        : call(deskChatSendImage, { params, body: { key, text }, files: [image] }),
    seen: (seq) => call(deskChatSeen, { params, body: { delivered: seq, read: seq } }),
    type: () => call(deskChatTyping, { params }),
    concerns: (change) => change.kind !== 'ticket' && change.chat === id,
    listen: listenToDesk,
    lookMs,
    pending: [],
    mine: () => operatorNow() === operator,
    viewed: () => undefined,
  })
}

function operatorNow(): string {
  return session.getState()?.operator.id ?? ''
}

// what was written and not sent is there when one comes back to the chat, and to nobody else
function chatOf(id: string): ChatSession {
  const operator = operatorNow()
  const name = `${operator} ${id}`
  const known = opened.get(name) ?? openChat(id, operator)
  opened.delete(name)
  opened.set(name, known)
  for (const [old, chat] of opened) {
    if (opened.size <= openedMax) break
    if (chat.shown.getState().view.pending.length === 0) opened.delete(old)
  }
  return known
}

/** A chat that is followed for as long as the component is there. */
export function useDeskChat(id: string): { readonly chat: ChatSession } & ChatShown {
  const [chat] = useState(() => chatOf(id))
  useEffect(() => chat.follow(), [chat])
  return { chat, ...useStore(chat.shown) }
}
