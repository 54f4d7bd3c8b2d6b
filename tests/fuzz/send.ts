import { Agent, request as httpRequest } from 'node:http'
import { hash } from 'node:crypto'
import { connect } from 'node:net'
import type { Program } from '../../apps/server/src/testing/program.ts'
import type { Cast, Request } from './requests.ts'

/** What came back, or why nothing did. */
export interface Response {
  readonly status: number
  readonly type: string
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** What kept an answer from coming: '' where one came. */
  readonly failure: string
  readonly tookMs: number
}

/** No request of the protocol takes longer than this on a machine that does much else. */
const answerMaxMs = 60_000

export interface Line {
  send(request: Request): Promise<Response>
  close(): void
}

/** What a program adds to a request as it is sent; what was bent of it stays so. */
function signed(
  { id, sign }: Program,
  { body, headers, method, target }: Request,
): readonly (readonly [string, string])[] {
  const valueOf = (name: string): string | undefined =>
    headers
      .filter(([one]) => one === name)
      .map(([, value]) => value)
      .join(', ') || undefined
  const [time, digest] = [
    valueOf('x-api-time') ?? String(Date.now()),
    valueOf('x-api-digest') ?? hash('sha256', body ?? '', 'hex'),
  ]
  const text = [id, time, valueOf('idempotency-key') ?? '', method, target, digest].join('\n')
  const own = [
    ['x-api-time', time],
    ['x-api-digest', digest],
    ['x-api-signature', sign(text).toString('base64')],
  ] as const
  return own.filter(([name]) => !headers.some(([one]) => one === name))
}

/** Sends requests as they are, each header as often as it stands there, over connections that are kept open. */
export function openLine(port: number, connections: number, programs: Cast['programs']): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    close: () => agent.destroy(),
    send: (request) =>
      new Promise((resolve) => {
        const since = performance.now()
        const end = (answer: Partial<Response>): void => {
          const tookMs = performance.now() - since
          resolve({ status: 0, type: '', headers: new Map(), text: '', failure: '', ...answer, tookMs })
        }
        const length = request.body === null ? [] : [['content-length', String(Buffer.byteLength(request.body))]]
        const host = request.headers.some(([name]) => name === 'host') ? [] : [['host', `127.0.0.1:${port}`]]
        const program = programs.get(request.asker)
        const added = program === undefined ? [] : signed(program, request)
        const headers = [...host, ...request.headers, ...added, ...length].flat()
        const outgoing = httpRequest(
          {
            agent,
            host: '127.0.0.1',
            port,
            method: request.method,
            path: request.target,
            headers,
            timeout: answerMaxMs,
          },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', (error) => end({ failure: error.message }))
            incoming.on('end', () =>
              end({
                status: incoming.statusCode ?? 0,
                type: incoming.headers['content-type'] ?? '',
                headers: new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
                text: Buffer.concat(chunks).toString(),
              }),
            )
          },
        )
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${answerMaxMs} ms`)))
        outgoing.on('error', (error) => end({ failure: error.message }))
        outgoing.end(request.body ?? undefined)
      }),
  }
}

/** Sends bytes that need not be HTTP at all; gives what came back until the connection ended or fell silent. */
export function sendBytes(port: number, bytes: string | Buffer, silenceMs = 500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const end = (): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(silenceMs, end)
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes)
  })
}
