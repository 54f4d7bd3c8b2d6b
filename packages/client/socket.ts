import { elapsedNow } from '@truemark/ui/device/serverTime'
import { closeCode, type ClientMessage } from '@truemark/protocol/stream'
import { parseFrame } from '@truemark/protocol/streamText'
import {
  createSocketState,
  isQuiet,
  isReconnecting,
  stepSocket,
  type SocketEffect,
  type SocketInput,
  type SocketTimes,
} from './socketMachine.ts'

/** The part of a WebSocket that is used here. */
export interface SocketLink {
  readonly readyState: number
  send(data: string): void
  close(): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void
}

/** What the live connection stands on. */
export interface SocketParts {
  /** Opens a link; null where there is nothing to open for (a guest). */
  readonly open: () => Promise<SocketLink | null>
  readonly times: SocketTimes
  readonly checkMs: number
  readonly visible: () => boolean
  /** The server said something, were it only that nothing is new. */
  readonly spoke?: () => void
  /** Hears every message of a frame, in order, unread. */
  readonly heard: (message: unknown) => void
  /** Something may have been missed: fetch state anew. */
  readonly resync: () => void
  /** The server has ended the session: by a reason of the catalogue, where it says why. */
  readonly sessionEnded: (cause: 'user_disabled' | null) => void
  /** Whether the link is down and being made again. */
  readonly reconnecting: (now: boolean) => void
  /** Whether a link that stands, or is to, brings nothing, so that what is followed may be old. */
  readonly quiet?: (now: boolean) => void
}

export interface LiveSocket {
  start(): void
  stop(): void
  /** The page has been hidden or shown. */
  visibilityChanged(): void
  /** Follows a channel until the returned function is called; counted, so that several can follow one. */
  follow(channel: string): () => void
  send(message: ClientMessage): void
}

/** Drives the state machine of `socketMachine.ts` on real links and timers. */
export function createSocket(parts: SocketParts): LiveSocket {
  let state = createSocketState(parts.visible())
  let timer: ReturnType<typeof setInterval> | null = null
  const link = createLinkHolder(parts.open, {
    opened: () => dispatch({ type: 'opened' }),
    lost(code) {
      dispatch({ type: 'lost' })
      if (code === closeCode.sessionEnded) parts.sessionEnded(null)
      if (code === closeCode.userDisabled) parts.sessionEnded('user_disabled')
    },
    heard(data) {
      parts.spoke?.()
      dispatch({ type: 'heard' })
      if (typeof data === 'string') parseFrame(data)?.forEach(parts.heard)
    },
  })

  function dispatch(input: SocketInput) {
    const moment = { now: elapsedNow(), random: Math.random(), times: parts.times }
    const step = stepSocket(state, input, moment)
    state = step.state
    parts.reconnecting(isReconnecting(state))
    parts.quiet?.(isQuiet(state, moment))
    step.effects.forEach(perform)
  }

  function perform(effect: SocketEffect) {
    if (effect.type === 'connect') void link.connect()
    else if (effect.type === 'close') link.disconnect()
    else if (effect.type === 'beat') send({ type: 'heartbeat' })
    else if (effect.type === 'resync') parts.resync()
    else if (effect.type === 'subscribe' || effect.type === 'unsubscribe')
      send({ type: effect.type, symbols: [...effect.channels] })
  }

  function send(message: ClientMessage) {
    if (state.link.at === 'open') link.send(JSON.stringify(message))
  }

  return {
    start() {
      timer ??= setInterval(() => dispatch({ type: 'tick' }), parts.checkMs)
      dispatch({ type: 'start' })
    },
    stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      dispatch({ type: 'stop' })
    },
    visibilityChanged: () => dispatch({ type: parts.visible() ? 'show' : 'hide' }),
    follow(channel) {
      dispatch({ type: 'subscribe', channel })
      let following = true
      return () => {
        if (following) dispatch({ type: 'unsubscribe', channel })
        following = false
      }
    },
    send,
  }
}

interface LinkEvents {
  opened(): void
  /** The link broke or never came; the code of the close frame, 0 where there was none. */
  lost(code: number): void
  heard(data: unknown): void
}

// Holds one link at a time. What an old link still says is not heard: its generation is over.
function createLinkHolder(open: SocketParts['open'], events: LinkEvents) {
  let link: SocketLink | null = null
  let generation = 0
  return {
    async connect() {
      generation += 1
      const own = generation
      const current = () => own === generation
      const opened = await open().catch(() => null)
      if (!current()) return opened === null ? undefined : shut(opened)
      if (opened === null) return events.lost(0)
      link = opened
      opened.addEventListener('open', () => current() && events.opened())
      opened.addEventListener('message', (event) => current() && events.heard(event.data))
      opened.addEventListener('close', (event) => {
        if (!current()) return
        link = null
        events.lost(event.code)
      })
    },
    disconnect() {
      generation += 1
      if (link !== null) shut(link)
      link = null
    },
    send: (data: string) => link?.send(data),
  }
}

const connecting = 0

// one that is still being made is closed once it is there: a browser calls anything sooner an error
function shut(link: SocketLink): void {
  if (link.readyState === connecting) link.addEventListener('open', () => link.close())
  else link.close()
}
