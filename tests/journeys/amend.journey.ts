import { type Locator, type Page, expect } from '@playwright/test'
import { call, newKey, textAt } from '../client.ts'
import { test } from './stage.ts'

interface Case {
  readonly name: string
  readonly path: string
  readonly list: string
  readonly word: string
  readonly order: (price: string) => Readonly<Record<string, unknown>>
}

const limit = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', time_in_force: 'GTC' }
const cases: readonly Case[] = [
  {
    name: 'contract',
    path: '/contract/orders',
    list: '/market/trade/contract_orders',
    word: 'Long 20×',
    order: (price) => ({ ...limit, price, lots: '1', multiple: 20 }),
  },
  {
    name: 'perpetual',
    path: '/perpetual/orders',
    list: '/market/trade/contract_orders?product=perpetual',
    word: 'Long 10×',
    order: (price) => ({ ...limit, price, lots: '1' }),
  },
  {
    name: 'spot',
    path: '/spot/orders',
    list: '/market/trade/currency_orders',
    word: 'Buy',
    order: (price) => ({ ...limit, price, quantity: '0.1' }),
  },
]

/** A lot is 0.1 BTC, and what a lot at a price needs stands in the sheet before it is sent. */
async function seesWhatItComesTo(sheet: Locator, price: number): Promise<void> {
  const figures = sheet.getByRole('region', { name: 'What is left of the order' })
  const line = (name: string) => figures.getByText(name, { exact: true }).locator('..')
  const multiple = (await sheet.getByText('Long 20×', { exact: true }).count()) > 0 ? 20 : 10
  const margin = price / 10 / multiple
  const whole = [Math.floor(margin), Math.ceil(margin)].map((value) => value.toLocaleString('en')).join('|')
  await expect(line('Locked for it now')).toContainText(/[1-9]\d\d/)
  await expect(line('Margin')).toContainText(new RegExp(whole))
  // a cross account of so much money is liquidated at no price above zero
  await expect(line('Liquidation price')).toContainText(multiple === 20 ? /\d,\d{3}/ : 'None')
}

async function openOrders(page: Page, one: Case): Promise<void> {
  await page.goto(one.list)
  if (one.name === 'perpetual') await page.getByText('Perpetual', { exact: true }).first().click()
  await page.getByRole('tab', { name: /^Open orders/ }).click()
}

for (const one of cases) {
  test(`a resting ${one.name} order is changed in a sheet that says what it was, why not, and that it is done`, async ({
    guest,
    product,
    complaints,
  }) => {
    const { token } = guest
    const from = { from: 'coin', to: 'contract', currency: 'USDT', amount: '50000' }
    await call(product.address, '/account/transfers', { method: 'POST', token, body: from, key: newKey() })
    const book = await call(product.address, '/market/BTCUSDT/book?kind=derivative', { token })
    const mark = Number(textAt(book.data, 'mark'))
    const price = (mark * 0.99).toFixed(1)
    const placed = await call(product.address, one.path, {
      method: 'POST',
      token,
      body: one.order(price),
      key: newKey(),
    })
    expect(placed.code).toBe(200)
    const context = await guest.open()
    const page = await context.newPage()
    await openOrders(page, one)
    const change = page.getByRole('button', { name: 'Change', exact: true })
    await change.click()
    const sheet = page.getByRole('dialog', { name: /Change order · BTC\/USDT/ })
    await expect(sheet.getByText(one.word, { exact: true })).toBeVisible()
    const submit = sheet.getByRole('button', { name: 'Change' })
    await expect(submit).toBeDisabled()
    // refused: the sentence bears figures as the reader writes them, and goes with the next change
    complaints.allow(/answer 4\d\d: .*\/orders\/|status of 4\d\d/)
    const field = sheet.getByLabel('Price')
    await field.fill((mark * 30).toFixed(0))
    await expect(sheet.getByText(/^Was \d\d,\d{3}/)).toBeVisible()
    await submit.click()
    const refusal = sheet.getByRole('alert')
    await expect(refusal).toBeVisible()
    expect(await refusal.innerText()).not.toMatch(/\d{4}/)
    const next = (mark * 0.985).toFixed(1)
    await field.fill(next)
    await expect(refusal).toHaveCount(0)
    if (one.name !== 'spot') await seesWhatItComesTo(sheet, Number(next))
    await submit.click()
    await expect(page.getByText('Order changed')).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await expect(change).toBeFocused()
    const written = Number(next).toLocaleString('en', { maximumFractionDigits: 1 })
    await expect(page.getByText(written).first()).toBeVisible()
  })
}
