/** Bytes out of hex digits. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2)
  for (let place = 0; place < bytes.length; place += 1) {
    bytes[place] = Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16)
  }
  return bytes
}

/** Hex digits of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
