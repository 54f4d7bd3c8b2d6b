import { elapsedNow } from '@truemark/ui/device/serverTime'
import { ApiError } from '@truemark/protocol/calling'
import { reconnectDelayMs } from '@truemark/protocol/client'
import { foldChange, foldPage, lastSeq, noChat, withLine, type ChatView } from '@truemark/protocol/chatView'
import {
  deskChatMessages,
  deskChatSeen,
  deskChatSend,
  deskChatSendImage,
  deskChatTyping,
} from '@truemark/protocol/routes/deskSupport'
import type { ChatChange, ChatState } from '@truemark/protocol/chatMessage'
import { useEffect, useState } from 'react'
import { call, callForm } from '../data/http.ts'
import { createKept, useKept } from '../data/kept.ts'
import { listenToDesk } from '../data/live.ts'
import { newKey } from '@truemark/ui/device/newKey'

/** What the operator has written and the server has not confirmed yet. */
export interface DeskLine {
  readonly key: string
  readonly text: string
  readonly image: Blob | null
  /** Why it was refused; null while it waits to be sent. */
  readonly failure: Error | null
}

export interface DeskChatView {
  readonly view: ChatView<DeskLine>
  readonly typing: boolean
  readonly failed: boolean
  readonly loadingEarlier: boolean
}

const pageSize = '50'
const lookMs = 15_000
const typingFadeMs = 5_000
const typingTellMs = 3_000
const passing: ReadonlySet<string> = new Set(['network', 'server_busy', 'server_error', 'rate_limited'])

/** One chat as an operator sees and answers it: lines in order and without gaps, also over a lost connection. */
export class DeskChat {
  readonly id: string
  readonly kept = createKept<DeskChatView>({ view: noChat, typing: false, failed: false, loadingEarlier: false })
  #reading: Promise<void> | null = null
  #again = false
  #sending = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | null = null
  #fade: ReturnType<typeof setTimeout> | null = null
  #toldTypingAt = -Infinity

  constructor(id: string) {
    this.id = id
  }

