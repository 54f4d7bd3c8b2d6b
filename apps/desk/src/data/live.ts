import { elapsedNow } from '@truemark/ui/device/serverTime'
import { client, reconnectDelayMs } from '@truemark/protocol/client'
import { deskSocket } from '@truemark/protocol/routes/deskSupport'
import type { ChatChange } from '@truemark/protocol/chatMessage'
import { parseFrame, serverMessage, streamType } from '@truemark/protocol/stream'
import { call } from './http.ts'
import { createKept, useKept } from './kept.ts'

/** Who listens to what happens in customer service. */
export interface DeskListener {
  changed(change: ChatChange): void
  /** The connection is there (again): what happened meanwhile is to be read. */
  resync(): void
}

const listeners = new Set<DeskListener>()
const connected = createKept(false)
const connectMs = 10_000

let users = 0
let link: WebSocket | null = null
let heardAt = 0
let beatAt = 0
let attempt = 0
let dueAt: number | null = null
let ticking: ReturnType<typeof setInterval> | null = null

/** Hears what happens in customer service until the function that is given back is called. */
export function listenToDesk(listener: DeskListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the live connection stands. */
export function useLive(): boolean {
  return useKept(connected)
}

/** Keeps the live connection while somebody wants it; gives what ends that. */
export function startLive(): () => void {
  users += 1
  if (users === 1) {
    attempt = 0
    void connect()
    ticking = setInterval(tick, client.silenceCheckMs)
  }
  return () => {
    users -= 1
    if (users > 0) return
    if (ticking !== null) clearInterval(ticking)
    drop()
  }
}

async function connect(): Promise<void> {
  dueAt = null
  const answer = await call(deskSocket, {}).catch(() => null)
  if (users === 0 || link !== null) return
  if (answer === null) return again()
  const address = new URL(answer.path, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('token', answer.token)
  const opened = new WebSocket(address)
  link = opened
  heardAt = elapsedNow()
  beatAt = heardAt
  opened.addEventListener('open', () => {
    if (link !== opened) return
    connected.set(true)
    for (const listener of listeners) listener.resync()
  })
  opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => link === opened && heard(data))
  opened.addEventListener('close', () => {
    if (link !== opened) return
    drop()
    again()
  })
}

function heard(data: unknown) {
  heardAt = elapsedNow()
  attempt = 0
  for (const message of typeof data === 'string' ? (parseFrame(data) ?? []) : []) {
    const read = serverMessage.safeParse(message)
    if (!read.success || read.data.type !== streamType.chat) continue
    for (const listener of listeners) listener.changed(read.data.data)
  }
}

function tick() {
  const now = elapsedNow()
  if (link === null) {
    if (dueAt !== null && now >= dueAt) void connect()
    return
  }
  const silence = now - heardAt
  const isOpening = link.readyState === WebSocket.CONNECTING
  if (silence > (isOpening ? connectMs : client.silenceMaxMs)) {
    drop()
    again()
  } else if (!isOpening && now - beatAt >= client.heartbeatMs) {
    beatAt = now
    if (link.readyState === WebSocket.OPEN) link.send('{"type":"heartbeat"}')
  }
}

function drop() {
  const old = link
  link = null
  dueAt = null
  connected.set(false)
  if (old !== null) end(old)
}

/** One that is still opening is ended once it is open: the browser takes any earlier end for a fault. */
function end(old: WebSocket) {
  if (old.readyState === WebSocket.CONNECTING) old.addEventListener('open', () => old.close())
  else old.close()
}

function again() {
  if (users === 0) return
  dueAt = elapsedNow() + reconnectDelayMs(attempt, Math.random())
  attempt += 1
}
