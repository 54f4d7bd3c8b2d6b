const textOpcode = 0x81

/**
 * One whole WebSocket text frame of a server (unmasked, not compressed), made once and written to every
 * socket that it is due for: a write costs far less than a `send` that frames anew.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = textOpcode
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head, 'utf8')
  return frame
}

/** A frame without messages, by which a reader knows that nothing is new, and not that nothing arrives. */
export const beatFrame = textFrame('[]')
