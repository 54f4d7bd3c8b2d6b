import { channelsMax } from '@truemark/protocol/stream'

/** What the live connection needs to know of time, in milliseconds. */
export interface SocketTimes {
  readonly heartbeatMs: number
  readonly silenceMs: number
  /** After how long without a word what is followed may be old; a server that has nothing to tell beats sooner. */
  readonly quietMs: number
  readonly connectMs: number
  /** How long to wait after the n-th failure (from 0); `random` in [0, 1) spreads it. */
  readonly backoffMs: (attempt: number, random: number) => number
}

type Link =
  | { readonly at: 'closed' }
  | { readonly at: 'waiting'; readonly dueAt: number }
  | { readonly at: 'connecting'; readonly sinceAt: number }
  | { readonly at: 'open'; readonly heardAt: number; readonly beatAt: number }

/** The whole state of the live connection; `channels` counts who wants each one. */
export interface SocketState {
  readonly wanted: boolean
  readonly visible: boolean
  readonly attempt: number
  readonly link: Link
  readonly channels: ReadonlyMap<string, number>
  /** Since when something is followed on a page that is seen: before, nobody beats. */
  readonly watchedAt: number
}

export type SocketInput =
  | { readonly type: 'start' | 'stop' | 'show' | 'hide' | 'opened' | 'lost' | 'heard' | 'tick' }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly channel: string }

export type SocketEffect =
  | { readonly type: 'connect' | 'close' | 'beat' | 'resync' }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly channels: readonly string[] }

/** What a step is given besides its input: the time, and a number in [0, 1) that spreads reconnects. */
export interface SocketMoment {
  readonly now: number
  readonly random: number
  readonly times: SocketTimes
}

interface Step {
  readonly state: SocketState
  readonly effects: readonly SocketEffect[]
}

/** The connection before anybody asked for it. */
export function createSocketState(visible: boolean): SocketState {
  return { wanted: false, visible, attempt: 0, link: { at: 'closed' }, channels: new Map(), watchedAt: 0 }
}

/** Whether a link that is wanted has been lost and is not back yet. */
export function isReconnecting(state: SocketState): boolean {
  return state.wanted && state.visible && state.attempt > 0 && state.link.at !== 'open'
}

/** Whether a link that stands, or is only being made, has been silent until what is followed may be old. */
export function isQuiet(
  { link, visible, channels, watchedAt }: SocketState,
  { now, times }: Omit<SocketMoment, 'random'>,
): boolean {
  if (!visible || channels.size === 0 || link.at === 'closed' || link.at === 'waiting') return false
  const since = link.at === 'open' ? link.heardAt : link.sinceAt
  return now - Math.max(since, watchedAt) >= times.quietMs
}

/**
 * One step of the live connection: the next state, and what the driver is to do, in order. Pure.
 * A hidden page keeps its link but drops its channels, and does not reconnect; a link that has been silent for
 * `silenceMs` is dead; the wait before the next try is `backoffMs`, and starts from its first again once the server spoke.
 */
export function stepSocket(state: SocketState, input: SocketInput, moment: SocketMoment): Step {
  switch (input.type) {
    case 'start':
      return connectIfDue({ ...state, wanted: true, attempt: 0 }, moment)
    case 'stop':
      return stopped(state)
    case 'show':
      return shown(state, moment)
    case 'hide':
      return hidden(state)
    case 'opened':
      return opened(state, moment)
    case 'lost':
      return lost(state, moment)
    case 'heard':
      return heard(state, moment)
    case 'tick':
      return ticked(state, moment)
    case 'subscribe':
      return subscribed(state, input.channel, moment)
    case 'unsubscribe':
      return unsubscribed(state, input.channel)
  }
}

function quiet(state: SocketState): Step {
  return { state, effects: [] }
}

function connectIfDue(state: SocketState, { now }: SocketMoment): Step {
  const idle = state.link.at === 'closed' || state.link.at === 'waiting'
  if (!state.wanted || !state.visible || !idle) return quiet(state)
  return { state: { ...state, link: { at: 'connecting', sinceAt: now } }, effects: [{ type: 'connect' }] }
}

function stopped(state: SocketState): Step {
  const live = state.link.at === 'connecting' || state.link.at === 'open'
  return {
    state: { ...state, wanted: false, attempt: 0, link: { at: 'closed' } },
    effects: live ? [{ type: 'close' }] : [],
  }
}

