import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleFile } from '../../engine/testing/bundleChild.ts'
import { boundedImage } from './imageHeader.ts'
import { depthMax, framesMax, memoryMax, scansMax } from './imageLimits.ts'
import { type ImageReader, createImageReader } from './images.ts'

let program: string
let images: ImageReader
const person = { userId: 5, guest: false } as const
const mega = 1024 ** 2
const isLinux = process.platform === 'linux'

beforeAll(async () => {
  program = await bundleFile(fileURLToPath(new URL('./imageWorker.ts', import.meta.url)))
  images = createImageReader(pathToFileURL(program))
})

async function reasonOf(bytes: Uint8Array): Promise<string> {
  const read = await images.read(bytes, person)
  return read.ok ? 'ok' : read.reason
}

/** The most memory that each process holds or held which reads an image for this one, by its number. */
function heldByReaders(most: Map<number, number>): void {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      if (!new RegExp(`^PPid:\\s${process.pid}$`, 'm').test(status)) continue
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(program)) continue
      const held = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
      most.set(Number(name), Math.max(held, most.get(Number(name)) ?? 0))
    } catch {
      // it has ended meanwhile
    }
  }
}

/** What came of reading an image, the most memory that its reader held, and how long it took. */
async function measured(bytes: Uint8Array): Promise<{ reason: string; held: number; ms: number }> {
  const most = new Map<number, number>()
  const timer = setInterval(() => heldByReaders(most), 5)
  const began = performance.now()
  const reason = await reasonOf(bytes)
  clearInterval(timer)
  return { reason, held: Math.max(0, ...most.values()), ms: performance.now() - began }
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u16le = (value: number) => Buffer.from([value & 255, value >> 8])

function pngPart(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface Png {
  readonly side: number
  readonly depth?: number
  readonly colour?: number
  readonly interlaced?: boolean
  readonly parts?: readonly Buffer[]
}

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG of one colour, packed as far as it goes. */
function png({ side, depth = 8, colour = 2, interlaced = false, parts = [] }: Png): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const channels = colour === 6 ? 4 : 3
  const row = 1 + (side * channels * depth) / 8
  // of an interlaced one the rows of seven passes, which are somewhat more
  const pixels = deflateSync(Buffer.alloc(row * side + (interlaced ? 8 * side : 0)), { level: 9 })
  return Buffer.concat([
    pngHead,
    pngPart('IHDR', head),
    ...parts,
    pngPart('IDAT', pixels),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG's part with its length. */
const jpegPart = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([255, marker]), u16(data.length + 2), data])

/** A progressive JPEG of three parts, all of one sampling, with so many scans that hold nothing. */
function progressive(width: number, height: number, scans: number): Buffer {
  const tables = Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])
  const frame = Buffer.concat([
    Buffer.from([8]),
    u16(height),
    u16(width),
    Buffer.from([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
  ])
  // one code of one bit, for the first coefficients and for the rest
  const codes = (kind: number) => Buffer.concat([Buffer.from([kind, 1]), Buffer.alloc(15), Buffer.from([0])])
  const first = jpegPart(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0x01]))
  const other = jpegPart(0xda, Buffer.from([1, 1, 0, 1, 63, 0]))
  return Buffer.concat([
    Buffer.from([255, 0xd8]),
    jpegPart(0xdb, tables),
    jpegPart(0xc2, frame),
    jpegPart(0xc4, codes(0)),
    jpegPart(0xc4, codes(0x10)),
    first,
    ...Array.from({ length: scans - 1 }, () => other),
    Buffer.from([255, 0xd9]),
  ])
}

