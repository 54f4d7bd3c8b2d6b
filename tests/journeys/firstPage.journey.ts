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
  expect(files).toBeLessThan(35)
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
