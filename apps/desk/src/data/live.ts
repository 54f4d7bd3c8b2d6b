import type { ChatListener } from '@truemark/client/chatSession'
import { createSocket } from '@truemark/client/socket'
import { client, reconnectDelayMs } from '@truemark/protocol/client'
import { deskSocket } from '@truemark/protocol/routes/deskSupport'
import { serverMessage, streamType } from '@truemark/protocol/stream'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from './http.ts'
import { endLostSession, session } from './session.ts'

const connectMs = 10_000

const listeners = new Set<ChatListener>()
const connected = createStore<boolean>(() => false)
let users = 0

const socket = createSocket({
  async open() {
    const { path, token } = await call(deskSocket, {})
    const address = new URL(path, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    address.searchParams.set('token', token)
    return new WebSocket(address)
  },
  times: {
    heartbeatMs: client.heartbeatMs,
    silenceMs: client.silenceMaxMs,
    quietMs: client.quietMaxMs,
    connectMs,
    backoffMs: reconnectDelayMs,
  },
  checkMs: client.silenceCheckMs,
  // an operator who reads something else is there for whoever asks
  visible: () => true,
  heard(message) {
    const read = serverMessage.safeParse(message)
    if (!read.success || read.data.type !== streamType.chat) return
    for (const listener of listeners) listener.changed(read.data.data)
  },
  resync() {
    connected.setState(true)
    for (const listener of listeners) listener.resync()
  },
  sessionEnded: () => endLostSession(session.getState()?.token ?? null),
  reconnecting: (now) => now && connected.setState(false),
})

/** Hears what happens in customer service until the function that is given back is called. */
export function listenToDesk(listener: ChatListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the live connection stands. */
export function useLive(): boolean {
  return useStore(connected)
}

/** Keeps the live connection while somebody wants it; gives what ends that. */
export function startLive(): () => void {
  users += 1
  if (users === 1) socket.start()
  return () => {
    users -= 1
    if (users > 0) return
    socket.stop()
    connected.setState(false)
  }
}
