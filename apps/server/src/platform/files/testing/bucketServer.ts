import { createHash } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { isSignedBy } from './signature.ts'

/** What goes wrong with a bucket, for as long as it is set. */
export interface Faults {
  /** Every connection is broken off. */
  away: boolean
  /** Answers come after so long, ms. */
  slow: number
  /** So many answers are a 500, and each one takes one off. */
  failing: number
  /** What is given ends amid its bytes. */
  cut: boolean
  /** What is given is not what was taken. */
  bent: boolean
  /** What is to be taken is refused. */
  full: boolean
}

export interface BucketServer {
  /** The bucket's address. */
  readonly url: string
  readonly faults: Faults
  /** What lies in it, by key. */
  readonly objects: Map<string, { readonly bytes: Buffer; modified: number }>
  /** The requests so far, as method and path. */
  readonly asked: string[]
  /** How many keys a piece of its list has at most. */
  pageMax: number
  stop(): Promise<void>
}

export const bucketKey = { keyId: 'AKIDTEST', secret: 'not/so+secret' } as const
const bucket = 'pictures'

/**
 * A bucket in memory that speaks as much of S3's protocol as the server uses, by AWS's description of it: it holds the
 * signature of each request and the digest of each body against its own reckoning.
 */
export async function startBucketServer(tls?: { certificate: string; key: string }): Promise<BucketServer> {
  const faults: Faults = { away: false, slow: 0, failing: 0, cut: false, bent: false, full: false }
  const sockets = new Set<Socket>()
  const held: BucketServer = { url: '', faults, objects: new Map(), asked: [], pageMax: 1_000, stop: () => stop() }
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void answer(held, request, response).catch(() => request.socket.destroy())
  }
  const server: Server =
    tls === undefined ? createServer(serve) : createTlsServer({ cert: tls.certificate, key: tls.key }, serve)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(held, { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/${bucket}` })
}

async function answer(held: BucketServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults } = held
  const [method, target] = [request.method ?? '', request.url ?? '']
  held.asked.push(`${method} ${target}`)
  if (faults.away) return void request.socket.destroy()
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (faults.slow > 0) await new Promise((resolve) => setTimeout(resolve, faults.slow))
  if (faults.failing > 0) {
    faults.failing -= 1
    return refuse(response, 500, 'InternalError')
  }
  const credential = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (credential !== bucketKey.keyId) return refuse(response, 403, 'InvalidAccessKeyId')
  if (!isSignedBy(bucketKey.secret, { method, target, headers: request.headers }))
    return refuse(response, 403, 'SignatureDoesNotMatch')
  if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
    return refuse(response, 400, 'XAmzContentSHA256Mismatch')
  const url = new URL(target, 'http://bucket')
  const [, named = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(url.pathname) ?? []
  if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
  if (method === 'PUT') return take(held, response, key, body)
  if (method === 'DELETE') {
    held.objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (key === '') return list(held, response, url.searchParams)
  return give(held, response, key, request.headers.range)
}

function take({ objects, faults }: BucketServer, response: ServerResponse, key: string, bytes: Buffer): void {
  if (faults.full) return refuse(response, 403, 'QuotaExceeded')
  objects.set(key, { bytes, modified: Date.now() })
  response.writeHead(200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end()
}

function give(held: BucketServer, response: ServerResponse, key: string, range: string | undefined): void {
  const { faults, objects } = held
  const found = objects.get(key)?.bytes
  if (found === undefined) return refuse(response, 404, 'NoSuchKey')
  const bytes = Buffer.from(found)
  if (faults.bent) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const last = Number(/^bytes=0-(\d+)$/.exec(range ?? '')?.[1] ?? bytes.length - 1)
  const part = bytes.subarray(0, last + 1)
  response.writeHead(range === undefined ? 200 : 206, { 'content-length': part.length })
  if (!faults.cut) return void response.end(part)
  response.write(part.subarray(0, part.length - 1), () => response.destroy())
}

function list({ objects, pageMax }: BucketServer, response: ServerResponse, query: URLSearchParams): void {
  if (query.get('list-type') !== '2') return refuse(response, 400, 'InvalidArgument')
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  // a token as AWS makes them, with letters that have to be written otherwise in an address and in XML
  const after = Buffer.from((query.get('continuation-token') ?? '').replace('&<', ''), 'base64').toString()
  const rest = keys.filter((key) => key > after)
  const page = rest.slice(0, Math.min(pageMax, Number(query.get('max-keys') ?? 1_000)))
  const isCut = page.length < rest.length
  const entries = page.map((key) => {
    const modified = new Date(objects.get(key)?.modified ?? 0).toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>1</Size></Contents>`
  })
  const next = `&amp;&lt;${Buffer.from(page.at(-1) ?? '').toString('base64')}`
  const more = isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isCut}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${bucketKey.keyId}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}
