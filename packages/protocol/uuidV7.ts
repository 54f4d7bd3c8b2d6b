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
