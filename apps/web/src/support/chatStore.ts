import { ApiError } from '@truemark/protocol/calling'
import {
  foldChange,
  foldPage,
  lastSeq,
  noChat,
  withLine,
  type ChatView,
  type PageSide,
} from '@truemark/protocol/chatView'
import type { ChatChange, ChatState } from '@truemark/protocol/chatMessage'
import { chatMessages, chatSeen, chatSend, chatSendImage, chatTyping } from '@truemark/protocol/routes/support'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../data/api.ts'
import { listenToChat, setChatUnread } from '../data/chat.ts'
import { newKey } from '@truemark/ui/device/newKey'
import { elapsedNow, serverNow } from '@truemark/ui/device/serverTime'
import { session, userOf } from '../data/session.ts'
import { localStore } from '@truemark/ui/device/store'
import { readOutbox, retryDelayMs, writeOutbox, type PendingLine } from './outbox.ts'

interface ChatStore {
  readonly view: ChatView<PendingLine>
  /** Who types; null when nobody does. */
  readonly typing: string | null
  /** The first page could not be read. */
  readonly failed: boolean
  readonly loadingEarlier: boolean
}

const first: ChatStore = { view: noChat, typing: null, failed: false, loadingEarlier: false }
const store = createStore<ChatStore>(() => first)

const pageSize = '50'
const typingFadeMs = 5_000
const typingTellMs = 3_000
const lookMs = 30_000
/** Refusals that pass by themselves: what was refused for them stays on its way. */
const passing: ReadonlySet<string> = new Set([
  'network',
  'not_sent',
  'server_busy',
  'server_error',
  'rate_limited',
  'chat_too_fast',
])

let owner = ''
let reading: Promise<void> | null = null
let readAgain = false
let sending = false
let failures = 0
let retryTimer: ReturnType<typeof setTimeout> | null = null
let fadeTimer: ReturnType<typeof setTimeout> | null = null
let toldTypingAt = -Infinity

function setView(view: ChatView<PendingLine>) {
  store.setState({ view })
  writeOutbox(localStore, owner, view.pending)
  setChatUnread(view.state?.user.unread ?? 0)
}

/** Opens the chat of whoever is signed in for as long as the component is there. */
export function useChat(): ChatStore {
  const uid = userOf(session.getState())?.uid ?? ''
  useEffect(() => {
    begin(uid)
    const silence = listenToChat({ changed, resync: () => void readOn() })
    const look = setInterval(() => document.visibilityState === 'visible' && void readOn(), lookMs)
    const back = () => {
      failures = 0
      void readOn()
      void sendPending()
    }
    window.addEventListener('online', back)
    return () => {
      silence()
      clearInterval(look)
      window.removeEventListener('online', back)
    }
  }, [uid])
  return useStore(store)
}

function begin(uid: string) {
  if (uid !== owner) {
    owner = uid
    const pending = readOutbox(localStore, uid, serverNow())
    store.setState({ ...first, view: { ...noChat, pending } })
  }
  void readOn().then(sendPending)
}

function changed(change: ChatChange) {
  if (change.kind === 'typing') return showTyping(change.by === 'desk' ? change.name : null)
  const { view, gap } = foldChange(store.getState().view, change)
  setView(view)
  if (change.kind === 'message' && change.message.author === 'desk') showTyping(null)
  if (gap) void readOn()
}

function showTyping(name: string | null) {
  if (fadeTimer !== null) clearTimeout(fadeTimer)
  fadeTimer = name === null ? null : setTimeout(() => showTyping(null), typingFadeMs)
  store.setState({ typing: name })
}

/** Reads the newest lines, or what came behind those that are there; calls while one is under way lead to one more. */
export function readOn(): Promise<void> {
  if (reading !== null) {
    readAgain = true
    return reading
  }
  reading = readNow().finally(() => {
    reading = null
    if (!readAgain) return
    readAgain = false
    void readOn()
  })
  return reading
}