  /** Follows the chat until the function that is given back is called. */
  follow(): () => void {
    const silence = listenToDesk({
      changed: (change) => this.#changed(change),
      resync: () => {
        void this.readOn()
        void this.#send()
      },
    })
    const look = setInterval(() => document.visibilityState === 'visible' && void this.readOn(), lookMs)
    const back = () => void this.readOn().then(() => this.#send())
    window.addEventListener('online', back)
    void this.readOn()
    return () => {
      silence()
      clearInterval(look)
      window.removeEventListener('online', back)
      if (this.#retry !== null) clearTimeout(this.#retry)
    }
  }

  /** Reads the newest lines, or what came behind those that are there. */
  readOn(): Promise<void> {
    if (this.#reading !== null) {
      this.#again = true
      return this.#reading
    }
    this.#reading = this.#readNow().finally(() => {
      this.#reading = null
      if (!this.#again) return
      this.#again = false
      void this.readOn()
    })
    return this.#reading
  }

  async readEarlier(): Promise<void> {
    const { view, loadingEarlier } = this.kept.get()
    const before = view.lines[0]?.seq
    if (before === undefined || loadingEarlier) return
    this.#put({ loadingEarlier: true })
    try {
      const query = { limit: pageSize, before: String(before) }
      const page = await call(deskChatMessages, { params: { id: this.id }, query })
      this.#put({ view: foldPage(this.#view, page, 'earlier') })
    } catch {
      // the button is still there
    } finally {
      this.#put({ loadingEarlier: false })
    }
  }

  say(text: string, image: Blob | null): void {
    const line: DeskLine = { key: newKey(), text, image, failure: null }
    this.#put({ view: { ...this.#view, pending: [...this.#view.pending, line] } })
    void this.#send()
  }

  sayAgain(key: string): void {
    this.#change(key, (line) => ({ ...line, failure: null }))
    void this.#send()
  }

  giveUp(key: string): void {
    this.#change(key, () => null)
  }

  async markRead(seq: number): Promise<void> {
    const { state } = this.#view
    if (state === null || seq <= state.desk.read) return
    const body = { delivered: seq, read: seq }
    const next = await call(deskChatSeen, { params: { id: this.id }, body }).catch(() => null)
    if (next !== null) this.takeState(next)
  }

  tellTyping(): void {
    if (elapsedNow() - this.#toldTypingAt < typingTellMs) return
    this.#toldTypingAt = elapsedNow()
    call(deskChatTyping, { params: { id: this.id } }).catch(() => undefined)
  }

  takeState(state: ChatState): void {
    this.#put({ view: { ...this.#view, state } })
    if (state.seq > lastSeq(this.#view)) void this.readOn()
  }

  get #view(): ChatView<DeskLine> {
    return this.kept.get().view
  }

  #put(change: Partial<DeskChatView>): void {
    this.kept.set({ ...this.kept.get(), ...change })
  }

  #changed(change: ChatChange): void {
    if (change.kind === 'ticket' || change.chat !== this.id) return
    if (change.kind === 'typing') return this.#showTyping(change.by === 'user')
    const { view, gap } = foldChange(this.#view, change)
    this.#put({ view })
    if (change.kind === 'message' && change.message.author === 'user') this.#showTyping(false)
    if (gap) void this.readOn()
  }

  #showTyping(typing: boolean): void {
    if (this.#fade !== null) clearTimeout(this.#fade)
    this.#fade = typing ? setTimeout(() => this.#showTyping(false), typingFadeMs) : null
    this.#put({ typing })
  }

  async #readNow(): Promise<void> {
    const last = lastSeq(this.#view)
    const query = { limit: pageSize, ...(last === 0 ? {} : { after: String(last) }) }
    try {
      const page = await call(deskChatMessages, { params: { id: this.id }, query })
      this.#put({ failed: false, view: foldPage(this.#view, page, last === 0 ? 'newest' : 'later') })
      if (last !== 0 && page.more) this.#again = true
    } catch {
      this.#put({ failed: this.#view.state === null })
    }
  }

  #change(key: string, to: (line: DeskLine) => DeskLine | null): void {
    const pending = this.#view.pending.flatMap((line) => (line.key === key ? (to(line) ?? []) : line))
    this.#put({ view: { ...this.#view, pending } })
  }

  // one after the other, so that they arrive in the order in which they were written
  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      for (;;) {
        const next = this.#view.pending.find(({ failure }) => failure === null)
        if (next === undefined || !(await this.#sendOne(next))) break
      }
    } finally {
      this.#sending = false
    }
  }

  async #sendOne({ key, text, image }: DeskLine): Promise<boolean> {
    const input = { params: { id: this.id }, body: { key, text } }
    try {
      const sent = image === null ? await call(deskChatSend, input) : await callForm(deskChatSendImage, input, [image])
      this.#failures = 0
      const { view, gap } = withLine(this.#view, sent)
      this.#put({ view: { ...view, pending: view.pending.filter((line) => line.key !== key) } })
      if (gap) void this.readOn()
      return true
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : new ApiError('unknown', 0, String(failure))
      if (!passing.has(refusal.reason)) {
        this.#change(key, (line) => ({ ...line, failure: refusal }))
        return true
      }
      if (this.#retry !== null) clearTimeout(this.#retry)
      this.#retry = setTimeout(() => void this.#send(), reconnectDelayMs(this.#failures, Math.random()))
      this.#failures += 1
      return false
    }
  }
}

const opened = new Map<string, DeskChat>()
const openedMax = 20

// what was written and not sent is there when one comes back to the chat
function chatOf(id: string): DeskChat {
  const known = opened.get(id) ?? new DeskChat(id)
  opened.delete(id)
  opened.set(id, known)
  for (const [old, chat] of opened) {
    if (opened.size <= openedMax) break
    if (chat.kept.get().view.pending.length === 0) opened.delete(old)
  }
  return known
}

/** A chat that is followed for as long as the component is there. */
export function useDeskChat(id: string): { readonly chat: DeskChat } & DeskChatView {
  const [chat] = useState(() => chatOf(id))
  useEffect(() => chat.follow(), [chat])
  return { chat, ...useKept(chat.kept) }
}
