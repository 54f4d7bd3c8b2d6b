import { expect } from '@playwright/test'
import { call, listAt, newKey, textAt, valueAt } from '../client.ts'
import type { Product } from '../product.ts'
import { faultsOf } from './sound.ts'
import { phone, scrollsAside, test } from './stage.ts'

const tradePath = '/market/trade/option/BTCUSDT'
const settleMax = 90_000

/** Moves USDT to the option account. */
async function fund(product: Product, token: string): Promise<void> {
  const body = { from: 'coin', to: 'option', amount: '1000' }
  const moved = await call(product.address, '/account/transfers', { method: 'POST', token, body, key: newKey() })
  expect(moved.code).toBe(200)
}

function take(product: Product, token: string, body: Readonly<Record<string, unknown>>) {
  return call(product.address, '/option/orders', { method: 'POST', token, body, key: newKey() })
}

test('a demo account takes an option, sees it run to its end, and a guest checks the price it was settled on', async ({
  guest,
  page: stranger,
  product,
}) => {
  test.setTimeout(240_000)
  const { token } = guest
  await fund(product, token)
  const page = await (await guest.open()).newPage()
  await page.goto(tradePath)
  await page.getByRole('button', { name: 'Up', exact: true }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await expect(ticket.getByRole('radio', { name: /^1 min/ })).toBeChecked()
  await expect(ticket).toContainText('only if you are right in 55.6% of cases')
  await ticket.getByRole('button', { name: '100', exact: true }).tap()
  await page.reload()
  await page.getByRole('button', { name: 'Up', exact: true }).tap()
  await expect(ticket).toContainText('+80USDT')
  expect(await faultsOf(page)).toEqual([])
  await ticket.getByRole('button', { name: 'Up', exact: true }).tap()

  const sheet = page.getByRole('dialog', { name: 'Check your option' })
  await expect(sheet).toContainText('BTC/USDT must stand higher 1 min after your entry than at it.')
  await expect(sheet).toContainText('You can lose the whole amount.')
  await expect(sheet).toContainText('The amount is returned')
  expect(await faultsOf(page)).toEqual([])
  const toast = expect(page.getByText('Order created successfully')).toBeVisible({ timeout: 20_000 })
  await sheet.getByRole('button', { name: 'Up with 100 USDT, 1 min' }).tap()
  await toast
  await expect(sheet).toBeHidden()

  await page.getByRole('tab', { name: 'Option orders' }).tap()
  const panel = page.getByRole('region', { name: 'Option orders' })
  await expect(panel.getByRole('timer')).toBeVisible({ timeout: 15_000 })
  await expect(panel).toContainText(/Ahead|Behind|Level/)
  const { data } = await call(product.address, '/option/orders?status=open', { token })
  const id = textAt(data, 'items', 0, 'order_id')
  const entered = textAt(data, 'items', 0, 'entry_price')
  expect(entered).not.toBe('')

  await expect(panel).toContainText(/Won|Lost|Tie/, { timeout: settleMax })
  const { data: closed } = await call(product.address, `/option/orders/${id}`, { token })
  expect(textAt(closed, 'status')).toBe('closed')
  expect(textAt(closed, 'entry_price')).toBe(entered)

  await panel.getByRole('link', { name: 'BTC/USDT' }).first().tap()
  await expect(page).toHaveURL(/orderDetails\?.*game=option/)
  await expect(page.getByRole('link', { name: /^Rules version [1-9]/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The evidence' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Exit' })
  await expect(row).toBeVisible()
  const symbol = `/transparency/option_exits/BTCUSDT?expiration=${String(valueAt(closed, 'expiration_time'))}`
  const { data: exits } = await call(product.address, symbol)
  expect(textAt(listAt(exits)[0], 'price')).toBe(textAt(closed, 'close_price'))
  expect(await faultsOf(page)).toEqual([])

  await expect(page.getByRole('link', { name: 'Public evidence' })).toHaveAttribute('href', new RegExp(id))
  await stranger.goto(`/transparency/evidence?id=${id}`)
  await expect(stranger.getByText('Everything that can be reckoned agrees with what was settled.')).toBeVisible()
  await expect(stranger.getByRole('row').filter({ hasText: 'decided' }).first()).toBeVisible()
  await expect(stranger.getByText('The index follows from these prices, and is the one that decided.')).toHaveCount(2)
  expect(await faultsOf(stranger)).toEqual([])
})

test('an option of another device shows without a reload, also after a lost connection', async ({
  guest,
  product,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/)
  await fund(product, guest.token)
  const context = await guest.open()
  const page = await context.newPage()
  await page.goto('/market/trade/option_orders')
  await expect(page.getByText('You have no open options.')).toBeVisible()
  const option = { symbol: 'BTCUSDT', type: 'down', trade_mode: 300, amount: '25' }
  expect((await take(product, guest.token, option)).code).toBe(200)
  const row = page.getByRole('listitem').filter({ hasText: '25USDT' })
  await expect(row).toBeVisible()
  await expect(row.getByRole('timer')).toBeVisible({ timeout: 15_000 })
  await context.setOffline(true)
  expect((await take(product, guest.token, { ...option, type: 'up', amount: '35' })).code).toBe(200)
  await page.waitForTimeout(500)
  await context.setOffline(false)
  await expect(page.getByRole('listitem').filter({ hasText: '35USDT' })).toBeVisible({ timeout: 60_000 })
  await page.getByText('Down', { exact: true }).first().tap()
  await expect(page.getByRole('listitem').filter({ hasText: '35USDT' })).toBeHidden()
  await expect(row).toBeVisible()
  await page.goto('/coinOption')
  await expect(page.getByRole('main')).toContainText('940')
  await expect(page.getByRole('main')).toContainText('25USDT')
})

for (const [name, size] of [
  ['a small phone', { width: 360, height: 740 }],
  ['a phone', phone.viewport],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`options stand on ${name}`, async ({ guest, product }) => {
    test.setTimeout(120_000)
    await fund(product, guest.token)
    await take(product, guest.token, { symbol: 'BTCUSDT', type: 'up', trade_mode: 60, amount: '100' })
    const page = await (await guest.open({ size })).newPage()
    for (const path of [tradePath, '/market/trade/option_orders', '/coinOption']) {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main).not.toBeEmpty()
      await expect(main.locator('output[aria-label]')).toHaveCount(0)
      expect(await scrollsAside(page), path).toBe(false)
      expect(await faultsOf(page), path).toEqual([])
    }
  })
}
