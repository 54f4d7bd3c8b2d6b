import { type ECDH, createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { openPush } from '../../apps/server/src/notification/push/testing/openPush.ts'

/** A push service on this machine, which the product of a run is told of. */
export interface PushService {
  readonly origin: string
  /** A browser's subscription here: what it tells the server, and what has come for it since, opened. */
  subscribe(): Subscription
  close(): void
}

export interface Subscription {
  readonly body: { endpoint: string; p256dh: string; auth: string; hide_amounts: boolean }
  readonly arrived: string[]
}

interface Reader {
  readonly keys: ECDH
  readonly auth: Buffer
  readonly arrived: string[]
}

export async function startPushService(): Promise<PushService> {
  const readers = new Map<string, Reader>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const reader = readers.get(request.url ?? '')
      reader?.arrived.push(openPush(Buffer.concat(parts), reader.keys.getPrivateKey(), reader.auth))
      response.writeHead(reader === undefined ? 410 : 201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    origin,
    subscribe() {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const arrived: string[] = []
      readers.set(path, { keys, auth, arrived })
      const body = { endpoint: origin + path, p256dh, auth: auth.toString('base64url'), hide_amounts: false }
      return { body, arrived }
    },
    close: () => server.close(),
  }
}
