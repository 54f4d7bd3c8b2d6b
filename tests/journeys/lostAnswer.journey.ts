import { type Page, expect } from '@playwright/test'
import { call, fillOrder, listAt, newKey, textAt } from '../client.ts'
import { phone, test } from './stage.ts'

test.use(phone)

const lostTitle = 'The answer to what you last sent was lost'

/** Lets what is sent there arrive and loses each answer; gives the keys and bodies that were sent, and what ends it. */
async function loseAnswers(page: Page, url: RegExp) {
  const sent: { readonly key: string | undefined; readonly body: string | null }[] = []
  await page.route(url, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
    await route.fetch().catch(() => undefined)
    await route.abort('connectionreset').catch(() => undefined)
  })
  return { sent, end: () => page.unroute(url) }
}

async function fund(address: string, token: string): Promise<void> {
  const body = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  expect((await call(address, '/account/transfers', { method: 'POST', token, body, key: newKey() })).code).toBe(200)
}

const trade = (address: string, token: string, symbol: string) =>
  fillOrder(address, token, { path: '/perpetual/orders', symbol, side: 'buy', type: 'market', lots: '0.5' })

async function positions(address: string, token: string): Promise<number> {
  const { data } = await call(address, '/perpetual/positions?status=open', { token })
  return listAt(data, 'items').length
}

test('whose answer was lost is told so on every page, and who asks for the same once more gets it once more', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(150_000)
  complaints.allow(/ERR_CONNECTION_RESET|Failed to load|fetch/i)
  const { address } = product
  const { token } = guest
  await fund(address, token)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) await trade(address, token, symbol)
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/contract_orders?game=perpetual')
  const closeAll = async () => {
    await page.getByRole('button', { name: /^Close all/ }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close all' }).tap()
  }
  const lost = await loseAnswers(page, /perpetual\/close$/)
  await closeAll()
  const notice = page.getByRole('alert').filter({ hasText: lostTitle })
  await expect(notice).toContainText('Close all', { timeout: 60_000 })
  await lost.end()
  expect(new Set(lost.sent.map(({ key }) => key)).size).toBe(1)
  await expect.poll(() => positions(address, token)).toBe(0)

  for (const symbol of ['BTCUSDT', 'ETHUSDT']) await trade(address, token, symbol)
  await page.reload()
  await expect(notice).toBeVisible()
  await closeAll()
  await expect(page.getByText(/positions? closed/).first()).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => positions(address, token)).toBe(0)

  // sent again from its notice it is what it was: nothing more is closed
  await trade(address, token, 'BTCUSDT')
  await page.goto('/home')
  await notice.getByRole('button', { name: 'Send again' }).tap()
  await expect(page.getByText('It was carried out, once.')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(await positions(address, token)).toBe(1)
})

test('an order whose stop follows the price is sent again as it was, from the sheet that says it is safe', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_CONNECTION_RESET|Failed to load|fetch/i)
  const { address } = product
  const { token } = guest
  await fund(address, token)
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/eternal_contract/BTCUSDT')
  await page.getByRole('button', { name: 'Buy (long)' }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('textbox', { name: 'Lots' }).fill('1')
  await ticket.getByRole('switch', { name: 'Take-profit and stop-loss' }).tap()
  await ticket.getByRole('textbox', { name: 'Stop-loss' }).fill('3')
  await ticket.getByRole('button', { name: /^Buy 1 lot/ }).tap()
  const check = page.getByRole('dialog', { name: 'Check your order' })
  const lost = await loseAnswers(page, /perpetual\/orders$/)
  const submit = check.getByRole('button', { name: /^Buy 1 lot/ })
  await submit.tap()
  await expect(check.getByText(/Sending it again is safe/)).toBeVisible({ timeout: 60_000 })
  await lost.end()
  // the price goes on meanwhile
  await page.waitForTimeout(2_000)
  const again = page.waitForRequest(
    (request) => request.url().endsWith('/perpetual/orders') && request.method() === 'POST',
  )
  await submit.tap()
  const { key, body } = lost.sent[0] ?? {}
  const request = await again
  expect([request.headers()['idempotency-key'], request.postData()]).toEqual([key, body])
  await expect(check).toBeHidden()
  const { data } = await call(address, '/perpetual/positions?status=open', { token })
  expect(listAt(data, 'items').map((one) => textAt(one, 'lots'))).toEqual(['1'])
})

test('an order that one window has sent again is not sent by another, and a step back closes the sheet alone', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_CONNECTION_RESET|Failed to load|fetch/i)
  const { address } = product
  const context = await guest.open()
  const [one, two] = [await context.newPage(), await context.newPage()]
  await one.goto('/home')
  await one.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Trade' }).tap()
  await expect(one).toHaveURL(/coins\/BTCUSDT$/)
  await one.getByRole('button', { name: 'Buy', exact: true }).tap()
  const ticket = one.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('textbox', { name: 'Price' }).fill('40000')
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
  await ticket.getByRole('button', { name: /^Buy 0/ }).tap()
  const check = one.getByRole('dialog', { name: 'Check your order' })
  const submit = check.getByRole('button', { name: /^Buy 0/ })
  const lost = await loseAnswers(one, /spot\/orders$/)
  await submit.tap()
  await expect(check.getByText(/Sending it again is safe/)).toBeVisible({ timeout: 60_000 })
  await lost.end()
  await two.goto('/market/trade/coins/BTCUSDT')
  const notice = two.getByRole('alert').filter({ hasText: lostTitle })
  await expect(notice).toContainText('Buy · 0.01 · BTCUSDT')
  await submit.tap()
  await expect(check).toBeHidden()
  await expect(notice).toBeHidden()
  const { data } = await call(address, '/spot/orders?status=open', { token: guest.token })
  expect(listAt(data, 'items')).toHaveLength(1)

  await one.getByRole('button', { name: 'Buy', exact: true }).tap()
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.02')
  await ticket.getByRole('button', { name: /^Buy 0/ }).tap()
  await expect(check).toBeVisible()
  await one.goBack()
  await expect(check).toBeHidden()
  await expect(ticket).toBeVisible()
  await one.goBack()
  await expect(ticket).toBeHidden()
  await expect(one).toHaveURL(/coins\/BTCUSDT$/)
  await one.goBack()
  await expect(one).toHaveURL(/home$/)
})
