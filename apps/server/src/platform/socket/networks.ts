import type { IncomingMessage } from 'node:http'
import { networkOf } from '../http/network.ts'

/**
 * The network that an upgrade comes from: of the addresses that proxies have noted, as many hops are believed as
 * proxies are trusted.
 */
export function networkOfUpgrade(request: IncomingMessage, trustedProxies: number): string {
  const noted = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const hops = noted.map((hop) => hop.trim()).filter((hop) => hop !== '')
  const told = trustedProxies === 0 ? undefined : hops[Math.max(0, hops.length - trustedProxies)]
  return networkOf(told ?? request.socket.remoteAddress ?? '')
}
