import { type Page, type WebSocketRoute, expect } from '@playwright/test'
import { call, fillOrder, placeOrder, textAt } from '../client.ts'
import { test } from './stage.ts'

const tradePath = '/market/trade/coins/BTCUSDT'

/** Stands between the page and the server's socket, so that a journey can cut it. */
async function holdSockets(page: Page) {
  const open = new Set<WebSocketRoute>()
  let up = true
  let opened = 0
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (!up) {
      void socket.close({ code: 1001 })
      return
    }
    opened += 1
    open.add(socket)
    socket.onClose(() => open.delete(socket))
    socket.connectToServer()
  })
  return {
    opened: () => opened,
    /** How many are open now. */
    now: () => open.size,
    async cut() {
      up = false
      const all = [...open]
      open.clear()
      for (const socket of all) await socket.close({ code: 1001 })
    },
    mend() {
      up = true
    },
  }
}

test('a lost connection is said, and afterwards balances and orders are those of the server', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
  const context = await guest.open()
  const page = await context.newPage()
  const sockets = await holdSockets(page)
  await page.goto(tradePath)
  await expect.poll(sockets.now).toBe(1)
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible()
  await page.getByRole('tab', { name: /Open orders/ }).click()

  await context.setOffline(true)
  await sockets.cut()
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  const { address } = product
  const rest = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '40000', quantity: '0.5' }
  expect((await placeOrder(address, guest.token, rest)).code).toBe(200)
  const coins = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' }
  const bought = await fillOrder(address, guest.token, coins)
  expect(textAt(bought.data, 'status')).toBe('filled')

  sockets.mend()
  await context.setOffline(false)
  await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: '40,000' })).toContainText('0 / 0.5', { timeout: 40_000 })
  await expect.poll(sockets.now).toBe(1)
  expect(sockets.opened()).toBe(2)
  await expect(page.getByText('Connecting again. Prices may be old.')).toBeHidden()

  const frozen = textAt((await call(address, '/account/coin', { token: guest.token })).data, 'balances', 0, 'frozen')
  expect(frozen).toBe('20000')
  await page.goto('/coinAccount')
  await expect(page.getByRole('main')).toContainText('20,000.00')
})

test('a server that stalls is seen within seconds: prices are of then, and nothing is traded by them', async ({
  guest,
  product,
  complaints,
}) => {
  complaints.allow(/WebSocket|Failed to fetch/)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeEnabled()
  const strip = page.getByText('Nothing arrives from the server. Prices are old.')
  const asOf = page
    .getByRole('banner')
    .or(page.locator('header'))
    .getByText(/^As of /)
  await expect(strip).toBeHidden()
  await expect(asOf).toBeHidden()
  process.kill(product.pid, 'SIGSTOP')
  try {
    // five seconds of silence, and a look each second
    await expect(strip).toBeVisible({ timeout: 7_000 })
    await expect(asOf.first()).toBeVisible()
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
    await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeDisabled()
    await expect(ticket).toContainText('The last price is more than 5 seconds old')
  } finally {
    process.kill(product.pid, 'SIGCONT')
  }
  await expect(strip).toBeHidden({ timeout: 15_000 })
  await expect(asOf).toBeHidden({ timeout: 15_000 })
})

test('code that was on its way when the connection went comes when it is back', async ({ guest, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
  const context = await guest.open()
  const page = await context.newPage()
  let arrived = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let release = (): void => undefined
  const cut = new Promise<void>((resolve) => {
    release = resolve
  })
  // its font never comes: the chart is drawn with another
  await page.route(/barlow-latin-400.*\.woff2$/, (route) => route.abort('internetdisconnected'))
  await page.route(/CandleChart-.*\.js$/, async (route) => {
    arrived()
    await cut
    await route.abort('internetdisconnected')
  })
  await page.goto(tradePath)
  await asked
  await context.setOffline(true)
  release()
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order book' })).toBeVisible()
  await page.unroute(/CandleChart-.*\.js$/)
  await context.setOffline(false)
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByText('This screen stopped working')).toBeHidden()
})

test('changes that another device makes arrive without a reload', async ({ guest, product }) => {
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('tab', { name: /Open orders/ }).click()
  await expect(page.getByText('You have no open orders.')).toBeVisible()
  const rest = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '41000', quantity: '0.1' }
  const placed = await placeOrder(product.address, guest.token, rest)
  const row = page.getByRole('listitem').filter({ hasText: '41,000' })
  await expect(row).toBeVisible()
  await call(product.address, `/spot/orders/${textAt(placed.data, 'order_id')}`, {
    method: 'DELETE',
    token: guest.token,
  })
  await expect(row).toBeHidden()
})

test('a hidden page takes no prices, and takes them again when it is seen', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  const sent: string[] = []
  let prices = 0
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":1')) prices += 1
    })
  })
  await page.goto(tradePath)
  await expect.poll(() => prices).toBeGreaterThan(3)
  await setVisible(page, false)
  await expect.poll(() => sent.filter((one) => one.includes('unsubscribe')).length).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  const before = prices
  await page.waitForTimeout(2_000)
  expect(prices).toBe(before)
  await setVisible(page, true)
  await expect.poll(() => prices).toBeGreaterThan(before + 3)
})

// A headless browser never hides a page, so the page is told that it is hidden.
async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    visible ? 'visible' : 'hidden',
  )
}
