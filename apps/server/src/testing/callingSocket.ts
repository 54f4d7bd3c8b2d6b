import { contentRoutes } from '@truemark/protocol/routes/content'
import { type RouteDefinition, pathWith } from '@truemark/protocol/routes/route'
import { serverReply } from '@truemark/protocol/stream'
import { parseFrame } from '@truemark/protocol/streamText'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { textOf } from '../platform/socket/messages.ts'
import { keyNow } from './keys.ts'
import type { LiveServer } from './liveServer.ts'
import { type Program, signedHeaders } from './program.ts'

const answer = z.object({
  type: z.literal('result'),
  id: z.string(),
  status: z.int(),
  code: z.int(),
  data: z.unknown(),
  replayed: z.optional(z.literal(true)),
})
const refusal = z.object({ reason: z.string() })

/** What is asked over a socket. */
interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly key?: string
  readonly body?: unknown
}

interface Answered {
  readonly status: number
  readonly code: number
  readonly data: unknown
  /** Why it was refused; null where it was done. */
  readonly reason: string | null
  /** Whether it says that it had been done before. */
  readonly replayed: boolean
}

/** An open socket over which calls are made. */
export interface CallingSocket {
  readonly socket: WebSocket
  /** All that it was told, in order. */
  readonly messages: unknown[]
  readonly closed: Promise<number>
  /** Makes a call, and waits for its answer. */
  ask(route: RouteDefinition, call?: Call): Promise<Answered>
}

type Port = Pick<LiveServer, 'port'>

/** Opens a socket as a session does; '' for a guest's. */
export async function openCalling(server: LiveServer, token: string): Promise<CallingSocket> {
  const { ws } = await server.ok(contentRoutes.appData, token === '' ? {} : { token })
  const query = ws === null ? '' : `?token=${encodeURIComponent(ws.token)}`
  return opened(
    new WebSocket(`ws://127.0.0.1:${server.port}/ws${query}`, { origin: `http://127.0.0.1:${server.port}` }),
  )
}

/** Opens a socket as a program does, by the signature of its upgrade. */
export function openByKey({ port }: Port, program: Program, time?: number): Promise<CallingSocket> {
  const headers = signedHeaders(program, 'GET', '/ws', { time })
  return opened(new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers }))
}

/** The status and the body with which a program's upgrade is refused. */
export function refusedByKey({ port }: Port, program: Program, time?: number): Promise<[number, string]> {
  const headers = signedHeaders(program, 'GET', '/ws', { time })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('it was let in')))
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve([response.statusCode ?? 0, text]))
    })
  })
}

async function opened(socket: WebSocket): Promise<CallingSocket> {
  const messages: unknown[] = []
  const waiting = new Map<string, (answered: Answered) => void>()
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data) => {
    for (const message of parseFrame(textOf(data)) ?? []) {
      messages.push(message)
      const read = z.safeParse(answer, message)
      if (!read.success) continue
      z.parse(serverReply, message)
      const { id, status, code, replayed = false } = read.data
      const reason = status === 200 && code === 200 ? null : z.parse(refusal, read.data.data).reason
      waiting.get(id)?.({ status, code, data: read.data.data, reason, replayed })
      waiting.delete(id)
    }
  })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  let count = 0
  const ask = (route: RouteDefinition, { params = {}, query = '', key = keyNow(), body }: Call = {}) => {
    const id = `c${(count += 1)}`
    const path = pathWith(route.path, params) + query
    const done = new Promise<Answered>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ type: 'call', id, method: route.method, path, key, body }))
    return done
  }
  return { socket, messages, closed, ask }
}
