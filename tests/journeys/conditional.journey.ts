import { type Locator, type Page, expect } from '@playwright/test'
import { call, newKey, textAt } from '../client.ts'
import { phone, test } from './stage.ts'

test.use(phone)

/** The index in cents, once there is one. */
async function indexNow(address: string, token: string): Promise<number> {
  let mark = ''
  await expect(async () => {
    const { data } = await call(address, '/market/BTCUSDT/book', { token })
    mark = textAt(data, 'mark')
    expect(mark).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return Math.round(Number(mark) * 100)
}

const priceOf = (cents: number): string => (Math.round(cents / 10) / 10).toString()

async function place(page: Page, trigger: string, price: string | null, size: string): Promise<void> {
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('group', { name: 'Order type' }).getByText('Conditional', { exact: true }).click()
  await ticket.getByLabel('Trigger price').fill(trigger)
  await ticket
    .getByRole('group', { name: 'Then placed as' })
    .getByText(price === null ? 'Then market' : 'Then limit')
    .click()
  if (price !== null) await ticket.getByLabel('Price', { exact: true }).fill(price)
  await ticket.getByLabel(price === null ? 'Spend' : 'Quantity').fill(size)
  await ticket.getByRole('button', { name: 'Place conditional order' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  await expect(sheet).toContainText('Until then the amount is locked.')
  const told = expect(page.getByText('Conditional order placed').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Place conditional order' }).click()
  await told
  await expect(sheet).toBeHidden()
}

/** Sends what is bought once the index has risen by a fifth, from the open ticket. */
async function sendTrailing(ticket: Locator, sheet: Locator): Promise<void> {
  await ticket.getByLabel('Distance from the index').fill('20')
  await ticket.getByLabel('Spend').fill('100')
  await ticket.getByRole('button', { name: 'Place conditional order' }).click()
  await expect(sheet).toContainText('Once the index has risen 20 % from the lowest that it reaches from now on')
  await sheet.getByRole('button', { name: 'Place conditional order' }).click()
  await expect(sheet).toBeHidden()
}

test('a price that follows the index is placed, shows how far it has come, and a pair waits from both sides', async ({
  guest,
  product,
}) => {
  const context = await guest.open({ size: phone.viewport })
  const page = await context.newPage()
  const index = await indexNow(product.address, guest.token)
  await page.goto('/market/trade/BTCUSDT')
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByRole('group', { name: 'Order type' }).getByText('Conditional', { exact: true }).click()
  await ticket.getByRole('switch', { name: 'Trailing' }).click()
  await ticket.getByLabel('Distance from the index').fill('60')
  await ticket.getByLabel('Spend').fill('100')
  await expect(ticket).toContainText('The distance must be from 0.1 % to 50 %')
  const sheet = page.getByRole('dialog', { name: 'Check your order' })
  await sendTrailing(ticket, sheet)
  await page.getByRole('tab', { name: /^Open orders/ }).click()
  const waiting = page.getByRole('region', { name: 'Conditional orders' })
  await expect(waiting).toContainText('20 % above the lowest index since')
  const lowest = async (): Promise<number> => {
    const { data } = await call(product.address, '/spot/conditional/orders?status=open', { token: guest.token })
    return Number(textAt(data, 'items', 0, 'trail', 'extreme_price'))
  }
  const falls = async (): Promise<boolean> => {
    const first = await lowest()
    const until = Date.now() + 15_000
    while (Date.now() < until && (await lowest()) >= first) await page.waitForTimeout(250)
    return (await lowest()) < first
  }
  // an index that only rises has no new lowest: then another order is sent from where it has come to
  for (let sent = 1; !(await falls()) && sent < 8; sent += 1) {
    await waiting.getByRole('button', { name: 'Cancel order' }).click()
    await expect(waiting).toBeHidden()
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await sendTrailing(ticket, sheet)
  }
  // the row goes on with what the server has seen, without a reload
  await expect(async () => {
    const text = (await lowest()).toLocaleString('en', { minimumFractionDigits: 1 })
    await expect(waiting).toContainText(text, { timeout: 6_000 })
  }).toPass({ timeout: 30_000 })
  await waiting.getByRole('button', { name: 'Cancel order' }).click()
  await expect(waiting).toBeHidden()

  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await ticket.getByRole('switch', { name: 'Trailing' }).click()
  await ticket.getByRole('group', { name: 'Then placed as' }).getByText('Then limit').click()
  await ticket.getByLabel('Trigger price').fill(priceOf(index * 0.8))
  await ticket.getByLabel('Price', { exact: true }).fill(priceOf(index * 0.8))
  await ticket.getByRole('switch', { name: 'A second price (OCO)' }).click()
  await ticket.getByLabel('Second trigger price').fill(priceOf(index * 1.2))
  await ticket.getByLabel('Second limit price').fill(priceOf(index * 1.21))
  await ticket.getByLabel('Quantity').fill('0.01')
  await ticket.getByRole('button', { name: 'Place conditional order' }).click()
  await expect(sheet).toContainText('Or, if the index first rises to')
  await sheet.getByRole('button', { name: 'Place conditional order' }).click()
  await expect(waiting).toContainText('Or first')
})

test('a stop limit is placed, seen and cancelled, and one whose price comes becomes an order', async ({
  guest,
  product,
}) => {
  const context = await guest.open({ size: phone.viewport })
  const page = await context.newPage()
  const index = await indexNow(product.address, guest.token)
  await page.goto('/market/trade/BTCUSDT')
  const [trigger, price] = [priceOf(index * 1.2), priceOf(index * 1.21)]
  await place(page, trigger, price, '0.01')
  await page.getByRole('tab', { name: /^Open orders/ }).click()
  const waiting = page.getByRole('region', { name: 'Conditional orders' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await expect(waiting).toContainText('Waiting')
  await expect(waiting).toContainText('≥')
  await waiting.getByRole('button', { name: 'Cancel order' }).click()
  await expect(waiting).toBeHidden()
  // the price moves one way or the other, and one of these two is reached
  const body = { symbol: 'BTCUSDT', side: 'buy', type: 'market', amount: '100' }
  const sent = { token: guest.token, method: 'POST' } as const
  for (const [when, cents] of [
    ['at_or_below', -20],
    ['at_or_above', 20],
  ] as const) {
    const now = await indexNow(product.address, guest.token)
    const asked = { ...body, trigger_when: when, trigger_price: priceOf(now + cents) }
    await call(product.address, '/spot/conditional/orders', { ...sent, key: newKey(), body: asked })
  }
  await page.goto('/market/trade/currency_orders')
  await page.getByRole('tab', { name: 'Conditional orders' }).click()
  const triggered = page.getByRole('listitem').filter({ hasText: 'Triggered' }).first()
  await expect(triggered).toBeVisible({ timeout: 60_000 })
  await triggered.getByRole('link').click()
  await expect(page).toHaveURL(/orderDetails/)
  await expect(page.getByText('Average price').first()).toBeVisible()
})
