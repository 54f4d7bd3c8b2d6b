import type { QueryClient } from '@tanstack/react-query'
import { client, reconnectDelayMs } from '@truemark/protocol/client'
import type { Channel } from '@truemark/protocol/stream'
import { channelName } from '@truemark/protocol/streamText'
import { useEffect } from 'react'
import { forgetAccount, readAccountAnew, refreshAccount, takePrivate, takeSequence } from './account.ts'
import { endLostSession, tellFileMissing } from './api.ts'
import { socketToken } from './appData.ts'
import { browserSchedule } from './batch.ts'
import { clientConfig } from './clientConfig.ts'
import { deviceNow, learnServerTime } from '@truemark/ui/device/serverTime'
import { forgetChat, resyncChat, takeChats } from './chat.ts'
import { createIntake, isStreamed } from './intake.ts'
import { watchListed } from './listedLater.ts'
import { heardServer, setQuiet, setReconnecting, useLink } from './link.ts'
import { forgetNotifications, refreshUnread, takeNotifications } from './notifications.ts'
import { onTokenChange, session, tokenOf } from './session.ts'
import { createSocket } from '@truemark/client/socket'

const connectMs = 10_000
const timeToleranceMs = 250
const resyncListeners = new Set<() => void>()

/** What is heard is read by these, which are there before a connection is. */
let shapes: Awaited<ReturnType<typeof loadShapes>> | null = null

async function loadShapes() {
  const read = import('./streamShapes.ts')
  read.catch(tellFileMissing)
  const { readMessage, readReply } = await read
  return { readMessage, readReply }
}

const intake = createIntake(
  (message) => shapes?.readMessage(message) ?? null,
  (messages) => {
    takePrivate(messages)
    takeChats(messages)
    takeNotifications(messages)
  },
  browserSchedule,
)

const socket = createSocket({
  async open() {
    const [{ webSoketUrl }, token, read] = await Promise.all([clientConfig(), socketToken(), loadShapes()])
    shapes = read
    return token === null ? null : new WebSocket(`${webSoketUrl}?token=${encodeURIComponent(token)}`)
  },
  times: {
    heartbeatMs: client.heartbeatMs,
    silenceMs: client.silenceMaxMs,
    quietMs: client.quietMaxMs,
    connectMs,
    backoffMs: reconnectDelayMs,
  },
  checkMs: client.silenceCheckMs,
  visible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  spoke: heardServer,
  heard,
  resync: readAnew,
  sessionEnded: (cause) => endLostSession(tokenOf(session.getState()), cause === null ? {} : { cause }),
  reconnecting: setReconnecting,
  quiet: setQuiet,
})

function heard(message: unknown) {
  if (isStreamed(message)) return intake.push(message)
  const reply = shapes?.readReply(message)
  if (reply?.type === 'heartbeat') {
    const now = deviceNow()
    learnServerTime(reply.time, now, now, timeToleranceMs)
  } else if (reply?.type === 'subscribed') takeSequence(reply.seq)
  else if (reply?.type === 'resync') {
    readAnew()
    takeSequence(reply.seq)
  }
}

/** Something may have been missed: the page was hidden, the connection away, or the server says so. */
function readAnew() {
  void readAccountAnew()
  void refreshUnread()
  resyncChat()
  for (const listener of resyncListeners) listener()
}

/** Tells of each moment after which what streamed before may have a hole, until the function given back is called. */
export function onResync(listener: () => void): () => void {
  resyncListeners.add(listener)
  return () => void resyncListeners.delete(listener)
}

/** Keeps the live connection for as long as somebody is signed in; the app calls this once, and it never ends. */
export function startLive(queries: QueryClient): void {
  let token = tokenOf(session.getState())
  const connect = () => {
    forgetAccount()
    forgetChat(token === null)
    forgetNotifications()
    socket.stop()
    intake.stop()
    if (token === null) return
    socket.start()
    void refreshAccount()
    void refreshUnread()
  }
  onTokenChange((next) => {
    token = next
    connect()
  })
  // With the network back nobody has to wait for the next try.
  const back = () => {
    if (token !== null) socket.start()
  }
  watchListed(queries)
  document.addEventListener('visibilitychange', () => socket.visibilityChanged())
  window.addEventListener('online', back)
  connect()
}

/** Whether nothing arrives by the live connection now: it was lost and is being made again, or it stands and brings nothing. */
export function useCutOff(): boolean {
  return useLink((link) => link.reconnecting || link.quiet)
}

/** Follows a channel until the function that is given back is called. */
export function follow(channel: Channel): () => void {
  return socket.follow(channelName(channel))
}

/** Follows channels for as long as the component is there; `names` are joined, so that a new list of the same is none. */
export function useChannels(channels: readonly Channel[]): void {
  const names = channels.map(channelName).join(' ')
  useEffect(() => {
    const stops = names === '' ? [] : names.split(' ').map((name) => socket.follow(name))
    return () => stops.forEach((stop) => stop())
  }, [names])
}
