import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Whether an upgrade is let in: 101 with its token ('' for a guest or a program), or the status of the refusal. */
export type Ticket = { readonly status: 101; readonly token: string } | { readonly status: 400 | 403 | 404 }

const urlLengthMax = 1_024
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/**
 * Looks at an upgrade before anything is allotted to it. A page of another origin is refused; a program
 * that names no origin needs a token or a signature. The token stands in the query, so the address is never logged.
 */
export function admit(
  request: IncomingMessage,
  { path, publicUrl, isSigned }: { path: string; publicUrl: string | null; isSigned: boolean },
): Ticket {
  const address = request.url ?? ''
  if (address.length > urlLengthMax || !URL.canParse(address, 'http://socket')) return { status: 400 }
  const url = new URL(address, 'http://socket')
  if (url.pathname !== path) return { status: 404 }
  const token = url.searchParams.get('token') ?? ''
  const { origin } = request.headers
  if (origin === undefined) return token === '' && !isSigned ? { status: 403 } : { status: 101, token }
  return isOurs(origin, request.headers.host, publicUrl) ? { status: 101, token } : { status: 403 }
}

function isOurs(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return (from.protocol === 'http:' || from.protocol === 'https:') && from.host === host
}

/** Answers an upgrade with a status, and an envelope where there is one, and ends its connection. */
export function refuse(socket: Duplex, status: number, envelope = ''): void {
  if (socket.destroyed || !socket.writable) return
  const head = [
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(envelope)}`,
    'X-Content-Type-Options: nosniff',
  ]
  if (envelope !== '') head.push('Content-Type: application/json; charset=utf-8')
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status] ?? 'Error'}\r\n${head.join('\r\n')}\r\n\r\n${envelope}`)
}
