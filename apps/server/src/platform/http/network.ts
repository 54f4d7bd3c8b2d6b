import type { Server } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** Whoever has one address of a version 6 network has all of its 2⁶⁴: such a network counts as one. */
const networkGroups = 4

/**
 * An address as a proxy may write it, without what is not the address: the port of each connection (which would make each
 * another caller), brackets, quotes, the zone of a local one.
 */
function bareAddress(text: string): string {
  const plain = text.trim().replaceAll('"', '')
  const bracketed = /^\[([^\]]*)\](?::\w*)?$/.exec(plain)
  const address = bracketed?.[1] ?? (/^\d{1,3}(?:\.\d{1,3}){3}(?=:)/.exec(plain)?.[0] || plain)
  return address.split('%', 1)[0] ?? ''
}

/** An address without port, brackets and zone, an IPv4 one in its own form; null for what is none. */
export function addressOf(text: string): string | null {
  const bare = bareAddress(text)
  if (isIPv4(bare)) return bare
  return isIPv6(bare) ? (mappedOf(bare) ?? bare) : null
}

/** What is no address (a proxy's word for one it hides, an empty one) counts as one caller, whatever it says. */
const nowhere = 'unknown'

/**
 * What stands for a caller's network address where callers are counted: an IPv4 address whole (also in its IPv6
 * clothing), of an IPv6 address the network of 64 bits; without a port, brackets or zone. All that is no address is one caller.
 */
export function networkOf(address: string): string {
  const bare = bareAddress(address)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return nowhere
  const mapped = mappedOf(bare)
  if (mapped !== null) return mapped
  const [head = '', tail] = bare.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  // what '::' leaves out are zeros; those in the first half belong to the network
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const missing = tail === undefined ? 0 : 8 - groups.length - after
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The groups of a caller's network as {@link networkOf} has it, the widest first: who has many addresses mostly has them in
 * one of those. Of IPv4 the first two and the first three numbers, of IPv6 the first 32 and 48 bits, and the network itself.
 */
export function widerNetworksOf(network: string): readonly [string, string, string] {
  const parts = network.split(network.includes(':') ? ':' : '.')
  return [parts.slice(0, 2).join(' '), parts.slice(0, 3).join(' '), network]
}

/** The IPv4 address within an IPv6 one, in dots or in figures of sixteen; null where there is none. */
function mappedOf(address: string): string | null {
  const dots = /^(?:0{0,4}:){2,5}(?:0{1,4}:)*ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (dots !== undefined) return dots
  const [, high, low] = /^(?:0{0,4}:){2,5}(?:0{1,4}:)*ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? []
  if (high === undefined || low === undefined) return null
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff]).join('.')
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
