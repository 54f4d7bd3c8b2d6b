import { type BrowserContext, type Page, expect } from '@playwright/test'
import { call, fillOrder, listAt, openDemo, placeOrder, textAt, valueAt } from '../client.ts'
import { test } from './stage.ts'

const tradePath = '/market/trade/coins/BTCUSDT'

/** Prices a tick above and below what the market says now. */
async function around(address: string, token: string): Promise<{ above: string; below: string }> {
  const { data } = await call(address, '/datafeed/symbols', { token })
  const price = (Array.isArray(data) ? data : []).find((one) => textAt(one, 'symbol') === 'BTCUSDT')
  const [whole = '0', tenth = '0'] = textAt(price, 'lastPrice').split('.')
  const tenths = Number(whole) * 10 + Number(tenth.slice(0, 1) || '0')
  const text = (value: number): string => `${Math.floor(value / 10)}.${value % 10}`
  return { above: text(tenths + 2), below: text(tenths - 2) }
}

/** Sets an alert on either side of the price of now. */
async function fence(address: string, token: string): Promise<void> {
  const { above, below } = await around(address, token)
  for (const [direction, price] of [
    ['above', above],
    ['below', below],
  ]) {
    const body = { symbol: 'BTCUSDT', direction, price, source: 'last', repeats: false }
    const made = await call(address, '/price_alerts', { method: 'POST', token, body })
    // The market may have got there by itself.
    expect([200, 13_701]).toContain(made.code)
  }
}

/**
 * Hands a push to the page's service worker as the browser's push service would, and returns once it is shown: whoever
 * asks Chromium for its notifications while one is on its way to the screen makes it forget that one.
 */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(`{
    const { registration } = self
    const show = registration.showNotification
    self.shown = new Promise((resolve) => {
      registration.showNotification = (...given) => {
        const done = show.apply(registration, given)
        resolve(done)
        return done
      }
    })
    undefined
  }`)
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (mine !== undefined) resolve(mine.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await worker?.evaluate('self.shown')
}

/** The titles of what the browser shows of this app now. */
async function shown(context: BrowserContext): Promise<unknown> {
  const [worker] = context.serviceWorkers()
  return worker?.evaluate(`self.registration.getNotifications().then((all) => all.map(({ title }) => title))`)
}

/**
 * Presses the first notification that the browser shows, once the worker knows of the page: before that it would open a
 * window, which needs the touch of a person.
 */
async function press(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  const known = () => worker?.evaluate(`self.clients.matchAll({ type: 'window' }).then(({ length }) => length)`)
  await expect.poll(known).toBeGreaterThan(0)
  await worker?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
}

