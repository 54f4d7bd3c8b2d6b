import { isIP } from 'node:net'

/** What a passkey belongs to: the host that its browser binds it to, and the origin that the browser vouches for. */
export interface Site {
  readonly id: string
  readonly origin: string
}

/**
 * The site of passkeys at the origin under which this server is reached; null where browsers allow none: WebAuthn knows
 * names and not addresses, and wants TLS except at localhost.
 */
export function passkeySite(origin: string): Site | null {
  if (!URL.canParse(origin)) return null
  const url = new URL(origin)
  const host = url.hostname
  if (host.startsWith('[') || isIP(host) !== 0 || host === '') return null
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  return url.protocol === 'https:' || isLocal ? { id: host, origin: url.origin } : null
}
