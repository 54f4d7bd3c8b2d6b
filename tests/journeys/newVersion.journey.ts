import { type Page, expect } from '@playwright/test'
import { standBefore } from './front.ts'
import { phone, test } from './stage.ts'

test('a screen whose code is gone reloads the page once and then says so', async ({ guest, complaints }) => {
  complaints.allow(/MarketScreen|Failed to load|module script|dynamically imported module|could not be loaded/)
  const page = await (await guest.open()).newPage()
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route(/\/assets\/MarketScreen-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect(page.getByRole('alert').getByText('This screen could not be loaded')).toBeVisible()
  await page.waitForTimeout(2_000)
  expect(loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: 'Search a pair' })).toBeVisible()
})

test('an app whose own file did not come the first time comes by itself', async ({ guest, complaints }) => {
  complaints.allow(/Failed to load|module script|dynamically imported module|ERR_FAILED/)
  const page = await (await guest.open()).newPage()
  let pages = 0
  page.on('request', (request) => void (request.isNavigationRequest() && (pages += 1)))
  // by the page's preload or by the app itself: the first page gets none
  await page.route(/\/assets\/start-.*\.js$/, (route) => (pages < 2 ? route.abort() : route.continue()))
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00')
  expect(pages).toBe(2)
})

test('parts whose code is gone take nothing else with them', async ({ guest, complaints }) => {
  complaints.allow(/Failed to load|module script|dynamically imported module|could not be loaded|answer 404/)
  const page = await (await guest.open()).newPage()
  const tried = new Set<string>()
  await page.route(/\/assets\/(ToastHost|SupportButton|SignedInParts)-.*\.js$/, (route) => {
    tried.add(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  await page.goto('/home')
  await expect.poll(() => tried.size, { timeout: 10_000 }).toBe(3)
  // each is tried for three and a half seconds
  await page.waitForTimeout(6_000)
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Search a pair' })).toBeVisible()
})

test('without what listens nothing old is shown as live, and a newer version is offered', async ({
  guest,
  complaints,
}) => {
  complaints.allow(/Failed to load|module script|dynamically imported module|could not be loaded|answer 404/)
  const page = await (await guest.open()).newPage()
  await page.route(/\/assets\/(?!start-).*\.js$/, async (route) => {
    const answer = await route.fetch()
    const isLive = (await answer.text()).includes('webSoketUrl')
    return isLive ? route.fulfill({ status: 404, body: '' }) : route.fulfill({ response: answer })
  })
  await page.goto('/market')
  await expect(page.getByText('Connecting again.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 20_000 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Connecting again.')).toBeHidden()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('100,000.00')
  await expect(page.getByText('A new version is ready')).toBeHidden()
})

/** The versions of the app whose files are kept. */
async function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')))
}

test('a new version is offered, is there once it is taken, and a second tab is not left behind', async ({
  browser,
  product,
  complaints,
}) => {
  test.slow()
  const front = await standBefore(product.address)
  const context = await browser.newContext({ ...phone, baseURL: front.address, serviceWorkers: 'allow' })
  context.on('page', (page) => complaints.watch(page))
  const page = await context.newPage()
  await page.goto('/testlogine')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(page.getByRole('main')).toContainText('100,000.00')
  const isKept = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
  const other = await context.newPage()
  await other.goto('/home')
  await expect(other.getByRole('main')).toContainText('100,000.00')
  const old = await kept(page)
  await expect(page.getByText('A new version is ready')).toBeHidden()

  front.renew()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  for (const tab of [page, other]) {
    await expect(tab.getByText('A new version is ready')).toBeVisible({ timeout: 30_000 })
  }
  expect(await kept(page)).toEqual(expect.arrayContaining(old))
  for (const tab of [page, other]) {
    const loaded = tab.waitForEvent('load')
    await tab.getByRole('button', { name: 'Update', exact: true }).click()
    await loaded
    await expect(tab.getByRole('main')).toContainText('100,000.00')
    await expect(tab.getByText('A new version is ready')).toBeHidden()
    expect(await kept(tab)).toEqual([`shell-${front.renewedVersion}`])
  }
  await context.close()
  front.close()
})
