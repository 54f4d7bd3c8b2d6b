/** UTF-8 without a host's TextEncoder, so that the core runs wherever JavaScript does. */
export function encodeUtf8(text: string): Uint8Array {
  const plain = new Uint8Array(text.length)
  let at = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) break
    plain[at] = code
  }
  if (at === text.length) return plain
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f))
    else if (point < 0x10000) {
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f))
    } else {
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 0x3f),
        0x80 | ((point >> 6) & 0x3f),
        0x80 | (point & 0x3f),
      )
    }
  }
  return Uint8Array.from(bytes)
}

/** The longest text read in one call. */
const asciiMax = 64

/** The text of UTF-8 bytes that {@link encodeUtf8} wrote. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length <= asciiMax && bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes)
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at++]
    if (lead < 0x80) {
      text += String.fromCharCode(lead)
      continue
    }
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1
    let point = lead & (0x3f >> more)
    for (let count = 0; count < more; count++) point = (point << 6) | (bytes[at++] & 0x3f)
    text += String.fromCodePoint(point)
  }
  return text
}
