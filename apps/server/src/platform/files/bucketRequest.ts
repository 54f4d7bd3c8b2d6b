import { createHash } from 'node:crypto'
import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'

/** A bucket, and who may use it. */
export interface BucketAccess {
  /** The bucket's own address: its name is in the path, or before the host's. */
  readonly url: URL
  readonly region: string
  readonly keyId: string
  readonly secret: string
  /** The certificates that vouch for it, as PEM; null for those that this machine trusts. */
  readonly authorities: string | null
}

/** What is asked of a bucket. Each may be asked again: it is the same afterwards. */
export interface BucketAsk {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Below the bucket; '' for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** How many bytes from the beginning are asked for; all without it. */
  readonly first?: number
  /** A larger answer is none. */
  readonly bytesMax: number
}

export interface BucketAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const connectMaxMs = 3_000
const socketsMax = 32

/** Sends requests to a bucket, each signed and within its time. */
export class BucketLine {
  readonly #access: BucketAccess
  readonly #agent: HttpAgent | HttpsAgent
  readonly #isTls: boolean
  /** Keys of a day, which the signing makes once. */
  readonly #dayKeys = new Map<string, ArrayBuffer>()

  constructor(access: BucketAccess) {
    this.#access = access
    this.#isTls = access.url.protocol === 'https:'
    const kept = { keepAlive: true, maxSockets: socketsMax, scheduling: 'lifo' } as const
    this.#agent = this.#isTls
      ? new HttpsAgent({ ...kept, ...(access.authorities === null ? {} : { ca: access.authorities }) })
      : new HttpAgent(kept)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Asks once. Throws where no whole answer comes within the time (ms). */
  async ask(ask: BucketAsk, within: number): Promise<BucketAnswer> {
    const { url, headers } = await this.#signed(ask)
    const signal = AbortSignal.timeout(within)
    const send = this.#isTls ? httpsRequest : httpRequest
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { method: ask.method, headers, agent: this.#agent, signal }, resolve)
      request.on('error', reject)
      request.on('socket', (socket) => refuseSlow(socket))
      request.end(ask.body)
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bytesOf(answer, ask.bytesMax) }
  }

  async #signed({ method, key, query, body, first }: BucketAsk) {
    const { url: bucket, region, keyId, secret } = this.#access
    const url = new URL(bucket)
    url.pathname = `${bucket.pathname.replace(/\/$/, '')}/${key}`
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    if (this.#dayKeys.size > 2) this.#dayKeys.clear()
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(first === undefined ? {} : { range: `bytes=0-${first - 1}` }),
      },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: this.#dayKeys,
    })
    const signed = await signer.sign()
    const length =
      body === undefined ? {} : { 'content-type': 'application/octet-stream', 'content-length': body.length }
    return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } }
  }
}

/** A host that does not even take a connection is not waited for as long as one that is slow. */
function refuseSlow(socket: Socket): void {
  if (!socket.connecting) return
  const timer = setTimeout(() => socket.destroy(new Error('no connection within 3 s')), connectMaxMs)
  for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(timer))
}

async function bytesOf(answer: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length > max) throw new Error(`an answer of more than ${max} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
