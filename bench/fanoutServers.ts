import { type Server as HttpServer, createServer } from 'node:http'
import { Server as SocketIo } from 'socket.io'
import { WebSocketServer } from 'ws'
import { SteadyClock } from '../apps/server/src/platform/clock.ts'
import { portOf } from '../apps/server/src/platform/http/listen.ts'
import { createHub } from '../apps/server/src/platform/socket/hub.ts'

export const ways = ['hub', 'ws', 'socket.io'] as const
export type Way = (typeof ways)[number]

/** A server that sends the same messages to all who are connected. */
export interface Fanout {
  readonly port: number
  readonly send: (messages: readonly object[]) => void
}

async function listen(server: HttpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }, resolve))
  return portOf(server)
}

/** Our hub as the gateway has it: everything that is due goes out once a round of 50 ms. */
async function openHub(): Promise<Fanout> {
  const hub = createHub({
    clock: new SteadyClock(),
    path: '/ws',
    publicUrl: null,
    authenticateSocket: () => Promise.resolve(null),
    hasSymbol: () => true,
    history: () => Promise.resolve('[]'),
    onError: (error) => {
      throw error
    },
  })
  const server = createServer()
  hub.attach(server)
  const port = await listen(server)
  // each under its own key, so that none replaces another
  return { port, send: (messages) => messages.forEach((message, at) => hub.toEveryone(message, String(at))) }
}

/** `ws` with a send for each message and client; the text is made once for all. */
async function openWs(): Promise<Fanout> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false })
  const port = await listen(server)
  return {
    port,
    send: (messages) => {
      for (const message of messages) {
        const text = JSON.stringify(message)
        for (const socket of sockets.clients) socket.send(text)
      }
    },
  }
}

/** socket.io over WebSocket alone, which encodes a message once for all. */
async function openSocketIo(): Promise<Fanout> {
  const server = createServer()
  const io = new SocketIo(server, { transports: ['websocket'], perMessageDeflate: false, pingInterval: 300_000 })
  const port = await listen(server)
  return {
    port,
    send: (messages) => {
      for (const message of messages) io.emit('message', message)
    },
  }
}

/** Opens one of the servers on a free port. */
export async function openFanout(way: Way): Promise<Fanout> {
  if (way === 'hub') return openHub()
  return way === 'ws' ? openWs() : openSocketIo()
}