async function readNow(): Promise<void> {
  const mine = owner
  const { view } = store.getState()
  const last = lastSeq(view)
  const side: PageSide = last === 0 ? 'newest' : 'later'
  try {
    const query = { limit: pageSize, ...(last === 0 ? {} : { after: String(last) }) }
    const page = await call(chatMessages, { query })
    if (mine !== owner) return
    store.setState({ failed: false })
    setView(foldPage(store.getState().view, page, side))
    if (side === 'later' && page.more) readAgain = true
  } catch {
    if (mine === owner && view.state === null) store.setState({ failed: true })
  }
}

/** Reads the lines before the first. */
export async function readEarlier(): Promise<void> {
  const { view, loadingEarlier } = store.getState()
  const before = view.lines[0]?.seq
  if (before === undefined || loadingEarlier || !view.hasEarlier) return
  store.setState({ loadingEarlier: true })
  const mine = owner
  try {
    const page = await call(chatMessages, { query: { limit: pageSize, before: String(before) } })
    if (mine === owner) setView(foldPage(store.getState().view, page, 'earlier'))
  } catch {
    // the button is still there
  } finally {
    store.setState({ loadingEarlier: false })
  }
}

/** Puts something on its way: it is shown at once, kept on this device, and sent until the server has it. */
export function say(text: string, image: Blob | null): void {
  const { view } = store.getState()
  const key = newKey()
  const line: PendingLine = { key, text, image, madeAt: serverNow(), failure: null }
  setView({ ...view, pending: [...view.pending, line] })
  void sendPending()
}

/** Sends what was refused once more. */
export function sayAgain(key: string): void {
  change(key, (line) => ({ ...line, failure: null }))
  void sendPending()
}

/** Gives up what was refused. */
export function giveUp(key: string): void {
  change(key, () => null)
}

function change(key: string, to: (line: PendingLine) => PendingLine | null) {
  const { view } = store.getState()
  const pending = view.pending.flatMap((line) => (line.key === key ? (to(line) ?? []) : line))
  setView({ ...view, pending })
}

// one after the other, so that they arrive in the order in which they were written
async function sendPending(): Promise<void> {
  if (sending) return
  sending = true
  try {
    for (;;) {
      const next = store.getState().view.pending.find(({ failure }) => failure === null)
      if (next === undefined || !(await sendOne(next))) break
    }
  } finally {
    sending = false
  }
}

/** Whether to go on with the next. */
async function sendOne(line: PendingLine): Promise<boolean> {
  const mine = owner
  const { key, text, image } = line
  try {
    const sent =
      image === null
        ? await call(chatSend, { body: { key, text } })
        : await call(chatSendImage, { body: { key, text }, files: [image] })
    if (mine !== owner) return false
    failures = 0
    const { view, gap } = withLine(store.getState().view, sent)
    setView({ ...view, pending: view.pending.filter((each) => each.key !== key) })
    if (gap) void readOn()
    return true
  } catch (failure) {
    if (mine !== owner) return false
    const refusal = failure instanceof ApiError ? failure : new ApiError('unknown', 0, String(failure))
    if (!passing.has(refusal.reason)) {
      change(key, (each) => ({ ...each, failure: refusal }))
      return true
    }
    failures += 1
    if (retryTimer !== null) clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void sendPending(), retryDelayMs(failures))
    return false
  }
}

/** Says up to which line the screen has been read. */
export async function markRead(seq: number): Promise<void> {
  const { view } = store.getState()
  if (view.state === null || seq <= view.state.user.read) return
  const state = await call(chatSeen, { body: { delivered: seq, read: seq } }).catch(() => null)
  if (state !== null) setView({ ...store.getState().view, state })
}

/** Tells the other side that one types, at most every three seconds. */
export function tellTyping(): void {
  const { view } = store.getState()
  if (view.state?.open !== true || elapsedNow() - toldTypingAt < typingTellMs) return
  toldTypingAt = elapsedNow()
  call(chatTyping, {}).catch(() => undefined)
}

/** Takes in how the chat stands, as a call has answered. */
export function takeState(state: ChatState): void {
  setView({ ...store.getState().view, state })
  void readOn()
}
