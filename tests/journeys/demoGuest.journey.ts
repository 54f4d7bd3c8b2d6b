import { expect } from '@playwright/test'
import { phone, test } from './stage.ts'

test.use(phone)

for (const door of ['/testlogine', '/login']) {
  test(`the demo is one tap away from ${door}`, async ({ page }) => {
    await page.goto(door)
    await page.getByRole('button', { name: 'Try the demo' }).tap()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('main')).toContainText('100,000.00')
    await expect(page.getByRole('button', { name: /Account: Demo/ })).toBeVisible()
  })
}

test('/testlogine opens a fresh account each time, /login the one of this device', async ({ page }) => {
  const uid = () =>
    page.evaluate(() => String(JSON.parse(localStorage.getItem('truemark.session') ?? '').state.demo.userInfo.uid))
  const enter = async (door: string) => {
    await page.goto(door)
    await page.getByRole('button', { name: 'Try the demo' }).tap()
    await expect(page).toHaveURL(/\/home$/)
    return uid()
  }
  const first = await enter('/testlogine')
  expect(await enter('/login')).toBe(first)
  expect(await enter('/testlogine')).not.toBe(first)
})

test('every screen with prices says that they are simulated and the money is not real', async ({ guest }) => {
  const page = await (await guest.open()).newPage()
  const screens = ['/home', '/market/trading', '/market/trade/coins/BTCUSDT', '/assetsInfo', '/coinAccount']
  for (const path of [...screens, '/coinContract', '/market/trade/currency_orders', '/setting/account-change']) {
    await page.goto(path)
    const strip = page.getByRole('status').filter({ hasText: 'Demo: the money is not real' })
    await expect(strip).toContainText('Simulated prices')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(strip, path).toBeInViewport()
  }
  await page.goto('/market/trade/coins/BTCUSDT')
  await expect(page.getByRole('region', { name: 'Chart' })).toContainText('Simulated')
  await page.getByRole('button', { name: 'Buy', exact: true }).tap()
  await expect(page.getByRole('dialog')).toContainText('Simulated')
})
