import { expect } from '@playwright/test'
import { phone, scrollsAside, test } from './stage.ts'

test.use(phone)

test('another language keeps what was typed, and is kept itself', async ({ page, complaints }) => {
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Email' }).fill('noa@example.org')
  await page.getByRole('button', { name: /Language: English/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '日本語' }).tap()
  await expect(page.getByRole('heading', { name: '口座を開設' })).toBeVisible()
  await expect(page.locator('input[type="email"]')).toHaveValue('noa@example.org')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.reload()
  await expect(page.getByRole('heading', { name: '口座を開設' })).toBeVisible()

  // a text that a language lacks is not passed over in silence
  await page.route(/\/assets\/fr-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/title:(?=.Créez votre compte)/, 'lost:'),
    })
  })
  complaints.allow(/MISSING_MESSAGE: identity\.register\.title/)
  const said = page.waitForEvent('console', (message) => message.text().includes('MISSING_MESSAGE'))
  await page.getByRole('button', { name: /日本語/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Français' }).tap()
  expect((await said).type()).toBe('error')
})

for (const locale of ['jp', 'fre']) {
  test(`the whole order form stands in ${locale} at 360 px`, async ({ guest }) => {
    const page = await (await guest.open({ locale, size: { width: 360, height: 740 } })).newPage()
    await page.goto('/market/trade/coins/BTCUSDT')
    const buy = page.locator('main button').filter({ hasText: locale === 'jp' ? /^(買い|購入)/ : /^Acheter$/ })
    await buy.first().click()
    const ticket = page.getByRole('dialog')
    await expect(ticket.getByRole('slider')).toBeVisible()
    expect(await scrollsAside(page)).toBe(false)
    const wide = await ticket.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth + 1)
    expect(wide).toBe(false)
  })
}
