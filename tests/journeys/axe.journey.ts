import { expect } from '@playwright/test'
import { placeOrder } from '../client.ts'
import { faultsOf } from './sound.ts'
import { phone, test } from './stage.ts'

test.use(phone)

test('the guests’ screens have no fault of accessibility that a machine can find', async ({ page }) => {
  for (const path of ['/login', '/testlogine', '/register', '/forgot']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await faultsOf(page), path).toEqual([])
  }
})

test('nor have the main screens at the size of a desk', async ({ guest, product }) => {
  test.setTimeout(180_000)
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '50000', quantity: '0.01' }
  await placeOrder(product.address, guest.token, order)
  const page = await (await guest.open({ size: { width: 1440, height: 900 } })).newPage()
  for (const path of [
    '/market/trade/coins/BTCUSDT',
    '/coinAccount',
    '/setting/account-change',
    '/market/trade/currency_orders',
    '/setting/statements',
    '/setting/yearly-report',
    '/assetsInfo/profit',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
    expect(await faultsOf(page), path).toEqual([])
  }
})

test('nor have the main screens by daylight', async ({ guest }) => {
  test.setTimeout(120_000)
  const context = await guest.open()
  await context.addInitScript(() => {
    // an empty page has nowhere to keep it
    if (location.origin === 'null') return
    const state = { theme: 'light', upDown: 'green-up', amountsHidden: false }
    localStorage.setItem('truemark.appearance', JSON.stringify({ state, version: 1 }))
  })
  const page = await context.newPage()
  for (const path of [
    '/home',
    '/market/trading',
    '/market/trade/coins/BTCUSDT',
    '/assetsInfo',
    '/setting/setpage',
    '/notifications',
  ]) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('main')).not.toBeEmpty({ timeout: 20_000 })
    await expect(page.getByRole('main').locator('output[aria-label]')).toHaveCount(0)
    expect(await faultsOf(page), path).toEqual([])
  }
})

test('nor has the order form with its confirmation', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  await page.goto('/market/trade/coins/BTCUSDT')
  await page.getByRole('button', { name: 'Buy', exact: true }).tap()
  const ticket = page.getByRole('dialog', { name: 'BTC/USDT' })
  await ticket.getByText('Market', { exact: true }).tap()
  await ticket.getByRole('textbox', { name: 'Spend' }).fill('100')
  expect(await faultsOf(page)).toEqual([])
  await ticket.getByRole('button', { name: 'Buy BTC for 100 USDT' }).tap()
  await expect(page.getByRole('dialog', { name: 'Check your order' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})
