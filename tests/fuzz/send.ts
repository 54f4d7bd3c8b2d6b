import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { Request } from './requests.ts'

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

/** Sends requests as they are, each header as often as it stands there, over connections that are kept open. */
export function openLine(port: number, connections: number): Line {
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
        const headers = [...host, ...request.headers, ...length].flat()
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
