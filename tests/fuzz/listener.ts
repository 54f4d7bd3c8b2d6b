import { successCode } from '@truemark/protocol/envelope'
import { closeCode, serverMessage, serverReply, streamType } from '@truemark/protocol/stream'
import { parseFrame } from '@truemark/protocol/streamText'
import { type RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { call, textAt } from '../client.ts'

/** What ends a socket that sent something odd, or whose session ended. */
const closings: ReadonlySet<number> = new Set([...Object.values(closeCode), 1000, 1002, 1005, 1006, 1007])
const openMaxMs = 20_000
/** Messages that are a person's own. */
const ownTypes: ReadonlySet<number> = new Set([
  streamType.balance,
  streamType.order,
  streamType.wallet,
  streamType.chat,
  streamType.notification,
])

/** What a socket heard: what was wrong with it, and the ids of what was told as its person's own. */
export class Hearing {
  readonly faults: string[] = []
  readonly ids = new Set<string>()
  /** How many messages were its person's own. */
  own = 0
  #seq = 0

  /** Takes one frame in. */
  take(data: RawData): void {
    const items = parseFrame(data instanceof Buffer ? data.toString() : '')
    if (items === null) this.faults.push('a frame that is none')
    for (const item of items ?? []) this.#judge(item)
  }

  #takeId(data: unknown): void {
    const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'order_id') : undefined
    if (typeof id === 'string') this.ids.add(id)
  }

  #judge(item: unknown): void {
    const reply = z.safeParse(serverReply, item)
    if (reply.success) {
      if ('seq' in reply.data) this.#seq = reply.data.seq
      const { data } = reply
      if (data.type === 'result' && data.code === successCode) this.#takeId(data.data)
      return
    }
    const message = z.safeParse(serverMessage, item)
    if (!message.success) {
      this.faults.push(`no message of the protocol: ${JSON.stringify(item).slice(0, 200)}`)
      return
    }
    if (!ownTypes.has(message.data.type) || !('seq' in message.data)) return
    const { seq, data } = message.data
    this.own += 1
    if (seq !== this.#seq + 1) this.faults.push(`seq ${seq} after ${this.#seq}`)
    this.#seq = seq
    this.#takeId(data)
    if ('status' in data && 'id' in data) this.ids.add(data.id)
  }
}

export interface OpenSocket {
  readonly socket: WebSocket
  readonly hearing: Hearing
  /** Once it is closed, whoever closed it. */
  readonly closed: Promise<void>
}

/** Opens a socket as a page does (a guest's where the token is ''), and judges every frame that it hears. */
export async function openSocket(port: number, token: string): Promise<OpenSocket> {
  const query = token === '' ? '' : `?token=${encodeURIComponent(token)}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws${query}`, { origin: `http://127.0.0.1:${port}` })
  const hearing = new Hearing()
  socket.on('message', (data) => hearing.take(data))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', (code) => {
      if (!closings.has(code)) hearing.faults.push(`closed with ${code}`)
      resolve()
    })
  })
  const timer = setTimeout(() => socket.terminate(), openMaxMs)
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  clearTimeout(timer)
  return { socket, hearing, closed }
}

/** The token by which a session opens sockets: a person’s, or an operator’s; '' for whoever has no session. */
export async function socketToken(address: string, session: string): Promise<string> {
  if (session === '') return ''
  const own = await call(address, '/data', { token: session })
  const token = textAt(own.data, 'ws', 'token')
  if (token !== '') return token
  return textAt((await call(address, '/desk/support/socket', { token: session })).data, 'token')
}
