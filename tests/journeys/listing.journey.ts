import { type Page, expect } from '@playwright/test'
import { open, rowOf, setUp } from './deskStage.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside } from './stage.ts'
import { desktop, test } from './twoStage.ts'

/** Fills a form of the desk by its labels. */
async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const sheet = page.getByRole('dialog')
  for (const [label, text] of Object.entries(texts)) await sheet.getByLabel(label, { exact: true }).fill(text)
}

async function propose(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Decides what waits, once it says what it should. */
async function approve(page: Page, kind: string, says: readonly string[]): Promise<void> {
  await open(page, 'Approvals')
  await (await rowOf(page, kind)).getByRole('button').click()
  const asked = page.getByRole('dialog', { name: kind })
  for (const text of says) await expect(asked).toContainText(text)
  await asked.getByLabel('Reason for the decision').fill('looked it up at the venues')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toHaveCount(0)
}

/** Begins the terms of the market that has none with those of another, and says why. */
async function chooseMarket(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox', { name: 'Market' }).click()
  await page.getByRole('option', { name: 'PEPUSDT' }).click()
  await sheet.getByLabel('Reason for the change').fill('asked for by customers')
  expect(await faultsOf(page)).toEqual([])
}

test.describe('a coin that was never traded', () => {
  test.use({ viewport: desktop })

  test('is listed by two operators, and bought by a customer', async ({
    page,
    browser,
    product,
    complaints,
    guest,
  }) => {
    // two operators and a customer, one after another: what takes forty seconds alone
    test.setTimeout(240_000)
    await setUp(page, product, 'Grace')
    const context = await browser.newContext({ baseURL: product.address, viewport: desktop })
    context.on('page', (other) => complaints.watch(other))
    const second = await context.newPage()
    await setUp(second, product, 'Hedy')

    await open(page, 'Listings')
    await expect(page.getByText('List a currency first.')).toBeVisible()
    await page.getByRole('button', { name: 'List a currency' }).click()
    await fill(page, { Code: '1pep', Name: 'Pepper', 'Reason for the change': 'asked for by customers' })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('2 to 12 capital letters and digits, a letter first')).toBeVisible()
    await fill(page, { Code: 'pep' })
    expect(await faultsOf(page)).toEqual([])
    await propose(page)
    await approve(second, 'Currency to list', ['PEP', 'Pepper', 'Decimals of its smallest unit'])
    await open(page, 'Listings')
    await expect(await rowOf(page, 'Pepper')).toContainText('No market yet')

    await page.getByRole('button', { name: 'List a market' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('option', { name: /PEP/ }).click()
    await sheet.getByRole('switch', { name: 'OKX' }).click()
    await sheet.getByRole('switch', { name: 'Kraken' }).click()
    await fill(page, { 'Simulated price begins at': '2', 'Reason for the change': 'asked for by customers' })
    await sheet.getByRole('button', { name: 'Fill in sizes from this price' }).click()
    await expect(sheet.getByText('okx PEP-USDT / PEP-USDT (USDT)')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await propose(page)
    await approve(second, 'Market to list', [
      'kraken PEP/USDT / PEPUSDT (USDT), okx PEP-USDT / PEP-USDT (USDT)',
      'Quantity of a level',
      'Taker fee',
      '0.1 %',
      'around the clock',
    ])
    await open(second, 'Listings')
    await expect(await rowOf(second, 'PEPUSDT')).toContainText('PEP-USDT')

    const shop = await guest.open()
    const customer = await shop.newPage()
    await customer.goto('/market/trading')
    await customer.getByRole('link', { name: /PEP/ }).first().click()
    await expect(customer).toHaveURL(/\/market\/trade\/coins\/PEPUSDT$/)
    await customer.getByRole('button', { name: 'Buy', exact: true }).click()
    const ticket = customer.getByRole('dialog', { name: 'PEP/USDT' })
    await ticket.getByRole('group', { name: 'Order type' }).getByText('Market', { exact: true }).click()
    await ticket.getByRole('textbox', { name: 'Spend' }).fill('100')
    await ticket.getByRole('button', { name: 'Buy PEP for 100 USDT' }).click()
    const check = customer.getByRole('dialog', { name: 'Check your order' })
    const toast = expect(customer.getByText('Order filled').first()).toBeVisible()
    await check.getByRole('button', { name: 'Buy PEP for 100 USDT' }).click()
    await toast
    await customer.goto('/coinAccount')
    await expect(customer.getByRole('main')).toContainText('PEP')

    await open(page, 'Contracts and perpetuals')
    await page.getByRole('button', { name: 'Open a market' }).click()
    await chooseMarket(page)
    await expect(page.getByRole('dialog').getByLabel('Contract size')).toHaveValue('100')
    await propose(page)
    await approve(second, 'First terms of contracts and perpetuals', [
      'Contract size',
      '0 · 0.6 % · 50×',
      'Lots of a level',
    ])
    await open(second, 'Contracts and perpetuals')
    await expect(await rowOf(second, 'PEP')).toContainText('Contracts off')
    await (await rowOf(second, 'PEP')).getByRole('button', { name: /Fees and caps/ }).click()
    await second.getByRole('dialog').getByRole('switch', { name: 'Contracts' }).click()
    await fill(second, { 'Reason for the change': 'the terms were looked at' })
    await propose(second)
    await approve(page, 'Terms of contracts', ['Contracts'])
    await open(page, 'Options')
    await page.getByRole('button', { name: 'Open a market' }).click()
    await chooseMarket(page)
    await propose(page)
    await approve(second, 'First terms of options', ['Durations', '1 min 80 %'])
    await open(second, 'Options')
    await expect(await rowOf(second, 'PEPUSDT')).toContainText('Off')

    await customer.goto('/market/trading?tab=contract')
    await customer.getByRole('link', { name: /PEP/ }).first().click()
    await expect(customer.getByRole('button', { name: /Buy|Long/ }).first()).toBeEnabled()
    await context.close()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('listings fit, and so do their forms', async ({ page, product }) => {
    await setUp(page, product, 'Joan')
    await open(page, 'Listings')
    expect(await scrollsAside(page)).toBe(false)
    await page.getByRole('button', { name: 'List a currency' }).click()
    expect(await scrollsAside(page)).toBe(false)
    expect(await faultsOf(page)).toEqual([])
  })
})
