import { once } from 'node:events'
import { Agent, type Server, createServer, get } from 'node:http'
import { type Socket, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { httpEnd } from './httpEnd.ts'

const answerMs = 300

let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

async function start(): Promise<number> {
  server = createServer((_request, response) => {
    setTimeout(() => response.end('well'), answerMs)
  })
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Opens a connection, says something and waits for the first bytes that come back. */
async function speak(port: number, words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(words)
  if (words !== '') await once(socket, 'data')
  return socket
}

it('answers what is under way, and waits for no socket and for no connection on which nobody asks', async () => {
  const port = await start()
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  const end = httpEnd({ close }, server)
  const open = await speak(port, 'GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
  await speak(port, '')
  const kept = get({ port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) })
  await once(kept, 'socket').then(([socket]) => once(socket, 'connect'))
  await new Promise((resolve) => setTimeout(resolve, answerMs / 3))
  const answered = once(kept, 'response')
  const since = performance.now()
  await end()
  expect(performance.now() - since).toBeLessThan(answerMs * 3)
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  await expect(speak(port, '')).rejects.toThrow('ECONNREFUSED')
  expect(open.destroyed).toBe(false)
})
