const lengthBytes = 4

/** Puts byte strings one after the other, each with its length (u32, little-endian) before it. */
export function joinFrames(frames: readonly Uint8Array[]): Uint8Array {
  let size = 0
  for (const frame of frames) size += lengthBytes + frame.length
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  let offset = 0
  for (const frame of frames) {
    view.setUint32(offset, frame.length, true)
    bytes.set(frame, offset + lengthBytes)
    offset += lengthBytes + frame.length
  }
  return bytes
}

/** Gives back what `joinFrames` joined, as views on `bytes`; throws where a length doesn't fit. */
export function splitFrames(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: Uint8Array[] = []
  let offset = 0
  while (offset < bytes.length) {
    if (offset + lengthBytes > bytes.length) throw new RangeError('a frame is cut off')
    const end = offset + lengthBytes + view.getUint32(offset, true)
    if (end > bytes.length) throw new RangeError('a frame is cut off')
    frames.push(bytes.subarray(offset + lengthBytes, end))
    offset = end
  }
  return frames
}
