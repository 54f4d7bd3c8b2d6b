import { ApiError } from '@truemark/protocol/calling'
import type { ChatMessage, ChatState } from '@truemark/protocol/chatMessage'
import type { ChatPage } from '@truemark/protocol/routes/support'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChatSession, type ChatListener, type ChatQuery, type PendingLine } from './chatSession.ts'

const reach = { delivered: 0, read: 0, unread: 0 }

/** How the line to the service is: it works, it loses requests, it loses answers, it refuses. */
type Weather = 'fine' | 'requests lost' | 'answers lost' | 'refused'

/** A service that keeps one chat as the server does: numbered lines, one for each key. */
class Service {
  readonly lines: ChatMessage[] = []
  readonly listeners = new Set<ChatListener>()
  weather: Weather = 'fine'
  isTold = true

  get state(): ChatState {
    return { open: true, online: true, operator: 'Ada', seq: this.lines.length, user: reach, desk: reach }
  }

  write(author: 'user' | 'desk', key: string, text: string): ChatMessage {
    const known = this.lines.find((line) => line.key === key)
    if (known) return known
    const seq = this.lines.length + 1
    const line: ChatMessage = { seq, author, event: '', key, name: '', text, image: null, time: seq }
    this.lines.push(line)
    const change = { kind: 'message', chat: 'c', message: line, state: this.state } as const
    if (this.isTold) for (const listener of this.listeners) listener.changed(change)
    return line
  }

  async read({ limit, before, after }: ChatQuery): Promise<ChatPage> {
    await this.#arrive()
    const size = Number(limit)
    const all = this.lines.filter(({ seq }) => seq > Number(after ?? 0) && seq < Number(before ?? Infinity))
    const items = after === undefined ? all.slice(-size) : all.slice(0, size)
    return { state: this.state, items, more: items.length < all.length }
  }

  async send({ key, text }: PendingLine): Promise<ChatMessage> {
    await this.#arrive()
    if (this.weather === 'refused') throw new ApiError('field_malformed', 0, '')
    const line = this.write('user', key, text)
    if (this.weather === 'answers lost') throw new ApiError('network', 0, '')
    return line
  }

  async #arrive() {
    await Promise.resolve()
    if (this.weather === 'requests lost') throw new ApiError('network', 0, '')
  }
}

function open(service: Service, over: { mine?: () => boolean; pending?: PendingLine[] } = {}) {
  return createChatSession({
    side: 'user',
    read: (query) => service.read(query),
    send: (line) => service.send(line),
    seen: () => Promise.resolve(service.state),
    type: () => Promise.resolve(null),
    concerns: ({ kind }) => kind !== 'ticket',
    listen(listener) {
      service.listeners.add(listener)
      return () => void service.listeners.delete(listener)
    },
    lookMs: 30_000,
    pending: over.pending ?? [],
    mine: over.mine ?? (() => true),
    viewed: () => undefined,
  })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const act = fc.oneof(
  fc.record({ do: fc.constant('say' as const) }),
  fc.record({ do: fc.constant('answer' as const) }),
  fc.record({ do: fc.constant('hush' as const), isTold: fc.boolean() }),
  fc.record({
    do: fc.constant('turn' as const),
    weather: fc.constantFrom<Weather>('fine', 'requests lost', 'answers lost'),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
)

it('sends each line once and in order, and shows what the server has, whatever is lost on the way', async () => {
  const runs = fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
    const service = new Service()
    const chat = open(service)
    const stop = chat.follow()
    let said = 0
    for (const one of acts) {
      if (one.do === 'say') chat.say(`${(said += 1)}`, null)
      else if (one.do === 'answer') service.write('desk', `d${service.lines.length}`, '')
      else if (one.do === 'hush') service.isTold = one.isTold
      else if (one.do === 'turn') service.weather = one.weather
      else await vi.advanceTimersByTimeAsync(one.ms)
    }
    service.weather = 'fine'
    await vi.advanceTimersByTimeAsync(120_000)
    const { view } = chat.shown.getState()
    stop()
    expect(view.pending).toEqual([])
    expect(service.lines.filter(({ author }) => author === 'user').map(({ text }) => Number(text))).toEqual(
      Array.from({ length: said }, (_, index) => index + 1),
    )
    const first = view.lines[0]?.seq ?? 1
    expect(view.lines).toEqual(service.lines.slice(first - 1))
  })
  await fc.assert(runs, { numRuns: 200 })
})

it('keeps what was refused until it is said again or given up', async () => {
  const service = new Service()
  const chat = open(service)
  chat.follow()
  service.weather = 'refused'
  chat.say('one', null)
  chat.say('two', null)
  await vi.advanceTimersByTimeAsync(10)
  const [one, two] = chat.shown.getState().view.pending
  expect([one?.failure?.name, two?.failure?.name]).toEqual(['ApiError', 'ApiError'])
  service.weather = 'fine'
  chat.giveUp(one?.key ?? '')
  chat.sayAgain(two?.key ?? '')
  await vi.advanceTimersByTimeAsync(10)
  expect(service.lines.map(({ text }) => text)).toEqual(['two'])
})

it('sends nothing of its own, and shows nothing, once somebody else is signed in', async () => {
  const service = new Service()
  let isMine = true
  const chat = open(service, { mine: () => isMine })
  chat.follow()
  await vi.advanceTimersByTimeAsync(10)
  service.weather = 'requests lost'
  chat.say('for Ada alone', null)
  await vi.advanceTimersByTimeAsync(10)
  isMine = false
  service.weather = 'fine'
  service.write('desk', 'd', 'to somebody else')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(service.lines.map(({ text }) => text)).toEqual(['to somebody else'])
  expect(chat.shown.getState().view.lines).toEqual([])
  isMine = true
  chat.follow()
  await vi.advanceTimersByTimeAsync(10)
  expect(service.lines.map(({ text }) => text)).toEqual(['to somebody else', 'for Ada alone'])
})