test('a price alert that is set by the bell arrives as a push and opens its market', async ({
  guest,
  product,
  pushes,
}) => {
  test.setTimeout(90_000)
  const context = await guest.open({ serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.goto(tradePath)
  const subscription = pushes.subscribe()
  const { address } = product
  const told = { method: 'POST', token: guest.token }
  expect((await call(address, '/push/subscriptions', { ...told, body: subscription.body })).code).toBe(200)

  await page.getByRole('button', { name: 'Price alert for BTC/USDT' }).click()
  const sheet = page.getByRole('dialog', { name: 'Price alert' })
  await sheet.getByText('Falls to').click()
  await sheet.getByRole('textbox', { name: 'Price' }).fill('10')
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByText('Alert set')).toBeVisible()
  await expect(async () => {
    await fence(address, guest.token)
    await expect.poll(() => subscription.arrived.length, { timeout: 4_000 }).toBeGreaterThan(0)
  }).toPass({ timeout: 50_000 })
  const push = subscription.arrived[0] ?? ''
  expect(push).toMatch(/BTCUSDT has (risen|fallen) to your price/)

  await page.goto('/notifications?category=alerts')
  await expect(page.getByRole('main')).toContainText('BTCUSDT falls to 10')
  await expect(page.getByRole('link', { name: /BTCUSDT has (risen|fallen) to your price/ }).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('about:blank')
  await deliver(page, address, push)
  expect(await shown(context)).toEqual([expect.stringMatching(/^BTCUSDT has (risen|fallen) to your price$/)])
  await page.goto('/home')
  await press(context)
  await expect(page).toHaveURL(/\/market\/trade\/coins\/BTCUSDT$/)
  await expect.poll(() => shown(context)).toEqual([])
})

test('a notification that is pressed while the app starts leads to its page all the same', async ({
  guest,
  product,
}) => {
  const context = await guest.open({ serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.goto('/home')
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const waitUntil of ['commit', 'domcontentloaded'] as const) {
    await page.goto('about:blank')
    await deliver(page, product.address, JSON.stringify({ id: 'one', title: 'one', body: 'b', path: tradePath }))
    await page.goto('/home', { waitUntil })
    await press(context)
    await expect(page).toHaveURL(/\/market\/trade\/coins\/BTCUSDT$/)
  }
})

test('FC-109 each push shows a notification, in front of the app and unreadable ones too', async ({
  guest,
  product,
}) => {
  const context = await guest.open({ serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.goto('/home')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.bringToFront()
  const { address } = product
  for (const at of ['first', 'second', 'third']) {
    await deliver(page, address, JSON.stringify({ id: at, title: at, body: 'b', path: '/home' }))
    expect(await shown(context)).toEqual([at])
  }
  for (const unreadable of ['no json', '{"id":5}']) {
    await deliver(page, address, unreadable)
    expect(await shown(context)).toEqual(['You have a new notification'])
  }
  await page.goto('about:blank')
  await deliver(page, address, '')
  expect(await shown(context)).toContain('You have a new notification')
})

/** Lets an order wait between the house's two sides, and somebody else sell into it. */
async function fillWhatWaits(address: string, token: string): Promise<void> {
  const other = (await openDemo(address)).token
  const coins = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.1' }
  expect(textAt((await fillOrder(address, other, coins)).data, 'status')).toBe('filled')
  // the market may come to the price before the other does; what it takes at once is told to nobody
  await expect(async () => {
    const { data } = await call(address, '/market/BTCUSDT/book', { token })
    const price = textAt(data, 'mark').replace(/(\.\d)\d*$/, '$1')
    const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price, quantity: '0.01' }
    const waits = textAt((await placeOrder(address, token, buy)).data, 'status') === 'new'
    if (waits)
      await placeOrder(address, other, { ...buy, side: 'sell', price: String(Number(price.split('.')[0]) - 500) })
    const { data: open } = await call(address, '/spot/orders?status=open', { token })
    const stays = listAt(open, 'items').length > 0
    if (stays) await call(address, '/spot/orders', { method: 'DELETE', token })
    expect({ waits, stays }).toEqual({ waits: true, stays: false })
  }).toPass({ timeout: 30_000 })
}

test('what happens is counted at the bell, read there, and leads to its cause', async ({ guest, product }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/home')
  const bell = page.getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications: 0 unread')
  await fillWhatWaits(product.address, guest.token)
  await expect(bell).toHaveAccessibleName('Notifications: 1 unread', { timeout: 20_000 })
  await bell.click()
  const row = page.getByRole('link', { name: /Order filled: BTCUSDT/ })
  await expect(row).toContainText('Bought 0.01 BTC for')
  await row.click()
  await expect(page).toHaveURL(/\/market\/trade\/orderDetails\?game=spot&id=/)
  await expect(page.getByRole('main')).toContainText('0.01')
  const unread = async (): Promise<unknown> =>
    valueAt((await call(product.address, '/notifications/unread', { token: guest.token })).data, 'unread')
  await expect.poll(unread).toBe(0)
})

test('channels and quiet hours are kept', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/setting/notifications')
  const orders = page.getByRole('switch', { name: 'Push: Orders' })
  await expect(orders).toBeChecked()
  await orders.click()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  // each of the three is kept by itself, and told by the same toast
  const kept = page.waitForResponse((one) => (one.request().postData() ?? '').includes('"from":1290'))
  await page.getByLabel('From').fill('21:30')
  await expect(page.getByText('Saved')).toBeVisible()
  expect((await kept).ok()).toBe(true)
  await page.reload()
  await expect(orders).not.toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('21:30')
})
