import type { FastifyRequest } from 'fastify'

/** What decides which host is believed. */
export interface OriginOptions {
  readonly publicUrl: string | null
  readonly trustedProxies: number
}

/** Where the caller says to have reached this server: PUBLIC_URL, else the request's own host. */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  const host = /^[A-Za-z0-9.:[\]_-]{1,255}$/.test(request.host) ? request.host : 'localhost'
  return `${request.protocol}://${host}`
}

/**
 * Where this server is, for what others read or rely on: PUBLIC_URL, or the host that a trusted proxy passes on. Without
 * either a host is the caller's word alone, and a mail must not lead where somebody else has it lead: it is believed
 * where it is localhost or the address of this machine that the call came in by, and that address stands for any other.
 */
export function ownOrigin(request: FastifyRequest, { publicUrl, trustedProxies }: OriginOptions): string {
  const said = originOf(request, publicUrl)
  if (publicUrl !== null || trustedProxies > 0 || !URL.canParse(said)) return said
  const { localAddress = '127.0.0.1', localPort } = request.raw.socket
  const address = localAddress.replace(/^::ffff:/, '')
  const own = address.includes(':') ? `[${address}]` : address
  const { hostname } = new URL(said)
  return hostname === 'localhost' || hostname === own ? said : `${request.protocol}://${own}:${localPort}`
}
