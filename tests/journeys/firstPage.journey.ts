import { type Page, expect } from '@playwright/test'
import { phone, test } from './stage.ts'

/** What a first visit of home brings over the network until nothing more comes: files and bytes in all, and the fonts. */
async function brought(page: Page): Promise<{ files: number; bytes: number; fonts: string[] }> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const fonts: string[] = []
  let files = 0
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? ''
    if (path.startsWith('/assets/')) {
      files += 1
      bytes += encodedDataLength
    }
    if (path.endsWith('.woff2')) fonts.push(path.replace('/assets/barlow-', '').replace(/-normal-.*/, ''))
  })
  await session.send('Network.enable')
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  return { files, bytes, fonts: fonts.toSorted() }
}

test('a first visit brings the app packed and in few files, and no font that its language does not write', async ({
  guest,
}) => {
  const english = await (await guest.open({ size: phone.viewport })).newPage()
  const { files, bytes, fonts } = await brought(english)
  // 1.2 MB as it lies unpacked; a slow line has 200 kB a second
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(400_000)
  // each is a turn on a line that bears six at a time
  expect(files).toBeLessThan(37)
  expect(fonts).toEqual(['latin-400', 'latin-500', 'latin-600'])
  const vietnamese = await (await guest.open({ size: phone.viewport, locale: 'vie' })).newPage()
  expect((await brought(vietnamese)).fonts).toContain('vietnamese-400')
})

test('the mark stands there before any script has run', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.address}/home`)
  await expect(page.locator('#root svg')).toBeVisible()
  const box = await page.locator('#root svg').boundingBox()
  expect([box?.width, box?.height]).toEqual([56, 56])
  expect(await page.locator('#root svg').evaluate((mark) => getComputedStyle(mark).stroke)).not.toBe('none')
  await context.close()
})

/** How much of what stood already moved, as the browser counts it. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    const count = (moved: number) => Object.assign(window, { moved: Number(Reflect.get(window, 'moved')) + moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) count('value' in entry ? Number(entry.value) : 0)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const [path, times, shown] of [
  ['/home', 2, /Total assets[^]*BTC[^]*Bitcoin[^]*\d\d,\d\d\d\.\d/],
  ['/market/trading', 2, /BTC[^]*\d\d,\d\d\d\.\d/],
  ['/assetsInfo', 2, /Coin account[^]*Total over time/],
  // with what waits for a price, once the part of the screen is there that lists it
  ['/market/trade/coins/BTCUSDT', 3, /24h high[^]*Order book/],
] as const) {
  test(`${path} stands there with its figures before the app is there, which moves nothing`, async ({ guest }) => {
    const page = await (await guest.open({ size: phone.viewport })).newPage()
    await countShifts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const timesOf = (own: string) => asked.filter((one) => one === `/api/v3${own}`).length
    const ownTimes = () => ['/data', '/account/assets', '/spot/orders'].map(timesOf)
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/assets\/start-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const frame = page.locator('#root > [inert]')
    // one that the server had no time for comes with the mark
    await expect(async () => {
      asked.length = 0
      await page.goto(path, { waitUntil: 'commit' })
      await expect(frame).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 25_000 })
    await expect(frame).toContainText(shown)
    await expect.poll(ownTimes).toEqual([1, 1, 1])
    await expect(frame.getByText('Simulated prices')).toBeVisible()
    letGo()
    await expect(frame).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main')).toContainText(shown)
    // what happened before the socket stood was not told on it: what it follows is asked for once more
    for (const [place, count] of ownTimes().entries()) expect(count).toBeLessThanOrEqual(place === 0 ? 1 : times)
    expect(await page.evaluate(() => Number(Reflect.get(window, 'moved')))).toBeLessThan(0.005)
  })
}

test('on a slow line the frame stands until there are texts to take its place, and no mark comes between', async ({
  guest,
}) => {
  const page = await (await guest.open({ size: phone.viewport })).newPage()
  const root = page.locator('#root')
  await page.addInitScript(() => {
    Object.assign(window, { bare: 0 })
    new MutationObserver(() => {
      const shown = document.querySelector('#root')
      const isBare = shown !== null && document.readyState !== 'loading' && shown.querySelector('main') === null
      if (isBare) Object.assign(window, { bare: Number(Reflect.get(window, 'bare')) + 1 })
    }).observe(document, { childList: true, subtree: true })
  })
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/en-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const frame = root.locator('> [inert]')
  await expect(async () => {
    await page.goto('/home', { waitUntil: 'commit' })
    await expect(frame).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 25_000 })
  // longer than an empty page would wait for them
  await page.waitForTimeout(2_500)
  await expect(frame).toBeVisible()
  letGo()
  await expect(frame).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Total assets')
  expect(await page.evaluate(() => Number(Reflect.get(window, 'bare')))).toBe(0)
})

test('who is not signed in sees the way in at once, and each reader what is in their language or the mark', async ({
  browser,
  product,
  guest,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|Failed to load/)
  const context = await browser.newContext({ ...phone, locale: 'ja-JP' })
  const page = await context.newPage()
  await page.route(/\/assets\/start-.*\.js$/, (route) => route.abort())
  const frame = page.locator('#root > [inert]')
  await expect(async () => {
    await page.goto(`${product.address}/`)
    await expect(frame).toContainText('おかえりなさい', { timeout: 4_000 })
  }).toPass({ timeout: 25_000 })
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await context.close()

  // a browser that asks for English, of a reader who chose Vietnamese
  const other = await (await guest.open({ size: phone.viewport, locale: 'vie' })).newPage()
  await other.route(/\/assets\/start-.*\.js$/, (route) => route.abort())
  await other.goto('/home')
  await expect(other.locator('#root svg').first()).toBeVisible()
  await expect(other.locator('#root > [inert]')).toHaveCount(0)
})
