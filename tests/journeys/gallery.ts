import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openDemo } from '../client.ts'
import { setUp } from './deskStage.ts'
import { liveAMonth } from './galleryLife.ts'
import { type Picture, writeGallery } from './galleryPage.ts'
import { type Shot, demoShots, emptyShots, realShots, stateShots, strangerShots } from './galleryScreens.ts'
import { turnTo } from './screenChecks.ts'
import { test } from './stage.ts'
import { makeHolder, openWallet } from './walletStage.ts'

const folder = process.env['GALLERY_FOLDER'] ?? join(import.meta.dirname, '../../gallery')
/** Only screens whose name has this in it; all without. */
const only = process.env['GALLERY_ONLY'] ?? ''
const sizes = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } } as const
const allLooks = ['en', 'jp', 'th', 'fre'].flatMap((locale) =>
  (['dark', 'light'] as const).map((theme) => ({ locale, theme, name: `${locale} ${theme}` })),
)
const wanted = (process.env['GALLERY_LOOKS'] ?? '').split(',').filter((name) => name !== '')
const looks = allLooks.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const settleMs = 400
const longest = 3_000
/** How long an act waits for what it presses: what is not there in a size or look is passed over. */
const actMaxMs = 3_000

type Size = keyof typeof sizes
type Look = (typeof allLooks)[number]
type Sitting = Parameters<Parameters<typeof test>[2]>[0]['browser']

interface Visitor {
  readonly mode: 'demo' | 'real'
  readonly demo: unknown
  readonly real: unknown
}

const stranger: Visitor = { mode: 'real', demo: null, real: null }

test('every screen of both apps', async ({ product, browser }) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pictures: Picture[] = []
  const filled = await openDemo(product.address)
  await liveAMonth(product, filled.token)
  const fresh = await openDemo(product.address)
  await openWallet(product)
  const holder = await makeHolder(product, 'gallery@example.org')
  const visits = [
    { who: { mode: 'demo', demo: filled.answer, real: null }, shots: demoShots },
    { who: { mode: 'demo', demo: fresh.answer, real: null }, shots: emptyShots },
    { who: { mode: 'real', demo: null, real: holder.answer }, shots: realShots },
    { who: stranger, shots: strangerShots, first: '/login' },
  ] as const
  for (const look of looks)
    for (const size of ['phone', 'wide'] as const) {
      for (const { who, shots, ...more } of visits) {
        const context = await openAs(browser, product.address, who, look, size)
        await take(context, shots, { look, size, pictures, ...more })
        await context.close()
      }
      await takeStates(await openAs(browser, product.address, visits[0].who, look, size), { look, size, pictures })
      writeGallery(folder, pictures)
    }
  const context = await browser.newContext({ baseURL: product.address, viewport: sizes.wide })
  const desk = await context.newPage()
  await setUp(desk, product, 'Ada')
  const menu = await desk.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const size of ['wide', 'phone'] as const) {
    await desk.setViewportSize(sizes[size])
    await takeDesk(desk, menu, { size, pictures })
  }
  await context.close()
  writeGallery(folder, pictures)
})

async function openAs(
  browser: Sitting,
  origin: string,
  { mode, demo, real }: Visitor,
  { locale, theme }: Look,
  size: Size,
): Promise<BrowserContext> {
  const session = { state: { mode, real, demo, locale }, version: 1 }
  const localStorage = [
    { name: 'truemark.session', value: JSON.stringify(session) },
    { name: 'truemark.appearance', value: JSON.stringify({ state: { theme }, version: 1 }) },
  ]
  return browser.newContext({
    baseURL: origin,
    viewport: sizes[size],
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
}

interface Sheet {
  readonly look?: Look
  readonly size: Size
  readonly pictures: Picture[]
  /** The screen that a visit begins with. */
  readonly first?: string
}

async function take(context: BrowserContext, shots: readonly Shot[], sheet: Sheet): Promise<void> {
  const chosen = shots.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) return
  const page = await context.newPage()
  page.setDefaultTimeout(actMaxMs)
  await page.goto(sheet.first ?? '/setting/about-us')
  for (const { name, path, act } of chosen) {
    await turnTo(page, path).catch(() => undefined)
    // what an act opens is looked for, not awaited: on a wide screen it may lie open
    await act?.(page).catch(() => undefined)
    await keep(page, name, sheet)
    if (act !== undefined) await page.goto('/setting/about-us')
  }
  await page.close()
}

/** The same screens while nothing comes, where all fails, and without a network. */
async function takeStates(context: BrowserContext, sheet: Sheet): Promise<void> {
  for (const state of ['loading', 'failed', 'offline'] as const) {
    for (const { name, path } of stateShots.filter((shot) => shot.name.includes(only))) {
      const page = await context.newPage()
      if (state === 'loading') await page.route('**/api/v3/**', () => undefined)
      if (state === 'failed') await page.route('**/api/v3/**', (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.goto(path)
      await page.waitForTimeout(state === 'failed' ? 8 * settleMs : settleMs)
      if (state === 'offline') {
        await context.setOffline(true)
        await page.waitForTimeout(6_000)
      }
      await keep(page, `${state}: ${name}`, sheet)
      await context.setOffline(false)
      await page.close()
    }
  }
  await context.close()
}

async function takeDesk(page: Page, menu: readonly string[], sheet: Sheet): Promise<void> {
  for (const path of menu) {
    const name = `desk: ${path.replace(/^.*#/, '')}`
    if (!name.includes(only)) continue
    await page.evaluate((to) => (location.href = to), path)
    await page.waitForTimeout(settleMs)
    await keep(page, name, sheet)
  }
}

async function keep(page: Page, screen: string, { look, size, pictures }: Sheet): Promise<void> {
  await page.waitForTimeout(settleMs)
  const lookName = look?.name ?? 'en dark'
  const file = `${screen}-${size}-${lookName}`.replaceAll(/[^a-zA-Z0-9]+/g, '_') + '.jpg'
  const { width, height } = sizes[size]
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  // a window as high as the screen is long: what stands at its lower edge stands there, and not across the picture
  if (whole > height && !screen.includes('/trade/'))
    await page.setViewportSize({ width, height: Math.min(whole, longest) })
  await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 82, animations: 'disabled' })
  await page.setViewportSize({ width, height })
  pictures.push({ file, screen, size, look: lookName })
}
