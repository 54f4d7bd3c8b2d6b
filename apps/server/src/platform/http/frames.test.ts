import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FirstFigures } from '@truemark/protocol/firstFigures'
import { type Frames, openFrames } from './frames.ts'

const figures: FirstFigures = {
  app: {
    app: {
      app_name: 'Truemark',
      app_full_name: '',
      app_logo: '',
      app_favicon: '',
      app_version: '',
      official_name: '',
      official_logo: '',
      official_link: '',
      official_site_customer_service_link: '',
      im_link: '',
      default_withdrawal_fee_rate: '0',
      timezone: 'UTC',
      is_hour12_open: '0',
    },
    ws: null,
    demo_only: true,
    simulated: true,
    single_operator: false,
    codes_at_desk: false,
    read_only: null,
    time: 1,
  },
  markets: [],
}

let folder = ''
let frames: Frames | null = null
let errors: unknown[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'truemark-frames-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  await frames?.stop()
  errors = []
})

/** A thread that says `page` to whatever is asked, and counts what it was asked. */
function opened(page: string): Frames {
  const program = join(folder, 'thread.mjs')
  writeFileSync(
    program,
    `import { parentPort } from 'node:worker_threads'
let count = 0
parentPort.on('message', ({ id, path, locale }) => { count += 1; ${page} })
const said = (id, text) => {
  const bytes = new TextEncoder().encode(text)
  parentPort.postMessage({ id, page: { identity: bytes, br: bytes, gzip: bytes } })
}`,
  )
  const address = new URL(`?${Math.random()}`, pathToFileURL(program))
  frames = openFrames({
    program: address,
    folder,
    figures: async () => figures,
    isListed: (symbol) => symbol === 'BTCUSDT',
    onError: (error) => errors.push(error),
  })
  return frames
}

const text = async (source: Frames, path: string, locale: 'en' | 'th' = 'en'): Promise<string | null> => {
  const page = await source.pageOf(path, locale)
  return page === null ? null : new TextDecoder().decode(page.identity)
}

it('draws a screen once for all who ask within a second, and each language for itself', async () => {
  const source = opened('said(id, `${locale} ${path} ${count}`)')
  // the thread may still be beginning
  await expect.poll(() => text(source, '/home')).not.toBeNull()
  const first = await text(source, '/market/trading')
  expect(await Promise.all(Array.from({ length: 5 }, () => text(source, '/market/trading')))).toEqual(
    Array.from({ length: 5 }, () => first),
  )
  expect(await text(source, '/market/trading', 'th')).toMatch(/^th \/market\/trading /)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  // who asks then gets the last one, and has the next drawn
  expect(await text(source, '/market/trading')).toBe(first)
  await expect.poll(() => text(source, '/market/trading')).not.toBe(first)
  expect(errors).toEqual([])
})

it('draws no other paths than those of first screens, and no market that is not listed', async () => {
  const source = opened('said(id, path)')
  await expect.poll(() => text(source, '/market/trade/coins/BTCUSDT')).toBe('/market/trade/coins/BTCUSDT')
  for (const path of ['/setting/setpage', '/home/', '/market/trade/coins/NONEUSDT', '/market/trade/coins/..']) {
    expect(await text(source, path)).toBeNull()
  }
})

it('draws no more than a few screens a second, whoever asks for all of them', async () => {
  const source = opened('said(id, String(count))')
  await expect.poll(() => text(source, '/home')).not.toBeNull()
  const paths = ['/', '/home', '/market', '/market/trading', '/assetsInfo', '/login', '/market/trade/coins/BTCUSDT']
  const asked = (['en', 'th', 'zh', 'jp', 'kor', 'fre'] as const).flatMap((locale) =>
    paths.map((path) => source.pageOf(path, locale)),
  )
  const drawn = (await Promise.all(asked)).filter((page) => page !== null)
  expect(drawn.length).toBeGreaterThan(0)
  // the second may turn meanwhile
  expect(drawn.length).toBeLessThan(15)
})

it('lets nobody wait for a thread that does not answer, or has ended', async () => {
  const slow = opened('if (count > 50) said(id, path)')
  const began = performance.now()
  expect(await text(slow, '/home')).toBeNull()
  expect(performance.now() - began).toBeLessThan(5_000)
  await slow.stop()
  const broken = opened("throw new Error('broken')")
  expect(await text(broken, '/home')).toBeNull()
  await expect.poll(() => errors.map(String)).toEqual(['Error: broken'])
  expect(await text(broken, '/login')).toBeNull()
})
