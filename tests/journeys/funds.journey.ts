import { readFileSync } from 'node:fs'
import { type Page, expect } from '@playwright/test'
import { pdfTexts } from '../../apps/server/src/account/testing/pdfText.ts'
import { call, fillOrder, listAt, newKey, textAt } from '../client.ts'
import type { Product } from '../product.ts'
import { scrollsAside, test } from './stage.ts'

/** What stands in each account of each currency, as the server says: available and locked together. */
async function stands({ address }: Product, token: string): Promise<Map<string, string>> {
  const { data } = await call(address, '/account/assets', { token })
  const balances = listAt(data, 'balances').map((one) => [
    `${textAt(one, 'account')} ${textAt(one, 'currency')}`,
    textAt(one, 'total'),
  ])
  return new Map(balances.map(([key = '', total = '']) => [key, total]))
}

/** Moves 250.5 USDT by way of swap, max and the refusals on the way. */
async function transfer(page: Page): Promise<void> {
  await page.goto('/fund/fundTransfer')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.getByRole('button', { name: 'Review the transfer' }).click()
  await expect(page.getByText('Transfer amount must be greater than 0')).toBeVisible()
  await amount.pressSequentially('-')
  await expect(page.getByText('Amount cannot be negative')).toBeVisible()
  await page.getByRole('button', { name: 'Max', exact: true }).click()
  await expect(amount).toHaveValue('100000')
  await page.getByRole('button', { name: 'Swap the accounts' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveText(/Contract account/)
  await expect(page.getByText('Insufficient balance')).toBeVisible()
  await page.getByRole('button', { name: 'Swap the accounts' }).click()
  await amount.fill('250.5')
  await page.reload()
  await expect(amount).toHaveValue('250.5')
  await page.getByRole('button', { name: 'Review the transfer' }).click()
  await expect(page.getByText('Move 250.5 USDT: Coin account → Contract account.')).toBeVisible()
  expect(await scrollsAside(page)).toBe(false)
  await page.getByRole('button', { name: 'Move 250.5 USDT' }).click()
  await expect(page.getByText('250.5 USDT moved')).toBeVisible()
}

/** To the second page of the history, which does not come at first. */
async function pageOn({ address }: Product, token: string, page: Page): Promise<void> {
  const body = { from: 'coin', to: 'option', currency: 'USDT', amount: '1' }
  for (let more = 0; more < 20; more += 1) {
    await call(address, '/account/transfers', { method: 'POST', token, body, key: newKey() })
  }
  await page.goto('/fund/transfer_history?tab=transfers')
  await expect(page.getByRole('listitem').filter({ hasText: 'Transfer ID' })).toHaveCount(20)
  await page.route(/cursor=/, (route) => route.abort())
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible()
  await page.unroute(/cursor=/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('250.50')).toBeVisible()
}

test('money moves between accounts, with swap and max, and every figure follows', async ({
  product,
  guest,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const page = await (await guest.open()).newPage()
  await transfer(page)
  const found = await stands(product, guest.token)
  expect(found.get('contract USDT')).toBe('250.5')
  expect(found.get('coin USDT')).toBe('99749.5')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('tab', { name: 'Transfers' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('250.50')).toBeVisible()
  await pageOn(product, guest.token, page)
  await page.goto('/coinContract')
  await page.getByRole('link', { name: 'Move out' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveText(/Contract account/)
})

test('an exchange outlives no quote, and its record leads back to it', async ({ product, guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/fund/transfer')
  await page.getByRole('textbox', { name: 'Amount to give' }).fill('1000')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Amount to give' })).toHaveValue(/^1,?000$/)
  await page.getByRole('button', { name: 'Get a quote' }).click()
  const sheet = page.getByRole('dialog', { name: 'Your quote' })
  await expect(sheet.getByText('Spread against the index')).toBeVisible()
  await expect(sheet.getByText('Fee (0.1 %)')).toBeVisible()
  await expect(sheet.getByText(/^[0-9] s$/)).toBeVisible()
  await expect(sheet.getByText('This quote is over. Nothing was exchanged.')).toBeVisible({ timeout: 15_000 })
  expect((await stands(product, guest.token)).get('coin USDT')).toBe('100000')
  await sheet.getByRole('button', { name: 'Get a new quote' }).click()
  await sheet.getByRole('button', { name: /^Exchange 1,000 USDT for 0\.[0-9]+ BTC$/ }).click()
  await expect(page.getByText('Exchanged')).toBeVisible()
  expect((await stands(product, guest.token)).get('coin USDT')).toBe('99000')
  await page.goto('/setting/account-change')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Exchange fee' }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByLabel('From').fill('2026-03-02')
  await filter.getByLabel('To').fill('2026-03-01')
  await expect(filter.getByText('Invalid time')).toBeVisible()
  for (const day of ['From', 'To']) await filter.getByLabel(day).fill('')
  await page.getByRole('button', { name: 'Apply' }).click()
  const rows = page.getByRole('main').getByRole('button', { name: /BTC/ })
  await expect(rows).toHaveCount(1)
  await rows.click()
  await page.getByRole('link', { name: 'Open the exchange' }).click()
  await expect(page.getByText('Order ID')).toHaveCount(1)
  await expect(page.getByText('1,000.00')).toBeVisible()
})

test('what is locked tells what locks it, and the statement of the month is the ledger', async ({ product, guest }) => {
  const { token } = guest
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', time_in_force: 'GTC', price: '1000', quantity: '0.1' }
  const placed = await call(product.address, '/spot/orders', { method: 'POST', token, body: order, key: newKey() })
  expect(placed.message).toBe('Order placed successfully')
  const move = { from: 'coin', to: 'option', currency: 'USDT', amount: '0.000001' }
  await call(product.address, '/account/transfers', { method: 'POST', token, body: move, key: newKey() })
  const page = await (await guest.open()).newPage()
  await page.goto('/coinAccount')
  await page.getByRole('button', { name: 'Show what locks USDT' }).click()
  await page.getByRole('link', { name: /Spot order BTCUSDT/ }).click()
  await expect(page.getByRole('heading', { name: 'Order details' })).toBeVisible()
  await page.goto('/setting/statements')
  const files = { csv: Buffer.alloc(0), pdf: Buffer.alloc(0) }
  for (const kind of ['csv', 'pdf'] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(`^Download ${kind.toUpperCase()} of `) }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(new RegExp(`^statement-[0-9]{4}-[0-9]{2}\\.${kind}$`))
    files[kind] = readFileSync(await download.path())
  }
  const lines = files.csv.toString('utf8').trim().split('\r\n')
  const closing = lines.map((line) => line.split(',')).filter(([row]) => row === 'closing')
  const wanted = [...(await stands(product, token))].filter(([, total]) => total !== '0')
  expect(closing.map((cells) => [`${cells[2]} ${cells[3]}`, cells[6]])).toEqual(wanted)
  const printed = pdfTexts(files.pdf)
  for (const [, total] of wanted) expect(printed).toContain(total)
})

test('the yearly report matches what was sold with what it had cost, on the screen, in the file and on paper', async ({
  product,
  guest,
}) => {
  const { address } = product
  const market = { symbol: 'SOLUSDT', type: 'market' } as const
  await fillOrder(address, guest.token, { ...market, side: 'buy', quantity: '20' })
  await fillOrder(address, guest.token, { ...market, side: 'sell', quantity: '5' })
  const page = await (await guest.open()).newPage()
  await page.goto('/setting/statements')
  await page.getByRole('link', { name: 'Yearly report of gains' }).click()
  const coin = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'SOL' }) })
  await expect(coin).toContainText(/Sold or exchanged\s*5\.00\s*SOL[^]*Held at the end\s*14\.98\s*SOL/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^gains-[0-9]{4}\.csv$/)
  const rows = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows.slice(1).map(([row, currency, amount]) => [row, currency, amount])).toEqual([
    ['disposal', 'SOL', '5'],
    ['total', 'SOL', '5'],
  ])
  // on paper by daylight, and back as it was
  await page.evaluate(() => {
    window.print = () => {
      document.title = `printed ${document.documentElement.dataset['theme']}`
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('printed light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
