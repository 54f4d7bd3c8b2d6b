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

/** Counts what networks hold open, so that no single one takes all there is. */
export class NetworkCounts {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Takes a place of a network; false where it has none left. */
  take(network: string): boolean {
    const count = this.#counts.get(network) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(network, count + 1)
    return true
  }

  leave(network: string): void {
    const count = this.#counts.get(network) ?? 0
    if (count > 1) this.#counts.set(network, count - 1)
    else this.#counts.delete(network)
  }
}
