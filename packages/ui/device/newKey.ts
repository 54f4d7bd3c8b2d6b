import { serverNow } from './serverTime.ts'

/** Makes a UUIDv7 from UTC milliseconds and 16 random bytes (RFC 9562, 5.7). */
export function uuidV7(now: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16))
  let rest = BigInt(now)
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 255n)
    rest >>= 8n
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * A key that nothing else bears, dated by the server's time: under it something happens once, however often it is sent.
 * Made of random bytes alone, since the browser's own way is missing at an address of plain http.
 */
export function newKey(now = serverNow()): string {
  return uuidV7(now, crypto.getRandomValues(new Uint8Array(16)))
}