// at 96 dots an inch it is a third larger, and just below what it may have
const svg = (inside: string, side = 5_200): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${inside}</svg>`)

const nested = (depth: number): Buffer =>
  svg(`${'<g opacity="0.99">'.repeat(depth)}<rect width="5200" height="5200"/>${'</g>'.repeat(depth)}`)

/** A GIF of one byte's pictures, each of which says to be as large. */
function gif(screen: number, frames: number, side: number): Buffer {
  const picture = Buffer.concat([
    Buffer.from([0x2c]),
    ...[0, 0, side, side].map(u16le),
    Buffer.from([0, 2, 2, 0x4c, 1, 0]),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16le(screen),
    u16le(screen),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: frames }, () => picture),
    Buffer.from([0x3b]),
  ])
}

describe('an image that costs more to read than it says at first', () => {
  it.each<[string, string, () => Buffer]>([
    [
      'a progressive JPEG of far more than its pixels may be',
      'file_pixels_too_many',
      () => progressive(10_900, 11_000, 4),
    ],
    ['a progressive JPEG that keeps more than it may', 'file_pixels_too_many', () => progressive(7_200, 7_100, 4)],
    ['a JPEG that goes over its pixels without end', 'file_unreadable', () => progressive(5_000, 5_000, 2_000)],
    [
      'a JPEG with two sizes',
      'file_unreadable',
      () => {
        const one = progressive(10, 10, 2)
        const frame = one.subarray(one.indexOf(Buffer.from([255, 0xc2])), one.indexOf(Buffer.from([255, 0xc4])))
        return Buffer.concat([one.subarray(0, one.indexOf(frame)), frame, one.subarray(one.indexOf(frame))])
      },
    ],
    ['a JPEG without a size', 'file_unreadable', () => progressive(0, 10, 2)],
    ['a PNG of sixteen bits a value', 'file_pixels_too_many', () => png({ side: 7_000, depth: 16, colour: 6 })],
    ['a PNG whose pixels come in seven passes', 'file_pixels_too_many', () => png({ side: 7_200, interlaced: true })],
    ['a GIF with a screen beyond all', 'file_pixels_too_many', () => gif(65_535, 1, 1)],
    ['a GIF with a picture beyond its screen', 'file_pixels_too_many', () => gif(10, 1, 65_535)],
    ['a GIF of pictures without end', 'file_unreadable', () => gif(10, framesMax + 1, 10)],
    ['an SVG whose elements lie too deep', 'file_unreadable', () => nested(depthMax + 1)],
    [
      'an SVG that hides how deep',
      'file_unreadable',
      () =>
        svg(`${'<g opacity="0.9"><!--</g>--><![CDATA[</g>]]><?x </g>?>'.repeat(depthMax)}${'</g>'.repeat(depthMax)}`),
    ],
    ['an SVG of arrows on each corner', 'file_unreadable', () => svg('<marker id="m"/><path marker-mid="url(#m)"/>')],
  ])('is refused by its header: %s', async (_what, reason, make) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(5 * mega)
    const began = performance.now()
    expect(await reasonOf(bytes)).toBe(reason)
    // no process was begun
    expect(performance.now() - began).toBeLessThan(1_500)
  })

  it('and what is within the limits is read as before', async () => {
    const side = 120
    const photo = sharp({ create: { width: side, height: side, channels: 3, background: '#3366cc' } })
    for (const bytes of [
      await photo.clone().jpeg({ progressive: true }).toBuffer(),
      await photo.clone().jpeg({ progressive: true, optimiseScans: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      await photo.clone().jpeg({ chromaSubsampling: '4:2:0' }).toBuffer(),
      await photo.clone().toColourspace('b-w').jpeg().toBuffer(),
      await photo.clone().toColourspace('cmyk').jpeg().toBuffer(),
      progressive(200, 100, scansMax),
      await photo.clone().png({ progressive: true }).toBuffer(),
      await photo.clone().png({ palette: true }).toBuffer(),
      png({ side: 30, depth: 16, colour: 6 }),
      gif(10, 3, 10),
      svg(
        '<g><g><rect width="9" height="9" fill="#123456"/></g></g><!-- <g><g> --><style><![CDATA[g{fill:red}]]></style>',
        40,
      ),
      svg('<path d="M0 0" data-name="a > b"/>', 40),
    ]) {
      expect([bytes.subarray(0, 4).toString('latin1'), await reasonOf(bytes)]).toEqual([
        bytes.subarray(0, 4).toString('latin1'),
        'ok',
      ])
    }
  })

  it('gives a decoder of a PNG nothing but what is drawn: packed text stays packed', async () => {
    const text = Buffer.concat([
      Buffer.from('Comment\0\0', 'latin1'),
      deflateSync(Buffer.alloc(5_000_000), { level: 9 }),
    ])
    const parts = Array.from({ length: 800 }, () => pngPart('zTXt', text))
    const bytes = png({ side: 20, parts })
    expect(bytes.length).toBeLessThan(5 * mega)
    const bounded = boundedImage('png', bytes)
    expect(typeof bounded === 'string' ? bounded : bounded.length).toBeLessThan(200)
    expect(await reasonOf(bytes)).toBe('ok')
  })
})

describe.skipIf(!isLinux)('whatever an image holds, its reader holds no more than it may', () => {
  /** How far a reader is over before it has noticed. */
  const slack = 160 * mega

  it.each<[string, string | null, () => Buffer]>([
    ['a drawing of as many layers as may be', 'file_unreadable', () => nested(depthMax - 1)],
    [
      'a line of dashes without number',
      null,
      () => svg('<path d="M0 0L5200 5200M0 5200L5200 0" stroke="#000" stroke-width="3" stroke-dasharray="0.0004"/>'),
    ],
    [
      'a path with as many corners as fit',
      null,
      () =>
        svg(
          `<path stroke="#000" stroke-width="900" stroke-linejoin="round" d="M0 0${'L9 9L5199 5199L9 5199'.repeat(40_000)}"/>`,
        ),
    ],
    ['the largest progressive JPEG', 'ok', () => progressive(7_000, 7_000, scansMax)],
    ['the largest PNG', 'ok', () => png({ side: 7_000, colour: 6 })],
    ['the largest PNG that comes in passes', 'ok', () => png({ side: 7_000, colour: 6, interlaced: true })],
    ['the largest GIF', 'ok', () => gif(7_000, framesMax, 7_000)],
  ])('%s', { timeout: 60_000 }, async (_what, came, make) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(5 * mega)
    const { reason, held, ms } = await measured(bytes)
    if (came !== null) expect(reason).toBe(came)
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(memoryMax + slack)
    expect(ms).toBeLessThan(25_000)
  })
})

describe('a crowd of guests', () => {
  it('has one image read at a time, and keeps no customer waiting', { timeout: 180_000 }, async () => {
    // slow to draw, and within every limit
    const slow = svg(`${'<g opacity="0.5"><circle cx="1000" cy="1000" r="900"/></g>'.repeat(40)}`, 2_000)
    const quick = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer()
    let ended = 0
    const flood = Array.from({ length: 6 }, (_, at) =>
      images.read(slow, { userId: 1_000 + at, guest: true }).then(
        () => (ended += 1),
        () => (ended += 1),
      ),
    )
    await Promise.race(flood)
    const before = ended
    const own = await images.read(quick, person)
    expect(own.ok).toBe(true)
    // at most the one that was under way, and the next
    expect(ended - before).toBeLessThanOrEqual(2)
    await Promise.all(flood)
  })
})
