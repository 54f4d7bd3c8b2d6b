import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void

export interface Venue {
  /** Goes to this server whatever the host. */
  readonly fetch: typeof fetch
  readonly base: string
  close(): void
}

/** A real HTTP server in the venues' place. */
export async function startVenue(handler: Handler): Promise<Venue> {
  const server = createServer((request, response) => {
    handler(request, response, new URL(request.url ?? '/', 'http://venue'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const base = `http://127.0.0.1:${address.port}`
  const route = (input: string | URL | Request) => String(input instanceof Request ? input.url : input)
  return {
    base,
    fetch: (input, init) => fetch(route(input).replace(/^https:\/\/[^/]+/, base), init),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
