import { BlockList, isIP, isIPv4 } from 'node:net'
import { addressOf } from '../platform/http/network.ts'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** An address, or a network as CIDR has it, in one form; null for what is neither, and for a network of all there is. */
export function readAddress(text: string): string | null {
  const [, host = '', bits] = /^([^/]*)(?:\/([0-9]{1,3}))?$/.exec(text.trim()) ?? []
  const address = isIP(host) === 0 || host.includes('%') ? null : addressOf(host)
  if (address === null) return null
  const plain = isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1)
  if (bits === undefined) return plain
  // a network within the clothing of IPv6 counts other bits
  if (isIP(host) !== isIP(address)) return null
  const most = isIPv4(address) ? 32 : 128
  return Number(bits) >= 1 && Number(bits) <= most ? `${plain}/${Number(bits)}` : null
}

/** Whether an address is one of those that `readAddress` gave, or within one of their networks; all are where none is named. */
export function allowing(allowed: readonly string[]): (from: string) => boolean {
  if (allowed.length === 0) return () => true
  const list = new BlockList()
  for (const one of allowed) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (from) => {
    const address = addressOf(from)
    return address !== null && list.check(address, familyOf(address))
  }
}
