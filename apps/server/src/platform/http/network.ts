import type { Server } from 'node:http'
import { isIPv6 } from 'node:net'

/** Whoever has one address of a version 6 network has all of its 2⁶⁴: such a network counts as one. */
const networkGroups = 4

/**
 * What stands for a caller's network address where callers are counted: an IPv4 address whole (also in its IPv6
 * clothing), of an IPv6 address the network of 64 bits. A text that is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  // what '::' leaves out are zeros; those in the first half belong to the network
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const missing = tail === undefined ? 0 : 8 - groups.length - after
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
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

/** No network may take every connection that there is: idle ones cost it nothing. */
export function boundConnections(server: Server, max: number): void {
  const counts = new NetworkCounts(max)
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (counts.take(network)) socket.once('close', () => counts.leave(network))
    else socket.destroy()
  })
}
