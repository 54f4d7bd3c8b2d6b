import { type Page, type WebSocketRoute, expect } from '@playwright/test'
import { call, listAt, textAt } from '../client.ts'
import { test } from './stage.ts'

const tradePath = '/market/trade/coins/BTCUSDT'

/** A socket that a journey can cut: all at once, and none is let through until it is mended. */
async function holdSockets(page: Page) {
  const open = new Set<WebSocketRoute>()
  let up = true
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (!up) {
      void socket.close({ code: 1001 })
      return
    }
    open.add(socket)
    socket.onClose(() => open.delete(socket))
    socket.connectToServer()
  })
  return {
    async set(next: boolean) {
      up = next
      if (up) return
      for (const socket of open) await socket.close({ code: 1001 })
      open.clear()
    },
  }
}

/** Whether the app's own files are kept, so that it starts without a network. */
async function isKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
    return names.length === 1 && navigator.serviceWorker.controller !== null
  })
}

test('without a network the app starts, says of when it is, and trades nothing', async ({ guest, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|Failed to load|fetch/i)
  const context = await guest.open({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00')
  await expect.poll(() => isKept(page), { timeout: 20_000 }).toBe(true)
  await page.goto(tradePath)
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible({
    timeout: 30_000,
  })
  // the prices that this device keeps are written every five seconds
  await page.waitForTimeout(5_500)

  await context.setOffline(true)
  await page.goto('/market/trading')
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  await expect(page.getByText(/Trading is off until the connection is back\./)).toBeVisible()
  await expect(page.getByText(/^As of /).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('BTC')
  await page.goto(tradePath)
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeDisabled()
  await expect(ticket).toContainText('The last price is more than 5 seconds old')

  await context.setOffline(false)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText('100,000.00', { timeout: 20_000 })
})

test('through a connection that drops again and again nothing is lost and nothing happens twice', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(150_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|Failed to load|fetch|aborted/i)
  const context = await guest.open()
  const page = await context.newPage()
  const sockets = await holdSockets(page)
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  await page.goto(tradePath)
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible({
    timeout: 30_000,
  })
  // one request reaches the server, but its answer is lost on the way
  let sends = 0
  await page.route('**/api/v3/spot/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sends += 1
    if (sends !== 2) return route.continue()
    await route.fetch()
    return route.abort('internetdisconnected')
  })
  for (const price of ['40000', '40001']) {
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await ticket.getByRole('textbox', { name: 'Price' }).fill(price)
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
    await ticket.getByRole('button', { name: /^Buy 0/ }).click({ timeout: 30_000 })
    await expect(sheet).toBeVisible()
    await sockets.set(false)
    await context.setOffline(true)
    await sheet.getByRole('button', { name: /^Buy 0/ }).click()
    await page.waitForTimeout(2_000)
    await expect(sheet).toBeVisible()
    await sockets.set(true)
    await context.setOffline(false)
    await expect(sheet).toBeHidden({ timeout: 30_000 })
    await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
  }
  expect(sends).toBeGreaterThan(2)
  const { data } = await call(product.address, '/spot/orders?status=open&limit=100', { token: guest.token })
  expect(listAt(data, 'items').map((order) => textAt(order, 'price'))).toEqual(['40001', '40000'])

  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.37')
  await page.reload()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.37')
})
