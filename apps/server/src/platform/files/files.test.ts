import { mkdtemp, readFile, readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { errorOf } from '@truemark/protocol/errors'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleFile } from '../../engine/testing/bundleChild.ts'
import { testSealing } from '../../testing/testKeys.ts'
import { type TestDatabase, createTestDatabase } from '../postgres/testDatabase.ts'
import { imageKindOf } from './imageKind.ts'
import { pixelsMax } from './imageLimits.ts'
import { type ImageReader, createImageReader } from './images.ts'
import { folderShelves } from './folderShelves.ts'
import { type Vault, openVault } from './vault.ts'

let images: ImageReader
let test: TestDatabase
let folder: string
let vault: Vault
const sender = { userId: 5, guest: false } as const
const sealing = testSealing(Buffer.alloc(32, 7))

function open(): Vault {
  return openVault({
    shelves: folderShelves(folder),
    mark: 'test',
    database: test.database,
    sealing,
    images,
    onError: raise,
  })
}

function raise(error: unknown): never {
  throw error
}

beforeAll(async () => {
  images = createImageReader(
    pathToFileURL(await bundleFile(fileURLToPath(new URL('./imageWorker.ts', import.meta.url)))),
  )
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
  vault = open()
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

function plain(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  const read = await images.read(bytes, sender)
  return read.ok ? 'ok' : read.reason
}

async function filesIn(): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => one.name)
}

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
const svg = (inside: string, head = ''): Buffer =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${inside}</svg>`)

describe('an image', () => {
  it('of each kind is read and comes out as a JPEG', async () => {
    const zoo = [
      await plain().png().toBuffer(),
      await plain().jpeg().toBuffer(),
      await plain().gif().toBuffer(),
      svg('<rect width="40" height="30" fill="#cc3366"/>'),
      svg('<circle r="9"/>', '\uFEFF<?xml version="1.0"?>\n<!-- a drawing -->\n'),
    ]
    for (const bytes of zoo) {
      const read = await images.read(bytes, sender)
      if (!read.ok) throw new Error(read.reason)
      expect((await sharp(read.bytes).metadata()).format).toBe('jpeg')
    }
  })

  it('stands upright and bears nothing of what the camera wrote', async () => {
    const exif = { IFD0: { Make: 'Secret camera', Artist: 'Someone' }, IFD3: { GPSLatitude: '48/1 51/1 30/1' } }
    const photo = await plain(60, 40).withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer()
    expect(photo.includes('Secret camera')).toBe(true)
    const read = await images.read(photo, sender)
    if (!read.ok) throw new Error(read.reason)
    expect(read.bytes.includes('Secret camera')).toBe(false)
    const { width, height, exif: kept, icc, xmp } = await sharp(read.bytes).metadata()
    expect([width, height]).toEqual([40, 60])
    expect([kept, icc, xmp]).toEqual([undefined, undefined, undefined])
  })

  it('that moves is kept as its first frame', async () => {
    const colours = [Buffer.from([255, 0, 0]), Buffer.from([0, 0, 255]), Buffer.from([0, 255, 0])]
    const stack = Buffer.concat(colours.map((colour) => Buffer.alloc(1_200, colour)))
    const raw = { width: 20, height: 60, channels: 3, pageHeight: 20 } as const
    const moving = await sharp(stack, { raw })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    const read = await images.read(moving, sender)
    if (!read.ok) throw new Error(read.reason)
    const { dominant } = await sharp(read.bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect((await sharp(read.bytes).metadata()).height).toBe(20)
  })

  it('that is none, or more than one thing, is refused by its content', async () => {
    const png = await plain().png().toBuffer()
    const gif = await plain().gif().toBuffer()
    const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
    const cases: [string, Uint8Array][] = [
      ['file_empty', Buffer.alloc(0)],
      ['file_heic', heic],
      ['file_type_invalid', Buffer.from('%PDF-1.7\n%âãÏÓ')],
      ['file_type_invalid', Buffer.from('<html><script>alert(1)</script></html>')],
      ['file_type_invalid', Buffer.from('MZ\x90\x00 a program')],
      ['file_type_invalid', Buffer.from('just text')],
      ['file_type_invalid', await plain().webp().toBuffer()],
      ['file_type_invalid', await plain().tiff().toBuffer()],
      ['file_type_invalid', Buffer.concat([png, zip])],
      ['file_type_invalid', Buffer.concat([gif, Buffer.from('<script>alert(1)</script>')])],
      ['file_type_invalid', Buffer.concat([png.subarray(0, 40), Buffer.from('%PDF-1.4'), png.subarray(40)])],
      ['file_unreadable', png.subarray(0, 60)],
      ['file_type_invalid', Buffer.concat([png.subarray(0, 8), Buffer.alloc(400, 1)])],
      ['file_type_invalid', svg('<text>&b;</text>', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>')],
    ]
    for (const [reason, bytes] of cases)
      expect([reason, bytes.length, await reasonOf(bytes)]).toEqual([reason, bytes.length, reason])
  })

  it('that would unfold into far more than it is, is refused quickly', async () => {
    // one colour a pixel, which is packed in a third of the time, and unfolds as far
    const side = 14_000
    const raw = { width: side, height: side, channels: 1 } as const
    const bomb = await sharp(Buffer.alloc(side * side), { raw, limitInputPixels: false })
      .png({ compressionLevel: 6 })
      .toBuffer()
    expect(bomb.length).toBeLessThan((side * side) / 100)
    const began = performance.now()
    expect(await reasonOf(bomb)).toBe('file_pixels_too_many')
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const bytes of [
      svg('<text>&b;</text>'),
      svg('<image href="file:///etc/passwd"/>'),
      svg('<use href="#a"/>'),
      svg('<script>1</script>'),
      svg('<rect onload="x()"/>'),
      svg('<style>@import "http://example.test/x.css";</style>'),
      svg('<rect fill="url(http://example.test/x)"/>'),
      svg('<filter id="f"><feTurbulence/></filter>'),
      svg('<rect width="1"/>').subarray(0, 70),
    ]) {
      expect(await reasonOf(bytes)).toBe('file_unreadable')
    }
    const wide = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>')
    expect(['file_pixels_too_many', 'file_unreadable']).toContain(await reasonOf(wide))
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'FC-102 held with orientation %i is kept upright, and nothing of what the camera wrote',
    async (orientation) => {
      const half = { width: 600, height: 400, channels: 3 } as const
      const blue = await sharp({ create: { ...half, background: '#0000ff' } })
        .png()
        .toBuffer()
      const upright = await sharp({ create: { ...half, height: 800, background: '#ff0000' } })
        .composite([{ input: blue, left: 0, top: 400 }])
        .png()
        .toBuffer()
      const flopped = await sharp(upright).flop().png().toBuffer()
      // what the sensor saw, so that the turn that the number names shows it upright
      const turns = [0, 0, 180, 180, 270, 270, 90, 90]
      const mirrored = [2, 4, 5, 7].includes(orientation)
      const seen = await sharp(mirrored ? flopped : upright)
        .rotate(turns[orientation - 1])
        .png()
        .toBuffer()
      const photo = await sharp(seen).withMetadata({ orientation }).jpeg().toBuffer()
      expect((await sharp(photo).metadata()).orientation).toBe(orientation)
      const read = await images.read(photo, sender)
      if (!read.ok) throw new Error(read.reason)
      const { width, height, orientation: kept, exif } = await sharp(read.bytes).metadata()
      expect([width, height, kept, exif]).toEqual([600, 800, undefined, undefined])
      const colourAt = async (top: number) => {
        const part = await sharp(read.bytes).extract({ left: 100, top, width: 400, height: 100 }).png().toBuffer()
        return (await sharp(part).stats()).dominant
      }
      expect((await colourAt(50)).r).toBeGreaterThan(200)
      expect((await colourAt(650)).b).toBeGreaterThan(200)
    },
  )

  it.each([
    [8_192, 6_144],
    [12_000, 9_000],
  ])('FC-103 of %i × %i pixels is shrunk as any photo', async (width, height) => {
    const photo = await sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
      .jpeg({ quality: 40 })
      .toBuffer()
    const read = await images.read(photo, sender)
    if (!read.ok) throw new Error(read.reason)
    const kept = await sharp(read.bytes).metadata()
    expect([kept.width, kept.height]).toEqual([2_600, Math.round((2_600 * height) / width)])
  })

  it('FC-103 of more than that is told how many pixels it may have', async () => {
    const raw = { width: 13_000, height: 9_500, channels: 1 } as const
    const photo = await sharp(Buffer.alloc(raw.width * raw.height), { raw })
      .jpeg({ quality: 30 })
      .toBuffer()
    expect(await reasonOf(photo)).toBe('file_pixels_too_many')
    expect(errorOf('file_pixels_too_many').params).toEqual({
      jpeg: String(pixelsMax.jpeg / 1e6),
      other: String(pixelsMax.other / 1e6),
    })
  })
})

describe('a text that is meant to be slow to judge', () => {
  it.each([
    'on',
    'on ',
    '<!--',
    '<!-- -->',
    ' ',
    '<svg ',
    'url( ',
    'href ',
    '&',
    '<?xml ',
    '\uFEFF',
    '<script',
    '%PDF',
  ])('such as a million bytes of %j is judged at once', async (part) => {
    const bytes = svg(part.repeat(Math.floor(1_000_000 / part.length)))
    const began = performance.now()
    await imageKindOf(bytes)
    await imageKindOf(bytes.subarray(0, -6))
    await imageKindOf(Buffer.from(part.repeat(Math.floor(1_000_000 / part.length))))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('the vault', () => {
  it('keeps an image under a random name, encrypted, and gives it back for its purpose alone', async () => {
    const kept = await vault.keepImage(await plain().png().toBuffer(), sender, 'voucher')
    if (!kept.ok) throw new Error(kept.reason)
    const names = await filesIn()
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/)
    const path = join(folder, names[0]?.slice(0, 2) ?? '', names[0] ?? '')
    const lying = await readFile(path)
    expect(lying.includes('JFIF')).toBe(false)
    const read = await vault.read(kept.id, 'voucher')
    expect(read?.type).toBe('image/jpeg')
    expect((await sharp(read?.bytes).metadata()).width).toBe(60)
    expect(await vault.read(kept.id, 'identity')).toBeNull()
    expect(await vault.read(kept.id + 1, 'voucher')).toBeNull()
    lying[40] = (lying[40] ?? 0) ^ 1
    await writeFile(path, lying)
    await expect(vault.read(kept.id, 'voucher')).rejects.toThrow()
    await vault.drop(kept.id)
    expect(await filesIn()).toEqual([])
    expect(await vault.read(kept.id, 'voucher')).toBeNull()
  })

  it('leaves nothing behind of what it refused or could not write', async () => {
    expect(await vault.keepImage(heic, sender, 'voucher')).toEqual({ ok: false, reason: 'file_heic' })
    const { rows } = await test.database.query('SELECT 1 FROM file WHERE erased_at IS NULL')
    expect(rows).toEqual([])
    const broken = openVault({
      shelves: folderShelves(join(folder, 'ab', 'file')),
      mark: 'test',
      database: test.database,
      sealing,
      images,
      onError: raise,
    })
    await mkdir(join(folder, 'ab'), { recursive: true })
    await writeFile(join(folder, 'ab', 'file'), 'a file where a folder should be')
    await expect(broken.keepImage(await plain().png().toBuffer(), sender, 'voucher')).rejects.toThrow()
    await rm(join(folder, 'ab'), { recursive: true })
    const left = await test.database.query('SELECT 1 FROM file WHERE erased_at IS NULL')
    expect(left.rows).toEqual([])
    expect(await filesIn()).toEqual([])
  })

  it('erases drafts that nobody used and strays of a crash, and nothing else', async () => {
    const image = await plain().png().toBuffer()
    const [draft, used] = [
      await vault.keepImage(image, sender, 'voucher'),
      await vault.keepImage(image, sender, 'voucher'),
    ]
    if (!draft.ok || !used.ok) throw new Error('not kept')
    await test.database.query(`UPDATE file SET erase_at = now() - interval '1 second'`)
    await vault.use(test.database, used.id, 'voucher')
    const stray = join(folder, 'cd', 'cd'.repeat(16))
    await mkdir(join(folder, 'cd'), { recursive: true })
    await writeFile(stray, 'x')
    await vault.sweep()
    expect(await filesIn()).toHaveLength(2)
    await utimes(stray, new Date(0), new Date(0))
    await vault.sweep()
    expect(await filesIn()).toHaveLength(1)
    expect(await vault.read(draft.id, 'voucher')).toBeNull()
    expect(await vault.read(used.id, 'voucher')).not.toBeNull()
  })
})
