import { type Locator, type Page, type WebSocketRoute, expect } from '@playwright/test'
import { call, listAt, textAt, units } from '../client.ts'
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

/** A line that goes and comes back: the network and the live connection at once. */
async function holdLine(page: Page) {
  const sockets = await holdSockets(page)
  return async (up: boolean) => {
    await sockets.set(up)
    await page.context().setOffline(!up)
  }
}

/**
 * Lets the line go for 1.5 s and come back for 4 s, over and over, until it is told to stop: the pattern of a train's
 * way through tunnels, quicker than every ten seconds so that little time is left and little is spent.
 */
function shake(setLine: (up: boolean) => Promise<void>) {
  let on = true
  let cuts = 0
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
  const shaken = (async () => {
    while (on) {
      await setLine(false)
      cuts += 1
      await pause(1_500)
      await setLine(true)
      await pause(4_000)
    }
  })()
  return {
    /** Waits until the line goes the next time: what is pressed then meets a cut, however quick the rest was. */
    async nextCut() {
      const before = cuts
      await expect.poll(() => cuts, { timeout: 20_000 }).toBeGreaterThan(before)
    },
    async stop() {
      on = false
      await shaken
      return cuts
    },
  }
}

/** Presses as a person does who wants to get through: again, as long as what is asked has not gone. */
async function insist(button: Locator, gone: Locator): Promise<void> {
  await expect(async () => {
    // what is asked may have gone, and the button with it, since the last look
    if (await gone.isHidden()) return
    if (await button.isEnabled({ timeout: 1_000 })) await button.click({ timeout: 1_000 })
    await expect(gone).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

async function fillOrder(page: Page, price: string): Promise<Locator> {
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await page.getByRole('button', { name: 'Buy', exact: true }).click({ timeout: 30_000 })
  await ticket.getByRole('textbox', { name: 'Price' }).fill(price)
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
  await ticket.getByRole('button', { name: /^Buy 0/ }).click({ timeout: 30_000 })
  return page.getByRole('dialog', { name: 'Check your order' })
}

test('an order is lost on its way, or its answer is: it happens once, and none waits to be sent later', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|Failed to load|fetch|aborted/i)
  const page = await (await guest.open()).newPage()
  const setLine = await holdLine(page)
  await page.goto(tradePath)
  await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible({
    timeout: 30_000,
  })
  // the line goes while an order is on its way: the first never arrives, of the second only the answer is lost
  let sends = 0
  await page.route('**/api/v3/spot/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sends += 1
    if (sends % 2 === 0) return route.continue()
    if (sends === 3) await route.fetch()
    await setLine(false)
    // the page has given it up by itself by then
    return route.abort('internetdisconnected').catch(() => undefined)
  })
  for (const [turn, price] of ['40000', '40001'].entries()) {
    const sheet = await fillOrder(page, price)
    const submit = sheet.getByRole('button', { name: /^Buy 0/ })
    await page.context().setOffline(true)
    await expect(submit).toBeDisabled()
    await expect(sheet).toContainText('nothing waits to be sent later')
    await page.context().setOffline(false)
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible()
    await expect(sheet).toBeVisible()
    expect(sends).toBe(2 * turn + 1)
    await setLine(true)
    await expect(sheet).toBeHidden({ timeout: 30_000 })
    await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
  }
  expect(sends).toBe(4)
  const { data } = await call(product.address, '/spot/orders?status=open&limit=100', { token: guest.token })
  expect(listAt(data, 'items').map((order) => textAt(order, 'price'))).toEqual(['40001', '40000'])

  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.37')
  await page.reload()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.37')
})

/** What each account holds, as the server says, and what its ledger's lines add up to. */
async function heldAndAdded(address: string, token: string) {
  const { data: assets } = await call(address, '/account/assets', { token })
  const { data: lines } = await call(address, '/account/records?limit=100', { token })
  const held = listAt(assets, 'balances')
    .map((one) => [`${textAt(one, 'account')} ${textAt(one, 'currency')}`, units(textAt(one, 'total'))] as const)
    .filter(([, total]) => total !== 0n)
  const added = new Map<string, bigint>()
  for (const line of listAt(lines, 'items')) {
    // what is only held has not moved
    if (textAt(line, 'from') === 'held' || textAt(line, 'to') === 'held') continue
    const account = `${textAt(line, 'type')} ${textAt(line, 'currency')}`
    added.set(account, (added.get(account) ?? 0n) + units(textAt(line, 'amount')))
  }
  return { held: new Map(held), added }
}

test('an app used through a line that drops again and again loses nothing and doubles nothing', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(180_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|Failed to load|fetch|aborted/i)
  const page = await (await guest.open({ serviceWorkers: 'allow' })).newPage()
  const setLine = await holdLine(page)
  // what a screen needs is kept once it was seen, so that it opens while the line is away
  await page.goto('/home')
  await expect.poll(() => isKept(page), { timeout: 20_000 }).toBe(true)
  for (const path of [tradePath, '/fund/fundTransfer', '/customer-service', '/setting/contact-us']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const line = shake(setLine)

  await page.goto(tradePath)
  const sheet = await fillOrder(page, '40002')
  await line.nextCut()
  await insist(sheet.getByRole('button', { name: /^Buy 0/ }), sheet)

  await page.goto('/fund/fundTransfer')
  await page.getByRole('textbox', { name: 'Amount' }).fill('250.5')
  await page.getByRole('button', { name: 'Review the transfer' }).click({ timeout: 30_000 })
  const moving = page.getByRole('dialog', { name: 'Confirm the transfer' })
  await line.nextCut()
  await insist(moving.getByRole('button', { name: 'Move 250.5 USDT' }), moving)

  await page.goto('/customer-service')
  await page.getByLabel('Write a message').fill('I am on a train.')
  await line.nextCut()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('I am on a train.')
  await expect(page.getByText(/Waits for the connection|Sending/)).toBeHidden({ timeout: 40_000 })

  await page.goto('/setting/contact-us')
  const question = page.getByLabel('Your question')
  await page.getByLabel('Phone number').fill('+351 912 345 678')
  await question.fill('Which seat is mine?')
  await line.nextCut()
  await insist(page.getByRole('button', { name: 'Send', exact: true }), question)
  expect(await line.stop()).toBeGreaterThan(3)

  const { address } = product
  const { token } = guest
  const list = async (path: string, items: string) => listAt((await call(address, path, { token })).data, items)
  const orders = await list('/spot/orders?status=open&limit=100', 'items')
  expect(orders.map((order) => textAt(order, 'price'))).toEqual(['40002'])
  const moves = await list('/account/transfers?limit=100', 'items')
  expect(moves.map((move) => textAt(move, 'amount'))).toEqual(['250.5'])
  const lines = await list('/support/chat/messages', 'items')
  expect(lines.filter((line) => textAt(line, 'author') === 'user').map((line) => textAt(line, 'text'))).toEqual([
    'I am on a train.',
  ])
  const tickets = await list('/support/tickets?limit=100', 'items')
  expect(tickets.map((ticket) => textAt(ticket, 'question'))).toEqual(['Which seat is mine?'])
  const { held, added } = await heldAndAdded(address, token)
  expect(held).toEqual(added)
  expect(held.get('coin USDT')).toBe(units('99749.5'))
})
