import type { IncomingMessage } from 'node:http'
import { addressOf } from '../http/network.ts'

/**
 * The address that an upgrade comes from: of those that proxies have noted, as many hops are believed as proxies are
 * trusted. What is no address is ''.
 */
export function addressOfUpgrade(request: IncomingMessage, trustedProxies: number): string {
  const noted = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const hops = noted.map((hop) => hop.trim()).filter((hop) => hop !== '')
  const told = trustedProxies === 0 ? undefined : hops[Math.max(0, hops.length - trustedProxies)]
  return addressOf(told ?? request.socket.remoteAddress ?? '') ?? ''
}
