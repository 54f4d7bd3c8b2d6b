import { type Page, expect } from '@playwright/test'
import { phone, test } from './stage.ts'

/** What a first visit of home brings over the network until nothing more comes: bytes in all, and the names of fonts. */
async function brought(page: Page): Promise<{ bytes: number; fonts: string[] }> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const fonts: string[] = []
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? ''
    if (path.startsWith('/assets/')) bytes += encodedDataLength
    if (path.endsWith('.woff2')) fonts.push(path.replace('/assets/barlow-', '').replace(/-normal-.*/, ''))
  })
  await session.send('Network.enable')
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  return { bytes, fonts: fonts.toSorted() }
}

test('a first visit brings the app packed, and no font that its language does not write', async ({ guest }) => {
  const english = await (await guest.open({ size: phone.viewport })).newPage()
  const { bytes, fonts } = await brought(english)
  // 1.2 MB as it lies unpacked; a slow line has 200 kB a second
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(400_000)
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
