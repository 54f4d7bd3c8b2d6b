import type { Reason } from '@truemark/protocol/errors'
import type { ImageKind } from './imageKind.ts'
import { depthMax, framesMax, heldBytesMax, pixelsMax, scansMax } from './imageLimits.ts'

/**
 * What of an image a decoder is given, where its header says that reading it costs no more than it may; else why it is
 * refused. Nothing is unpacked for that, and it takes no longer than to go over the bytes.
 */
export function boundedImage(kind: ImageKind, view: Buffer): Buffer | Reason {
  if (kind === 'png') return boundedPng(view)
  if (kind === 'svg') return isShallow(view.toString('utf8')) ? view : 'file_unreadable'
  const fault = kind === 'gif' ? gifFault(view) : jpegFault(view)
  return fault ?? view
}

/** What a PNG is drawn by. Any other part may be packed text that unfolds to a thousand times its size. */
const pngParts = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND'])
const pngSignatureBytes = 8
/** Length, name and check of each part. */
const pngPartBytes = 12
/** How many values a pixel has, by the type of its colour; those of a palette become colours with alpha. */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

function boundedPng(view: Buffer): Buffer | Reason {
  const kept = [view.subarray(0, pngSignatureBytes)]
  for (let at = pngSignatureBytes; at + pngPartBytes <= view.length;) {
    const end = at + pngPartBytes + view.readUInt32BE(at)
    if (end > view.length) return 'file_unreadable'
    const name = view.toString('latin1', at + 4, at + 8)
    if (kept.length === 1) {
      const fault = name === 'IHDR' && end - at > pngPartBytes + 12 ? pngFault(view, at + 8) : 'file_unreadable'
      if (fault !== null) return fault
    }
    if (pngParts.has(name)) kept.push(view.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return 'file_unreadable'
}

function pngFault(view: Buffer, at: number): Reason | null {
  const pixels = view.readUInt32BE(at) * view.readUInt32BE(at + 4)
  const [depth = 0, colour = 0] = view.subarray(at + 8, at + 10)
  const held = pixels * (pngChannels[colour] ?? 4) * Math.ceil(depth / 8)
  return pixels > pixelsMax.other || held > heldBytesMax ? 'file_pixels_too_many' : null
}

/** Where a GIF's blocks begin that come in small parts: extensions, and pictures behind what they say of themselves. */
const gif = { head: 13, extension: 0x21, picture: 0x2c, end: 0x3b, colours: 0x80 } as const

function gifFault(view: Buffer): Reason | null {
  if (view.length < gif.head) return 'file_unreadable'
  const coloursOf = (flags: number): number => ((flags & gif.colours) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let pixels = view.readUInt16LE(6) * view.readUInt16LE(8)
  let frames = 0
  let at = gif.head + coloursOf(view[10] ?? 0)
  while (at < view.length && view[at] !== gif.end) {
    if (view[at] === gif.extension) at += 2
    else if (view[at] !== gif.picture || at + 11 > view.length) break
    else {
      frames += 1
      // a decoder makes its canvas as large as a picture that stands out of it
      const width = view.readUInt16LE(at + 1) + view.readUInt16LE(at + 5)
      pixels = Math.max(pixels, width * (view.readUInt16LE(at + 3) + view.readUInt16LE(at + 7)))
      at += 11 + coloursOf(view[at + 9] ?? 0)
    }
    while ((view[at] ?? 0) > 0) at += 1 + (view[at] ?? 0)
    at += 1
  }
  if (pixels > pixelsMax.other) return 'file_pixels_too_many'
  return frames === 0 || frames > framesMax ? 'file_unreadable' : null
}

const jpeg = { start: 0xd8, end: 0xd9, scan: 0xda, tables: 0xc4, extensions: 0xc8, arithmetic: 0xcc } as const

/** What a JPEG says of its size, and what of it comes in pieces. */
interface JpegHead {
  readonly pixels: number
  /** Bytes of what all its blocks hold, which a decoder keeps where they come in more than one scan. */
  readonly held: number
  readonly parts: number
  readonly isProgressive: boolean
}

function jpegFault(view: Buffer): Reason | null {
  let head: JpegHead | null = null
  let scans = 0
  let isWholeAtOnce = false
  for (let at = nextMarker(view, 2); at >= 0; at = nextMarker(view, at)) {
    const marker = view[at] ?? 0
    if (marker === jpeg.end) break
    const length = at + 3 <= view.length ? view.readUInt16BE(at + 1) : 0
    if (length < 2 || at + 1 + length > view.length) return 'file_unreadable'
    const part = view.subarray(at + 3, at + 1 + length)
    if (isFrame(marker)) {
      if (head !== null) return 'file_unreadable'
      head = readFrame(marker, part)
      if (head === null) return 'file_unreadable'
    }
    if (marker === jpeg.scan) {
      if (scans === 0) isWholeAtOnce = head?.isProgressive === false && part[0] === head.parts
      scans += 1
    }
    at += 1 + length
  }
  if (head === null || scans === 0 || scans > scansMax) return 'file_unreadable'
  if (head.pixels > pixelsMax.jpeg) return 'file_pixels_too_many'
  if (isWholeAtOnce && scans === 1) return null
  return head.pixels > pixelsMax.other || head.held > heldBytesMax ? 'file_pixels_too_many' : null
}

/** The place of the next marker's second byte; −1 where there is none. What is packed holds none but those of its rows. */
function nextMarker(view: Buffer, from: number): number {
  for (let at = view.indexOf(0xff, from); at >= 0 && at + 1 < view.length; at = view.indexOf(0xff, at + 1)) {
    const second = view[at + 1] ?? 0
    if (second !== 0 && second !== 0xff && second !== 0x01 && !(second >= 0xd0 && second <= jpeg.start)) return at + 1
  }
  return -1
}

function isFrame(marker: number): boolean {
  if (marker < 0xc0 || marker > 0xcf) return false
  return marker !== jpeg.tables && marker !== jpeg.extensions && marker !== jpeg.arithmetic
}

function readFrame(marker: number, part: Buffer): JpegHead | null {
  const parts = part[5] ?? 0
  if (part.length < 6 + 3 * parts || parts < 1 || parts > 4) return null
  const [height, width] = [part.readUInt16BE(1), part.readUInt16BE(3)]
  const samplings = Array.from({ length: parts }, (_, at) => part[7 + 3 * at] ?? 0)
  const [across, down] = [samplings.map((one) => one >> 4), samplings.map((one) => one & 15)]
  const [acrossMax, downMax] = [Math.max(...across), Math.max(...down)]
  if (width === 0 || height === 0 || Math.min(...across) === 0 || Math.min(...down) === 0) return null
  const held = samplings.map((_, at) => {
    const columns = Math.ceil((width * (across[at] ?? 1)) / acrossMax / 8)
    return columns * Math.ceil((height * (down[at] ?? 1)) / downMax / 8) * 128
  })
  const isProgressive = marker !== 0xc0 && marker !== 0xc1
  return { pixels: width * height, held: held.reduce((sum, one) => sum + one, 0), parts, isProgressive }
}

/** What an element may not lie in, by how it begins and ends. */
const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const tag = /<(\/?)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y

function isShallow(text: string): boolean {
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const aside = asides.find(([begin]) => text.startsWith(begin, at))
    if (aside !== undefined) {
      const end = text.indexOf(aside[1], at + aside[0].length)
      if (end < 0) return false
      at = end + aside[1].length
      continue
    }
    tag.lastIndex = at
    const found = tag.exec(text)
    if (found === null) return false
    if (found[1] === '/') depth -= 1
    else if (!found[0].endsWith('/>')) depth += 1
    if (depth > depthMax) return false
    at = tag.lastIndex
  }
  return true
}
