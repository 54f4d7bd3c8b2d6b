/** A key under which something happens once, however often it is sent: a UUIDv7. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const time = Date.now().toString(16).padStart(12, '0')
  const rest = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [time.slice(0, 8), time.slice(8), rest.slice(0, 4), rest.slice(4, 8), rest.slice(8)].join('-')
}