function shown(state: SocketState, moment: SocketMoment): Step {
  if (state.visible) return quiet(state)
  const next = { ...state, visible: true, attempt: 0, watchedAt: moment.now }
  if (state.link.at !== 'open') return connectIfDue(next, moment)
  // Timers sleep on a hidden page, so a link that died meanwhile is found here and not by a tick.
  if (moment.now - state.link.heardAt >= moment.times.silenceMs) {
    const step = connectIfDue({ ...next, link: { at: 'closed' } }, moment)
    return { state: step.state, effects: [{ type: 'close' }, ...step.effects] }
  }
  return { state: next, effects: [...subscribeAll(next), { type: 'resync' }] }
}

function hidden(state: SocketState): Step {
  if (!state.visible) return quiet(state)
  const link = state.link.at === 'waiting' ? ({ at: 'closed' } as const) : state.link
  const pause = state.link.at === 'open' && state.channels.size > 0
  return {
    state: { ...state, visible: false, link },
    effects: pause ? [{ type: 'unsubscribe', channels: [...state.channels.keys()] }] : [],
  }
}

function subscribeAll(state: SocketState): SocketEffect[] {
  return state.channels.size === 0 ? [] : [{ type: 'subscribe', channels: [...state.channels.keys()] }]
}

function opened(state: SocketState, { now }: SocketMoment): Step {
  if (state.link.at !== 'connecting') return quiet(state)
  const next: SocketState = { ...state, link: { at: 'open', heardAt: now, beatAt: now } }
  return { state: next, effects: [...(state.visible ? subscribeAll(next) : []), { type: 'resync' }] }
}

function lost(state: SocketState, { now, random, times }: SocketMoment): Step {
  if (state.link.at === 'closed' || state.link.at === 'waiting') return quiet(state)
  if (!state.wanted || !state.visible) return quiet({ ...state, link: { at: 'closed' } })
  const dueAt = now + times.backoffMs(state.attempt, random)
  return quiet({ ...state, attempt: state.attempt + 1, link: { at: 'waiting', dueAt } })
}

function heard(state: SocketState, { now }: SocketMoment): Step {
  if (state.link.at !== 'open') return quiet(state)
  // Only a link that speaks ends the back-off: one that opens and closes at once would storm the server.
  return quiet({ ...state, attempt: 0, link: { ...state.link, heardAt: now } })
}

function ticked(state: SocketState, moment: SocketMoment): Step {
  const { link } = state
  const { now, times } = moment
  if (link.at === 'waiting') return now >= link.dueAt ? connectIfDue(state, moment) : quiet(state)
  if (link.at === 'connecting') return now - link.sinceAt >= times.connectMs ? dead(state, moment) : quiet(state)
  if (link.at === 'closed') return quiet(state)
  if (now - link.heardAt >= times.silenceMs) return dead(state, moment)
  if (now - link.beatAt < times.heartbeatMs) return quiet(state)
  return { state: { ...state, link: { ...link, beatAt: now } }, effects: [{ type: 'beat' }] }
}

function dead(state: SocketState, moment: SocketMoment): Step {
  return { state: lost(state, moment).state, effects: [{ type: 'close' }] }
}

function subscribed(state: SocketState, channel: string, { now }: SocketMoment): Step {
  const count = state.channels.get(channel) ?? 0
  if (count === 0 && state.channels.size >= channelsMax) {
    throw new RangeError(`more than ${channelsMax} channels`)
  }
  const channels = new Map(state.channels).set(channel, count + 1)
  const tell = count === 0 && state.visible && state.link.at === 'open'
  const watchedAt = state.channels.size === 0 ? now : state.watchedAt
  return { state: { ...state, channels, watchedAt }, effects: tell ? [{ type: 'subscribe', channels: [channel] }] : [] }
}

function unsubscribed(state: SocketState, channel: string): Step {
  const count = state.channels.get(channel) ?? 0
  if (count === 0) return quiet(state)
  const channels = new Map(state.channels)
  if (count > 1) channels.set(channel, count - 1)
  else channels.delete(channel)
  const tell = count === 1 && state.visible && state.link.at === 'open'
  return { state: { ...state, channels }, effects: tell ? [{ type: 'unsubscribe', channels: [channel] }] : [] }
}
