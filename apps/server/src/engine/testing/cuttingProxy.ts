import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

/** What happens to the next insert into the journal that comes through. */
export type Cut = 'before-it-arrives' | 'before-its-answer' | 'for-good'

/** A TCP proxy before Postgres that can break the line at the worst moment. */
export interface CuttingProxy {
  readonly url: string
  /** Arms the cut; the promise resolves when it has happened. */
  cutNextInsert(cut: Cut): Promise<void>
  /** Lets connections through again after `for-good`, to the server of `url` if that has moved. */
  mend(url?: string): void
  close(): Promise<void>
}

/** Starts a proxy for the server of `url`. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  let armed: { cut: Cut; done: () => void } | null = null
  let down = false
  const server = createServer((client) => {
    if (down) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    let swallow: (() => void) | null = null
    const end = (): void => {
      client.destroy()
      upstream.destroy()
      sockets.delete(client)
      sockets.delete(upstream)
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (data) => {
      // "append" is the prepared insert's name: it stands in each of its Bind messages.
      if (armed !== null && data.includes('append\0')) {
        const { cut, done } = armed
        armed = null
        down = cut === 'for-good'
        if (cut !== 'before-its-answer') {
          end()
          done()
          return
        }
        swallow = done
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (swallow === null) {
        client.write(data)
        return
      }
      end()
      swallow()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const through = new URL(url)
  through.port = String(address.port)
  // past the proxy there would be no line to cut
  through.searchParams.delete('host')
  return {
    url: through.href,
    cutNextInsert: (cut) => new Promise((done) => (armed = { cut, done })),
    mend: (moved) => {
      if (moved !== undefined) target = new URL(moved)
      down = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
