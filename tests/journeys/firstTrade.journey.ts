import { type Page, expect } from '@playwright/test'
import type { Product } from '../product.ts'
import { call, listAt, textAt, units } from '../client.ts'
import { codeFor } from '../person.ts'
import { phone, test } from './stage.ts'

test.use(phone)

const password = 'violet-harbour-27'

async function register(page: Page, product: Product, email: string): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login\?redirect=%2F/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Country of residence' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('Portu')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Portugal/ })
    .click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('912345678')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(product, email))
  const toast = expect(page.getByText('Registration successful! Please login.')).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await toast
  await expect(page).toHaveURL(/\/login/)
}

async function logIn(page: Page, account: string): Promise<void> {
  await page.getByLabel('Phone or email').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/home$/)
}

async function switchToDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account: Real/ }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Switch to the demo account?')
  await dialog.getByRole('button', { name: 'Switch to demo' }).click()
  await expect(page.getByRole('button', { name: /Account: Demo/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('100,000.00')
}

async function openTicket(page: Page, side: 'Buy' | 'Sell', type: 'Limit' | 'Market') {
  await page.getByRole('button', { name: side, exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('group', { name: 'Order type' }).getByText(type, { exact: true }).click()
  return ticket
}

/** Confirms what the sheet repeats. The toast goes by itself, so it is looked for while the sheet still closes. */
async function confirm(page: Page, button: string, told: string | RegExp): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  await expect(sheet).toContainText('The fee is taken from what you receive.')
  // one that fills as it is placed is told twice
  const toast = expect(page.getByText(told).first()).toBeVisible({ timeout: 20_000 })
  await sheet.getByRole('button', { name: button }).click()
  await toast
  await expect(sheet).toBeHidden()
}

/** The best price that somebody sells at, in tenths of a dollar, once somebody does. */
async function bestAsk(product: Product, token: string): Promise<number> {
  let price = ''
  await expect(async () => {
    const { data } = await call(product.address, '/market/BTCUSDT/book', { token })
    price = textAt(data, 'asks', 0, 'price')
    expect(price).not.toBe('')
  }).toPass({ timeout: 20_000 })
  const [whole = '0', tenth = '0'] = price.split('.')
  return Number(whole) * 10 + Number(tenth)
}

const priceText = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`

interface Order {
  readonly id: string
  readonly status: string
  readonly role: string
  readonly filled: string
  readonly amount: string
  readonly fee: string
}

async function orders(product: Product, token: string, status: 'open' | 'history'): Promise<Order[]> {
  const { data } = await call(product.address, `/spot/orders?status=${status}&limit=100`, { token })
  return listAt(data, 'items').map((one) => ({
    id: textAt(one, 'order_id'),
    status: textAt(one, 'status'),
    role: textAt(one, 'role'),
    filled: textAt(one, 'filled'),
    amount: textAt(one, 'amount'),
    fee: textAt(one, 'fee'),
  }))
}

async function tokenIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('truemark.session') ?? '{}')
    return String(kept.state.demo.token)
  })
}

/**
 * Places a buy just below the best ask and waits until the price has come to it; the price may also run away, or come
 * while the order is being written: then another is placed.
 */
async function limitThatFills(page: Page, product: Product, token: string): Promise<Order> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const ticket = await openTicket(page, 'Buy', 'Limit')
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.002')
    await ticket.getByRole('textbox', { name: 'Price' }).fill(priceText((await bestAsk(product, token)) - 60))
    await ticket.getByRole('button', { name: 'Buy 0.002 BTC' }).click()
    await confirm(page, 'Buy 0.002 BTC', /^Order (filled|created successfully)$/)
    const end = Date.now() + 20_000
    while (Date.now() < end) {
      const filled = (await orders(product, token, 'history')).find((one) => one.role === 'maker')
      if (filled !== undefined) return filled
      if ((await orders(product, token, 'open')).length === 0) break
      await page.waitForTimeout(250)
    }
    await call(product.address, '/spot/orders', { token, method: 'DELETE' })
  }
  throw new Error('the price came to none of eight limits')
}

test('a person registers, takes the demo funds, buys, sees a limit fill and finds each entry', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await register(page, product, 'ines@example.org')
  await logIn(page, 'ines@example.org')
  await switchToDemo(page)

  await page.getByRole('link', { name: 'Trade', exact: true }).click()
  await expect(page).toHaveURL(/\/market\/trade\/coins\/BTCUSDT$/)
  const ticket = await openTicket(page, 'Buy', 'Market')
  await ticket.getByRole('textbox', { name: 'Spend' }).fill('1000')
  await ticket.getByRole('button', { name: 'Buy BTC for 1,000 USDT' }).click()
  await confirm(page, 'Buy BTC for 1,000 USDT', 'Order filled')
  const token = await tokenIn(page)
  const [bought] = await orders(product, token, 'history')
  expect(bought).toMatchObject({ status: 'filled', role: 'taker' })

  const limit = await limitThatFills(page, product, token)
  expect(limit).toMatchObject({ status: 'filled', filled: '0.002', fee: '0.000002' })

  await cancelOne(page)
  await checkRecords(page, product, token, bought, limit)
})

/** Places a limit far below the market, sees it in the open orders and takes it back. */
async function cancelOne(page: Page): Promise<void> {
  const ticket = await openTicket(page, 'Buy', 'Limit')
  await ticket.getByRole('textbox', { name: 'Price' }).fill('50000')
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
  await ticket.getByRole('button', { name: 'Buy 0.01 BTC' }).click()
  await confirm(page, 'Buy 0.01 BTC', 'Order created successfully')
  await page
    .getByRole('tab', { name: /Open orders/ })
    .first()
    .click()
  const row = page.getByRole('listitem').filter({ hasText: '50,000' })
  await expect(row).toContainText('0 / 0.01')
  const toast = expect(page.getByText('Order cancelled')).toBeVisible()
  await row.getByRole('button', { name: 'Cancel order' }).click()
  await toast
  await expect(row).toBeHidden()
}

/** The ledger on the screen says what the API says, and that says what the two fills were. */
async function checkRecords(page: Page, product: Product, token: string, ...fills: (Order | undefined)[]) {
  const { data } = await call(product.address, '/account/records?limit=100', { token })
  const entries = listAt(data, 'items').map((one) => ({
    amount: textAt(one, 'amount'),
    currency: textAt(one, 'currency'),
    category: textAt(one, 'category'),
    reference: textAt(one, 'reference'),
  }))
  expect(entries.filter((one) => one.category === 'deposit').map((one) => one.amount)).toEqual(['100000'])
  for (const fill of fills) {
    const own = entries.filter((one) => one.reference === fill?.id)
    const sum = (currency: string, category: string) =>
      own
        .filter((one) => one.currency === currency && one.category === category)
        .reduce((total, one) => total + units(one.amount), 0n)
    expect(sum('USDT', 'spot_buy')).toBe(-units(fill?.amount ?? ''))
    expect(sum('BTC', 'spot_buy')).toBe(units(fill?.filled ?? ''))
    expect(sum('BTC', 'transaction_fee')).toBe(-units(fill?.fee ?? ''))
  }
  await page.getByRole('link', { name: 'Assets', exact: true }).click()
  await page.getByRole('link', { name: 'Records' }).click()
  await expect(page).toHaveURL(/\/setting\/account-change$/)
  const main = page.getByRole('main')
  await expect(main.getByText('Spot buy').first()).toBeVisible()
  await expect(main).toContainText('+0.002')
  // only what is in sight stands in the page: the oldest comes at the end
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(main).toContainText('+100,000.00', { timeout: 500 })
  }).toPass()
}
