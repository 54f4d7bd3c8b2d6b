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
import type { ChatChange, ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import { reconnectDelayMs } from '@truemark/protocol/client'
import type { ChatPage } from '@truemark/protocol/routes/support'
import { newKey } from './newKey.ts'
import { elapsedNow, serverNow } from '@truemark/ui/device/serverTime'
import { isShown, onNetworkBack } from './page.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Something that was written here and that the server has not confirmed yet. */
export interface PendingLine {
  readonly key: string
  readonly text: string
  /** A picture that goes with it, which lives as long as the page. */
  readonly image: Blob | null
  /** The server's UTC milliseconds. */
  readonly madeAt: number
  /** Why the server refused it; null while it waits to be sent. */
  readonly failure: Error | null
}

/** A chat as a screen shows it. */
export interface ChatShown {
  readonly view: ChatView<PendingLine>
  /** The name of whoever types on the other side; null when nobody does. */
  readonly typing: string | null
  /** The first page could not be read. */
  readonly failed: boolean
  readonly loadingEarlier: boolean
}

/** Which lines to read: the newest, or those next to one that is there. */
export interface ChatQuery {
  readonly limit: string
  readonly before?: string
  readonly after?: string
}

/** Who hears of a chat over the live connection. */
export interface ChatListener {
  changed(change: ChatChange): void
  /** Something may have been missed: read anew. */
  resync(): void
}

/** What a chat stands on. `side` is the one that writes here; the calls reject with {@link ApiError}. */
export interface ChatPorts {
  readonly side: 'user' | 'desk'
  readonly read: (query: ChatQuery) => Promise<ChatPage>
  readonly send: (line: PendingLine) => Promise<ChatMessage>
  readonly seen: (seq: number) => Promise<ChatState>
  readonly type: () => Promise<unknown>
  /** Whether a change is of this chat. */
  readonly concerns: (change: ChatChange) => boolean
  readonly listen: (listener: ChatListener) => () => void
  /** How often the chat is read while it is looked at, in case the live connection said nothing. */
  readonly lookMs: number
  /** What was written before and not sent. */
  readonly pending: readonly PendingLine[]
  /** Whether whoever opened the chat is signed in now: what they wrote is sent as nobody else's, and shown to nobody. */
  readonly mine: () => boolean
  /** Is told of each change of the view. */
  readonly viewed: (view: ChatView<PendingLine>) => void
}

/** One chat: lines in order and without gaps, also over a lost connection; what is written is sent until it is there. */
export interface ChatSession {
  readonly shown: StoreApi<ChatShown>
  /** Follows the chat until the function that is given back is called. */
  follow(): () => void
  /** Reads the newest lines, or what came behind those that are there; calls while one is under way lead to one more. */
  readOn(): Promise<void>
  /** Reads the lines before the first. */
  readEarlier(): Promise<void>
  /** Puts something on its way: it is shown at once, and sent until the server has it. */
  say(text: string, image: Blob | null): void
  /** Sends what was refused once more. */
  sayAgain(key: string): void
  /** Gives up what was refused. */
  giveUp(key: string): void
  /** Says up to which line the screen has been read. */
  markRead(seq: number): Promise<void>
  /** Tells the other side that one types, at most every three seconds. */
  tellTyping(): void
  /** Takes in how the chat stands, as a call has answered. */
  takeState(state: ChatState): void
}

const pageSize = '50'
const typingFadeMs = 5_000
const typingTellMs = 3_000
/** Refusals that pass by themselves: what was refused for them stays on its way. */
const passing: ReadonlySet<string> = new Set([
  'network',
  'not_sent',
  'server_busy',
  'server_error',
  'rate_limited',
  'chat_too_fast',
])

/** Opens a chat; nothing is read before it is followed. */
export function createChatSession(ports: ChatPorts): ChatSession {
  return new Chat(ports)
}

class Chat implements ChatSession {
  readonly shown: StoreApi<ChatShown>
  readonly #ports: ChatPorts
  #reading: Promise<void> | null = null
  #readAgain = false
  #isSending = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | null = null
  #fade: ReturnType<typeof setTimeout> | null = null
  #toldTypingAt = -Infinity

  constructor(ports: ChatPorts) {
    this.#ports = ports
    const view = { ...noChat, pending: ports.pending }
    this.shown = createStore<ChatShown>(() => ({ view, typing: null, failed: false, loadingEarlier: false }))
  }

  follow(): () => void {
    const silence = this.#ports.listen({
      changed: (change) => this.#changed(change),
      resync: () => void this.#readAndSend(),
    })
    const look = setInterval(() => isShown() && void this.readOn(), this.#ports.lookMs)
    const stay = onNetworkBack(() => {
      this.#failures = 0
      void this.#readAndSend()
    })
    void this.#readAndSend()
    return () => {
      silence()
      clearInterval(look)
      stay()
    }
  }

  readOn(): Promise<void> {
    if (this.#reading !== null) {
      this.#readAgain = true
      return this.#reading
    }
    this.#reading = this.#readNow().finally(() => {
      this.#reading = null
      if (!this.#readAgain) return
      this.#readAgain = false
      void this.readOn()
    })
    return this.#reading
  }

  async readEarlier(): Promise<void> {
    const { loadingEarlier } = this.shown.getState()
    const before = this.#view.lines[0]?.seq
    if (before === undefined || loadingEarlier || !this.#view.hasEarlier) return
    this.shown.setState({ loadingEarlier: true })
    try {
      const page = await this.#ports.read({ limit: pageSize, before: String(before) })
      if (this.#ports.mine()) this.#setView(foldPage(this.#view, page, 'earlier'))
    } catch {
      // the button is still there
    } finally {
      this.shown.setState({ loadingEarlier: false })
    }
  }

  say(text: string, image: Blob | null): void {
    const line: PendingLine = { key: newKey(), text, image, madeAt: serverNow(), failure: null }
    this.#setView({ ...this.#view, pending: [...this.#view.pending, line] })
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
    if (state === null || seq <= state[this.#ports.side].read) return
    const next = await this.#ports.seen(seq).catch(() => null)
    if (next !== null && this.#ports.mine()) this.#setView({ ...this.#view, state: next })
  }

  tellTyping(): void {
    if (this.#view.state?.open !== true || elapsedNow() - this.#toldTypingAt < typingTellMs) return
    this.#toldTypingAt = elapsedNow()
    this.#ports.type().catch(() => undefined)
  }

  takeState(state: ChatState): void {
    this.#setView({ ...this.#view, state })
    if (state.seq > lastSeq(this.#view)) void this.readOn()
  }

  get #view(): ChatView<PendingLine> {
    return this.shown.getState().view
  }

  #setView(view: ChatView<PendingLine>): void {
    this.shown.setState({ view })
    this.#ports.viewed(view)
  }

  #changed(change: ChatChange): void {
    if (!this.#ports.mine() || !this.#ports.concerns(change)) return
    const others = this.#ports.side === 'user' ? 'desk' : 'user'
    if (change.kind === 'typing') return this.#showTyping(change.by === others ? change.name : null)
    const { view, gap } = foldChange(this.#view, change)
    this.#setView(view)
    if (change.kind === 'message' && change.message.author === others) this.#showTyping(null)
    if (gap) void this.readOn()
  }

  #showTyping(typing: string | null): void {
    if (this.#fade !== null) clearTimeout(this.#fade)
    this.#fade = typing === null ? null : setTimeout(() => this.#showTyping(null), typingFadeMs)
    this.shown.setState({ typing })
  }

  async #readAndSend(): Promise<void> {
    await this.readOn()
    await this.#send()
  }

  async #readNow(): Promise<void> {
    const last = lastSeq(this.#view)
    const side: PageSide = last === 0 ? 'newest' : 'later'
    try {
      const page = await this.#ports.read({ limit: pageSize, ...(last === 0 ? {} : { after: String(last) }) })
      if (!this.#ports.mine()) return
      this.shown.setState({ failed: false })
      this.#setView(foldPage(this.#view, page, side))
      if (side === 'later' && page.more) this.#readAgain = true
    } catch {
      if (this.#view.state === null) this.shown.setState({ failed: true })
    }
  }

  #change(key: string, to: (line: PendingLine) => PendingLine | null): void {
    const pending = this.#view.pending.flatMap((line) => (line.key === key ? (to(line) ?? []) : line))
    this.#setView({ ...this.#view, pending })
  }

  // one after the other, so that they arrive in the order in which they were written
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#ports.mine()) {
        const next = this.#view.pending.find(({ failure }) => failure === null)
        if (next === undefined || !(await this.#sendOne(next))) break
      }
    } finally {
      this.#isSending = false
    }
  }

  /** Whether to go on with the next. */
  async #sendOne(line: PendingLine): Promise<boolean> {
    try {
      const sent = await this.#ports.send(line)
      if (!this.#ports.mine()) return false
      this.#failures = 0
      const { view, gap } = withLine(this.#view, sent)
      this.#setView({ ...view, pending: view.pending.filter(({ key }) => key !== line.key) })
      if (gap) void this.readOn()
      return true
    } catch (failure) {
      if (!this.#ports.mine()) return false
      const refusal = failure instanceof ApiError ? failure : new ApiError('unknown', 0, String(failure))
      if (!passing.has(refusal.reason)) {
        this.#change(line.key, (each) => ({ ...each, failure: refusal }))
        return true
      }
      if (this.#retry !== null) clearTimeout(this.#retry)
      this.#retry = setTimeout(() => void this.#send(), reconnectDelayMs(this.#failures, Math.random()))
      this.#failures += 1
      return false
    }
  }
}
