import { type Locator, type Page, expect } from '@playwright/test'
import { call, fillOrder, listAt, newKey, textAt } from '../client.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

test.use(phone)

const tradePath = '/market/trade/contract/BTCUSDT'

/** Moves part of a fresh demo account's money to where contracts trade from. */
async function fund(address: string, token: string): Promise<void> {
  const body = { from: 'coin', to: 'contract', currency: 'USDT', amount: '20000' }
  expect((await call(address, '/account/transfers', { method: 'POST', token, body, key: newKey() })).code).toBe(200)
}

/** Opens a contract at the market, as another device does. */
async function open(address: string, token: string, over: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.5', multiple: 10, ...over }
  const answer = await fillOrder(address, token, { path: '/contract/orders', ...body })
  expect(answer.code).toBe(200)
  return answer.data
}

async function told(page: Page, text: string | RegExp, act: () => Promise<void>): Promise<void> {
  // The toast goes by itself, so it is looked for while it comes.
  const toast = expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })
  await act()
  await toast
}

function position(page: Page): Locator {
  return page.getByRole('listitem').filter({ hasText: 'Unrealised profit' }).first()
}

test('a person funds the account, opens a contract, protects it, adds margin and closes it', async ({
  guest,
  product,
}) => {
  test.setTimeout(180_000)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('button', { name: 'Buy (long)' }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('button', { name: 'Move funds in' }).tap()
  const transfer = page.getByRole('dialog', { name: 'Fund the contract account' })
  await transfer.getByRole('textbox', { name: 'Amount' }).fill('20000')
  await told(page, '20,000 USDT moved', () => transfer.getByRole('button', { name: 'Move 20,000 USDT' }).tap())

  await ticket.getByRole('button', { name: /^Multiple/ }).tap()
  const multiples = page.getByRole('dialog', { name: 'Multiple' })
  await multiples.getByRole('button', { name: '20×', exact: true }).tap()
  await multiples.getByRole('button', { name: 'Apply 20×' }).tap()

  const lots = ticket.getByRole('textbox', { name: 'Lots' })
  await expect(lots).toHaveAttribute('placeholder', 'Enter the number of lots:0.01-500')
  await lots.fill('600')
  await expect(ticket.getByText('Invalid order lot, minimum 0.01, maximum 500')).toBeVisible()
  await lots.fill('0.5')
  await ticket.getByRole('switch', { name: 'Take-profit and stop-loss' }).tap()
  await ticket.getByRole('textbox', { name: 'Stop-loss' }).fill('3')
  await expect(ticket.getByText(/loses about/)).toBeVisible()
  await ticket.getByText('What if the price moves?').tap()
  await ticket.getByRole('slider', { name: 'What if the price moves?' }).fill('-50')
  await expect(ticket.getByText(/Liquidated on the way/)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await ticket.getByRole('button', { name: 'Buy 0.5 lots, long 20×' }).tap()
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await expect(check).toContainText('Open a 20× long of 0.5 lots of BTC/USDT at the market price.')
  await expect(check).toContainText('You never owe more.')
  expect(await faultsOf(page)).toEqual([])
  await told(page, 'Position opened', () => check.getByRole('button', { name: 'Buy 0.5 lots, long 20×' }).tap())

  await page.getByRole('tab', { name: 'Positions (1)' }).first().tap()
  const row = position(page)
  await expect(row).toContainText('Long 20×')
  await expect(row).toContainText(/% to liquidation/)
  await addMarginTo(page, row)
  await row.getByRole('link', { name: 'Details' }).tap()
  const facts = page.getByRole('main')
  await expect(facts.getByText('Current price', { exact: true }).locator('..')).toContainText(/\d/)
  await expect(facts.getByText('Unrealised profit', { exact: true }).locator('..')).toContainText(/\d/)
  await page.goBack()
  await page.getByRole('tab', { name: 'Positions (1)' }).first().tap()
  await closeInTwo(page, row)
  const { data } = await call(product.address, '/contract/orders?status=history', { token: guest.token })
  expect(textAt(data, 'items', 0, 'status')).toBe('closed')

  await page.getByRole('tab', { name: 'History' }).tap()
  await page.getByRole('link', { name: /^BTC/ }).first().tap()
  await expect(page.getByRole('heading', { name: 'Order details' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Settlement price')
  await expect(page.getByRole('main').getByText('Contract close').first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

async function addMarginTo(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Add margin/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Add margin' })
  await sheet.getByRole('button', { name: '+100' }).tap()
  await told(page, 'Margin added', () => sheet.getByRole('button', { name: 'Add 100 USDT' }).tap())
  await row.getByRole('button', { name: /^TP \/ SL/ }).tap()
  const targets = page.getByRole('dialog', { name: 'Take-profit / stop-loss' })
  await targets.getByRole('button', { name: 'Take-profit: by percentage' }).tap()
  await targets.getByRole('textbox', { name: 'Take-profit' }).fill('10')
  await expect(targets.getByText(/gains about/)).toBeVisible()
  await told(page, 'Take-profit and stop-loss saved', () => targets.getByRole('button', { name: 'Save' }).tap())
}

async function closeInTwo(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Close/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Close BTC/USDT' })
  await sheet.getByRole('textbox', { name: 'Lots' }).fill('0.2')
  await told(page, '0.2 lots closed', () => sheet.getByRole('button', { name: 'Close 0.2 lots at market' }).tap())
  await expect(row).toContainText('0.30')
  await row.getByRole('button', { name: /^Close/ }).tap()
  await told(page, '0.3 lots closed', () => sheet.getByRole('button', { name: 'Close 0.3 lots at market' }).tap())
  await expect(page.getByText('You have no open positions.')).toBeVisible()
}

test('what another device does shows without a reload, also after a lost connection', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
  const { address } = product
  await fund(address, guest.token)
  const context = await guest.open()
  const page = await context.newPage()
  await page.goto(tradePath)
  await page.getByRole('tab', { name: 'Positions' }).first().tap()
  await expect(page.getByText('You have no open positions.')).toBeVisible()
  const first = await open(address, guest.token)
  await expect(position(page)).toContainText('Long 10×')
  await call(address, `/contract/orders/${textAt(first, 'order_id')}/close`, {
    method: 'POST',
    token: guest.token,
    body: {},
    key: newKey(),
  })
  await expect(page.getByText('You have no open positions.')).toBeVisible()

  await context.setOffline(true)
  await open(address, guest.token, { side: 'sell', multiple: 5 })
  await context.setOffline(false)
  await expect(position(page)).toContainText('Short 5×', { timeout: 40_000 })
})

test('what the form shows is what the engine does', async ({ guest, product }) => {
  test.setTimeout(120_000)
  const { address } = product
  await fund(address, guest.token)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('button', { name: 'Sell (short)' }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByText('Limit', { exact: true }).tap()
  const bestBid = async (): Promise<number> => {
    const { data } = await call(address, '/market/BTCUSDT/book?kind=derivative', { token: guest.token })
    return Number(textAt(data, 'bids', 0, 'price').split('.')[0])
  }
  // the house may have stepped back in this very moment
  await expect.poll(bestBid).toBeGreaterThan(0)
  const bid = await bestBid()
  // Far enough below the bid to fill at once at the bid, or to rest at its limit: both are shown alike.
  await ticket.getByRole('textbox', { name: 'Price' }).fill(`${Math.floor(bid * 1.01)}`)
  await ticket.getByRole('textbox', { name: 'Lots' }).fill('0.25')
  const need = ticket.locator('dl div').filter({ hasText: 'Margin' }).first()
  await expect(need).toContainText(/[0-9]/)
  const shown = (await need.innerText()).replace(/[^0-9.]/g, '')
  await ticket.getByRole('button', { name: 'Sell 0.25 lots, short 10×' }).tap()
  const check = page.getByRole('dialog', { name: 'Check your order' })
  await told(page, 'Order created successfully', () =>
    check.getByRole('button', { name: 'Sell 0.25 lots, short 10×' }).tap(),
  )
  const orders = listAt((await call(address, '/contract/orders', { token: guest.token })).data, 'items')
  expect(textAt(orders[0], 'status')).toBe('new')
  const price = BigInt(textAt(orders[0], 'price').split('.')[0] ?? '0')
  // 0.025 BTC at the limit, a tenth of it as margin, in hundredths cut
  expect(shown.replace('.', '')).toBe(((price * 25n) / 100n).toString())
  await page
    .getByRole('tab', { name: /^Positions/ })
    .first()
    .tap()
  await page.getByRole('tab', { name: 'Open orders (1)' }).tap()
  await told(page, 'Order cancelled', () => page.getByRole('button', { name: 'Cancel order' }).tap())
  await expect(page.getByText('You have no open orders.')).toBeVisible()
})

test('the screens of contracts have no fault of accessibility, and none is too wide', async ({ guest, product }) => {
  test.setTimeout(180_000)
  const { address } = product
  await fund(address, guest.token)
  await open(address, guest.token, { stop_loss: '1000' })
  await open(address, guest.token, { symbol: 'ETHUSDT', side: 'sell', lots: '1' })
  for (const size of [
    { width: 320, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    const page = await (await guest.open({ size })).newPage()
    for (const path of [tradePath, '/market/trade/contract_orders', '/coinContract']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
      expect(await scrollsAside(page), `${path} at ${size.width}`).toBe(false)
      expect(await faultsOf(page), `${path} at ${size.width}`).toEqual([])
    }
  }
})
